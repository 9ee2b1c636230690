//! The figures of a trained model that commands draw. A new one is a file here and a row of `figures!`.

mod curves;
mod responses;
mod time;
mod trained_model;
mod units;
mod usage;

use super::document::Document;
use super::units::{centres, polar_plot, pooling_map};
pub use time::{TimeLayout, time_chart, time_table};
pub use trained_model::{FigureChoices, OnFirstUse, TrainedModel};

/// A figure of a trained model.
#[derive(Clone, Copy, Debug)]
pub struct NamedFigure {
    /// The name of its files, and on the command line.
    pub name: &'static str,
    /// What it shows, in a line.
    pub about: &'static str,
    shows: Shows,
    takes: &'static [ChoiceKind],
    document: for<'m, 'a> fn(&'m TrainedModel<'a>) -> Document<'m>,
}

/// A choice that some of the figures take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceKind {
    /// How many invariant units.
    Units,
    /// How many cells in each panel.
    Cells,
    /// Which unit.
    StrongestOf,
    /// k of the edges shown.
    K,
    /// Sparsities of u to show edges at.
    Betas,
}

/// What a figure shows of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    /// Its weights, and how often its units are on.
    Weights,
    /// The weights of its third layer.
    Top,
    /// What its units respond to, computed for it.
    Responses,
    /// How it was trained.
    Run,
    /// Models of its settings that learned from movies of each kind, trained for it.
    Kinds,
    /// What of its pictures drives its units, searched for.
    Pictures,
}

/// Makes the list of figures from a row for each: what it shows, its name, the choices that it takes, and what draws it.
macro_rules! figures {
    ($($shows:ident {
        $($(#[doc = $about:literal])+ $name:literal $([$($choice:ident),+])? => $document:expr,)*
    })*) => {
        impl NamedFigure {
            /// All figures, in the order in which they are drawn.
            pub const ALL: &[Self] = &[$($(Self {
                name: $name,
                about: concat!($($about),+).trim_ascii_start(),
                shows: Shows::$shows,
                takes: &[$($(ChoiceKind::$choice),+)?],
                document: $document,
            },)*)*];
        }
    };
}

figures! {
    Weights {
        /// All filters of the simple units; as data W [P, K], and their Gabor fits
        "filters" => units::filters,
        /// The nine strongest filters of every invariant unit; as data A [K, M], and the nine
        "pooling" => units::pooling,
        /// The nine strongest filters of some invariant units
        "figure2-left" [Units] => |model| units::rows(model, model.chosen(), &[]),
        /// Pooling maps of the same units
        "figure2-middle" [Units] => |model| units::squares(model, model.chosen(), pooling_map),
        /// Polar plots of the same units
        "figure2-right" [Units] => |model| units::squares(model, model.chosen(), polar_plot),
        /// Pooling maps of all invariant units
        "maps-all" => |model| units::squares(model, model.all(), pooling_map),
        /// Polar plots of all invariant units
        "polar-all" => |model| units::squares(model, model.all(), polar_plot),
        /// Centres of the filters of all invariant units
        "centres-all" => |model| units::squares(model, model.all(), centres),
        /// Share of frames each simple unit is on in, and of movies each invariant unit, by rank
        "usage" => usage::usage,
    }
    Top {
        /// The invariant units that each unit of a third layer pools most; as data its weights [M, N]; not without such a layer
        "top" => units::top,
    }
    Responses {
        /// Responses of random cells to edges over position and orientation: abs(z), and u at each beta
        "figure3" [Cells, K, Betas] => responses::figure3,
        /// Responses of the units of Figure 2 to edges, a map for each; as data u of all [n_theta, n_b, M]
        "responses" [Units, K] => responses::maps,
        /// Tuning of the units of Figure 2, and of the simple units they pool most strongly
        "tuning" [Units, K] => responses::tuning,
    }
    Run {
        /// Energies, densities and emergence over the training
        "curves" => curves::training,
    }
    Kinds {
        /// What the order of time in movies does: models of this one's settings, trained on drift, real movies, scrambled
        /// frames (each from an unrelated movie), and stills, three seeds each; only where it is named
        "time" => time::time,
    }
    Pictures {
        /// The patches or movies of the model's pictures that drive a unit most; only where it is named
        "strongest" [StrongestOf] => units::strongest,
    }
}

impl NamedFigure {
    /// Whether it needs the model's pictures.
    pub fn needs_pictures(&self) -> bool {
        self.shows == Shows::Pictures
    }

    /// Whether it shows a third layer.
    pub fn needs_top(&self) -> bool {
        self.shows == Shows::Top
    }

    /// Whether it compares models that learned from movies of each kind.
    #[must_use]
    pub fn compares_kinds(&self) -> bool {
        self.shows == Shows::Kinds
    }

    /// Whether it takes long: such figures are drawn only where they are named.
    #[must_use]
    pub fn takes_long(&self) -> bool {
        self.needs_pictures() || self.compares_kinds()
    }

    /// Whether it shows a model as it is at a moment, and is soon drawn: a clip shows it along a run.
    pub fn shows_a_moment(&self) -> bool {
        matches!(self.shows, Shows::Weights | Shows::Top)
    }

    /// Whether it takes this choice.
    pub fn takes(&self, choice: ChoiceKind) -> bool {
        self.takes.contains(&choice)
    }

    /// The figure of a model, in all formats that it has.
    pub fn document<'m>(&self, model: &'m TrainedModel<'_>) -> Document<'m> {
        (self.document)(model)
    }
}
