//! Which filters an invariant unit pools, by the orientations and centres of the filters.

mod concentration;
mod preference;

pub use concentration::{Concentration, orientation_concentration, spectral_concentration};
pub use preference::{Likeness, Preference, preferences, shuffled_fits};
