//! Responses of a model to edges and gratings, computed on first use.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use ndarray::ArrayView3;

use crate::analysis::tuning::{
    EdgeGrid, EdgeParams, EdgeResponses, EdgeStudy, GratingGrid, GratingStudy, InvariantLayer,
    SimpleLayer,
};
use crate::engine::Checkpoint;
use crate::figure::{ResponsePanel, TuningRow, Weight, figure3_panels, random_cells, tuning_row};

/// Number of simple units shown with an invariant unit in its tuning curves.
const TUNED: usize = 4;

/// The responses of a model.
pub(super) struct Responses<'a> {
    model: &'a Checkpoint,
    params: &'a EdgeParams,
    cells: usize,
    seed: u64,
    edges: OnceLock<Edges>,
    gratings: OnceLock<GratingStudy>,
}

/// Responses to edges, and the cells of Figure 3.
struct Edges {
    /// u at the model's own beta, then at each beta of Figure 3.
    responses: EdgeResponses,
    simple_cells: Vec<usize>,
    invariant_cells: Vec<usize>,
}

impl<'a> Responses<'a> {
    pub(super) fn new(
        model: &'a Checkpoint,
        params: &'a EdgeParams,
        cells: usize,
        seed: u64,
    ) -> Self {
        Self {
            model,
            params,
            cells,
            seed,
            edges: OnceLock::new(),
            gratings: OnceLock::new(),
        }
    }

    fn simple_layer(&self) -> SimpleLayer<'a> {
        let config = &self.model.config;
        let weights = &self.model.learner.weights;
        SimpleLayer::new(
            weights.dictionary.view(),
            &config.model,
            config.movies.frames,
        )
    }

    /// The model's own invariant layer.
    fn own_layer(&self) -> InvariantLayer<'a> {
        InvariantLayer {
            pooling: self.model.learner.weights.pooling().view(),
            beta: self.model.config.model.beta,
        }
    }

    fn edges(&self) -> &Edges {
        self.edges.get_or_init(|| {
            let config = &self.model.config;
            let (side, k) = (config.movies.patch_side, self.params.k_rad_per_px);
            let grid = EdgeGrid::new(side, k, &config.normalise);
            let own = self.own_layer();
            let layers = self.params.layers(own, &self.model.learner.extra);
            let (simple, go_on) = (self.simple_layer(), &mut || ControlFlow::Continue(()));
            let study = EdgeStudy::new(0, &simple, &own, &layers, grid, |_| true, go_on);
            let responses = study
                .continue_value()
                .expect("nothing breaks it off")
                .responses;
            let shown: Vec<_> = responses.invariant[1..].iter().map(|u| u.view()).collect();
            let cells = |of: &[ArrayView3<'_, f32>]| random_cells(of, self.cells, self.seed);
            Edges {
                simple_cells: cells(&[responses.simple.view()]),
                invariant_cells: cells(&shown),
                responses,
            }
        })
    }

    fn gratings(&self) -> &GratingStudy {
        self.gratings.get_or_init(|| {
            let config = &self.model.config;
            let grid = GratingGrid::new(config.movies.patch_side, &config.normalise);
            let (simple, go_on) = (self.simple_layer(), &mut || ControlFlow::Continue(()));
            let study = GratingStudy::new(0, &simple, &self.own_layer(), grid, |_| true, go_on);
            study.continue_value().expect("nothing breaks it off")
        })
    }

    /// The edges shown.
    pub(super) fn grid(&self) -> &EdgeGrid {
        &self.edges().responses.grid
    }

    /// The gratings shown.
    pub(super) fn grating_grid(&self) -> &GratingGrid {
        &self.gratings().grid
    }

    /// u to edges at the model's own beta, `[n_theta, n_b, M]`.
    pub(super) fn own(&self) -> ArrayView3<'_, f32> {
        self.edges().responses.invariant[0].view()
    }

    /// The same of some units as one panel.
    pub(super) fn own_panel<'s>(&'s self, units: &'s [usize]) -> ResponsePanel<'s> {
        ResponsePanel {
            beta: Some(self.own_layer().beta),
            responses: self.own(),
            units,
            highlight: None,
        }
    }

    /// What the files of the panels' responses are called after Figure 3, panel by panel.
    pub(super) fn suffixes(&self) -> Vec<String> {
        let invariant = self.params.betas.iter().map(|beta| format!("-u-{beta}"));
        std::iter::once("-z".to_owned()).chain(invariant).collect()
    }

    /// The panels of Figure 3.
    pub(super) fn panels(&self) -> Vec<ResponsePanel<'_>> {
        let edges = self.edges();
        let betas = self.params.betas.iter().copied();
        let layers = betas.zip(edges.responses.invariant[1..].iter().map(|u| u.view()));
        let (simple, invariant) = (&edges.simple_cells, &edges.invariant_cells);
        figure3_panels(edges.responses.simple.view(), simple, layers, invariant)
    }

    /// The tuning of some invariant units and of the simple units they pool most strongly.
    pub(super) fn tuning(&self, units: &[usize], strongest: &[Vec<Weight>]) -> Vec<TuningRow> {
        let (edges, gratings) = (&self.edges().responses, self.gratings());
        let row = |&unit: &usize| {
            let pooled = strongest[unit].iter().take(TUNED).map(|weight| weight.unit);
            tuning_row(unit, pooled, edges, Some(gratings))
        };
        units.iter().map(row).collect()
    }
}
