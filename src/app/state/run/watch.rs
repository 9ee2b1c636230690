//! A new model, slowed down until cells have emerged: at full pace that is over before anyone has seen it.

use crate::app::state::past::OtherShown;
use crate::app::state::settings::{FULL_PACE, Settings};
use crate::app::state::{State, Watched};

/// Minibatches per second meanwhile: the first edges come within two seconds, complex cells after some ten.
const PACE_PER_SEC: f32 = 15.0;

impl State {
    /// Slows the next model down.
    pub(crate) fn watch_next(&mut self) {
        let newest = self.newest.as_ref();
        let before = newest.map_or(u64::MAX, |model| model.snapshot.generation);
        self.watched = Some(Watched::After(before));
        self.settings.pace_per_sec = PACE_PER_SEC;
    }

    /// Slows the model of this generation down.
    pub(crate) fn watch(&mut self, generation: u64) {
        self.watched = Some(Watched::Run(generation));
        self.settings.pace_per_sec = PACE_PER_SEC;
    }

    /// Lets the model learn at full pace once complex cells have emerged. Another pace that people set stays.
    pub(crate) fn attend_watch(&mut self) {
        if self.settings.pace_per_sec != PACE_PER_SEC {
            self.watched = None;
        }
        let (Some(watched), Some(newest)) = (self.watched, &self.newest) else {
            return;
        };
        let generation = newest.snapshot.generation;
        let has_emerged = newest.snapshot.status.emerged_secs.is_some();
        let is_it = match watched {
            Watched::After(before) if before == generation => return,
            // One that has emerged when it comes was opened in the place of the new one.
            Watched::After(_) => !has_emerged,
            Watched::Run(run) => run == generation,
        };
        if is_it && !has_emerged {
            self.watched = Some(Watched::Run(generation));
            return;
        }
        self.end_watch();
        if is_it {
            let since = match self.other_shown() {
                None => "",
                Some(OtherShown::Past) => " since the moment shown",
                Some(OtherShown::Pinned) => " in the run, which is not shown",
            };
            self.notices.news(format!(
                "Complex cells have emerged{since}. Learning, slowed down until now, continues at full pace."
            ));
        }
    }

    /// Whether a model is slowed down.
    pub(crate) fn is_watched(&self) -> bool {
        self.watched.is_some()
    }

    /// Puts the full pace in the place of one that nobody chose.
    pub(crate) fn leave_watch(&self, settings: &mut Settings) {
        if self.is_watched() {
            settings.pace_per_sec = FULL_PACE;
        }
    }

    /// Slows nothing down any more.
    pub(crate) fn end_watch(&mut self) {
        if self.watched.take().is_some() {
            self.settings.pace_per_sec = FULL_PACE;
        }
    }
}
