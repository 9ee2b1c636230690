//! The search for the strongest patches of the selected unit.

use std::sync::Arc;

use crate::analysis::Unit;
use crate::app::state::model_view::ModelView;
use crate::app::state::workers::inquiry::{Asked, give_up};
use crate::app::state::workers::worker::{Request, Shown, WorkerState};
use crate::engine::{Answer, Question, Snapshot, StrongestAnswer, StrongestQuestion, Topic};

/// What is searched for, and what was found.
#[derive(Clone, Debug, Default)]
pub struct StrongestState {
    asked: Option<Asked<Unit>>,
    answer: Option<Arc<StrongestAnswer>>,
}

impl StrongestState {
    /// Whether the search for this unit has ended, be it without an answer.
    pub(crate) fn is_over(&self, unit: Unit) -> bool {
        let asked = self.asked.as_ref().filter(|asked| asked.what == unit);
        asked.is_some_and(|asked| !asked.is_open)
    }

    /// What was found of this unit of this model, if anything was.
    pub(crate) fn answer(&self, model: &ModelView, unit: Unit) -> Option<&Arc<StrongestAnswer>> {
        self.answer.as_ref().filter(|answer| {
            let StrongestQuestion { snapshot, unit: of } = &answer.question;
            let now = &model.snapshot;
            *of == unit && snapshot.generation == now.generation && searches_the_same(snapshot, now)
        })
    }
}

/// Whether a search of the one finds what one of the other would. Of movies that are too long to be held, what is held changes from
/// round to round.
fn searches_the_same(one: &Snapshot, other: &Snapshot) -> bool {
    let is_of_rounds = |of: &Snapshot| of.pictures.as_ref().is_some_and(|p| p.reel().is_some());
    let are_rounds = is_of_rounds(one) && is_of_rounds(other);
    one.has_pictures_of(other) || are_rounds && one.config.source == other.config.source
}

impl WorkerState for StrongestState {
    /// Only a view on screen asks: when another unit is selected, and once a search is over, when the model has changed.
    fn request(&mut self, shown: &Shown<'_>) -> Option<Request> {
        let snapshot = &shown.model.snapshot;
        let can_search = shown.has("strongest") && snapshot.pictures.is_some();
        let is_there = |(layer, unit): &Unit| *unit < shown.model.usage(*layer).len();
        let selected = shown.selection.last().filter(is_there);
        let Some(unit) = selected.filter(|_| can_search) else {
            let is_broken_off = give_up(&mut self.asked);
            return is_broken_off.then_some(Request::Ask(Question::Strongest(None)));
        };
        let is_current = self.asked.as_mut().is_some_and(|asked| {
            let is_searching = asked.is_open && asked.snapshot.generation == snapshot.generation;
            asked.what == unit
                && searches_the_same(&asked.snapshot, snapshot)
                && (is_searching || !asked.is_outdated(snapshot))
        });
        if is_current {
            return None;
        }
        self.asked = Some(Asked::new(unit, snapshot, true));
        let snapshot = Arc::clone(snapshot);
        let question = StrongestQuestion { snapshot, unit };
        Some(Request::Ask(Question::Strongest(Some(question))))
    }

    fn is_waiting(&self, shown: &Shown<'_>) -> bool {
        shown.has("strongest") && self.asked.as_ref().is_some_and(|asked| asked.is_open)
    }

    fn take_answer(&mut self, answer: &Answer) {
        if let Some(asked) = &mut self.asked
            && answer.is_none_to(Topic::Strongest)
        {
            asked.close();
        }
        let Answer::Strongest(answer) = answer else {
            return;
        };
        let StrongestQuestion { snapshot, unit } = &answer.question;
        if let Some(asked) = &mut self.asked
            && answer.is_final
            && asked.what == *unit
            && asked.snapshot.generation == snapshot.generation
        {
            asked.close();
        }
        self.answer = Some(Arc::clone(answer));
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}
