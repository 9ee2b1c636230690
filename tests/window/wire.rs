//! The line between the window and a recording in the engine's place.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use cellscope::app::{Colors, Link, Sketch};
use cellscope::config::Config;
use cellscope::engine::{
    Analysis, AnalysisRequest, Command, ConvergenceAnswer, ConvergenceQuestion, Event,
    InpaintingAnswer, InpaintingQuestion, Snapshot, StimulusAnswer, StimulusQuestion,
};

/// What passes between the window and its engine.
#[derive(Default)]
pub(crate) struct Wire {
    /// Configurations that engines were started with.
    pub(crate) starts: Vec<Config>,
    /// Commands sent.
    pub(crate) commands: Vec<Command>,
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
    /// The measures to come.
    pub(crate) analysis: Option<Arc<Analysis>>,
    /// Frames shown to the cells.
    pub(crate) shown: Vec<StimulusQuestion>,
    /// The answer to come.
    pub(crate) answer: Option<Arc<StimulusAnswer>>,
    /// Ways down that were asked for; `None` where that was given up.
    pub(crate) descents: Vec<Option<ConvergenceQuestion>>,
    /// What came of one, to come.
    pub(crate) descent: Option<Arc<ConvergenceAnswer>>,
    /// What was asked to be filled in; `None` where that was given up.
    pub(crate) fills: Vec<Option<InpaintingQuestion>>,
    /// What came of one, to come.
    pub(crate) filled: Option<Arc<InpaintingAnswer>>,
    /// Whether there is room for commands.
    pub(crate) is_full: bool,
}

pub(super) struct Recording(pub(super) Rc<RefCell<Wire>>);

impl Link for Recording {
    fn send(&self, command: Command) -> Result<(), Command> {
        let mut wire = self.0.borrow_mut();
        if wire.is_full {
            return Err(command);
        }
        wire.commands.push(command);
        Ok(())
    }

    fn events(&self) -> Vec<Event> {
        std::mem::take(&mut self.0.borrow_mut().events)
    }

    fn sketch(&self) -> Option<Sketch> {
        let mut wire = self.0.borrow_mut();
        let (snapshot, colors) = (wire.snapshot.take()?, wire.colors);
        wire.drawn = Some(Arc::clone(&snapshot));
        Some(Sketch::new(snapshot, colors))
    }

    fn recolor(&self, colors: Colors) {
        let mut wire = self.0.borrow_mut();
        wire.colors = colors;
        if wire.snapshot.is_none() {
            wire.snapshot = wire.drawn.clone();
        }
    }

    fn analyse(&self, request: AnalysisRequest) {
        self.0.borrow_mut().requests.push(request);
    }

    fn analysis(&self) -> Option<Arc<Analysis>> {
        self.0.borrow_mut().analysis.take()
    }

    fn show(&self, question: StimulusQuestion) {
        self.0.borrow_mut().shown.push(question);
    }

    fn answer(&self) -> Option<Arc<StimulusAnswer>> {
        self.0.borrow_mut().answer.take()
    }

    fn descend(&self, question: Option<ConvergenceQuestion>) {
        self.0.borrow_mut().descents.push(question);
    }

    fn descent(&self) -> Option<Arc<ConvergenceAnswer>> {
        self.0.borrow_mut().descent.take()
    }

    fn fill(&self, question: Option<InpaintingQuestion>) {
        self.0.borrow_mut().fills.push(question);
    }

    fn filled(&self) -> Option<Arc<InpaintingAnswer>> {
        self.0.borrow_mut().filled.take()
    }

    fn faults(&self) -> Vec<String> {
        Vec::new()
    }
}
