//! Windows over the window: questions, help, and lists, one per file.

pub(crate) mod clip;
pub(crate) mod configuration;
pub(crate) mod crash;
pub(crate) mod drop;
pub(crate) mod export;
pub(crate) mod file_picker;
pub(crate) mod help;
pub(crate) mod kept;
pub(crate) mod overwrite;
pub(crate) mod palette;
pub(crate) mod preferences;
pub(crate) mod skipped;
