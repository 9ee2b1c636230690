//! Trains models of the same settings on movies of each kind, on a thread of its own.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::throttle::Throttle;
use super::worker::{Inquiry, WorkerPort};
use crate::config::Config;
use crate::engine::snapshot::Run;
use crate::engine::time_runs::{TIME_RUNS, TimeProgress, time_runs};
use crate::source::SourceError;
use crate::telemetry::TimeRun;

/// Which models to train.
#[derive(Clone, Debug)]
pub struct TimeQuestion {
    /// Their settings and pictures.
    pub config: Arc<Config>,
    /// Minibatches of each, at least one.
    pub steps: u64,
    /// Whether the engine learns meanwhile, so that cores are left to it.
    pub run: Run,
}

/// How far they are, and those that are done.
#[derive(Clone, Debug)]
pub struct TimeAnswer {
    /// What was asked.
    pub question: TimeQuestion,
    /// The models that are done, in the order of the kinds and seeds.
    pub runs: Vec<TimeRun>,
    /// The kind that is being learned from.
    pub motion: &'static str,
    /// The share of all minibatches that is learned from, 0 to 1.
    pub share: f32,
    /// Whether nothing more comes: all are done, or pictures could not be loaded.
    pub is_final: bool,
}

impl Inquiry for Option<TimeQuestion> {
    type Answer = TimeAnswer;
    type Memory = ();
    const THREAD: &'static str = "cellscope-time";
    const WORK: &'static str = "Learning from movies of each kind";

    fn answer(self, _: &mut (), port: &mut WorkerPort<Self, TimeAnswer>) -> ControlFlow<()> {
        let Some(question) = self else {
            return ControlFlow::Continue(());
        };
        let (config, steps) = (Arc::clone(&question.config), question.steps);
        let mut throttle = Throttle::new(question.run);
        let mut answer = TimeAnswer {
            question,
            runs: Vec::new(),
            motion: "",
            share: 0.0,
            is_final: false,
        };
        let trained = time_runs(&config, steps, &mut |progress| {
            match progress {
                TimeProgress::Busy {
                    motion,
                    minibatches,
                } => {
                    answer.motion = motion;
                    answer.share = minibatches as f32 / (TIME_RUNS * steps) as f32;
                }
                TimeProgress::Done(run) => {
                    answer.runs.push(run.clone());
                    port.publish(answer.clone());
                }
            }
            throttle.check(port, || answer.clone())
        });
        match trained {
            Err(SourceError::Cancelled) => return ControlFlow::Break(()),
            Err(error) => port.refuse(error.to_string()),
            Ok(_) => {}
        }
        answer.is_final = true;
        port.publish(answer);
        ControlFlow::Continue(())
    }
}
