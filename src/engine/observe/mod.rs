//! Workers that measure snapshots, each on a thread of its own, and each only the newest one asked about.
//!
//! - `worker`: a thread that answers the newest question;
//! - `throttle`: rests that leave the cores to learning;
//! - `analyst`: Gabor fits, edges and gratings; `analysis`: its request and its answer;
//! - `stimulus`: the codes of one frame;
//! - `convergence`: how fast the energies fall;
//! - `inpainting`: hidden pixels filled in;
//! - `strongest`: the patches that drive a unit most.

mod analysis;
mod analyst;
mod convergence;
mod inpainting;
mod stimulus;
mod strongest;
mod throttle;
mod worker;

pub use analysis::{Analysis, AnalysisRequest, AnalysisStage};
pub use analyst::Analyst;
pub use convergence::{ConvergenceAnswer, ConvergenceQuestion, ConvergenceWorker, Inputs};
pub use inpainting::{
    InpaintingAnswer, InpaintingOutcome, InpaintingQuestion, InpaintingTask, InpaintingWorker,
};
pub use stimulus::{StimulusAnswer, StimulusQuestion, StimulusWorker};
pub use strongest::{StrongestAnswer, StrongestQuestion, StrongestWorker};
pub use worker::WorkerHandle;

use std::sync::Arc;

/// A question to one of the workers beside the engine, in place of its last one.
///
/// Questions about convergence and in-painting break off the work on the one before; `None` only breaks off.
#[derive(Clone, Debug)]
pub enum Question {
    /// Gabor fits, edges and gratings.
    Analysis(AnalysisRequest),
    /// The codes of one frame.
    Stimulus(StimulusQuestion),
    /// How fast an energy falls.
    Convergence(Option<ConvergenceQuestion>),
    /// Hidden pixels, filled in.
    Inpainting(Option<InpaintingQuestion>),
    /// The patches that drive a unit most.
    Strongest(Option<StrongestQuestion>),
}

/// What one of the workers found.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Measures of a model.
    Analysis(Arc<Analysis>),
    /// The codes of a frame.
    Stimulus(Arc<StimulusAnswer>),
    /// How fast an energy falls.
    Convergence(Arc<ConvergenceAnswer>),
    /// Hidden pixels, filled in, or how far that is.
    Inpainting(Arc<InpaintingAnswer>),
    /// The patches that drive a unit most, found so far.
    Strongest(Arc<StrongestAnswer>),
    /// Why a question was not answered.
    Fault(String),
}

/// All workers beside the engine. Dropping it stops them.
#[derive(Debug)]
pub struct Observers {
    analyst: Analyst,
    stimulus: StimulusWorker,
    convergence: ConvergenceWorker,
    inpainting: InpaintingWorker,
    strongest: StrongestWorker,
}

impl Observers {
    /// Starts a thread for each. `on_news` is called whenever one of them has an answer.
    #[must_use]
    pub fn spawn(on_news: impl Fn() + Clone + Send + 'static) -> Self {
        Self {
            analyst: Analyst::spawn(on_news.clone()),
            stimulus: StimulusWorker::spawn(on_news.clone()),
            convergence: ConvergenceWorker::spawn(on_news.clone()),
            inpainting: InpaintingWorker::spawn(on_news.clone()),
            strongest: StrongestWorker::spawn(on_news),
        }
    }

    /// Passes a question on; never waits.
    pub fn ask(&self, question: Question) {
        match question {
            Question::Analysis(request) => self.analyst.ask(request),
            Question::Stimulus(question) => self.stimulus.ask(question),
            Question::Convergence(question) => self.convergence.ask(question),
            Question::Inpainting(question) => self.inpainting.ask(question),
            Question::Strongest(question) => self.strongest.ask(question),
        }
    }

    /// The newest answer of each worker and the faults, unless taken before; never waits.
    #[must_use]
    pub fn answers(&self) -> Vec<Answer> {
        let answers = [
            self.analyst.answer().map(Answer::Analysis),
            self.stimulus.answer().map(Answer::Stimulus),
            self.convergence.answer().map(Answer::Convergence),
            self.inpainting.answer().map(Answer::Inpainting),
            self.strongest.answer().map(Answer::Strongest),
        ];
        let next_fault = || {
            let fault = self.analyst.fault().or_else(|| self.stimulus.fault());
            let fault = fault.or_else(|| self.convergence.fault());
            let fault = fault.or_else(|| self.inpainting.fault());
            fault.or_else(|| self.strongest.fault())
        };
        let faults = std::iter::from_fn(next_fault).map(Answer::Fault);
        answers.into_iter().flatten().chain(faults).collect()
    }
}
