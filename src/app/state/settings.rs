//! How things are shown, and how fast learning goes. Kept from one start to the next; nothing here changes what is
//! computed.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use egui::ThemePreference;
use serde::{Deserialize, Serialize};

use crate::app::state::model_view::Colors;
use crate::app::state::past::play_speed::PlaySpeed;
use crate::app::state::units::unit_list::Listing;
use crate::app::typed_path::typed_path;
use crate::engine::HISTORY_BYTES;
use crate::figure::{Abscissa, ColorMap, Contrast, CurveColors, ResponseRamp};

/// Sizes of everything that are offered, in percent.
pub(crate) const ZOOMS: [u32; 8] = [75, 90, 100, 110, 125, 135, 150, 200];

/// Screen pixels per filter pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Zoom {
    /// As large as fits, at least 2.
    #[default]
    Auto,
    /// As large as fits, however small.
    Fit,
    /// So many.
    Fixed(u8),
}

impl Zoom {
    /// All choices.
    pub const ALL: [Self; 8] = [
        Self::Auto,
        Self::Fit,
        Self::Fixed(1),
        Self::Fixed(2),
        Self::Fixed(3),
        Self::Fixed(4),
        Self::Fixed(6),
        Self::Fixed(8),
    ];

    /// The name in menus.
    pub fn name(self) -> String {
        match self {
            Self::Auto => "Auto".to_owned(),
            Self::Fit => "Fit all".to_owned(),
            Self::Fixed(zoom) => format!("{zoom}×"),
        }
    }
}

/// Sizes that everything can be shown at, in percent.
pub(crate) const ZOOM_PERCENT: RangeInclusive<u32> = 20..=500;

/// The pace that is no limit, in minibatches per second.
pub const FULL_PACE: f32 = 1_000.0;

/// The usual size of a history, in megabytes.
pub(crate) const HISTORY_MB: u64 = HISTORY_BYTES / MEGABYTE;
const MEGABYTE: u64 = 1_000_000;
/// Largest size of a history that can be asked for, in megabytes.
pub(crate) const MOST_HISTORY_MB: u64 = 1_000_000;

/// The view settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Dark, light, or as the system says.
    pub theme: ThemePreference,
    /// Size of everything, in percent of its usual size; 20 to 500.
    pub zoom_percent: u32,
    /// How weights are coloured.
    pub color_map: ColorMap,
    /// Which weight gets the strongest colour.
    pub contrast: Contrast,
    /// Size of the filters in the grid.
    pub zoom: Zoom,
    /// What the curves run along.
    pub abscissa: Abscissa,
    /// Whether that is logarithmic.
    pub log_abscissa: bool,
    /// What their colours tell apart where there are several runs.
    pub curve_colors: CurveColors,
    /// Whether the controls are shown.
    pub shows_controls: bool,
    /// Minibatches learned from per second at most; from [`FULL_PACE`] on as many as there can be.
    pub pace_per_sec: f32,
    /// Whether learning pauses when complex cells emerge.
    pub pauses_when_emerged: bool,
    /// Largest size of the history of a run, in megabytes; 0 for none.
    pub history_mb: u64,
    /// Whether the timeline is shown.
    pub shows_timeline: bool,
    /// Whether a line under each view says how to read it.
    pub shows_captions: bool,
    /// Whether what changes fades and glides, and lessons move things by themselves.
    pub animates: bool,
    /// Whether a start without arguments shows the card Welcome.
    pub greets: bool,
    /// How fast the past is played.
    pub play_speed: PlaySpeed,
    /// Whether playing the past begins again at its end.
    pub loops_past: bool,
    /// Which units are shown, and in which order.
    pub listing: Listing,
    /// k of the edges that the cells are shown, in radians per pixel.
    pub k_rad_per_px: f64,
    /// Sparsities of u that responses to edges are compared at; the paper's Figure 3 has 0.5 to 0.1.
    pub betas: [f32; 4],
    /// How responses of single units are coloured.
    pub response_map: ResponseRamp,
    /// Path of the ffmpeg that decodes and encodes videos; empty for that of the environment.
    pub ffmpeg: String,
    /// Threads to compute with, from the next start; 0 for all cores.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemePreference::Dark,
            zoom_percent: 100,
            color_map: ColorMap::default(),
            contrast: Contrast::default(),
            zoom: Zoom::default(),
            abscissa: Abscissa::default(),
            log_abscissa: true,
            curve_colors: CurveColors::default(),
            shows_controls: true,
            pace_per_sec: FULL_PACE,
            pauses_when_emerged: false,
            history_mb: HISTORY_MB,
            shows_timeline: true,
            shows_captions: true,
            animates: true,
            greets: true,
            play_speed: PlaySpeed::default(),
            loops_past: false,
            listing: Listing::default(),
            k_rad_per_px: 1.0,
            betas: [0.5, 0.3, 0.2, 0.1],
            response_map: ResponseRamp::default(),
            ffmpeg: String::new(),
            threads: 0,
        }
    }
}

impl Settings {
    /// Minibatches learned from per second at most; `None` for as many as there can be.
    pub fn pace(&self) -> Option<f32> {
        (self.pace_per_sec < FULL_PACE).then_some(self.pace_per_sec)
    }

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
            map: self.color_map,
            contrast: self.contrast,
        }
    }
}

/// Where eframe's storage keeps the settings.
const KEY: &str = "view-settings";

impl Settings {
    /// What was saved, or the defaults when nothing was.
    ///
    /// # Errors
    /// A sentence for the user when what was saved cannot be read.
    pub fn restore(storage: Option<&dyn eframe::Storage>) -> Result<Self, String> {
        let Some(text) = storage.and_then(|storage| storage.get_string(KEY)) else {
            return Ok(Self::default());
        };
        serde_json::from_str(&text).map_err(|error| {
            format!("The saved view settings cannot be read ({error}); the defaults are used.")
        })
    }

    /// Saves for the next start.
    pub fn save(&self, storage: &mut dyn eframe::Storage) {
        if let Ok(text) = serde_json::to_string(self) {
            storage.set_string(KEY, text);
        }
    }
}
