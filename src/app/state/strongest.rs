//! The search for the strongest patches of the selected unit.

use std::sync::Arc;
use std::time::Instant;

use crate::analysis::DrivenUnit;
use crate::app::state::freshness::is_outdated;
use crate::app::state::model_view::ModelView;
use crate::app::state::selection::Selection;
use crate::app::state::worker::{Request, Shown, WorkerState};
use crate::engine::{Answer, Layer, Question, Snapshot, StrongestAnswer, StrongestQuestion};

/// What is searched for, and what was found.
#[derive(Clone, Debug, Default)]
pub struct StrongestState {
    asked: Option<Asked>,
    answer: Option<Arc<StrongestAnswer>>,
}

#[derive(Clone, Debug)]
struct Asked {
    unit: DrivenUnit,
    snapshot: Arc<Snapshot>,
    at: Instant,
    is_answered: bool,
}

/// The unit of the layer that was selected last.
pub(crate) fn driven_unit(selection: &Selection) -> Option<DrivenUnit> {
    let unit = selection.of(selection.layer)?;
    Some(match selection.layer {
        Layer::Simple => DrivenUnit::Simple(unit),
        Layer::Invariant => DrivenUnit::Invariant(unit),
    })
}

impl StrongestState {
    /// What was found of this unit of this model, if anything was.
    pub(crate) fn answer(
        &self,
        model: &ModelView,
        unit: DrivenUnit,
    ) -> Option<&Arc<StrongestAnswer>> {
        self.answer.as_ref().filter(|answer| {
            let question = &answer.question;
            question.unit == unit && question.snapshot.generation == model.snapshot.generation
        })
    }
}

impl WorkerState for StrongestState {
    /// Only a view on screen asks: when another unit is selected, and once a search is over, when the model has changed.
    fn request(&mut self, shown: &Shown<'_>) -> Option<Request> {
        let snapshot = &shown.model.snapshot;
        let unit = driven_unit(shown.selection).filter(|_| shown.has("strongest"));
        let Some(unit) = unit.filter(|_| snapshot.pictures.is_some()) else {
            let asked = self.asked.take()?;
            return (!asked.is_answered).then_some(Request::Ask(Question::Strongest(None)));
        };
        let is_current = self.asked.as_mut().is_some_and(|asked| {
            let is_searching =
                !asked.is_answered && asked.snapshot.generation == snapshot.generation;
            asked.unit == unit
                && (is_searching || !is_outdated(&mut asked.snapshot, asked.at, snapshot))
        });
        if is_current {
            return None;
        }
        self.asked = Some(Asked {
            unit,
            snapshot: Arc::clone(snapshot),
            at: Instant::now(),
            is_answered: false,
        });
        Some(Request::Ask(Question::Strongest(Some(StrongestQuestion {
            snapshot: Arc::clone(snapshot),
            unit,
        }))))
    }

    fn learn(&mut self, answer: &Answer) {
        let Answer::Strongest(answer) = answer else {
            return;
        };
        let question = &answer.question;
        if let Some(asked) = &mut self.asked
            && asked.unit == question.unit
            && asked.snapshot.generation == question.snapshot.generation
        {
            asked.is_answered = answer.is_final;
            asked.at = Instant::now();
        }
        self.answer = Some(Arc::clone(answer));
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}
