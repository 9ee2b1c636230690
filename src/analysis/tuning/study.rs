//! Measures of a model from one set of stimuli.

use std::ops::ControlFlow;

use ndarray::{Array3, ArrayView3, ArrayView4, Axis};

use super::edges::{EdgeGrid, EdgeResponses, edge_responses};
use super::gratings::{GratingGrid, grating_responses};
use super::modulation::{GratingTuning, Parity, grating_tuning};
use super::regions::response_regions;
use super::studied::StudiedModel;
use super::summary::{EdgeSummary, GratingSummary, RegionsAt};
use super::tolerance::{EdgeTuning, edge_tuning};

/// A model's responses to edges, at its own sparsity of u and at others.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeStudy {
    /// Minibatches that the model had learned from.
    pub step: u64,
    /// The responses; those of u first at the model's own beta, then at each of `betas`.
    pub responses: EdgeResponses,
    /// The model's own sparsity of u.
    pub own_beta: f32,
    /// The other sparsities of u.
    pub betas: Vec<f32>,
    /// Tuning of abs(z), `[K]`.
    pub simple: Vec<Option<EdgeTuning>>,
    /// Tuning of u at the model's own beta, `[M]`.
    pub invariant: Vec<Option<EdgeTuning>>,
    /// Medians over the pairs that respond; absent when none does.
    pub summary: Option<EdgeSummary>,
    /// Response regions at each of `betas`.
    pub regions: Vec<RegionsAt>,
}

impl EdgeStudy {
    /// Whether edges of this k, in rad/px, were shown, and u was computed at these sparsities.
    pub fn is_at(&self, k_rad_per_px: f64, betas: &[f32]) -> bool {
        self.responses.grid.k_rad_per_px == k_rad_per_px && self.betas == betas
    }

    /// Shows edges of this k, in rad/px, to a model at its own sparsity of u and at `betas`. The summary counts the
    /// units for which `counted` holds.
    ///
    /// Every few hundred edges `pause` is called, and may stop the study.
    pub fn new(
        model: &StudiedModel<'_>,
        k_rad_per_px: f64,
        betas: &[f32],
        counted: impl Fn(usize) -> bool,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Self> {
        let (movies, normalise) = model.input;
        let own = model.layer_at(model.beta);
        let others = betas.iter().map(|&beta| model.layer_at(beta));
        let layers: Vec<_> = std::iter::once(own).chain(others).collect();
        let grid = EdgeGrid::new(movies, k_rad_per_px, normalise);
        let responses = edge_responses(&model.simple, &layers, grid, pause)?;
        let grid = &responses.grid;
        let tuned = |responses: ArrayView3<'_, f32>| edge_tuning(grid, responses);
        let simple = tuned(responses.simple.view());
        let invariant = tuned(responses.invariant[0].view());
        let at_betas = betas.iter().zip(&responses.invariant[1..]);
        let regions_at = |(&beta, responses): (&f32, &Array3<f32>)| RegionsAt {
            beta,
            regions: response_regions(responses.view()),
        };
        ControlFlow::Continue(Self {
            step: model.step,
            summary: EdgeSummary::of(k_rad_per_px, &simple, &invariant, own.pooling, counted),
            regions: at_betas.map(regions_at).collect(),
            own_beta: model.beta,
            betas: betas.to_vec(),
            simple,
            invariant,
            responses,
        })
    }
}

/// A model's responses to gratings.
///
/// Only the mean of the response size over a drifting cycle is kept, which is all that tuning curves need.
#[derive(Clone, Debug, PartialEq)]
pub struct GratingStudy {
    /// Minibatches that the model had learned from.
    pub step: u64,
    /// The gratings shown.
    pub grid: GratingGrid,
    /// Mean of abs(z) over a cycle, `[n_theta, n_freq, K]`.
    pub simple_means: Array3<f32>,
    /// Mean of u over a cycle, `[n_theta, n_freq, M]`.
    pub invariant_means: Array3<f32>,
    /// Tuning of abs(z), `[K]`.
    pub simple: Vec<Option<GratingTuning>>,
    /// Tuning of u, `[M]`.
    pub invariant: Vec<Option<GratingTuning>>,
    /// Medians over the units that respond; absent when either layer responds to no grating.
    pub summary: Option<GratingSummary>,
}

impl GratingStudy {
    /// Shows the gratings of `grid` to a model. The summary counts the invariant units for which
    /// `counted` holds.
    ///
    /// Every few hundred gratings `pause` is called, and may stop the study.
    pub fn new(
        model: &StudiedModel<'_>,
        grid: GratingGrid,
        counted: impl Fn(usize) -> bool,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Self> {
        let own = model.layer_at(model.beta);
        let responses = grating_responses(&model.simple, &own, grid, pause)?;
        let (z, u) = (responses.simple.view(), responses.invariant.view());
        let simple = grating_tuning(&responses.grid, z, Parity::Odd);
        let invariant = grating_tuning(&responses.grid, u, Parity::Even);
        ControlFlow::Continue(Self {
            step: model.step,
            summary: GratingSummary::of(&simple, &invariant, counted),
            simple_means: mean_sizes(z),
            invariant_means: mean_sizes(u),
            simple,
            invariant,
            grid: responses.grid,
        })
    }
}

/// The mean size over phase of responses `[n_theta, n_freq, n_phase, units]`.
fn mean_sizes(responses: ArrayView4<'_, f32>) -> Array3<f32> {
    let phases = responses.len_of(Axis(2)).max(1) as f32;
    responses.fold_axis(Axis(2), 0.0, |sum: &f32, response| sum + response.abs()) / phases
}
