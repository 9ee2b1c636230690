//! Local contrast normalisation.

use serde::{Deserialize, Serialize};

use crate::config::OutOfRange;

/// Settings of the local contrast normalisation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NormaliseParams {
    /// Side of the square Gaussian window, in pixels; odd, 3 to 63.
    pub window_px: usize,
    /// Standard deviation of the Gaussian, in pixels; 0.3 to 32.
    pub sigma_px: f32,
    /// Smallest local standard deviation divided by, in grey levels of [0, 1]; 1e-4 to 1.
    pub cutoff: f32,
    /// Scale of the result: the local standard deviation after normalisation; 0.01 to 10.
    pub gain: f32,
}

impl Default for NormaliseParams {
    fn default() -> Self {
        Self {
            window_px: 9,
            sigma_px: 1.8,
            cutoff: 0.02,
            gain: 0.25,
        }
    }
}

impl NormaliseParams {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// The first value outside its range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        OutOfRange::check(
            self.window_px % 2 == 1 && (3..=63).contains(&self.window_px),
            "window",
            "an odd number of pixels from 3 to 63",
            self.window_px,
        )?;
        OutOfRange::check(
            (0.3..=32.0).contains(&self.sigma_px),
            "sigma",
            "from 0.3 to 32 pixels",
            self.sigma_px,
        )?;
        OutOfRange::check(
            (1e-4..=1.0).contains(&self.cutoff),
            "cutoff",
            "from 0.0001 to 1",
            self.cutoff,
        )?;
        OutOfRange::check(
            (0.01..=10.0).contains(&self.gain),
            "gain",
            "from 0.01 to 10",
            self.gain,
        )
    }
}
