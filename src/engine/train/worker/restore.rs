//! The way back to the model that was replaced last.

use std::path::Path;

use crate::engine::messages::Event;
use crate::engine::store::AutosaveStore;
use crate::engine::train::previous::{Place, Previous};
use crate::engine::train::run::TrainingRun;
use crate::engine::train::worker::Worker;
use crate::files::stamp;

impl Worker<'_> {
    /// Brings back the model that was replaced last, or else the one that was kept last, of those that can be read.
    pub(in crate::engine::train) fn restore(&mut self) {
        self.finish_save();
        let own = self.saved.as_ref().map(|saved| &*saved.path);
        let place = self.previous.as_ref().map(|previous| &previous.place);
        if matches!(place, Some(Place::Shipped)) && !self.run.is_as_shipped() {
            return self.restore_shipped();
        }
        let fits = |file| self.previous.as_ref().is_some_and(|last| last.fits(file));
        let previous = self.previous.as_ref().and_then(Previous::file).cloned();
        // What the present one is in is no way back, unless it took the place of that one there.
        let named = previous.filter(|path| Some(&**path) != own || !fits(stamp(path)));
        let previous = named.clone().and_then(AutosaveStore::find);
        if let (Some(named), None) = (named, &previous) {
            return self.refuse_other(&named, "the file is gone");
        }
        let mut kept = self
            .autosaves
            .as_ref()
            .map_or_else(Vec::new, |store| store.but(own));
        kept.retain(|path| Some(path) != previous.as_ref());
        let mut damaged = Vec::new();
        for path in previous.clone().into_iter().chain(kept) {
            match TrainingRun::open(&path, self.run.generation + 1) {
                Ok(run) if previous.as_ref() == Some(&path) && !fits(run.stamp) => {
                    return self.refuse_other(&path, "another model took its place in this file");
                }
                Ok(run) => {
                    let passed_over = damaged.into_iter();
                    passed_over.for_each(|problem| self.publisher.say(Event::Problem(problem)));
                    let previous = self.previous.as_ref();
                    let is_copy = previous.is_some_and(|previous| previous.is_copy_of(&path));
                    return self.go_on_with_file(run, path, !is_copy);
                }
                Err(error) => damaged.push(format!("not restored: {error}")),
            }
        }
        let nothing = || "There is no earlier model to restore yet.".to_owned();
        let reason = damaged.into_iter().next().unwrap_or_else(nothing);
        self.publisher.say(Event::Failed(reason));
    }

    /// Says why the model that was replaced last cannot come back: another one is not what was promised.
    fn refuse_other(&mut self, path: &Path, why: &str) {
        let reason = format!(
            "not restored: {}: {why}; open one of File > Kept models instead",
            path.display()
        );
        self.publisher.say(Event::Failed(reason));
    }

    /// Brings back the trained model.
    fn restore_shipped(&mut self) {
        let run = TrainingRun::shipped(self.run.generation + 1);
        let movies_seen = run.state.movies_seen;
        self.go_on_with(run, None, |_| Event::Restored { movies_seen });
    }
}
