//! What is recorded along a run: the curves, the marks on them, and the slower measures; and runs, compared.

mod changes;
mod check;
mod emergence;
mod history;
mod marks;
mod measured;
mod point;
mod time_run;

pub use changes::Change;
pub(crate) use check::{MAX_SECS, MOST_EXACT, check_progress, check_room};
pub(crate) use emergence::SLACK;
pub use emergence::{Bound, Criterion, line_criteria};
#[cfg(feature = "window")]
pub(crate) use emergence::{ORIENTED, telling, with_concentration_of, with_tuning_of};
pub use history::History;
pub(crate) use marks::LOST_MARK;
pub use marks::{EMERGED_MARK, Mark};
pub use measured::Measured;
pub use point::Point;
pub(crate) use point::STATUS_MOVIES;
#[cfg(feature = "window")]
pub(crate) use point::status_movies;
pub use time_run::TimeRun;
