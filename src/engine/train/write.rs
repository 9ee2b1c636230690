//! A model and its history, written to files.

use std::io::Error;
use std::path::{Path, PathBuf};

use crate::engine::file_error::FileError;
use crate::engine::record::{Recorded, Recording};
use crate::engine::store::{AutosaveStore, Checkpoint, RunId, SaveOutcome, Written, history_path};
use crate::files::{free_name_beside, is_stream, real_path, stamp};

/// Writes a model to a file that the user named, and its history beside it. A file that `is_own` is of this run. Once the new file is
/// whole, one that is not `is_unchanged` is left alone.
///
/// Where no model is there yet the history comes first, so that a program that is killed leaves none without its past. Else it
/// follows: what is there belongs to the model that is there, until that is replaced.
pub(super) fn save(
    checkpoint: &Checkpoint,
    Recorded {
        recording,
        late,
        unread,
    }: Recorded,
    path: PathBuf,
    is_own: bool,
    is_unchanged: impl FnOnce(&Path) -> bool,
) -> SaveOutcome {
    let (mut written, mut run, mut beside) = (None, None, None);
    let is_there = path.exists();
    let is_replaced = is_there && !is_own;
    let past = (&recording, unread.as_deref());
    let save_history = |run| save_history(checkpoint, past, &path, run, is_replaced);
    let saved = checkpoint.save_after(&path, |new| {
        // Before it has its name: what is there after that may be of another program.
        written = stamp(new);
        if !is_unchanged(&path) {
            return Err(Error::other("another program wrote it meanwhile"));
        }
        run = Recording::run_of(&history_path(&path)).ok();
        if !is_there {
            beside = Some(save_history(run));
        }
        Ok(())
    });
    saved.map_err(|error| error.to_string())?;
    let (moved, saved) = beside.unwrap_or_else(|| save_history(run));
    Ok(Written {
        problem: saved.err().map(|error| told(&error)).or(late),
        moved,
        stamp: written,
        path,
    })
}

/// Gives the history of another run a name of its own, and says which.
fn move_aside(history: &Path) -> Result<String, FileError> {
    let aside = free_name_beside(history);
    let moved = std::fs::rename(history, &aside);
    let of_another = "the history of another model";
    moved.map_err(|error| {
        FileError::new(
            history,
            format!("{of_another}, and not moved aside: {error}"),
        )
    })?;
    let told = format!("{of_another}; it is {} now", aside.display());
    Ok(FileError::new(history, told).to_string())
}

/// Keeps a model, and its history beside it, which goes on growing with the run. Files that are `spared`, an earlier state of it
/// and the model replaced last, take no room and are not removed for it.
pub(super) fn keep(
    checkpoint: &Checkpoint,
    Recorded {
        recording, late, ..
    }: Recorded,
    store: &AutosaveStore,
    spared: &[Option<PathBuf>],
) -> SaveOutcome {
    let (step, run) = (checkpoint.state.step, checkpoint.run);
    let mut problem = None;
    let kept = store.keep(checkpoint.state.movies_seen, spared, |path| {
        // First, so that a program that is killed leaves no model without its past.
        if !recording.moments().is_empty() {
            let linked = recording.link_to(&history_path(path), step, run);
            problem = linked.err().map(|error| told(&error));
        }
        checkpoint.save(path).inspect_err(|_| {
            let _ = std::fs::remove_file(history_path(path));
        })
    });
    let path = kept.map_err(|error: FileError| error.to_string())?;
    Ok(Written {
        stamp: stamp(&path),
        path,
        problem: problem.or(late),
        moved: None,
    })
}

fn told(error: &FileError) -> String {
    format!("the model is saved, but its history is not: {error}")
}

/// Whether a history of this run may be of the model: it stays until a whole one takes its place. One without a number may be where
/// that is written next.
fn may_be_past_of(checkpoint: &Checkpoint, recording: &Recording, run: Option<RunId>) -> bool {
    let has_past = checkpoint.run.is_some() || !recording.moments().is_empty();
    has_past && run == checkpoint.run
}

/// Writes the history of a model up to its minibatch beside its file, where the history of a `run` is, if any. Says where that of
/// another run went that came there by mistake, beside no model or this run's own; that of a model that `is_replaced` goes with it.
fn save_history(
    checkpoint: &Checkpoint,
    (recording, unread): (&Recording, Option<&Path>),
    model: &Path,
    run: Option<Option<RunId>>,
    is_replaced: bool,
) -> (Option<String>, Result<(), FileError>) {
    let history = history_path(model);
    let mut moved = None;
    if is_replaced {
        let is_of_another = run.is_some_and(|run| !may_be_past_of(checkpoint, recording, run));
        if is_of_another && real_path(&history) != real_path(model) {
            // Where it cannot be removed, or the program is killed before, the number of the run tells that it is not this model's.
            let _ = std::fs::remove_file(&history);
        }
    } else if run.is_some_and(|run| run != checkpoint.run) {
        match move_aside(&history) {
            Ok(told) => moved = Some(told),
            Err(error) => return (None, Err(error)),
        }
    }
    (moved, write_history(checkpoint, recording, model, unread))
}

/// Writes a history under its name. Nothing is known of a past without moments, nor of one that is `unread`: what is there stays.
fn write_history(
    checkpoint: &Checkpoint,
    recording: &Recording,
    model: &Path,
    unread: Option<&Path>,
) -> Result<(), FileError> {
    let path = history_path(model);
    if recording.moments().is_empty() || is_stream(model) {
        return Ok(());
    }
    if real_path(&path) == real_path(model) {
        let reason = "it would take the place of the model: give the model another extension";
        return Err(FileError::new(&path, reason));
    }
    let is_past = |unread| real_path(unread) == real_path(&path);
    if path.exists() && unread.is_some_and(is_past) {
        let reason = "could not be read when the model was opened: move it away, then save again";
        return Err(FileError::new(&path, reason));
    }
    if path.exists() && Recording::run_of(&path).is_err() {
        let reason =
            "is there, and no history that this version reads: move it away, then save again";
        return Err(FileError::new(&path, reason));
    }
    recording.copy_to(&path, checkpoint.state.step, checkpoint.run)
}
