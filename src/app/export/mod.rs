//! Views as files: what is asked for, and how it is written.

pub(super) mod dialog;
pub(super) mod exhibit;
pub(super) mod job;

pub use job::{ExportForm, Format};
