//! The window's line to an engine and what works beside it; tests put a recording in its place.

use std::sync::Arc;

use crate::config::Config;
use crate::engine::{
    Analysis, AnalysisRequest, Analyst, Bench, BenchAnswer, BenchQuestion, Command, Engine, Event,
    Options, Snapshot,
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

    /// The newest snapshot, if it was not taken yet.
    fn snapshot(&self) -> Option<Arc<Snapshot>>;

    /// Asks for measures; only the newest request counts.
    fn analyse(&self, request: AnalysisRequest);

    /// The newest measures, if they were not taken yet.
    fn analysis(&self) -> Option<Arc<Analysis>>;

    /// Shows the cells a frame; only the newest counts.
    fn show(&self, question: BenchQuestion);

    /// The newest answer to a frame, if it was not taken yet.
    fn answer(&self) -> Option<Arc<BenchAnswer>>;

    /// What went wrong with questions since the last call.
    fn faults(&self) -> Vec<String>;
}

/// An engine, with an analyst and a bench beside it.
#[derive(Debug)]
pub struct Laboratory {
    engine: Engine,
    analyst: Analyst,
    bench: Bench,
}

impl Laboratory {
    /// Starts all three. `on_news` is called whenever one of them has something to say.
    #[must_use]
    pub fn open(
        config: Config,
        options: Options,
        on_news: impl Fn() + Clone + Send + 'static,
    ) -> Self {
        Self {
            analyst: Analyst::spawn(on_news.clone()),
            bench: Bench::spawn(on_news.clone()),
            engine: Engine::spawn(config, options, on_news),
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

    fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.engine.snapshot()
    }

    fn analyse(&self, request: AnalysisRequest) {
        self.analyst.ask(request);
    }

    fn analysis(&self) -> Option<Arc<Analysis>> {
        self.analyst.answer()
    }

    fn show(&self, question: BenchQuestion) {
        self.bench.ask(question);
    }

    fn answer(&self) -> Option<Arc<BenchAnswer>> {
        self.bench.answer()
    }

    fn faults(&self) -> Vec<String> {
        let both = [self.analyst.fault(), self.bench.fault()];
        both.into_iter().flatten().collect()
    }
}

/// Starts an engine that learns with a configuration and wakes the window when it has news.
pub type Connect = Box<dyn FnMut(Config, &egui::Context) -> Box<dyn Link>>;
