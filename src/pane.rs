//! The views of the window and their ready arrangements, by name: what the window and the command line share.

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

    /// Its name on the command line.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Filters => "filters",
            Self::Pooling => "pooling",
            Self::Maps => "maps",
            Self::Polar => "polar",
            Self::Centres => "centres",
            Self::Responses => "responses",
            Self::Unit => "unit",
            Self::Bench => "bench",
            Self::Curves => "curves",
            Self::Figure1 => "figure1",
            Self::Top => "top",
            Self::Convergence => "convergence",
            Self::Filling => "inpainting",
        }
    }

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

/// A ready arrangement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arrangement {
    /// Filters beside pooling, above the curves.
    #[default]
    Overview,
    /// The paper's Figure 1: the toy example, above its curves.
    Figure1,
    /// The three panels of the paper's Figure 2, side by side.
    Figure2,
    /// The response regions of the paper's Figure 3, and a unit in detail.
    Figure3,
    /// A stimulus, and the cells that answer it.
    Bench,
    /// Hidden pixels filled in, and the units that do it.
    Inpainting,
    /// Large type and few controls, for a projector.
    Lecture,
}

impl Arrangement {
    /// All arrangements.
    pub const ALL: [Self; 7] = [
        Self::Overview,
        Self::Figure1,
        Self::Figure2,
        Self::Figure3,
        Self::Bench,
        Self::Inpainting,
        Self::Lecture,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Overview => "overview",
            Self::Figure1 => "figure1",
            Self::Figure2 => "figure2",
            Self::Figure3 => "figure3",
            Self::Bench => "bench",
            Self::Inpainting => "inpainting",
            Self::Lecture => "lecture",
        }
    }

    /// The name in menus.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Overview => "Overview",
            Self::Figure1 => "Figure 1, toy example",
            Self::Figure2 => "Figure 2",
            Self::Figure3 => "Figure 3",
            Self::Bench => "Stimulus bench",
            Self::Inpainting => "In-painting",
            Self::Lecture => "Lecture",
        }
    }

    /// How it looks, in a sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Overview => "Filters beside pooling, above the curves.",
            Self::Figure1 => "The toy example above its curves.",
            Self::Figure2 => "Pooling, maps and polar plots of 25 units side by side.",
            Self::Figure3 => "Edge responses above a unit in detail.",
            Self::Bench => "A stimulus, the cells that answer it, and one of them in detail.",
            Self::Inpainting => "Hidden pixels filled in, and the units that do it.",
            Self::Lecture => "Large type and few controls, for a projector.",
        }
    }
}
