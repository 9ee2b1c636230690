//! Statistics that several measures share.

mod median;
mod shuffle;
mod spread;

pub(crate) use median::median;
pub(crate) use shuffle::{shuffle, shuffler};
pub use spread::Spread;
