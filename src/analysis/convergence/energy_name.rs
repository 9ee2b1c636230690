//! The energies whose convergence is measured.

use serde::Serialize;

use crate::model::hierarchy::Method;
use crate::named::named;

named! {
    /// An energy.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
    pub enum EnergyName {
        /// E1, the sparse code of one frame: convex.
        #[default]
        E1 = "E1",
        /// E2, the invariant code of a fixed z*: convex.
        E2 = "E2",
        /// Both layers in one energy, that of the paper's section 2: not convex.
        #[serde(rename = "joint")]
        Joint = "Joint",
        /// The joint model with a third layer on u: not convex.
        #[serde(rename = "three_layers")]
        ThreeLayers = "Three layers",
    }
}

impl EnergyName {
    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::E1 => "E1, one frame",
            Self::E2 => "E2, a fixed pooled code",
            Self::Joint => "Joint model",
            Self::ThreeLayers => "Three layers",
        }
    }

    /// Whether the energy is convex, so that the bounds hold.
    pub fn is_convex(self) -> bool {
        matches!(self, Self::E1 | Self::E2)
    }

    /// The methods compared on it: momentum none, full, and restarted or capped.
    pub fn methods(self) -> &'static [Method] {
        if self.is_convex() {
            &[Method::Ista, Method::Fista, Method::Restarted]
        } else {
            &[Method::Ista, Method::Fista, Method::Capped]
        }
    }
}
