//! What is measured about a trained model.

pub mod convergence;
mod gabor;
mod history;
pub mod inpainting;
mod lines;
mod measured;
mod orientation;
mod pooling;
mod preference;
mod spectrum;
pub mod tuning;

/// Set against a model's seed, so that what it is measured on is not what it learned from.
pub const HELD_OUT: u64 = 0x4845_4c44;

pub use gabor::{GOOD_CORRELATION, GaborFit, fit_filters, median_correlation};
pub use history::{History, Mark, Point};
pub use lines::{LINE_FOUND, LineMeasures};
pub use measured::Measured;
pub use orientation::{Grating, dominant_gratings};
pub(crate) use pooling::median;
pub use pooling::{Concentration, orientation_concentration};
pub use preference::{Likeness, Preference, preferences, shuffled_fits};
