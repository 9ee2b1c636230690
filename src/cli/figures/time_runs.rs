//! Models that learn from movies of each kind, for the figure `time`.

use std::ops::ControlFlow;

use crate::cli::io::progress;
use crate::config::Config;
use crate::engine::{self, TIME_RUNS, TimeProgress};
use crate::source::SourceError;
use crate::telemetry::TimeRun;

/// Trains models of these settings for so many minibatches each, with a progress bar.
pub(super) fn time_runs(config: &Config, steps: u64) -> Result<Vec<TimeRun>, SourceError> {
    let bar = progress::bar(
        TIME_RUNS * steps,
        "training on {msg} {bar:30} {percent} %, {eta} left",
    );
    let runs = engine::time_runs(config, steps, &mut |progress| {
        if let TimeProgress::Busy {
            motion,
            minibatches,
        } = progress
        {
            bar.set_message(motion);
            bar.set_position(minibatches);
        }
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    Ok(runs)
}
