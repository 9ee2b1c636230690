//! The kept models as a list: what each is, kept for ever, or deleted.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ndarray::Array2;

use super::autosave::Kept;
use super::{Checkpoint, history_path};
use crate::config::Config;
use crate::engine::dead::is_mostly_dead;
use crate::files::Lock;
use crate::parameter::Parameter;

/// Filters of a model that the list shows.
const FILTERS: usize = 16;

/// A model in the folder of kept ones.
#[derive(Clone, Debug)]
pub struct KeptModel {
    /// Its file.
    pub path: PathBuf,
    /// When it was written.
    pub written: SystemTime,
    /// Movies that it learned from.
    pub movies_seen: u64,
    /// Whether no other takes its place.
    pub is_for_ever: bool,
    /// What is in the file, or why it cannot be read.
    pub summary: Result<KeptSummary, String>,
}

/// What a list shows of a model.
#[derive(Clone, Debug)]
pub struct KeptSummary {
    /// Its configuration.
    pub config: Config,
    /// The same with the sparsities that it learned with last, where they were changed since.
    pub learned: Config,
    /// Median orientation concentration of the invariant units, where it was measured.
    pub concentration: Option<f64>,
    /// Some of its filters, `[P, n]`, evenly from all.
    pub filters: Array2<f32>,
}

impl KeptModel {
    /// All models kept in a folder, the newest first; reads every file. None where there is no such folder.
    pub fn list(folder: &Path) -> Vec<Self> {
        let mut kept = Kept::all(folder);
        kept.sort();
        let models = kept.into_iter().rev();
        models.map(Self::read).collect()
    }

    /// Whether any is kept in a folder.
    pub fn are_any(folder: &Path) -> bool {
        !Kept::all(folder).is_empty()
    }

    fn read(kept: Kept) -> Self {
        let summary = Checkpoint::open(&kept.path);
        let written = UNIX_EPOCH.checked_add(Duration::from_millis(kept.written_millis));
        Self {
            written: written.unwrap_or(UNIX_EPOCH),
            movies_seen: kept.movies_seen,
            is_for_ever: kept.is_for_ever,
            summary: summary
                .map(|checkpoint| KeptSummary::of(&checkpoint))
                .map_err(|error| error.to_string()),
            path: kept.path,
        }
    }

    /// Keeps the model for ever, and its history if it has one: no newer one takes its place. Returns its new file.
    ///
    /// # Errors
    /// What the system said, with the file. The model is then where it was, unless that says that it is kept.
    pub fn keep_for_ever(path: &Path) -> Result<PathBuf, String> {
        let Some(to) = Kept::for_ever(path) else {
            return Err(format!("{}: not a kept model", path.display()));
        };
        let said = |error| format!("{}: not kept: {error}", path.display());
        std::fs::rename(path, &to).map_err(said)?;
        // After its model: by that it is found where the program is killed before.
        let Err(error) = rename_if_there(&history_path(path), &history_path(&to)) else {
            return Ok(to);
        };
        Err(match std::fs::rename(&to, path) {
            Ok(()) => format!(
                "{}: not kept for ever, because its history cannot be renamed: {error}",
                path.display()
            ),
            Err(_) => format!("{}: kept, but its history is not: {error}", to.display()),
        })
    }

    /// Deletes the model and its history, this first: without its model nobody would look for it.
    ///
    /// # Errors
    /// That a window needs it, or what the system said, with the file.
    pub fn delete(path: &Path) -> Result<(), String> {
        let not_deleted = |why: &str| format!("{}: not deleted: {why}", path.display());
        if Lock::is_shared(path) {
            return Err(not_deleted(
                "this window or another needs it, to go on from it or to restore it; delete it once that is closed or has another model",
            ));
        }
        // Not every model has one.
        let _ = std::fs::remove_file(history_path(path));
        std::fs::remove_file(path).map_err(|error| not_deleted(&error.to_string()))
    }
}

/// Renames a file, if there is one.
fn rename_if_there(from: &Path, to: &Path) -> std::io::Result<()> {
    match std::fs::rename(from, to) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        renamed => renamed,
    }
}

impl KeptSummary {
    fn of(checkpoint: &Checkpoint) -> Self {
        let dictionary = &checkpoint.learner.weights.dictionary;
        let units = dictionary.ncols();
        let shown = units.min(FILTERS);
        let some: Vec<usize> = (0..shown).map(|index| index * units / shown).collect();
        let (state, mut learned) = (&checkpoint.state, checkpoint.config.clone());
        for one in [Parameter::Alpha, Parameter::Beta, Parameter::Gamma] {
            if let Some(value) = state.history.value_before(one.row().name, state.step) {
                one.set(&mut learned, value);
            }
        }
        let is_told = !is_mostly_dead(&checkpoint.learner, state.step, &checkpoint.config);
        let measured = state.history.measured_by(state.step);
        Self {
            learned,
            config: checkpoint.config.clone(),
            concentration: measured.concentration.filter(|_| is_told),
            filters: dictionary.select(ndarray::Axis(1), &some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kept model with its history.
    fn kept(folder: &Path) -> [PathBuf; 2] {
        let model = folder.join("1 2 movies.safetensors");
        let files = [model.clone(), history_path(&model)];
        for file in &files {
            std::fs::write(file, "its content").expect("written");
        }
        files
    }

    #[test]
    fn a_model_is_kept_for_ever_with_its_history_if_it_has_one_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let [model, history] = kept(folder.path());
        let there = Kept::for_ever(&model).expect("a kept model");
        // No file takes the place of a folder.
        std::fs::create_dir_all(history_path(&there).join("full")).expect("made");
        let told = KeptModel::keep_for_ever(&model).expect_err("no place for its history");
        assert!(told.contains("its history cannot be renamed"), "{told}");
        assert!(model.exists() && history.exists() && !there.exists());
        std::fs::remove_dir_all(history_path(&there)).expect("removed");
        assert_eq!(KeptModel::keep_for_ever(&model), Ok(there.clone()));
        assert!(there.exists() && history_path(&there).exists());
        assert!(!model.exists() && !history.exists());
        let [model, history] = kept(folder.path());
        std::fs::remove_file(history).expect("removed");
        std::fs::remove_file(history_path(&there)).expect("removed");
        assert_eq!(KeptModel::keep_for_ever(&model), Ok(there));
    }

    #[test]
    fn a_model_that_a_window_needs_is_not_deleted() {
        let folder = tempfile::tempdir().expect("a folder");
        let [model, history] = kept(folder.path());
        let needed = Lock::share(&model).expect("a file");
        let told = KeptModel::delete(&model).expect_err("it is needed");
        assert!(told.contains("this window or another needs it"), "{told}");
        assert!(model.exists() && history.exists());
        drop(needed);
        assert_eq!(KeptModel::delete(&model), Ok(()));
        assert!(!model.exists() && !history.exists());
    }
}
