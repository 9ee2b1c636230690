//! What the figures of a trained model are drawn from.

use std::sync::LazyLock;

use ndarray::ArrayView2;

use crate::analysis::tuning::{EdgeStudy, GratingStudy};
use crate::analysis::{GaborFit, Layer, Unit};
use crate::channels::Channels;
use crate::figure::responses::CELLS;
use crate::figure::scene::{Palette, PixelColors};
use crate::figure::units::{
    Atlas, Contrast, STRONGEST, ShownPatch, Weight, random_units, strongest_simple,
};
use crate::telemetry::{History, TimeRun};

/// What takes long to compute: not before a figure shows it, and once for all that do.
pub type OnFirstUse<'a, T> = LazyLock<T, Box<dyn FnOnce() -> T + Send + 'a>>;

/// A trained model, and what is measured of it.
pub struct TrainedModel<'a> {
    /// Minibatches that it has learned from.
    pub step: u64,
    /// The channels of its pictures.
    pub channels: Channels,
    /// W, `[P, K]`.
    pub dictionary: ArrayView2<'a, f32>,
    /// A, `[K, M]`.
    pub pooling: ArrayView2<'a, f32>,
    /// Share of frames in which each simple unit is on, `[K]`.
    pub simple_use: &'a [f32],
    /// Share of movies in which each invariant unit is on, `[M]`.
    pub invariant_use: &'a [f32],
    /// The weights of its third layer, `[M, N]`, and the share of movies in which each unit of it is on, `[N]`; N is 0 without one.
    pub top: (ArrayView2<'a, f32>, &'a [f32]),
    /// Whether its layers have one energy.
    pub is_joint: bool,
    /// Its training.
    pub history: &'a History,
    /// Sparsities of u at which Figure 3 shows responses.
    pub betas: &'a [f32],
    /// Gabor fits of its filters, `[K]`.
    pub fits: OnFirstUse<'a, Vec<Option<GaborFit>>>,
    /// Its responses to edges, those of u also at each of `betas`.
    pub edges: OnFirstUse<'a, EdgeStudy>,
    /// Its responses to gratings.
    pub gratings: OnFirstUse<'a, GratingStudy>,
    /// The patches that drive one of its units most; none without pictures.
    pub patches: OnFirstUse<'a, Vec<ShownPatch>>,
    /// Models of its settings that learned from movies of each kind; none where no figure shows them.
    pub time: Vec<TimeRun>,
    /// What is drawn of it.
    pub choices: FigureChoices,
}

/// What is drawn of a model, and in which colours.
#[derive(Clone, Copy, Debug)]
pub struct FigureChoices {
    /// Invariant units in Figure 2, at most.
    pub units: usize,
    /// Cells in each panel of Figure 3, at most.
    pub cells: usize,
    /// Seed of the random choice of both.
    pub seed: u64,
    /// The unit whose strongest patches are shown.
    pub strongest_of: Unit,
    /// Colours.
    pub palette: Palette,
}

impl Default for FigureChoices {
    fn default() -> Self {
        Self {
            units: 25,
            cells: CELLS,
            seed: 0,
            strongest_of: (Layer::Invariant, 0),
            palette: Palette::LIGHT,
        }
    }
}

impl TrainedModel<'_> {
    /// Whether it has a third layer.
    pub fn has_top(&self) -> bool {
        self.top.0.ncols() > 0
    }

    /// Its filters.
    pub(super) fn atlas(&self) -> Atlas {
        Atlas::new(self.dictionary, self.colors(), Contrast::default())
    }

    /// Colours of its pixels.
    pub(super) fn colors(&self) -> PixelColors {
        PixelColors {
            channels: self.channels,
            ..PixelColors::default()
        }
    }

    /// The strongest filters of every invariant unit.
    pub(super) fn strongest(&self) -> Vec<Vec<Weight>> {
        strongest_simple(self.pooling, STRONGEST)
    }

    /// Every invariant unit.
    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.pooling.ncols()).collect()
    }

    /// The units of Figure 2.
    pub(super) fn chosen(&self) -> Vec<usize> {
        random_units(self.pooling.ncols(), self.choices.units, self.choices.seed)
    }
}
