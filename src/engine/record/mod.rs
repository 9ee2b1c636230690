//! The past of a run: its weights at many moments, in a file that grows while it learns.
//!
//! - `spacing`: at which minibatches a moment is recorded;
//! - `packed`: the weights at a moment, in a byte each;
//! - `moment`: one of them; `log`: those that are written, in a file of this `format`;
//! - `origin`: where a run is recorded, and what its history begins with;
//! - `recorder`: records a run; `writer`: its thread; `running_file`: the file that this writes.

mod format;
mod log;
mod moment;
mod origin;
mod packed;
mod recorder;
mod running_file;
mod spacing;
mod writer;

pub use log::Recording;
pub use moment::Moment;
pub(super) use origin::{Origin, RecordPlace, Resumed};
pub use packed::PastState;
pub(super) use recorder::{Recorded, Recorder};
pub(super) use running_file::remove_orphaned;

/// Bytes of a run's history by default; of more, every second moment goes.
pub const HISTORY_BYTES: u64 = 300 * MEGABYTE;
/// Bytes of a megabyte.
pub const MEGABYTE: u64 = 1_000_000;
