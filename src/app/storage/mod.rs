//! Files of the window itself.

pub(crate) mod fault_reports;
pub(crate) mod preferences;
pub(crate) mod recents_file;
