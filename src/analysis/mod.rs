//! What is measured about a trained model.

mod orientation;
mod pooling;

pub use orientation::{Grating, dominant_gratings};
pub use pooling::{Concentration, orientation_concentration};
