//! What is recorded along a run: the curves, the marks on them, and the slower measures.

mod history;
mod measured;

pub use history::{History, Mark, Point};
pub use measured::Measured;
