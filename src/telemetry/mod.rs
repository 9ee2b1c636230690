//! What is recorded along a run: the curves, the marks on them, and the slower measures.

mod emergence;
mod history;
mod measured;

pub use emergence::{Bound, Criterion, line_criteria};
pub use history::{History, Mark, Point};
pub use measured::Measured;
