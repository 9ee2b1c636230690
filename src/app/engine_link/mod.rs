//! The window's line to an engine and what works beside it; tests put a recording in its place.

pub(crate) mod measures;
pub(crate) mod news;
pub(crate) mod repaint_rate;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crossbeam_channel::Receiver;

use crate::app::state::model_view::{Colors, Sketch};
use crate::config::Config;
use crate::engine::{
    Analysis, AnalysisRequest, Analyst, Command, ConvergenceAnswer, ConvergenceQuestion,
    ConvergenceWorker, Engine, Event, InpaintingAnswer, InpaintingQuestion, InpaintingWorker,
    Options, Snapshot, StimulusAnswer, StimulusQuestion, StimulusWorker, WorkerHandle,
};

/// Commands and questions out; events, snapshots and answers in. None of it ever waits.
pub trait Link {
    /// Passes a command on.
    ///
    /// # Errors
    /// Gives the command back when there is no room for it now.
    fn send(&self, command: Command) -> Result<(), Command>;

    /// The events since the last call, oldest first.
    fn events(&self) -> Vec<Event>;

    /// The newest snapshot, drawn, if it was not taken yet.
    fn sketch(&self) -> Option<Sketch>;

    /// Draws the newest snapshot again in other colours, and those to come.
    fn recolor(&self, colors: Colors);

    /// Asks for measures; only the newest request counts.
    fn analyse(&self, request: AnalysisRequest);

    /// The newest measures, if they were not taken yet.
    fn analysis(&self) -> Option<Arc<Analysis>>;

    /// Shows the cells a frame; only the newest counts.
    fn show(&self, question: StimulusQuestion);

    /// The newest answer to a frame, if it was not taken yet.
    fn answer(&self) -> Option<Arc<StimulusAnswer>>;

    /// Asks how fast an energy falls, in place of what was asked before; `None` only breaks that off.
    fn descend(&self, question: Option<ConvergenceQuestion>);

    /// The newest answer to that, if it was not taken yet.
    fn descent(&self) -> Option<Arc<ConvergenceAnswer>>;

    /// Asks for hidden pixels to be filled in, in place of what was asked before; `None` only breaks that
    /// off.
    fn fill(&self, question: Option<InpaintingQuestion>);

    /// The newest answer to that, if it was not taken yet.
    fn filled(&self) -> Option<Arc<InpaintingAnswer>>;

    /// What went wrong with questions since the last call.
    fn faults(&self) -> Vec<String>;
}

/// An engine, with one beside it who draws what it learned, an analyst, a bench, one who measures how
/// fast energies fall, and one who fills in hidden pixels.
#[derive(Debug)]
pub struct Laboratory {
    engine: Engine,
    drawer: Arc<Drawer>,
    analyst: Analyst,
    bench: StimulusWorker,
    descents: ConvergenceWorker,
    fillings: InpaintingWorker,
}

/// Draws snapshots as they come, on a thread of its own.
#[derive(Debug)]
struct Drawer {
    thread: WorkerHandle<(), Sketch>,
    easel: Arc<Mutex<Easel>>,
    /// Where the engine puts its snapshots.
    inbox: OnceLock<Receiver<Arc<Snapshot>>>,
}

/// What is to be drawn, and in which colours.
#[derive(Debug, Default)]
struct Easel {
    snapshot: Option<Arc<Snapshot>>,
    colors: Colors,
}

impl Drawer {
    fn spawn(on_news: impl Fn() + Send + 'static) -> Self {
        let easel = Arc::<Mutex<Easel>>::default();
        let shared = Arc::clone(&easel);
        let thread = WorkerHandle::start("cellscope-drawer", on_news, move |(), desk| {
            let (snapshot, colors) = {
                let easel = shared.lock().unwrap_or_else(PoisonError::into_inner);
                (easel.snapshot.clone(), easel.colors)
            };
            if let Some(snapshot) = snapshot {
                desk.publish(Sketch::new(snapshot, colors));
            }
            ControlFlow::Continue(())
        });
        Self {
            thread,
            easel,
            inbox: OnceLock::new(),
        }
    }

    /// Changes what is to be drawn, and draws it.
    fn draw(&self, change: impl FnOnce(&mut Easel)) {
        change(&mut self.easel.lock().unwrap_or_else(PoisonError::into_inner));
        self.thread.ask(());
    }

    /// Draws the newest snapshot of the engine; false when there is none that was not drawn.
    fn take_snapshot(&self) -> bool {
        let snapshot = self.inbox.get().and_then(|inbox| inbox.try_recv().ok());
        let is_new = snapshot.is_some();
        if is_new {
            self.draw(|easel| easel.snapshot = snapshot);
        }
        is_new
    }
}

impl Laboratory {
    /// Starts them all. `on_news` is called whenever one of them has something to say.
    #[must_use]
    pub fn open(
        config: Config,
        options: Options,
        on_news: impl Fn() + Clone + Send + 'static,
    ) -> Self {
        let drawer = Arc::new(Drawer::spawn(on_news.clone()));
        let (draws, tells) = (Arc::clone(&drawer), on_news.clone());
        // A snapshot is news only once it is drawn.
        let engine = Engine::spawn(config, options, move || {
            if !draws.take_snapshot() {
                tells();
            }
        });
        // Nobody else sets it, and a snapshot that came before waits in the slot.
        let _ = drawer.inbox.set(engine.snapshots());
        drawer.take_snapshot();
        Self {
            analyst: Analyst::spawn(on_news.clone()),
            bench: StimulusWorker::spawn(on_news.clone()),
            descents: ConvergenceWorker::spawn(on_news.clone()),
            fillings: InpaintingWorker::spawn(on_news),
            engine,
            drawer,
        }
    }
}

impl Link for Laboratory {
    fn send(&self, command: Command) -> Result<(), Command> {
        self.engine.send(command)
    }

    fn events(&self) -> Vec<Event> {
        self.engine.events().collect()
    }

    fn sketch(&self) -> Option<Sketch> {
        let sketch = self.drawer.thread.answer()?;
        Some(Arc::unwrap_or_clone(sketch))
    }

    fn recolor(&self, colors: Colors) {
        self.drawer.draw(|easel| easel.colors = colors);
    }

    fn analyse(&self, request: AnalysisRequest) {
        self.analyst.ask(request);
    }

    fn analysis(&self) -> Option<Arc<Analysis>> {
        self.analyst.answer()
    }

    fn show(&self, question: StimulusQuestion) {
        self.bench.ask(question);
    }

    fn answer(&self) -> Option<Arc<StimulusAnswer>> {
        self.bench.answer()
    }

    fn descend(&self, question: Option<ConvergenceQuestion>) {
        self.descents.ask(question);
    }

    fn descent(&self) -> Option<Arc<ConvergenceAnswer>> {
        self.descents.answer()
    }

    fn fill(&self, question: Option<InpaintingQuestion>) {
        self.fillings.ask(question);
    }

    fn filled(&self) -> Option<Arc<InpaintingAnswer>> {
        self.fillings.answer()
    }

    fn faults(&self) -> Vec<String> {
        let next = || {
            let fault = self.drawer.thread.fault().or_else(|| self.analyst.fault());
            let fault = fault.or_else(|| self.bench.fault());
            let fault = fault.or_else(|| self.descents.fault());
            fault.or_else(|| self.fillings.fault())
        };
        std::iter::from_fn(next).collect()
    }
}

/// Starts an engine that learns with a configuration and wakes the window when it has news.
pub type Connect = Box<dyn FnMut(Config, &egui::Context) -> Box<dyn Link>>;
