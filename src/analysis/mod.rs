//! What is measured about a trained model.

mod gabor;
mod history;
mod orientation;
mod pooling;
mod preference;
mod spectrum;
pub mod tuning;

pub use gabor::{GOOD_CORRELATION, GaborFit, fit_filters};
pub use history::{History, Mark, Point};
pub use orientation::{Grating, dominant_gratings};
pub use pooling::{Concentration, orientation_concentration};
pub use preference::{Preference, preferences};
