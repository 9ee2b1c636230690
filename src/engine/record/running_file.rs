//! The file of a run that goes on.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::log::Log;
use super::origin::RecordPlace;
use crate::engine::file_error::FileError;
use crate::engine::store::RunId;
use crate::files::{IN_USE, remove_abandoned, unique_millis};

/// How the files of runs that go on are called.
const RUNNING: &str = "running-";

/// The file of a run that goes on. It is gone with its handle; other names of it stay.
pub(super) struct RunningFile {
    pub(super) log: Log,
    name: Option<PathBuf>,
}

/// Removes the files of runs that ended unexpectedly; whether there were any.
pub(in crate::engine) fn remove_orphaned(folder: &Path) -> bool {
    remove_abandoned(folder, IN_USE, |name| {
        name.starts_with(RUNNING) && name.ends_with(".history")
    })
}

impl RunningFile {
    /// An empty one.
    pub(super) fn create(place: &RecordPlace, run: Option<RunId>) -> Result<Self, FileError> {
        let (file, name, path) = match &place.folder {
            None => unnamed(place),
            Some(folder) => {
                // Where it cannot be made, the file cannot either.
                let _ = std::fs::create_dir_all(folder);
                let path = folder.join(unique_name());
                let file = File::options()
                    .read(true)
                    .write(true)
                    .create_new(true)
                    .open(&path);
                match file {
                    // A folder that refuses it costs the run its history at a crash, no more.
                    Err(_) => unnamed(place),
                    file => (file, Some(path.clone()), path),
                }
            }
        };
        let file = file.map_err(|error| FileError::new(&path, error))?;
        // Tells other instances that the run goes on.
        #[cfg(unix)]
        let _ = file.try_lock();
        Ok(Self {
            log: Log::start(file, &path, run)?,
            name,
        })
    }

    /// What errors call it.
    pub(super) fn path(&self) -> &Path {
        self.name.as_deref().unwrap_or(Path::new("history"))
    }

    /// A file of the same moments without every second one. The first and the newest stay, and those marked as long as there are
    /// others to leave out.
    pub(super) fn thinned(&self, place: &RecordPlace) -> Result<Self, FileError> {
        let before = self.log.recording();
        let mut thinned = Self::create(place, before.run())?;
        let moments = before.moments();
        let is_second = |index: usize| index % 2 == 1 && index + 1 < moments.len();
        let mut second = (0..moments.len()).filter(|&index| is_second(index));
        let spares_marked = second.any(|index| !moments[index].is_marked);
        for (index, moment) in moments.iter().enumerate() {
            if !is_second(index) || spares_marked && moment.is_marked {
                thinned.log.append(&before.image(moment)?, *moment)?;
            }
        }
        Ok(thinned)
    }
}

impl Drop for RunningFile {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            // Where it cannot be removed, the next start does.
            let _ = std::fs::remove_file(name);
        }
    }
}

/// A file without a name, and what errors call it.
fn unnamed(place: &RecordPlace) -> (std::io::Result<File>, Option<PathBuf>, PathBuf) {
    let beside = place.unnamed_in.as_deref();
    if let Some((folder, Ok(file))) = beside.map(|folder| (folder, tempfile::tempfile_in(folder))) {
        return (Ok(file), None, folder.to_path_buf());
    }
    (tempfile::tempfile(), None, std::env::temp_dir())
}

fn unique_name() -> String {
    format!(
        "{RUNNING}{}-{}.history",
        unique_millis(0),
        std::process::id()
    )
}
