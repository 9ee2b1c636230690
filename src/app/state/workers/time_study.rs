//! Models that learn from movies of each kind, as the view of time asks for them.

use std::sync::Arc;

use crate::app::state::workers::inquiry::Press;
use crate::app::state::workers::worker::{Request, Shown, WorkerState};
use crate::config::Config;
use crate::engine::{Answer, Question, Run, TimeAnswer, TimeQuestion, Topic};

/// Which models are trained, and what became of them.
#[derive(Clone, Debug)]
pub struct TimeState {
    /// Minibatches of each model.
    pub steps: u64,
    /// What a button asked for and was not passed on yet.
    pressed: Option<Press>,
    is_busy: bool,
    /// The configuration that was asked about last, and the minibatches of each model.
    asked: Option<(Arc<Config>, u64)>,
    answer: Option<Arc<TimeAnswer>>,
}

impl Default for TimeState {
    fn default() -> Self {
        Self {
            steps: 1_200,
            pressed: None,
            is_busy: false,
            asked: None,
            answer: None,
        }
    }
}

impl TimeState {
    /// Trains the models, with the settings of the model shown.
    pub fn train(&mut self) {
        self.pressed = Some(Press::Start);
    }

    /// Stops training; the models that are done stay.
    pub fn stop(&mut self) {
        self.pressed = Some(Press::Stop);
    }

    /// Whether models are being trained.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// The configuration of the models that were asked for last, and the minibatches of each.
    pub(crate) fn asked(&self) -> Option<(&Config, u64)> {
        let asked = self.asked.as_ref();
        asked.map(|(config, steps)| (&**config, *steps))
    }

    /// The models that are done, and how far the others are.
    #[must_use]
    pub fn answer(&self) -> Option<&Arc<TimeAnswer>> {
        self.answer.as_ref()
    }
}

impl WorkerState for TimeState {
    /// Asks when its button was clicked. Training goes on while the view is out of sight.
    fn request(&mut self, shown: &Shown<'_>) -> Option<Request> {
        let ask = |question| Some(Request::Ask(Question::Time(question)));
        match self.pressed.take()? {
            Press::Stop => {
                self.is_busy = false;
                ask(None)
            }
            Press::Start => {
                (self.is_busy, self.answer) = (true, None);
                let snapshot = &shown.model.snapshot;
                let run = if shown.model.is_other {
                    Run::Running
                } else {
                    snapshot.status.run
                };
                // One of its own, which no other question has; as a new start would begin.
                let config = Arc::new(snapshot.config_as_set());
                self.asked = Some((Arc::clone(&config), self.steps));
                ask(Some(TimeQuestion {
                    config,
                    steps: self.steps,
                    run,
                }))
            }
        }
    }

    fn take_answer(&mut self, answer: &Answer) {
        // What was on its way when it was stopped comes too late.
        let is_asked = |answer: &TimeAnswer| {
            let asked = self.asked.as_ref();
            asked.is_some_and(|(asked, _)| Arc::ptr_eq(asked, &answer.question.config))
        };
        if answer.is_none_to(Topic::Time) {
            self.is_busy = false;
        }
        if let Answer::Time(answer) = answer
            && self.is_busy
            && is_asked(answer)
        {
            self.is_busy = !answer.is_final;
            self.answer = Some(Arc::clone(answer));
        }
    }

    /// Models that are done stay: they are of no engine.
    fn forget(&mut self) {
        (self.is_busy, self.pressed) = (false, None);
    }
}
