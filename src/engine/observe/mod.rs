//! Workers that measure snapshots, each on a thread of its own, and each only the newest one asked about.
//!
//! - `slot`: the thread that answers the newest question;
//! - `throttle`: rests that leave the cores to learning;
//! - `analyst`: Gabor fits, edges and gratings;
//! - `stimulus`: the codes of one frame;
//! - `convergence`: how fast the energies fall;
//! - `inpainting`: hidden pixels filled in.

mod analyst;
mod convergence;
mod inpainting;
mod slot;
mod stimulus;
mod throttle;

pub use analyst::{Analysis, AnalysisRequest, AnalysisStage, Analyst};
pub use convergence::{ConvergenceAnswer, ConvergenceQuestion, ConvergenceWorker, Inputs};
pub use inpainting::{
    InpaintingAnswer, InpaintingOutcome, InpaintingQuestion, InpaintingTask, InpaintingWorker,
};
pub use slot::WorkerHandle;
pub(super) use slot::put_newest;
pub use stimulus::{StimulusAnswer, StimulusQuestion, StimulusWorker};
