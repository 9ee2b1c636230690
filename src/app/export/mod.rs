//! Views as files: what is asked for, and how it is written.

pub(crate) mod job;

pub use job::ExportForm;
