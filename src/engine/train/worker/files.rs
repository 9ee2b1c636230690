//! The model to and from files: saved on request, opened, replaced by another.
//!
//! A file is written on a thread of its own while learning goes on, one file at a time. Whatever depends on the
//! file, another save, opening a model, replacing this one or the end, waits for it first.

use std::path::{Path, PathBuf};

use crate::engine::history_path;
use crate::engine::messages::Event;
use crate::engine::record::{Origin, Recorder, Resumed};
use crate::engine::store::{
    Age, Destination, RunId, SaveOutcome, Saved, Saving, Written, model_there,
};
use crate::engine::train::goal::Goal;
use crate::engine::train::loader::Purpose;
use crate::engine::train::previous::Previous;
use crate::engine::train::run::TrainingRun;
use crate::engine::train::worker::Worker;
use crate::engine::train::write::save;
use crate::files::{real_path, stamp};

impl Worker<'_> {
    /// Writes the model to `path`. A file that is there and is not the model's own is left alone unless it is to
    /// be replaced.
    pub(in crate::engine::train) fn save(&mut self, path: PathBuf, replace: bool) {
        self.finish_save();
        let own = self.run.file.as_deref().map(real_path);
        // As it was saved or opened: what another program put in its place is not its own.
        let there = stamp(&path);
        let is_own = own == Some(real_path(&path)) && self.run.stamp == there;
        if !replace && !is_own && path.exists() {
            self.publisher.say(Event::WouldReplace(path));
            return;
        }
        let (checkpoint, awaited) = (self.run.checkpoint(), self.recorder.awaited());
        let to = path.clone();
        let started = self.start_save(Destination::Named(path.clone()), move || {
            let is_unchanged = |path: &Path| replace || stamp(path) == there;
            save(&checkpoint, awaited.recorded(), to, is_own, is_unchanged)
        });
        if let Err(error) = started {
            self.tell_not_saved(path, &error);
        }
    }

    fn tell_not_saved(&mut self, path: PathBuf, error: &str) {
        let reason = format!("not saved: {error}");
        self.publisher.say(Event::NotSaved { path, reason });
    }

    pub(super) fn start_save(
        &mut self,
        destination: Destination,
        write: impl FnOnce() -> SaveOutcome + Send + 'static,
    ) -> Result<(), String> {
        self.saving = Some(Saving::start(destination, self.run.age(), write)?);
        Ok(())
    }

    /// Takes note of a save that has ended.
    pub(in crate::engine::train) fn take_save(&mut self) {
        if self.saving.as_ref().is_some_and(Saving::has_ended) {
            self.finish_save();
        }
    }

    /// Waits for the save in progress, if there is one, and says what came of it.
    pub(in crate::engine::train) fn finish_save(&mut self) {
        if let Err(error) = self.end_save() {
            self.publisher.say(Event::Problem(error));
        }
    }

    /// Waits for the save in progress, and says what came of it. An error is that of a model that could not be kept.
    pub(super) fn end_save(&mut self) -> Result<(), String> {
        let Some(saving) = self.saving.take() else {
            return Ok(());
        };
        let age = saving.age.clone();
        match (saving.destination.clone(), saving.wait()) {
            (
                Destination::Named(_),
                Ok(Written {
                    path,
                    stamp,
                    problem,
                    moved,
                }),
            ) => {
                self.run.file = Some(path.clone());
                self.run.copy_of = None;
                self.run.stamp = stamp;
                self.run.saved = Some(age.clone());
                self.take_written(path.clone(), age, problem);
                if let Some(moved) = moved {
                    self.publisher.say(Event::Problem(moved));
                }
                if !self.learning() {
                    self.publish();
                }
                self.publisher.say(Event::Saved(path));
            }
            (Destination::Kept, Ok(Written { path, problem, .. })) => {
                self.take_written(path, age, problem);
                if !self.learning() {
                    self.publish();
                }
            }
            (Destination::Named(path), Err(error)) => self.tell_not_saved(path, &error),
            (Destination::Kept, Err(error)) => {
                return Err(format!("the model could not be kept: {error}"));
            }
        }
        Ok(())
    }

    /// Notes which file the model was written to. Where its history is not beside it, a file kept before still has one.
    fn take_written(&mut self, path: PathBuf, age: Age, problem: Option<String>) {
        match problem {
            None => self.record_file(path, age),
            Some(problem) => {
                let before = self.saved.replace(Saved::new(path, age));
                self.need_spared();
                // One that has a history stays.
                self.remove_outgrown(before.filter(|before| !history_path(&before.path).exists()));
                self.publisher.say(Event::WithoutHistory(problem));
            }
        }
    }

    /// Removes the kept file of an earlier state, which is not needed any more, unless it is the one that is being opened, that of the
    /// model replaced last or laid aside, or another window needs it, or its history could not be read.
    fn remove_outgrown(&self, before: Option<Saved>) {
        let spared = self.spared();
        let is_spared = |before: &Saved| spared.iter().flatten().any(|path| *path == before.path);
        let unread = self.recorder.unread();
        let is_unread = |before: &Saved| unread.as_deref() == Some(&history_path(&before.path));
        let before = before.filter(|before| !is_spared(before) && !is_unread(before));
        if let (Some(store), Some(before)) = (&self.autosaves, before) {
            store.remove(&before.path);
        }
    }

    /// Goes on with the model in a file, which is the model's own or not. A kept one counts as saved nowhere.
    pub(in crate::engine::train) fn open(&mut self, path: PathBuf, is_own: bool) {
        // A save in progress may be of a later state of it.
        self.opening = Some(path.clone());
        self.need_spared();
        self.finish_save();
        let path = model_there(path);
        match TrainingRun::open(&path, self.run.generation + 1) {
            Ok(run) => self.go_on_with_file(run, path, is_own),
            Err(error) => {
                let reason = format!("not opened: {error}");
                self.publisher.say(Event::Failed(reason));
            }
        }
        self.opening = None;
    }

    /// Goes on with a run that was read from a file.
    pub(in crate::engine::train) fn go_on_with_file(
        &mut self,
        mut run: TrainingRun,
        path: PathBuf,
        is_own: bool,
    ) {
        let resumed = Resumed {
            from: Origin::Model {
                path: path.clone(),
                run: run.id,
            },
            step: run.step(),
        };
        if !is_own {
            // What it learns is another run than that of the file.
            run.id = Some(RunId::new());
            run.copy_of = Some(path.clone());
        }
        self.go_on_with(run, Some(resumed), |worker| {
            if !is_own {
                worker.goal = Goal::Pause;
            }
            worker.note_opened(path, is_own)
        });
    }

    /// Puts a trained model in the place of this one, unless this one cannot be kept, and loads its pictures. `note` takes note of
    /// where it comes from, and returns what is to be said.
    pub(in crate::engine::train) fn go_on_with(
        &mut self,
        run: TrainingRun,
        resumed: Option<Resumed>,
        note: impl FnOnce(&mut Self) -> Event,
    ) {
        if !self.replace(run, resumed) {
            return;
        }
        self.stay();
        let event = note(self);
        // Whether or not its pictures are found.
        self.publish();
        self.publisher.say(event);
        self.load(self.run.config.clone(), Purpose::GoOn);
    }

    /// Notes that the model comes from this file, `is_own` where that is its own; a kept model has none that is the user's. Returns
    /// what is to be said.
    pub(in crate::engine::train) fn note_opened(&mut self, path: PathBuf, is_own: bool) -> Event {
        self.record_file(path.clone(), self.run.age());
        self.run.note_saved();
        let store = self.autosaves.as_ref();
        self.run.is_kept = store.is_some_and(|store| store.has(&path));
        if self.run.is_kept {
            let movies_seen = self.run.state.movies_seen;
            return Event::Restored { movies_seen };
        }
        if is_own {
            self.run.file = Some(path.clone());
        }
        Event::Opened {
            path,
            is_copy: !is_own,
            is_restorable: self.previous.is_some(),
        }
    }

    /// Puts another model in the place of this one, which is kept first; false, and this one stays, where it cannot
    /// be kept.
    pub(in crate::engine::train) fn replace(
        &mut self,
        run: TrainingRun,
        resumed: Option<Resumed>,
    ) -> bool {
        self.finish_save();
        let from = resumed.as_ref().map(|resumed| &resumed.from);
        let opened = match from {
            Some(Origin::Model { path, .. }) => Some(path.clone()),
            _ => None,
        };
        self.opening = opened.clone();
        self.need_spared();
        let kept = self.keep();
        self.opening = None;
        if let Err(error) = kept {
            self.publisher.say(Event::Failed(format!(
                "{error}; it was not replaced: save it to another folder, then try again"
            )));
            return false;
        }
        // An untrained one is in no file, and not missed; nor is one that is visited.
        if self.run.step() > 0 && self.aside.is_none() {
            self.previous = Previous::of(&self.run, self.saved_now());
        } else if opened.is_some()
            && self.previous.as_ref().and_then(Previous::file) == opened.as_ref()
        {
            // It is back.
            self.previous = None;
        }
        self.recorder = Recorder::start(&self.record_place, run.id, resumed);
        self.run = run;
        self.saved = None;
        self.publish();
        true
    }

    /// Notes that the model of this age is in this file, in the place of a kept file of an earlier state of it.
    pub(in crate::engine::train) fn record_file(&mut self, path: PathBuf, age: Age) {
        let before = self.saved.replace(Saved::new(path, age));
        // First, so that the one before is needed here no longer.
        self.need_spared();
        self.remove_outgrown(before);
    }
}
