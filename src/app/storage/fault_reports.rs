//! The reports of a start of the program, one for each fault.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::app::background::Background;

/// Where they go, which faults were told, and what is being written.
#[derive(Default)]
pub(crate) struct FaultReports {
    pub(crate) folder: Option<PathBuf>,
    pub(crate) told: BTreeSet<String>,
    pub(crate) writing: Background<Result<PathBuf, String>>,
}
