//! What a lesson is: its steps, each a sentence, the control that it points at, what it sets, and what is to be done.
//!
//! - `file`: the format, read from TOML;
//! - `target`, `task`, `setup`: the parts of a step; `names`: what words in it name.

mod file;
mod names;
mod setup;
mod target;
mod task;

pub use setup::{LessonModel, Setup};
pub use target::Target;
pub use task::{Quantity, Task};

/// A lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Its name.
    pub title: String,
    /// Its steps, at least one. The first sets a model.
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What it says: a sentence or two.
    pub text: String,
    /// What it points at.
    pub point: Option<Target>,
    /// What it sets when it is reached.
    pub set: Setup,
    /// What is to be done before the next step; nothing when `None`.
    pub task: Option<Task>,
}
