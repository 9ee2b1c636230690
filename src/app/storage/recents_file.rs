//! The list of recent models, pictures and sweeps in a file of its own, which all windows write into.

use std::path::{Path, PathBuf};

use egui::Context;

use crate::app::background::{LAST_WRITE, OneAtATime};
use crate::app::state::recents::{Recents, Used};
use crate::files::{Lock, read_text_if_there, write_atomically};

/// Name of the file in the program's folder.
const FILE: &str = "recent-files.json";

/// The file, and what is on its way into it.
pub(crate) struct RecentsFile {
    path: PathBuf,
    writing: OneAtATime<Result<(), NotWritten>>,
    /// What could not be written, until there is more to write.
    left: Vec<Used>,
}

/// What could not be written, and why in a sentence.
type NotWritten = (Vec<Used>, String);

impl RecentsFile {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self {
            path,
            writing: OneAtATime::default(),
            left: Vec::new(),
        }
    }

    /// What the file holds; `None` where there is none.
    ///
    /// # Errors
    /// A sentence for the user that names the file.
    pub(crate) fn read(&self) -> Result<Option<Recents>, String> {
        read(&self.path)
    }

    /// Writes what was noted since the last call, on a thread: what other windows wrote there meanwhile stays, below it.
    ///
    /// # Errors
    /// A sentence for the user: what became of an earlier call, or that there is no thread to write on.
    pub(crate) fn keep(&mut self, recents: &mut Recents, ctx: &Context) -> Result<(), String> {
        if let Some(outcome) = self.writing.outcome() {
            self.note(outcome)?;
        }
        if self.writing.is_on() || recents.unwritten.is_empty() {
            return Ok(());
        }
        let (path, used) = (self.path.clone(), self.take(recents));
        let started = self
            .writing
            .start("recent files", ctx, move || write(&path, used));
        started.map_err(not_saved)
    }

    /// Writes what was noted since, for a window that closes.
    ///
    /// # Errors
    /// As [`Self::keep`].
    pub(crate) fn finish(&mut self, recents: &mut Recents) -> Result<(), String> {
        let was_on = self.writing.is_on();
        match self.writing.last_outcome(LAST_WRITE) {
            // What was not written is tried once more.
            Some(outcome) => drop(self.note(outcome)),
            // A disk that does not answer is not waited for again.
            None if was_on => return Ok(()),
            None => {}
        }
        match self.take(recents) {
            used if used.is_empty() => Ok(()),
            used => write(&self.path, used).map_err(|(_, reason)| reason),
        }
    }

    fn note(&mut self, outcome: Result<(), NotWritten>) -> Result<(), String> {
        outcome.map_err(|(used, reason)| {
            self.left = used;
            reason
        })
    }

    /// All that is to be written.
    fn take(&mut self, recents: &mut Recents) -> Vec<Used> {
        let mut used = std::mem::take(&mut self.left);
        used.append(&mut recents.unwritten);
        used
    }
}

fn not_saved(reason: impl std::fmt::Display) -> String {
    format!("The list of recent files is not saved: {reason}")
}

fn read(path: &Path) -> Result<Option<Recents>, String> {
    let text = read_text_if_there(path).map_err(|error| error.to_string());
    let read = text.and_then(|text| text.map(|text| Recents::from_json(&text)).transpose());
    read.map_err(|error| format!("{}: {error}", path.display()))
}

/// Puts what was used first in the list that is in the file; a list that cannot be read begins anew.
fn write(path: &Path, used: Vec<Used>) -> Result<(), NotWritten> {
    let _alone = Lock::wait_beside(path);
    let mut recents = read(path).ok().flatten().unwrap_or_default();
    for used in &used {
        recents.put_first(used.clone());
    }
    let text = serde_json::to_string(&recents).map_err(not_saved);
    let named = |error| not_saved(format!("{}: {error}", path.display()));
    let written = text.and_then(|text| write_atomically(path, text.as_bytes()).map_err(named));
    written.map_err(|reason| (used, reason))
}

/// The file, in the program's folder.
pub(crate) fn recents_file(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_closes_waits_for_a_disk_that_does_not_answer_only_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE);
        let mut file = RecentsFile::new(path.clone());
        let (answer, disk) = crossbeam_channel::bounded::<()>(1);
        let hang = move || {
            let _ = disk.recv();
            Ok(())
        };
        let started = file.writing.start("hang", &Context::default(), hang);
        started.expect("a thread");
        let mut recents = Recents::default();
        recents.note_model(Path::new("a.safetensors"));
        assert_eq!(file.finish(&mut recents), Ok(()));
        assert!(!path.exists());
        drop(answer);
    }

    #[test]
    fn windows_that_write_at_once_keep_what_each_has_used() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE);
        let names: Vec<String> = (0..8)
            .map(|window| format!("{window}.safetensors"))
            .collect();
        std::thread::scope(|scope| {
            for name in &names {
                let path = &path;
                scope.spawn(move || write(path, vec![Used::Model(name.into())]).expect("written"));
            }
        });
        let recents = read(&path).expect("read").expect("a list");
        let text = serde_json::to_string(&recents).expect("text");
        let lost: Vec<&String> = names.iter().filter(|name| !text.contains(*name)).collect();
        assert!(lost.is_empty(), "{lost:?} of {text}");
    }
}
