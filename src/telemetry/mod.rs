//! What is recorded along a run: the curves, the marks on them, and the slower measures.

mod emergence;
mod history;
mod measured;

pub use emergence::{Bound, Criterion, line_criteria};
pub(crate) use history::LOST_MARK;
pub use history::{EMERGED_MARK, History, Mark, Point};
pub use measured::Measured;
