//! What is recorded along a run: the curves, the marks on them, and the slower measures; and runs, compared.

mod changes;
mod check;
mod emergence;
mod history;
mod measured;
mod time_run;

pub use changes::Change;
pub(crate) use check::{MAX_SECS, MOST_EXACT, check_progress, check_room};
pub(crate) use emergence::SLACK;
#[cfg(feature = "window")]
pub(crate) use emergence::telling;
pub use emergence::{Bound, Criterion, line_criteria};
pub(crate) use history::LOST_MARK;
pub use history::{EMERGED_MARK, History, Mark, Point};
pub use measured::Measured;
pub use time_run::TimeRun;
