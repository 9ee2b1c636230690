//! What the state that belongs to a worker beside the engine does in each frame.

use std::time::Duration;

use crate::app::commands::View;
use crate::app::state::model_view::ModelView;
use crate::app::state::settings::Settings;
use crate::app::state::units::selection::Selection;
use crate::engine::{Answer, Question};

/// What is on screen, for a state to decide what it needs.
pub(crate) struct Shown<'a> {
    pub(crate) model: &'a ModelView,
    pub(crate) settings: &'a Settings,
    pub(crate) selection: &'a Selection,
    /// Views in front of their tabs.
    pub(crate) views: &'a [View],
    /// The stimulus, `[P]`; `None` for a patch before there are pictures.
    pub(crate) stimulus: Option<&'a [f32]>,
}

impl Shown<'_> {
    /// Whether the view of this key is in front of its tab.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.views.iter().any(|view| view.key == key)
    }
}

/// What a state wants of its worker.
pub(crate) enum Request {
    /// Pass this on.
    Ask(Question),
    /// Nothing now; call again after this time.
    Later(Duration),
}

/// State whose contents a worker measures.
pub(crate) trait WorkerState {
    /// What to ask now, if anything.
    fn request(&mut self, shown: &Shown<'_>) -> Option<Request>;

    /// Whether an answer about what is shown is still to come.
    fn is_waiting(&self, _: &Shown<'_>) -> bool {
        false
    }

    /// Takes over an answer, if it comes from this state's worker.
    fn take_answer(&mut self, answer: &Answer);

    /// Drops what was asked of an engine that is gone, and what was found of its model.
    fn forget(&mut self);
}
