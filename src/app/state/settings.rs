//! How things are shown, and how fast learning goes. Kept from one start to the next; nothing here changes what is
//! computed.

use serde::{Deserialize, Serialize};

use crate::app::state::past::play_speed::PlaySpeed;
use crate::app::state::preferences::Preferences;
use crate::app::state::units::unit_list::Listing;
use crate::figure::{Abscissa, CurveColors};

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

/// The pace that is no limit, in minibatches per second.
pub const FULL_PACE: f32 = 1_000.0;

/// The view settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// What is preferred whatever model is shown: kept in a file of its own, which alone counts.
    #[serde(skip)]
    pub preferences: Preferences,
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
    /// Whether the timeline is shown.
    pub shows_timeline: bool,
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
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            preferences: Preferences::default(),
            zoom: Zoom::default(),
            abscissa: Abscissa::default(),
            log_abscissa: true,
            curve_colors: CurveColors::default(),
            shows_controls: true,
            pace_per_sec: FULL_PACE,
            pauses_when_emerged: false,
            shows_timeline: true,
            greets: true,
            play_speed: PlaySpeed::default(),
            loops_past: false,
            listing: Listing::default(),
            k_rad_per_px: 1.0,
            betas: [0.5, 0.3, 0.2, 0.1],
        }
    }
}

impl Settings {
    /// Minibatches learned from per second at most; `None` for as many as there can be.
    pub fn pace(&self) -> Option<f32> {
        (self.pace_per_sec < FULL_PACE).then_some(self.pace_per_sec)
    }

    /// Becomes as it was before, but for the preferences: they are of the program, whenever they are chosen.
    pub(crate) fn become_again(&mut self, before: &Self) {
        let preferences = std::mem::take(&mut self.preferences);
        *self = Self {
            preferences,
            ..before.clone()
        };
    }
}

/// Where eframe's storage keeps the settings.
const KEY: &str = "view-settings";

impl Settings {
    /// What was saved, or the defaults when nothing was. Preferences that an earlier version saved beside it are passed over.
    ///
    /// # Errors
    /// A sentence for the user when what was saved cannot be read.
    pub fn restore(storage: Option<&dyn eframe::Storage>) -> Result<Self, String> {
        let Some(text) = storage.and_then(|storage| storage.get_string(KEY)) else {
            return Ok(Self::default());
        };
        serde_json::from_str(&text).map_err(|error| {
            format!("The saved view settings cannot be read ({error}); the defaults are used")
        })
    }

    /// Saves for the next start.
    pub fn save(&self, storage: &mut dyn eframe::Storage) {
        if let Ok(text) = serde_json::to_string(self) {
            storage.set_string(KEY, text);
        }
    }
}
