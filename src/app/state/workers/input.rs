//! The movie that is looked at.

use std::sync::Arc;

use crate::app::state::model_view::ModelView;
use crate::app::state::workers::inquiry::Asked;
use crate::app::state::workers::worker::{Request, Shown, WorkerState};
use crate::engine::{Answer, InputAnswer, InputQuestion, Question};

/// Which movie of the last minibatch is looked at, and what is known of it.
#[derive(Clone, Debug, Default)]
pub struct InputState {
    /// The movie by number.
    pub movie: usize,
    asked: Option<Asked<usize>>,
    answer: Option<Arc<InputAnswer>>,
}

impl InputState {
    /// The newest answer, if it is of this model.
    pub(crate) fn answer(&self, model: &ModelView) -> Option<&Arc<InputAnswer>> {
        let generation = model.snapshot.generation;
        let answer = self.answer.as_ref();
        answer.filter(|answer| answer.question.snapshot.generation == generation)
    }
}

impl WorkerState for InputState {
    fn request(&mut self, shown: &Shown<'_>) -> Option<Request> {
        let snapshot = &shown.model.snapshot;
        // There may have been more movies in a minibatch before.
        let last = snapshot.input.count().checked_sub(1)?;
        if !shown.has("input") {
            return None;
        }
        self.movie = self.movie.min(last);
        let movie = self.movie;
        let is_known =
            |asked: &mut Asked<usize>| asked.what == movie && !asked.is_outdated(snapshot);
        if self.asked.as_mut().is_some_and(is_known) {
            return None;
        }
        self.asked = Some(Asked::new(movie, snapshot, false));
        let snapshot = Arc::clone(snapshot);
        Some(Request::Ask(Question::Input(InputQuestion {
            snapshot,
            movie,
        })))
    }

    fn is_waiting(&self, shown: &Shown<'_>) -> bool {
        let is_asked = shown.has("input") && self.movie < shown.model.snapshot.input.count();
        let is_of_shown = |answer: &Arc<InputAnswer>| {
            let question = &answer.question;
            question.movie == self.movie && question.snapshot.is_same_model(&shown.model.snapshot)
        };
        is_asked && !self.answer.as_ref().is_some_and(is_of_shown)
    }

    fn take_answer(&mut self, answer: &Answer) {
        if let Answer::Input(answer) = answer {
            self.answer = Some(Arc::clone(answer));
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}
