//! Measures of a trained model.

pub mod convergence;
mod filters;
pub mod inpainting;
mod matching;
mod pooling;
mod stats;
mod strongest;
mod toy_lines;
pub mod tuning;
mod unit;

/// Combined with a model's seed, so that it is measured on other movies than it learned from.
pub const HELD_OUT: u64 = 0x4845_4c44;
/// The relative duality gap of codes that are measured or shown.
pub const MEASURED_GAP: f64 = 1e-4;

pub use filters::{
    CHROMATIC_SHARE, GOOD_CORRELATION, GaborFit, Grating, chromatic_shares, dominant_gratings,
    fit_filters, median_correlation,
};
pub use matching::{LayerMatching, MAX_MATCHED, MatchError, Matching, Partner};
pub use pooling::{
    Concentration, Likeness, Preference, orientation_concentration, preferences, shuffled_fits,
    spectral_concentration,
};
pub(crate) use stats::median;
pub use strongest::{KEPT, StrongPatch, StrongestSearch};
pub use toy_lines::{LINE_FOUND, LineMeasures};
pub use unit::{Layer, Unit, unit_name};
