//! The views that people arrange, one per file.

mod figure1;
mod filters;
mod list_header;
mod pooling;
mod pooling_maps;

mod convergence;
mod curves;
mod inpainting;
mod patch_picker;
mod responses;
mod stimulus;
mod unit;

use egui::Ui;

use crate::app::state::State;
use crate::figure::Document;
use crate::pane::Pane;

/// A part of the window that can be arranged and exported. It shows the state; it changes only how
/// things are shown, and queues commands and actions.
pub(crate) trait View {
    /// Shows itself in the space given.
    fn ui(&mut self, ui: &mut Ui, state: &mut State);

    /// What it shows now, to be written to a file; `None` while there is nothing.
    fn document(&self, state: &State) -> Option<Document<'static>>;
}

/// All views.
#[derive(Default)]
pub(crate) struct Views {
    filters: filters::Filters,
    pooling: pooling::Pooling,
    maps: pooling_maps::Maps,
    polar: pooling_maps::Polar,
    centres: pooling_maps::Centres,
    responses: responses::Responses,
    unit: unit::Unit,
    bench: stimulus::StimulusView,
    curves: curves::Curves,
    figure1: figure1::Figure1,
    top: figure1::Top,
    convergence: convergence::ConvergenceView,
    filling: inpainting::InpaintingView,
}

impl Views {
    /// The view of a pane.
    pub(crate) fn get(&self, pane: Pane) -> &dyn View {
        match pane {
            Pane::Filters => &self.filters,
            Pane::Pooling => &self.pooling,
            Pane::Maps => &self.maps,
            Pane::Polar => &self.polar,
            Pane::Centres => &self.centres,
            Pane::Responses => &self.responses,
            Pane::Unit => &self.unit,
            Pane::Bench => &self.bench,
            Pane::Curves => &self.curves,
            Pane::Figure1 => &self.figure1,
            Pane::Top => &self.top,
            Pane::Convergence => &self.convergence,
            Pane::Filling => &self.filling,
        }
    }

    /// The view of a pane, to be shown.
    pub(crate) fn get_mut(&mut self, pane: Pane) -> &mut dyn View {
        match pane {
            Pane::Filters => &mut self.filters,
            Pane::Pooling => &mut self.pooling,
            Pane::Maps => &mut self.maps,
            Pane::Polar => &mut self.polar,
            Pane::Centres => &mut self.centres,
            Pane::Responses => &mut self.responses,
            Pane::Unit => &mut self.unit,
            Pane::Bench => &mut self.bench,
            Pane::Curves => &mut self.curves,
            Pane::Figure1 => &mut self.figure1,
            Pane::Top => &mut self.top,
            Pane::Convergence => &mut self.convergence,
            Pane::Filling => &mut self.filling,
        }
    }
}

/// What a view says before the first snapshot.
fn waiting(ui: &mut Ui, state: &State) {
    let text = match state.loading {
        Some(loading) => format!("Loading pictures… {} of {}", loading.done, loading.total),
        None => "Making scenes…".to_owned(),
    };
    ui.centered_and_justified(|ui| ui.weak(text));
}

/// What a view says before the first measures.
fn measuring(ui: &mut Ui, state: &State, what: &str) {
    let waits = state.is_untouched();
    let text = if waits {
        UNTOUCHED.to_owned()
    } else {
        format!("{what}…")
    };
    ui.centered_and_justified(|ui| ui.weak(text));
}

/// What is said of a model that has learned nothing and does not begin to.
const UNTOUCHED: &str = "Nothing is learned yet: Space, or Resume, begins.";
