//! The values that can be changed while the model learns, a row each.
//!
//! A row feeds the slider, the command to the engine, the mark on the curves and the flag of the command line.

use std::ops::RangeInclusive;

use crate::config::{Config, Preset};
use crate::model::{RATES, SHARES, SPARSITIES};
use crate::source::SPEEDS_PX;

/// Where the window shows a slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Under Sparsity.
    Sparsity,
    /// Under Learning, beside what else concerns that layer.
    Learning,
    /// Under Pictures.
    Pictures,
}

/// The row of a parameter.
#[derive(Clone, Debug)]
pub struct ParameterInfo {
    /// Its name in marks; where `flag` is given that of the flag too, and then without spaces.
    pub name: &'static str,
    /// The words beside its slider.
    pub label: &'static str,
    /// What it does, in a sentence or two.
    pub tooltip: &'static str,
    /// Ends of its slider.
    pub slider: RangeInclusive<f32>,
    /// What can be typed: all that the configuration allows.
    pub typed: RangeInclusive<f32>,
    /// Whether it is a share, shown in percent.
    pub is_share: bool,
    /// Whether the slider is logarithmic.
    pub is_log: bool,
    /// Where the slider is.
    pub section: Section,
    /// Whether it has an effect under this configuration; its slider is hidden where it has none.
    pub acts: fn(&Config) -> bool,
    /// What the help of the command line says of its flag; `None` where it has none.
    pub flag: Option<&'static str>,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $($field:ident).+, $row:expr;)+) => {
        /// A value of the configuration that can be changed while the model learns.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Parameter {
            $($(#[$doc])* $name,)+
        }

        impl Parameter {
            /// All parameters.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// Its name, words and ranges.
            pub fn row(self) -> ParameterInfo {
                match self {
                    $(Self::$name => $row,)+
                }
            }

            /// Its value in a configuration.
            pub fn get(self, config: &Config) -> f32 {
                match self {
                    $(Self::$name => config.$($field).+,)+
                }
            }

            /// Sets it in a configuration, without a check.
            pub fn set(self, config: &mut Config, value: f32) {
                match self {
                    $(Self::$name => config.$($field).+ = value,)+
                }
            }
        }
    };
}

parameters! {
    /// Sparsity of z.
    Alpha: model.alpha, ParameterInfo {
        name: "alpha",
        label: "α  simple units",
        tooltip: "Sparsity of z. The larger α, the fewer filters are used to explain a frame.",
        slider: 0.01..=10.0,
        typed: SPARSITIES,
        is_share: false,
        is_log: true,
        section: Section::Sparsity,
        acts: |config| config.model.simple_share == 0.0,
        flag: Some("Sparsity of the simple code z"),
    };
    /// Share of active simple units to hold by adapting alpha; 0 where alpha is fixed.
    SimpleShare: model.simple_share, ParameterInfo {
        name: "simple-share",
        label: "Share of z active",
        tooltip: "α is adapted until this share of the simple units is on in a frame.",
        slider: 0.001..=0.5,
        typed: SHARES,
        is_share: true,
        is_log: true,
        section: Section::Sparsity,
        acts: |config| config.model.simple_share > 0.0,
        flag: Some("Share of active simple units to hold by adapting alpha, 0.0001 to 0.5; 0: alpha is fixed"),
    };
    /// Sparsity of u.
    Beta: model.beta, ParameterInfo {
        name: "beta",
        label: "β  invariant units",
        tooltip: "Sparsity of u. The larger β, the fewer invariant units are active, and the narrower their pools.",
        slider: 0.01..=10.0,
        typed: SPARSITIES,
        is_share: false,
        is_log: true,
        section: Section::Sparsity,
        acts: |config| config.model.invariant_share == 0.0,
        flag: Some("Sparsity of the invariant code u; 0.2 for deep, 0.65 for toy"),
    };
    /// Share of active invariant units to hold by adapting beta; 0 where beta is fixed.
    InvariantShare: model.invariant_share, ParameterInfo {
        name: "invariant-share",
        label: "Share of u active",
        tooltip: "β is adapted until this share of the invariant units is on in a movie.",
        slider: 0.001..=0.5,
        typed: SHARES,
        is_share: true,
        is_log: true,
        section: Section::Sparsity,
        acts: |config| config.model.invariant_share > 0.0,
        flag: Some("Share of active invariant units to hold by adapting beta, 0.0001 to 0.5; 0: beta is fixed; 0.003 for huge"),
    };
    /// Sparsity of v, the code of a third layer.
    Gamma: model.gamma, ParameterInfo {
        name: "gamma",
        label: "γ  top units",
        tooltip: "Sparsity of v. The larger γ, the fewer top units are active.",
        slider: 0.001..=10.0,
        typed: SPARSITIES,
        is_share: false,
        is_log: true,
        section: Section::Sparsity,
        acts: |config| config.model.top > 0,
        flag: Some("Sparsity of v, the code of a third layer"),
    };
    /// Relative learning rate of W; 1 is the default.
    SimpleRate: learning.simple_rate, ParameterInfo {
        name: "rate of W",
        label: "Rate of W",
        tooltip: RATE,
        slider: 0.01..=100.0,
        typed: RATES,
        is_share: false,
        is_log: true,
        section: Section::Learning,
        acts: |_| true,
        flag: None,
    };
    /// Relative learning rate of A; 1 is the default.
    InvariantRate: learning.invariant_rate, ParameterInfo {
        name: "rate of A",
        label: "Rate of A",
        tooltip: RATE,
        slider: 0.01..=100.0,
        typed: RATES,
        is_share: false,
        is_log: true,
        section: Section::Learning,
        acts: |_| true,
        flag: None,
    };
    /// Fastest motion of the movies, in pixels per frame.
    FastestMotion: movies.speed_max_px, ParameterInfo {
        name: "fastest-motion",
        label: "Fastest motion, px/frame",
        tooltip: "Largest motion of a movie per frame, in pixels. The faster, the wider the positions an invariant unit pools.",
        slider: 1.0..=8.0,
        typed: SPEEDS_PX,
        is_share: false,
        is_log: false,
        section: Section::Pictures,
        acts: |config| config.movies.frames > 1,
        flag: Some("Fastest motion of the movies, in pixels per frame"),
    };
    /// Slowest motion of the movies, in pixels per frame.
    SlowestMotion: movies.speed_min_px, ParameterInfo {
        name: "slowest-motion",
        label: "Slowest motion, px/frame",
        tooltip: "Smallest motion of a movie per frame, in pixels. At 0 some are still.",
        slider: 0.0..=2.0,
        typed: SPEEDS_PX,
        is_share: false,
        is_log: false,
        section: Section::Pictures,
        acts: |config| config.movies.frames > 1,
        flag: Some("Slowest motion of the movies, in pixels per frame"),
    };
}

const RATE: &str = "Learning rate, relative to the default.";

impl Parameter {
    /// Those of a section that have an effect under this configuration.
    pub fn of(section: Section, config: &Config) -> Vec<Self> {
        let all = Self::ALL.iter().copied();
        let is_shown = |parameter: &Self| {
            let row = parameter.row();
            row.section == section && (row.acts)(config)
        };
        all.filter(is_shown).collect()
    }

    /// The share of units on that it is adapted to while that is held, where it is a sparsity of z or u.
    pub fn share(self) -> Option<Self> {
        match self {
            Self::Alpha => Some(Self::SimpleShare),
            Self::Beta => Some(Self::InvariantShare),
            _ => None,
        }
    }

    /// Whether it is adapted now.
    pub fn is_adapted(self, config: &Config) -> bool {
        self.share().is_some_and(|share| share.get(config) > 0.0)
    }

    /// Its value in the default configuration.
    pub fn default_value(self) -> f32 {
        self.get(&Config::default())
    }

    /// Its value in the preset that this configuration comes from; beta as it is at these sizes.
    pub fn usual_value(self, config: &Config) -> f32 {
        let preset = Config::preset(Preset::kin(config));
        match self {
            Self::Beta => self.get(&preset) * config.beta_scale() / preset.beta_scale(),
            _ => self.get(&preset),
        }
    }
}
