//! Workers that measure snapshots, each on a thread of its own, and each only the newest one asked about.
//!
//! - `worker`: a thread that answers the newest question;
//! - `throttle`: rests that leave the cores to learning;
//! - `analyst`: Gabor fits, edges and gratings; `analysis`: its request and its answer;
//! - `stimulus`: the codes of one frame;
//! - `convergence`: how fast the energies fall;
//! - `inpainting`: hidden pixels filled in.

mod analysis;
mod analyst;
mod convergence;
mod inpainting;
mod stimulus;
mod throttle;
mod worker;

pub use analysis::{Analysis, AnalysisRequest, AnalysisStage};
pub use analyst::Analyst;
pub use convergence::{ConvergenceAnswer, ConvergenceQuestion, ConvergenceWorker, Inputs};
pub use inpainting::{
    InpaintingAnswer, InpaintingOutcome, InpaintingQuestion, InpaintingTask, InpaintingWorker,
};
pub use stimulus::{StimulusAnswer, StimulusQuestion, StimulusWorker};
pub use worker::WorkerHandle;
