//! The folder of a sweep as an argument.

use std::path::PathBuf;
use std::sync::Arc;

use crate::sweep::{SweepFolder, SweepProgress};

/// The folder of a sweep as an argument.
#[derive(Debug, clap::Args)]
pub(super) struct FolderArgs {
    /// Folder of the sweep, which `sweep plan` made
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl FolderArgs {
    /// Opens it.
    ///
    /// # Errors
    /// When there is no sweep in it.
    pub(super) fn open(&self) -> anyhow::Result<SweepFolder> {
        Ok(SweepFolder::open(&self.folder)?)
    }

    /// Opens it and reads how far its tasks are.
    ///
    /// # Errors
    /// When there is no sweep in it.
    pub(super) fn read(&self) -> anyhow::Result<SweepProgress> {
        Ok(SweepProgress::read(Arc::new(self.open()?)))
    }
}
