//! What is preferred of the program, whatever model is shown: kept in a file that people may write too, and no step of a
//! lesson changes it.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use egui::ThemePreference;
use serde::{Deserialize, Serialize};

use crate::app::state::model_view::Colors;
use crate::app::typed_path::typed_path;
use crate::engine::{HISTORY_BYTES, MEGABYTE};
use crate::figure::{ColorMap, Contrast, ResponseRamp};

/// Sizes of everything that are offered, in percent.
pub(crate) const ZOOMS: [u32; 8] = [75, 90, 100, 110, 125, 135, 150, 200];

/// Sizes that everything can be shown at, in percent.
pub(crate) const ZOOM_PERCENT: RangeInclusive<u32> = 20..=500;

/// Largest size of a history that can be asked for, in megabytes.
pub(crate) const MOST_HISTORY_MB: u64 = 1_000_000;

/// The preferences, by the names that they have in their file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Preferences {
    /// "Dark", "Light" or "System".
    pub theme: ThemePreference,
    /// Size of everything, in percent of its usual size; 20 to 500.
    pub zoom_percent: u32,
    /// Whether a line under each view says how to read it.
    pub captions: bool,
    /// Whether what changes fades and glides, and lessons move things by themselves.
    pub animations: bool,
    /// How weights are coloured.
    pub filter_colors: ColorMap,
    /// Which weight gets the strongest colour.
    pub filter_contrast: Contrast,
    /// How responses of single units are coloured.
    pub response_colors: ResponseRamp,
    /// Largest size of the history of a run, in megabytes; 0 for none, to 1000000.
    pub history_mb: u64,
    /// Path of the ffmpeg that decodes and encodes videos; empty for that of the environment.
    pub ffmpeg: String,
    /// Threads to compute with, from the next start; 0 for all cores, to 256.
    pub threads: usize,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: ThemePreference::Dark,
            zoom_percent: 100,
            captions: true,
            animations: true,
            filter_colors: ColorMap::default(),
            filter_contrast: Contrast::default(),
            response_colors: ResponseRamp::default(),
            history_mb: HISTORY_BYTES / MEGABYTE,
            ffmpeg: String::new(),
            threads: 0,
        }
    }
}

impl Preferences {
    /// Shows everything so many steps larger, in whole tens of percent.
    pub(crate) fn zoom_by(&mut self, steps: i32) {
        let tens = (self.zoom_percent / 10) as i32 + steps;
        let (least, most) = (*ZOOM_PERCENT.start(), *ZOOM_PERCENT.end());
        self.zoom_percent = (10 * tens.max(0) as u32).clamp(least, most);
    }

    /// Largest size of the history of a run, in bytes; 0 for none.
    pub fn history_bytes(&self) -> u64 {
        self.history_mb.saturating_mul(MEGABYTE)
    }

    /// The ffmpeg that was named, if one was.
    #[must_use]
    pub fn named_ffmpeg(&self) -> Option<PathBuf> {
        let named = self.ffmpeg.trim();
        (!named.is_empty()).then(|| typed_path(named))
    }

    /// How filters are coloured.
    pub(crate) fn colors(&self) -> Colors {
        Colors {
            map: self.filter_colors,
            contrast: self.filter_contrast,
        }
    }
}
