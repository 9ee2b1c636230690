//! The figures of a trained model that commands draw. A new one is a file here and a row of [`NamedFigure::ALL`].

mod curves;
mod responses;
mod trained_model;
mod units;
mod usage;

use super::document::Document;
pub use trained_model::{FigureChoices, OnFirstUse, TrainedModel};

/// A figure of a trained model.
#[derive(Clone, Copy, Debug)]
pub struct NamedFigure {
    /// The name of its files, and on the command line.
    pub name: &'static str,
    /// What it shows, in a line.
    pub about: &'static str,
    /// Whether it needs the model's pictures; such figures take long, and are drawn only where they are named.
    pub needs_pictures: bool,
    document: for<'m, 'a> fn(&'m TrainedModel<'a>) -> Document<'m>,
}

impl NamedFigure {
    /// All figures, in the order in which they are drawn.
    pub const ALL: &[Self] = &[
        Self::new(
            "filters",
            "All filters of the simple units; as data W [P, K], and their Gabor fits",
            units::filters,
        ),
        Self::new(
            "pooling",
            "The nine strongest filters of every invariant unit; as data A [K, M], and the nine",
            units::pooling,
        ),
        Self::new(
            "figure2-left",
            "The nine strongest filters of some invariant units",
            units::figure2_left,
        ),
        Self::new(
            "figure2-middle",
            "Pooling maps of the same units",
            units::figure2_middle,
        ),
        Self::new(
            "figure2-right",
            "Polar plots of the same units",
            units::figure2_right,
        ),
        Self::new(
            "maps-all",
            "Pooling maps of all invariant units",
            units::maps_all,
        ),
        Self::new(
            "polar-all",
            "Polar plots of all invariant units",
            units::polar_all,
        ),
        Self::new(
            "centres-all",
            "Centres of the filters of all invariant units",
            units::centres_all,
        ),
        Self::new(
            "figure3",
            "Responses of random cells to edges over position and orientation: abs(z), and u at each beta",
            responses::figure3,
        ),
        Self::new(
            "responses",
            "Responses of the units of Figure 2 to edges, a map for each; as data u of all [n_theta, n_b, M]",
            responses::maps,
        ),
        Self::new(
            "tuning",
            "Tuning of the units of Figure 2, and of the simple units they pool most strongly",
            responses::tuning,
        ),
        Self::new(
            "curves",
            "Energies, densities and emergence over the training",
            curves::training,
        ),
        Self::new(
            "usage",
            "Share of frames each simple unit is on in, and of movies each invariant unit, by rank",
            usage::usage,
        ),
        Self {
            needs_pictures: true,
            ..Self::new(
                "strongest",
                "The patches or movies of the model's pictures that drive a unit most; only where it is named",
                units::strongest,
            )
        },
    ];

    const fn new(
        name: &'static str,
        about: &'static str,
        document: for<'m, 'a> fn(&'m TrainedModel<'a>) -> Document<'m>,
    ) -> Self {
        Self {
            name,
            about,
            needs_pictures: false,
            document,
        }
    }

    /// The figure of a model, in all formats that it has.
    #[must_use]
    pub fn document<'m>(&self, model: &'m TrainedModel<'_>) -> Document<'m> {
        (self.document)(model)
    }
}
