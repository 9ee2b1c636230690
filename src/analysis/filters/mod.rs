//! Descriptions of a single filter: its power spectrum, its dominant grating, its Gabor fit.

mod colour;
mod gabor;
mod grating;
mod plane;
mod spectrum;

pub use colour::{CHROMATIC_SHARE, chromatic_shares};
pub use gabor::{GOOD_CORRELATION, GaborFit, fit_filters, median_correlation};
pub use grating::{Grating, dominant_gratings};
