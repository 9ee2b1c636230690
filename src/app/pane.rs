//! The views that can be arranged.

use serde::{Deserialize, Serialize};

/// One view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pane {
    /// All filters.
    Filters,
    /// The strongest filters of each invariant unit.
    Pooling,
    /// Where and at which orientation each invariant unit pools.
    Maps,
    /// Which frequencies and orientations each invariant unit pools.
    Polar,
    /// Where the filters of each invariant unit are centred.
    Centres,
    /// Which edges the units answer, at several betas.
    Responses,
    /// All about the unit that is marked.
    Unit,
    /// Answers to a stimulus that is chosen or drawn.
    Bench,
    /// Energies, densities and emergence over the run.
    Curves,
    /// Patches, filters and active units of the toy example.
    Figure1,
    /// The invariant units that a third layer pools.
    Top,
    /// How fast the energies fall, against what is proven.
    Convergence,
    /// Hidden pixels, filled in by one layer and by two.
    Filling,
}

impl Pane {
    /// All views, in the order of the menu.
    pub const ALL: [Self; 13] = [
        Self::Filters,
        Self::Pooling,
        Self::Maps,
        Self::Polar,
        Self::Centres,
        Self::Responses,
        Self::Unit,
        Self::Bench,
        Self::Curves,
        Self::Figure1,
        Self::Top,
        Self::Convergence,
        Self::Filling,
    ];

    /// The name on its tab.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Filters => "Filters",
            Self::Pooling => "Pooling",
            Self::Maps => "Maps",
            Self::Polar => "Polar",
            Self::Centres => "Centres",
            Self::Responses => "Edge responses",
            Self::Unit => "Unit",
            Self::Bench => "Bench",
            Self::Curves => "Curves",
            Self::Figure1 => "Figure 1",
            Self::Top => "Top units",
            Self::Convergence => "Convergence",
            Self::Filling => "In-painting",
        }
    }

    /// What it shows, in a sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Filters => "The filters of the simple units, columns of W.",
            Self::Pooling => "The strongest filters of each invariant unit (Figure 2, left).",
            Self::Maps => {
                "Where, and at which orientation, each invariant unit pools (Figure 2, middle)."
            }
            Self::Polar => {
                "Which frequencies and orientations each invariant unit pools (Figure 2, right)."
            }
            Self::Centres => "Where in the patch the filters of each invariant unit are centred.",
            Self::Responses => "Which edges the units answer, at several sparsities (Figure 3).",
            Self::Unit => "All about the unit that is marked.",
            Self::Bench => "Show the cells an edge, a grating, a piece of a picture or a drawing.",
            Self::Curves => "Energies, densities and emergence over the run.",
            Self::Figure1 => {
                "The toy example: lines, and one unit for each orientation (Figure 1)."
            }
            Self::Top => "Which invariant units the units of a third layer pool.",
            Self::Convergence => {
                "How fast the energies fall with each momentum, against the proven bounds."
            }
            Self::Filling => {
                "Hide pixels of a picture and see one layer and two fill them in, and which is nearer."
            }
        }
    }
}
