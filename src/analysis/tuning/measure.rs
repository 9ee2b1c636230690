//! The tuning of a model: edges and gratings shown, and summed up.

use std::ops::ControlFlow;

use serde::Serialize;

use super::edges::EdgeGrid;
use super::gratings::GratingGrid;
use super::params::EdgeParams;
use super::still::{InvariantLayer, SimpleLayer};
use super::study::{EdgeStudy, GratingStudy};
use super::summary::{EdgeSummary, GratingSummary, RegionsAt};
use crate::model::{ModelParams, Weights, is_dead};
use crate::source::{MovieParams, NormaliseParams};

/// Tuning of a model, medians over its units.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuningSummary {
    /// By edges; absent when no invariant unit and its strongest simple unit both respond to one.
    pub edges: Option<EdgeSummary>,
    /// By gratings; absent when either layer responds to none.
    pub gratings: Option<GratingSummary>,
    /// Response regions of each layer shown beside the model's own, with the same W.
    pub regions: Vec<RegionsAt>,
}

impl TuningSummary {
    /// Measures a model with these edges and gratings, counting the invariant units for which `counted` holds;
    /// `layers` are those of Figure 3, whose regions are compared.
    pub fn measure<'a>(
        weights: &'a Weights,
        model: &ModelParams,
        movies: &MovieParams,
        edges: EdgeGrid,
        gratings: GratingGrid,
        layers: &[InvariantLayer<'a>],
        counted: impl Fn(usize) -> bool,
    ) -> Self {
        let go_on = &mut || ControlFlow::Continue(());
        Self::measure_while(
            weights,
            model,
            movies,
            (edges, gratings),
            layers,
            counted,
            go_on,
        )
    }

    /// The same, as far as it came before `pause` stopped it; see [`EdgeStudy::new`].
    fn measure_while<'a>(
        weights: &'a Weights,
        model: &ModelParams,
        movies: &MovieParams,
        (edges, gratings): (EdgeGrid, GratingGrid),
        layers: &[InvariantLayer<'a>],
        counted: impl Fn(usize) -> bool,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        let dictionary = weights.dictionary.view();
        let simple = SimpleLayer::new(dictionary, model, movies.frames);
        let own = InvariantLayer {
            pooling: weights.pooling().view(),
            beta: model.beta,
        };
        let edges = EdgeStudy::new(0, &simple, &own, layers, edges, &counted, pause);
        let gratings = GratingStudy::new(0, &simple, &own, gratings, &counted, pause);
        let (edges, gratings) = (edges.continue_value(), gratings.continue_value());
        Self {
            edges: edges.as_ref().and_then(|study| study.summary),
            gratings: gratings.and_then(|study| study.summary),
            regions: edges.map_or(Vec::new(), |study| study.regions),
        }
    }

    /// Measures a model with few gratings, counting the invariant units that are not dead, in a fraction of the time: widths are the
    /// same, other medians nearly so.
    pub fn quick(
        weights: &Weights,
        model: &ModelParams,
        movies: &MovieParams,
        normalise: &NormaliseParams,
    ) -> Self {
        let go_on = &mut || ControlFlow::Continue(());
        Self::quick_while(weights, model, movies, normalise, go_on)
    }

    /// The same, as far as it came before `pause` stopped it, which is called every few hundred edges and gratings.
    pub fn quick_while(
        weights: &Weights,
        model: &ModelParams,
        movies: &MovieParams,
        normalise: &NormaliseParams,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        let unit_use = weights.layers[0].unit_use();
        let edges = EdgeGrid::new(movies, EdgeParams::default().k_rad_per_px, normalise);
        let gratings = GratingGrid::few(movies, normalise);
        let counted = |unit: usize| !is_dead(unit_use[unit]);
        Self::measure_while(
            weights,
            model,
            movies,
            (edges, gratings),
            &[],
            counted,
            pause,
        )
    }
}
