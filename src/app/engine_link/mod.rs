//! The window's line to an engine and the workers beside it; tests put a recording in its place.

pub(crate) mod beside;
mod events;
mod news;
mod past;
pub(crate) mod repaint_rate;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;

use crossbeam_channel::Receiver;

use crate::app::state::model_view::{Colors, RenderedModel};
use crate::app::state::past::{PastAnswer, PastRequest, is_past, is_pinned};
use crate::config::Config;
use crate::engine::{
    Analyst, Answer, Command, Engine, Event, Keeper, Observers, Options, Question, Snapshot,
    WorkerHandle, WorkerPort,
};
use past::PastReader;

/// What comes from the engine and the workers beside it.
pub enum News {
    /// The newest snapshot, rendered.
    Model(RenderedModel),
    /// A moment of the past was read, or could not be.
    Past(PastAnswer),
    /// Something happened.
    Event(Event),
    /// A worker answered.
    Answer(Answer),
    /// Why the pinned run that was asked about was not measured.
    PinFault(String),
}

/// Commands and questions out, news in. No call waits.
pub trait Link {
    /// Passes a command on.
    ///
    /// # Errors
    /// Gives the command back when the queue is full.
    fn send(&self, command: Command) -> Result<(), Command>;

    /// Asks a worker; of each kind only the newest question counts.
    fn ask(&self, question: Question);

    /// Shows a recorded moment; only the newest request counts.
    fn show_past(&self, request: PastRequest);

    /// What came since the last call: the newest snapshot first, then a moment of the past, then events, oldest first,
    /// then answers.
    fn news(&self) -> Vec<News>;

    /// Movies of the present minibatch that are coded.
    fn movies_coded(&self) -> usize;

    /// Renders the newest snapshot again in other colours, and those to come.
    fn recolor(&self, colors: Colors);

    /// Ends the engine; returns the thread that keeps its model, where that takes time.
    fn end(self: Box<Self>) -> Option<JoinHandle<()>>;
}

/// Sends queued commands, and tells `sent` of each; what finds no room stays in the queue. True when all were sent.
pub(crate) fn send_queued(
    link: &dyn Link,
    queue: &mut VecDeque<Command>,
    mut sent: impl FnMut(&Command),
) -> bool {
    while let Some(command) = queue.front() {
        if link.send(command.clone()).is_err() {
            return false;
        }
        sent(command);
        queue.pop_front();
    }
    true
}

/// An engine, the thread that renders its snapshots, and the workers that measure them.
#[derive(Debug)]
pub struct EngineLink {
    engine: Engine,
    renderer: Arc<SnapshotRenderer>,
    past: PastReader,
    /// Measures moments of the past: people wait for them, while the thread that measures a model that learns gives way to
    /// all others.
    past_analyst: Analyst,
    /// Measures pinned runs, each once.
    pin_analyst: Analyst,
    observers: Observers,
}

/// Draws snapshots as they come, on a thread of its own.
#[derive(Debug)]
struct SnapshotRenderer {
    thread: WorkerHandle<(Arc<Snapshot>, Colors), RenderedModel>,
    render_state: Mutex<RenderState>,
    /// Where the engine puts its snapshots.
    inbox: OnceLock<Receiver<Arc<Snapshot>>>,
}

/// What is to be drawn, and in which colours.
#[derive(Debug, Default)]
struct RenderState {
    snapshot: Option<Arc<Snapshot>>,
    colors: Colors,
}

impl SnapshotRenderer {
    fn spawn(on_news: impl Fn() + Send + 'static) -> Self {
        let mut last: Option<RenderedModel> = None;
        let draw = move |(snapshot, colors), port: &mut WorkerPort<_, _>| {
            let rendered = match last.take() {
                Some(last) => last.renewed(snapshot, colors),
                None => RenderedModel::new(snapshot, colors),
            };
            last = Some(rendered.clone());
            port.publish(rendered);
            ControlFlow::Continue(())
        };
        Self {
            thread: WorkerHandle::start("cellscope-renderer", on_news, draw),
            render_state: Mutex::default(),
            inbox: OnceLock::new(),
        }
    }

    /// Changes what is to be drawn, and draws it where `change` says that it did.
    fn draw(&self, change: impl FnOnce(&mut RenderState) -> bool) -> bool {
        let render_state = self.render_state.lock();
        let mut render_state = render_state.unwrap_or_else(PoisonError::into_inner);
        let is_changed = change(&mut render_state);
        if let Some(snapshot) = render_state.snapshot.as_ref().filter(|_| is_changed) {
            let snapshot = Arc::clone(snapshot);
            self.thread.ask((snapshot, render_state.colors));
        }
        is_changed
    }

    /// Draws the newest snapshot of the engine; false when there is none that was not drawn.
    fn take_snapshot(&self) -> bool {
        // Taken under the lock: of two threads the later does not put an older one in its place.
        self.draw(|render_state| {
            let newest = self.inbox.get().and_then(|inbox| inbox.try_recv().ok());
            let is_new = newest.is_some();
            render_state.snapshot = newest.or(render_state.snapshot.take());
            is_new
        })
    }
}

impl EngineLink {
    /// Starts them all. `on_news` is called whenever one of them has something to say, `on_past` when a moment of the past
    /// is there: somebody asked for it and waits. Without a thread that renders nothing would be seen: the first news is then
    /// [`Event::Crashed`], and nothing is learned.
    pub fn open(
        config: Config,
        mut options: Options,
        on_news: impl Fn() + Clone + Send + 'static,
        on_past: impl Fn() + Send + 'static,
    ) -> Self {
        let renderer = Arc::new(SnapshotRenderer::spawn(on_news.clone()));
        options.paused |= !renderer.thread.has_thread();
        let (render, tell) = (Arc::clone(&renderer), on_news.clone());
        // A snapshot is news only once it is rendered.
        let engine = Engine::spawn(config, options, move || {
            if !render.take_snapshot() {
                tell();
            }
        });
        // Nobody else sets it, and a snapshot that came before waits in the slot.
        let _ = renderer.inbox.set(engine.snapshots());
        renderer.take_snapshot();
        Self {
            past: past::start(on_past),
            past_analyst: Analyst::spawn(on_news.clone()),
            pin_analyst: Analyst::spawn(on_news.clone()),
            observers: Observers::spawn(on_news),
            engine,
            renderer,
        }
    }

    /// What keeps the model where the program ends at once.
    pub(crate) fn keeper(&self) -> Keeper {
        self.engine.keeper()
    }
}

impl Link for EngineLink {
    fn send(&self, command: Command) -> Result<(), Command> {
        self.engine.send(command)
    }

    fn ask(&self, question: Question) {
        match question {
            Question::Analysis(request) if is_pinned(&request.snapshot) => {
                self.pin_analyst.ask(request);
            }
            Question::Analysis(request) if is_past(request.snapshot.generation) => {
                self.past_analyst.ask(request);
            }
            question => self.observers.ask(question),
        }
    }

    fn show_past(&self, request: PastRequest) {
        self.past.ask(request);
    }

    fn news(&self) -> Vec<News> {
        let rendered = self.renderer.thread.answer().into_iter();
        let model = rendered.map(|model| News::Model(Arc::unwrap_or_clone(model)));
        let past = self.past.answer().into_iter();
        let past = past.map(|answer| News::Past(Arc::unwrap_or_clone(answer)));
        let is_blind = !self.renderer.thread.has_thread();
        let crash = is_blind.then(|| self.renderer.thread.fault()).flatten();
        let crash = crash.map(|reason| News::Event(Event::Crashed(reason)));
        let faults = std::iter::from_fn(|| {
            let fault = self.renderer.thread.fault().or_else(|| self.past.fault());
            fault.or_else(|| self.past_analyst.fault())
        });
        let pin_faults = std::iter::from_fn(|| self.pin_analyst.fault());
        let measured = [&self.past_analyst, &self.pin_analyst].into_iter();
        let measured = measured.filter_map(|analyst| analyst.answer());
        let answers = faults
            .map(|reason| Answer::Fault { of: None, reason })
            .chain(measured.map(Answer::Analysis))
            .chain(self.observers.answers());
        model
            .chain(past)
            .chain(crash)
            .chain(self.engine.events().map(News::Event))
            .chain(answers.map(News::Answer))
            .chain(pin_faults.map(News::PinFault))
            .collect()
    }

    fn movies_coded(&self) -> usize {
        self.engine.movies_coded()
    }

    fn recolor(&self, colors: Colors) {
        self.renderer.draw(|render_state| {
            render_state.colors = colors;
            true
        });
    }

    fn end(self: Box<Self>) -> Option<JoinHandle<()>> {
        let ending = std::thread::Builder::new().name("cellscope-end".to_owned());
        // Without a thread it ends at once, here.
        ending.spawn(move || drop(self)).ok()
    }
}

/// What an engine is for.
#[derive(Clone, Debug)]
pub enum EngineRole {
    /// The run.
    Run,
    /// A run that learns beside it, as it is now, and shares its pictures.
    Beside(Option<Arc<Snapshot>>),
}

/// Starts an engine that learns with a configuration and wakes the window when it has news.
pub type Connect = Box<dyn FnMut(Config, EngineRole, &egui::Context) -> Box<dyn Link>>;
