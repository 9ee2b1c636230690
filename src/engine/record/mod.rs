//! The past of a run: its weights at many moments, in a file that grows while it learns.
//!
//! - `spacing`: at which minibatches a moment is recorded;
//! - `packed`: the weights at a moment, in a byte each;
//! - `log`: the file;
//! - `recorder`: the thread that writes it.

mod log;
mod packed;
mod recorder;
mod spacing;

pub use log::{Moment, Recording};
pub use packed::PastState;
pub(super) use recorder::{Origin, RecordPlace, Recorder, Resumed};

/// Bytes of a run's history by default; of more, every second moment goes.
pub const HISTORY_BYTES: u64 = 300_000_000;
