//! A new model, slowed down until cells have emerged: at full pace that is over before anyone has seen it.

use crate::app::state::State;
use crate::app::state::settings::FULL_PACE;

/// Minibatches per second meanwhile: the first edges come within two seconds, complex cells after some ten.
const PACE_PER_SEC: f32 = 15.0;

impl State {
    /// Slows the next model down.
    pub(crate) fn watch_next(&mut self) {
        let newest = self.newest.as_ref();
        let before = newest.map_or(u64::MAX, |model| model.snapshot.generation);
        self.watched_after = Some(before);
        self.settings.pace_per_sec = PACE_PER_SEC;
    }

    /// Lets the model learn at full pace once complex cells have emerged. Another pace that people set stays.
    pub(crate) fn attend_watch(&mut self) {
        let Some(before) = self.watched_after else {
            return;
        };
        if self.settings.pace_per_sec != PACE_PER_SEC {
            self.watched_after = None;
            return;
        }
        let newest = self.newest.as_ref().map(|model| &model.snapshot);
        let has_emerged = newest.is_some_and(|snapshot| {
            snapshot.generation != before && snapshot.status.emerged_secs.is_some()
        });
        if has_emerged {
            self.end_watch();
            self.notices.news(
                "Complex cells have emerged. Until now learning was slowed down to be watched; it goes on at full pace.",
            );
        }
    }

    /// Whether a model is slowed down.
    pub(crate) fn is_watched(&self) -> bool {
        self.watched_after.is_some()
    }

    /// Slows nothing down any more.
    pub(crate) fn end_watch(&mut self) {
        if self.watched_after.take().is_some() {
            self.settings.pace_per_sec = FULL_PACE;
        }
    }
}
