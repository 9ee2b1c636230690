//! What is asked of the workers beside the run, and what they found.
//!
//! A further one is a file here with its `mod` and its row of `workers!`, and a field of [`State`].
//!
//! - `worker`: one of them, as its state asks it; `inquiry`: the question that was asked last;
//! - `stimulus` and `activations`: what is shown to the units, and how they answer; `edge_sweep`: an edge that crosses the patch;
//! - `inpainting`: what is filled in; `mask_editor`: what is hidden; `patch_location`: where;
//! - `convergence`, `input`, `measures`, `strongest`, `time_study`: what those views show.

pub(crate) mod activations;
pub(crate) mod convergence;
pub(crate) mod edge_sweep;
pub(crate) mod inpainting;
pub(crate) mod input;
pub(crate) mod inquiry;
pub(crate) mod mask_editor;
pub(crate) mod measures;
pub(crate) mod patch_location;
pub(crate) mod stimulus;
pub(crate) mod strongest;
pub(crate) mod time_study;
pub(crate) mod worker;

use std::rc::Rc;

use crate::app::commands::View;
use crate::app::state::State;
use crate::app::state::workers::worker::{Request, Shown, WorkerState};
use crate::engine::Answer;

/// The states of a [`State`] that a worker serves.
macro_rules! workers {
    ($state:expr) => {{
        let workers: [&mut dyn WorkerState; _] = [
            &mut $state.measures,
            &mut $state.past_measures,
            &mut $state.pins,
            &mut $state.stimulus,
            &mut $state.convergence,
            &mut $state.inpainting,
            &mut $state.strongest,
            &mut $state.input,
            &mut $state.time_study,
        ];
        workers.into_iter()
    }};
}

/// What is on screen of a [`State`].
macro_rules! shown {
    ($state:expr, $model:expr, $views:expr, $frame:expr) => {
        Shown {
            model: &$model,
            settings: &$state.settings,
            selection: &$state.selection,
            views: $views,
            stimulus: $frame.as_deref(),
        }
    };
}

impl State {
    /// What to ask of the workers now that `views` are on screen.
    pub(crate) fn requests(&mut self, views: &[View]) -> Vec<Request> {
        let Some(model) = self.model().map(Rc::clone) else {
            return Vec::new();
        };
        let frame = self.stimulus.frame(&model);
        let shown = shown!(self, model, views, frame);
        let mut requests: Vec<_> = workers!(self)
            .filter_map(|worker| worker.request(&shown))
            .collect();
        if let Some(newest) = self.newest.as_ref().filter(|_| model.is_other) {
            // While its past is shown the run goes on, and so do its curves.
            let of_run = Shown {
                model: newest,
                views: &[],
                ..shown
            };
            requests.extend(self.measures.request(&of_run));
        }
        requests
    }

    /// Whether answers about what these views show are still to come.
    pub(crate) fn is_waiting(&mut self, views: &[View]) -> bool {
        let Some(model) = self.model().map(Rc::clone) else {
            return true;
        };
        let frame = self.stimulus.frame(&model);
        let shown = shown!(self, model, views, frame);
        workers!(self).any(|worker| worker.is_waiting(&shown))
    }

    /// Hands what a worker found to the state that it serves.
    pub(crate) fn learn(&mut self, answer: &Answer) {
        workers!(self).for_each(|worker| worker.learn(answer));
    }

    /// Drops what the workers of an engine that is gone have answered.
    pub(crate) fn forget_answers(&mut self) {
        workers!(self).for_each(|worker| worker.forget());
    }
}
