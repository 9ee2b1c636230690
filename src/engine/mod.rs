//! The engine: one named thread owns the model. Commands go in; events and snapshots come out.

mod history;
mod messages;
mod stub;
pub use stub::{Engine, Options};

pub use history::{History, Mark, Point};
pub use messages::{Command, Event, Layer, Run, Snapshot, Status};
