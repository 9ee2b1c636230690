//! What the convergence view measures, and what came of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::analysis::convergence::EnergyName;
use crate::app::state::model_view::ModelView;
use crate::app::state::workers::inquiry::Press;
use crate::app::state::workers::worker::{Request, Shown, WorkerState};
use crate::engine::{Answer, ConvergenceAnswer, ConvergenceQuestion, Inputs, Question, Run, Topic};
use crate::named::named;

/// What changes is measured by itself only after it stayed as it is for so long.
const SETTLED: Duration = Duration::from_millis(300);

named! {
    /// What is coded.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum CodedInput {
        /// Patches of the pictures.
        #[default]
        Patches = "Patches",
        /// The stimulus.
        Stimulus = "The stimulus",
    }
}

/// What is measured, and the answers.
#[derive(Clone, Debug)]
pub struct ConvergenceState {
    /// The energy.
    pub energy: EnergyName,
    /// What is coded.
    pub coded: CodedInput,
    /// Number of patches: each begins a movie cut from the pictures.
    pub patches: usize,
    /// Iterations of every method.
    pub iterations: usize,
    /// What the button asked for and was not passed on yet.
    pressed: Option<Press>,
    /// The question that was dealt with last.
    last: Option<(ConvergenceQuestion, Stage)>,
    /// The newest answer since it was asked: it may have no lines yet.
    newest: Option<Arc<ConvergenceAnswer>>,
    /// The newest answer with lines about each energy.
    answers: Vec<Arc<ConvergenceAnswer>>,
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It will be asked by itself, if it stays the same since then.
    Settling(Instant),
    /// It was asked.
    Asked,
    /// It was stopped: it is not asked again by itself.
    Stopped,
}

impl Default for ConvergenceState {
    fn default() -> Self {
        Self {
            energy: EnergyName::default(),
            coded: CodedInput::default(),
            patches: 20,
            iterations: 1_000,
            pressed: None,
            last: None,
            newest: None,
            answers: Vec::new(),
        }
    }
}

impl ConvergenceState {
    /// Measures anew, in place of what is being measured.
    pub fn measure(&mut self) {
        self.pressed = Some(Press::Start);
    }

    /// Stops measuring.
    pub fn stop(&mut self) {
        self.pressed = Some(Press::Stop);
    }

    /// Whether an answer is still growing.
    pub fn is_busy(&self) -> bool {
        let is_asked = matches!(self.last, Some((_, Stage::Asked)));
        is_asked && !self.under_way().is_some_and(ConvergenceAnswer::is_final)
    }

    fn question(&self, shown: &Shown<'_>) -> Option<ConvergenceQuestion> {
        let snapshot = &shown.model.snapshot;
        let inputs = match self.coded {
            CodedInput::Stimulus => Inputs::Frame(shown.stimulus?.to_owned()),
            CodedInput::Patches if snapshot.pictures.is_none() => return None,
            CodedInput::Patches => Inputs::Movies(self.patches),
        };
        Some(ConvergenceQuestion {
            snapshot: Arc::clone(snapshot),
            energy: self.energy,
            inputs,
            iterations: self.iterations,
        })
    }

    fn ask(&mut self, question: ConvergenceQuestion) -> Option<Request> {
        self.last = Some((question.clone(), Stage::Asked));
        self.newest = None;
        Some(Request::Ask(Question::Convergence(Some(question))))
    }

    /// Forgets the last question; what is in work is broken off.
    fn give_up(&mut self) -> Option<Request> {
        let was_busy = self.is_busy();
        self.last = None;
        was_busy.then_some(Request::Ask(Question::Convergence(None)))
    }

    fn is_known(&self, question: &ConvergenceQuestion) -> bool {
        let mut answers = self.answers.iter();
        answers.any(|answer| answer.is_final() && is_same(&answer.question, question))
    }

    /// How far what is being measured is; `None` before anything is known of it.
    pub(crate) fn under_way(&self) -> Option<&ConvergenceAnswer> {
        self.newest
            .as_deref()
            .filter(|answer| self.is_asked(answer))
    }

    /// Whether an answer is about what was asked last.
    pub(crate) fn is_asked(&self, answer: &ConvergenceAnswer) -> bool {
        let last = self.last.as_ref();
        last.is_some_and(|(asked, _)| is_same(&answer.question, asked))
    }

    /// The newest answer with lines about the energy chosen, if it is of this model. They stay until there are newer ones.
    pub(crate) fn answer(&self, model: &ModelView) -> Option<&Arc<ConvergenceAnswer>> {
        let generation = model.snapshot.generation;
        self.answers.iter().find(|answer| {
            let question = &answer.question;
            question.energy == self.energy && question.snapshot.generation == generation
        })
    }
}

impl WorkerState for ConvergenceState {
    /// Only a view on screen asks: when its button was clicked, and by itself while the model is paused.
    fn request(&mut self, shown: &Shown<'_>) -> Option<Request> {
        if !shown.has("convergence") {
            self.pressed = None;
            return self.give_up();
        }
        let pressed = self.pressed.take();
        let Some(question) = self.question(shown) else {
            return match pressed {
                Some(Press::Stop) => self.give_up(),
                _ => None,
            };
        };
        match pressed {
            Some(Press::Start) => return self.ask(question),
            Some(Press::Stop) => {
                let stop = self.give_up();
                self.last = Some((question, Stage::Stopped));
                return stop;
            }
            None => {}
        }
        let is_idle = shown.model.snapshot.status.run == Run::Paused;
        let last = self.last.as_ref().filter(|(last, stage)| {
            // A model that goes on learning is still measured as it was when it was asked about.
            let is_kept = !is_idle && *stage == Stage::Asked;
            is_alike(last, &question)
                && (is_kept || last.snapshot.is_same_model(&question.snapshot))
        });
        let since = match last {
            Some((_, Stage::Asked | Stage::Stopped)) => return None,
            Some((_, Stage::Settling(since))) => *since,
            None => Instant::now(),
        };
        if !is_idle || self.is_known(&question) {
            return self.give_up();
        }
        if since.elapsed() >= SETTLED {
            return self.ask(question);
        }
        let stop = self.give_up();
        self.last = Some((question, Stage::Settling(since)));
        stop.or(Some(Request::Later(
            SETTLED.saturating_sub(since.elapsed()),
        )))
    }

    fn is_waiting(&self, shown: &Shown<'_>) -> bool {
        let last = self.last.as_ref();
        let is_settling = last.is_some_and(|(_, stage)| matches!(stage, Stage::Settling(_)));
        shown.has("convergence") && (is_settling || self.is_busy())
    }

    fn take_answer(&mut self, answer: &Answer) {
        if let Some((_, stage)) = &mut self.last
            && answer.is_none_to(Topic::Convergence)
        {
            *stage = Stage::Stopped;
        }
        if let Answer::Convergence(answer) = answer {
            self.newest = Some(Arc::clone(answer));
            if answer.convergence.is_some() {
                let energy = answer.question.energy;
                self.answers.retain(|known| known.question.energy != energy);
                self.answers.push(Arc::clone(answer));
            }
        }
    }

    fn forget(&mut self) {
        (self.last, self.newest) = (None, None);
        self.answers.clear();
    }
}

/// Whether both ask for the same of a model.
fn is_alike(one: &ConvergenceQuestion, other: &ConvergenceQuestion) -> bool {
    let settings = |question: &ConvergenceQuestion| (question.energy, question.iterations);
    settings(one) == settings(other) && one.inputs == other.inputs
}

/// Whether both have the same answer.
fn is_same(one: &ConvergenceQuestion, other: &ConvergenceQuestion) -> bool {
    is_alike(one, other) && one.snapshot.is_same_model(&other.snapshot)
}
