//! From a response to a colour: perceptual ramps, each even in lightness from dark to light.

use serde::{Deserialize, Serialize};

use crate::named::named;

named! {
    /// How a response between 0 and 1 is coloured.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum ResponseRamp {
        /// Violet, green, yellow: matplotlib's default.
        #[default]
        Viridis = "Viridis",
        /// Black, purple, cream.
        Magma = "Magma",
        /// Black, red, yellow.
        Inferno = "Inferno",
        /// Blue, grey, yellow: alike for all common colour visions.
        Cividis = "Cividis",
        /// Black, grey, white.
        Grey = "Grey",
    }
}

impl ResponseRamp {
    /// Red, green and blue of 256 values evenly spaced from 0 to 1.
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
