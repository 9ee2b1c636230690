//! Sweeps: many models trained from one plan, each a task that any process on any machine may do.
//!
//! 1. `plan`: the text of a plan, a configuration in which values may be lists or ranges, becomes a [`Sweep`].
//! 2. [`Sweep`]: the tasks by their index, each a configuration and how long to train it.
//! 3. [`SweepFolder`]: the folder that the processes share; a task is waiting, running, failed or done.
//! 4. [`TaskResult`] and [`Measures`]: what is known of a trained model, a number each.
//! 5. [`results_table`], [`results_json`] and [`results_parquet`]: all of it as one table.
//! 6. [`SweepProgress`]: how far the tasks are; its map, or chart: a measure over one setting, two or three; and why one has no
//!    value.

mod folder;
mod map;
mod measures;
mod parquet_table;
mod plan;
mod progress;
mod result;
mod results;
mod setting;
mod tasks;
mod why_none;

pub use folder::{SweepFolder, TaskState};
pub use map::MapError;
pub use measures::Measures;
pub use parquet_table::results_parquet;
pub use plan::PlanFile;
pub use progress::{StateCounts, SweepProgress};
pub use result::TaskResult;
pub use results::{results_json, results_table};
pub use tasks::{Job, Length, MAX_TASKS, Sweep, Task};
