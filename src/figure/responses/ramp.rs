//! From a response to a colour: perceptual ramps, each even in lightness from dark to light.

use serde::{Deserialize, Serialize};

/// How a response between 0 and 1 is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResponseRamp {
    /// Violet, green, yellow: matplotlib's default.
    #[default]
    Viridis,
    /// Black, purple, cream.
    Magma,
    /// Black, red, yellow.
    Inferno,
    /// Blue, grey, yellow: alike for all common colour visions.
    Cividis,
    /// Black, grey, white.
    Grey,
}

impl ResponseRamp {
    /// All ramps.
    pub const ALL: [Self; 5] = [
        Self::Viridis,
        Self::Magma,
        Self::Inferno,
        Self::Cividis,
        Self::Grey,
    ];

    /// The name in menus.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Viridis => "Viridis",
            Self::Magma => "Magma",
            Self::Inferno => "Inferno",
            Self::Cividis => "Cividis",
            Self::Grey => "Grey",
        }
    }

    /// Red, green and blue of 256 values evenly spaced from 0 to 1.
    #[must_use]
    pub fn table(self) -> [[u8; 3]; 256] {
        let gradient = match self {
            Self::Viridis => colorous::VIRIDIS,
            Self::Magma => colorous::MAGMA,
            Self::Inferno => colorous::INFERNO,
            Self::Cividis => colorous::CIVIDIS,
            Self::Grey => return std::array::from_fn(|i| [i as u8; 3]),
        };
        std::array::from_fn(|i| gradient.eval_rational(i, 256).into_array())
    }
}
