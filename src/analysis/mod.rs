//! What is measured about a trained model.
