//! What is measured about a trained model.

mod gabor;
mod orientation;
mod pooling;
mod spectrum;

pub use gabor::{GOOD_CORRELATION, GaborFit, fit_filters};
pub use orientation::{Grating, dominant_gratings};
pub use pooling::{Concentration, orientation_concentration};
