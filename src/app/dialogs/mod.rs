//! Windows over the window: questions, help, and lists, one per file.

mod card;
pub(crate) mod clip;
pub(crate) mod crash;
pub(crate) mod drop;
pub(crate) mod export;
pub(crate) mod file_picker;
pub(crate) mod help;
pub(crate) mod lesson;
pub(crate) mod overwrite;
pub(crate) mod skipped;
pub(crate) mod welcome;
