//! Statistics shared by several measures.

mod circular;
mod median;
mod shuffle;
mod spread;
mod student;

pub(crate) use circular::{Direction, OrientationSum, direction, half_turn};
pub(crate) use median::median;
pub(crate) use shuffle::{shuffle, shuffler};
pub use spread::Spread;
pub(crate) use student::student_975;
