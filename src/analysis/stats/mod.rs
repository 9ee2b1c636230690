//! Statistics shared by several measures.

mod median;
mod shuffle;
mod spread;

pub(crate) use median::median;
pub(crate) use shuffle::{shuffle, shuffler};
pub use spread::Spread;
