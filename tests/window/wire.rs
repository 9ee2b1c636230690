//! The line between the window and a recording in the engine's place.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::Duration;

use cellscope::app::{Colors, Link, News, PastRequest, RenderedModel};
use cellscope::config::Config;
use cellscope::engine::{
    AnalysisRequest, Answer, Command, ConvergenceQuestion, Event, InpaintingQuestion,
    InputQuestion, Question, Snapshot, StimulusQuestion, StrongestQuestion, TimeQuestion,
};
use cellscope::parameter::Parameter;

/// How long an engine that ends takes to keep its model.
const KEEPING: Duration = Duration::from_millis(50);

/// What passes between the window and its engine.
#[derive(Default)]
pub(crate) struct Wire {
    /// Configurations that engines were started with.
    pub(crate) starts: Vec<Config>,
    /// Commands sent.
    pub(crate) commands: Vec<Command>,
    /// Values of parameters among them that no snapshot has yet.
    pub(crate) values: Vec<(Parameter, f32)>,
    /// Events to come.
    pub(crate) events: Vec<Event>,
    /// The snapshot to come.
    pub(crate) snapshot: Option<Arc<Snapshot>>,
    /// The last snapshot drawn.
    pub(crate) drawn: Option<Arc<Snapshot>>,
    /// The colours that snapshots are drawn in.
    pub(crate) colors: Colors,
    /// What the analyst was asked.
    pub(crate) requests: Vec<AnalysisRequest>,
    /// Answers to come.
    pub(crate) answers: Vec<Answer>,
    /// Frames shown to the cells.
    pub(crate) shown: Vec<StimulusQuestion>,
    /// Convergence that was asked for; `None` where that was given up.
    pub(crate) convergence_questions: Vec<Option<ConvergenceQuestion>>,
    /// What was asked to be filled in; `None` where that was given up.
    pub(crate) inpainting_questions: Vec<Option<InpaintingQuestion>>,
    /// Units whose strongest patches were asked for; `None` where that was given up.
    pub(crate) strongest_questions: Vec<Option<StrongestQuestion>>,
    /// Models that were asked for; `None` where that was given up.
    pub(crate) time_questions: Vec<Option<TimeQuestion>>,
    /// Moments of the past asked for.
    pub(crate) past_requests: Vec<PastRequest>,
    /// How many of them were answered.
    pub(crate) past_answered: usize,
    /// Whether they wait.
    pub(crate) withholds_past: bool,
    /// Movies that were looked at.
    pub(crate) input_questions: Vec<InputQuestion>,
    /// What the next call for news panics of.
    pub(crate) planted: Option<&'static str>,
    /// Movies of the minibatch that are coded.
    pub(crate) movies_coded: usize,
    /// Commands that there is room for, where not for all.
    pub(crate) room: Option<usize>,
    /// Whether the engine was ended.
    pub(crate) is_ended: bool,
    /// Whether its model was kept after that.
    pub(crate) is_kept: Arc<AtomicBool>,
}

pub(super) struct Recording(pub(super) Rc<RefCell<Wire>>);

impl Link for Recording {
    fn send(&self, command: Command) -> Result<(), Command> {
        let mut wire = self.0.borrow_mut();
        if wire.room.is_some_and(|room| wire.commands.len() >= room) {
            return Err(command);
        }
        if let Command::Set(parameter, value) = command {
            wire.values.push((parameter, value));
        }
        wire.commands.push(command);
        Ok(())
    }

    fn ask(&self, question: Question) {
        let mut wire = self.0.borrow_mut();
        match question {
            Question::Analysis(request) => wire.requests.push(request),
            Question::Stimulus(question) => wire.shown.push(question),
            Question::Convergence(question) => wire.convergence_questions.push(question),
            Question::Inpainting(question) => wire.inpainting_questions.push(question),
            Question::Input(question) => wire.input_questions.push(question),
            Question::Strongest(question) => wire.strongest_questions.push(question),
            Question::Time(question) => wire.time_questions.push(question),
        }
    }

    fn show_past(&self, request: PastRequest) {
        self.0.borrow_mut().past_requests.push(request);
    }

    fn news(&self) -> Vec<News> {
        let planted = self.0.borrow_mut().planted.take();
        if let Some(planted) = planted {
            panic!("{planted}");
        }
        let mut wire = self.0.borrow_mut();
        let mut news = Vec::new();
        if let Some(snapshot) = wire.snapshot.take() {
            wire.drawn = Some(Arc::clone(&snapshot));
            news.push(News::Model(RenderedModel::new(snapshot, wire.colors)));
        }
        if !wire.withholds_past && wire.past_answered < wire.past_requests.len() {
            wire.past_answered = wire.past_requests.len();
            let newest = wire.past_requests.last().expect("one at least");
            news.push(News::Past(newest.answer()));
        }
        news.extend(wire.events.drain(..).map(News::Event));
        news.extend(wire.answers.drain(..).map(News::Answer));
        news
    }

    fn movies_coded(&self) -> usize {
        self.0.borrow().movies_coded
    }

    fn recolor(&self, colors: Colors) {
        let mut wire = self.0.borrow_mut();
        wire.colors = colors;
        if wire.snapshot.is_none() {
            wire.snapshot = wire.drawn.as_ref().map(|drawn| {
                let mut again = Snapshot::clone(drawn);
                // It knows nothing of what was sent since.
                again.status.commands = 0;
                Arc::new(again)
            });
        }
    }

    fn end(self: Box<Self>) -> Option<JoinHandle<()>> {
        let mut wire = self.0.borrow_mut();
        wire.is_ended = true;
        let is_kept = Arc::clone(&wire.is_kept);
        let keeping = Builder::new().name("keeping".to_owned());
        let keep = move || {
            sleep(KEEPING);
            is_kept.store(true, Ordering::Relaxed);
        };
        Some(keeping.spawn(keep).expect("a thread"))
    }
}
