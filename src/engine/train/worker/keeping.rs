//! The model kept so that it is not lost: now and then while it learns, when it is replaced, and at the end.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::console::tell;
use crate::engine::messages::Event;
use crate::engine::store::{AutosaveStore, Destination, Saved};
use crate::engine::train::previous::Previous;
use crate::engine::train::worker::Worker;
use crate::engine::train::write::keep;
use crate::files::private_folder;

/// A model is first kept after this part of the usual time.
const FIRST: u32 = 12;

/// Whether a model that has learned for so long is to be kept again, where `since` is the time since it was kept last: at first
/// whenever the time learned has doubled.
fn is_due(every: Duration, learned: Duration, since: Duration) -> bool {
    let before = learned.saturating_sub(since);
    since >= every.min(before.max(every / FIRST))
}

impl Worker<'_> {
    /// Starts to keep the model when it is time, while learning goes on.
    pub(in crate::engine::train) fn keep_when_due(&mut self) {
        let learned = self.run.state.elapsed_secs - self.run.began_secs;
        let learned = Duration::try_from_secs_f64(learned);
        let learned = learned.unwrap_or(Duration::MAX);
        if is_due(self.keep_every, learned, self.kept.elapsed())
            && self.saving.is_none()
            && let Some(store) = self.autosaves.clone()
            && let Err(error) = self.start_keeping(store)
        {
            self.publisher.say(Event::Problem(error));
        }
    }

    /// Keeps the model where it would be lost otherwise, and waits until it is.
    pub(in crate::engine::train) fn keep(&mut self) -> Result<(), String> {
        match self.autosaves.clone() {
            Some(store) => self.keep_in(store),
            None => Ok(()),
        }
    }

    /// Keeps the model, and says where.
    pub(in crate::engine::train) fn keep_now(&mut self) {
        self.finish_save();
        let kept = self.keep().map(|()| self.file_of_now());
        self.publisher.say(Event::Kept(kept));
    }

    /// Where the model is saved as it is now.
    pub(super) fn saved_now(&self) -> Option<&Saved> {
        let age = self.run.age();
        self.saved.as_ref().filter(|saved| saved.age == age)
    }

    /// The file that the model is in as it is now.
    fn file_of_now(&self) -> Option<PathBuf> {
        self.saved_now().map(|saved| saved.path.clone())
    }

    fn keep_in(&mut self, store: AutosaveStore) -> Result<(), String> {
        self.start_keeping(store)?;
        self.end_save()
    }

    fn start_keeping(&mut self, store: AutosaveStore) -> Result<(), String> {
        self.kept = Instant::now();
        let age = self.run.age();
        let is_saved = |saved: &Saved| saved.age == age && saved.is_there();
        // What is visited is there to be looked at; what was laid aside is kept.
        let is_visited = self.aside.is_some();
        let is_there = is_visited || self.run.step() == 0 || self.run.is_as_shipped();
        if is_there || self.saved.as_ref().is_some_and(is_saved) {
            return Ok(());
        }
        let spared = self.spared();
        let (checkpoint, awaited) = (self.run.checkpoint(), self.recorder.awaited());
        self.start_save(Destination::Kept, move || {
            keep(&checkpoint, awaited.recorded(), &store, &spared)
        })
    }

    /// Files of kept models that stay when this one is kept: an earlier state of it and of one that is laid aside, the model
    /// replaced last, which is promised to come back, and the one that is being opened.
    pub(in crate::engine::train) fn spared(&self) -> [Option<PathBuf>; 4] {
        let aside = self.aside.as_ref().map(|aside| &aside.saved);
        let [earlier, aside] =
            [Some(&self.saved), aside].map(|saved| saved?.as_ref().map(|saved| saved.path.clone()));
        let previous = self.previous.as_ref().and_then(Previous::file);
        [earlier, aside, previous.cloned(), self.opening.clone()]
    }

    /// Tells other windows that these files are needed here.
    pub(super) fn need_spared(&self) {
        if let Some(store) = &self.autosaves {
            store.need(self.spared().iter().flatten());
        }
    }

    /// Keeps the model at the end, and says where; where its folder refuses it, in the system's one for temporary files.
    pub(in crate::engine::train) fn leave(&mut self) {
        if let Some(aside) = &mut self.aside {
            aside.awaits_pictures = false;
        }
        self.come_back();
        if let Some(next) = self.next_round.take() {
            next.stop();
        }
        self.finish_save();
        let kept = self.keep().or_else(|error| self.keep_elsewhere(&error));
        let kept = kept.map(|()| self.file_of_now());
        self.publisher.say(Event::Kept(kept));
    }

    /// Keeps the model in the folder for temporary files, and tells where, after its own folder refused it.
    fn keep_elsewhere(&mut self, refusal: &str) -> Result<(), String> {
        tell(format_args!("cellscope: {refusal}"));
        // An earlier state that its own folder has stays: files there may not outlive the next start of the machine.
        self.saved = None;
        let folder = private_folder().map_err(|error| error.to_string());
        let kept = folder.and_then(|folder| self.keep_in(AutosaveStore::new(folder)));
        let kept = kept.map_err(|error| {
            format!("it could not be saved in the folder for temporary files either: {error}")
        });
        match (&kept, self.file_of_now()) {
            (Ok(()), Some(file)) => {
                tell(format_args!(
                    "cellscope: the model is in {}",
                    file.display()
                ));
            }
            (Ok(()), None) => {}
            (Err(error), _) => tell(format_args!("cellscope: {error}")),
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_kept_more_often_at_first() {
        let secs = Duration::from_secs;
        let mut kept = vec![0];
        for now in 1..=600 {
            let last = kept[kept.len() - 1];
            if is_due(secs(120), secs(now), secs(now - last)) {
                kept.push(now);
            }
        }
        assert_eq!(kept, [0, 10, 20, 40, 80, 160, 280, 400, 520]);
        let long = secs(1_000_000_000);
        assert!(!is_due(Duration::MAX, long, long));
    }
}
