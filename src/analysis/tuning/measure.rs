//! The tuning of a model: edges and gratings shown, and summed up.

use std::ops::ControlFlow;

use serde::Serialize;

use super::gratings::GratingGrid;
use super::params::EdgeParams;
use super::studied::StudiedModel;
use super::study::{EdgeStudy, GratingStudy};
use super::summary::{EdgeSummary, GratingSummary, RegionsAt};

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
    /// Measures a model with these edges and gratings, counting the invariant units for which `counted` holds.
    pub fn measure(
        model: &StudiedModel<'_>,
        edges: &EdgeParams,
        gratings: GratingGrid,
        counted: impl Fn(usize) -> bool,
    ) -> Self {
        let go_on = &mut || ControlFlow::Continue(());
        Self::measure_while(model, edges, gratings, counted, go_on)
    }

    /// The same, as far as it came before `pause` stopped it; see [`EdgeStudy::new`].
    fn measure_while(
        model: &StudiedModel<'_>,
        edges: &EdgeParams,
        gratings: GratingGrid,
        counted: impl Fn(usize) -> bool,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        let (k, betas) = (edges.k_rad_per_px, &edges.betas);
        let edges = EdgeStudy::new(model, k, betas, &counted, pause).continue_value();
        let gratings = GratingStudy::new(model, gratings, &counted, pause).continue_value();
        Self {
            edges: edges.as_ref().and_then(|study| study.summary),
            gratings: gratings.and_then(|study| study.summary),
            regions: edges.map_or(Vec::new(), |study| study.regions),
        }
    }

    /// Measures a model with few gratings, counting the invariant units that are not dead, in a fraction of the time: widths are the
    /// same, other medians nearly so.
    pub fn quick(model: &StudiedModel<'_>) -> Self {
        Self::quick_while(model, &mut || ControlFlow::Continue(()))
    }

    /// The same, as far as it came before `pause` stopped it, which is called every few hundred edges and gratings.
    pub fn quick_while(
        model: &StudiedModel<'_>,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        let edges = EdgeParams {
            betas: Vec::new(),
            ..EdgeParams::default()
        };
        let gratings = GratingGrid::few(model.input.0, model.input.1);
        Self::measure_while(model, &edges, gratings, |unit| model.is_alive(unit), pause)
    }
}
