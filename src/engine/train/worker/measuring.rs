//! What is measured beside learning: the model of now, and moments that passed too fast.

use crate::engine::messages::Event;
use crate::engine::train::goal::Goal;
use crate::engine::train::worker::Worker;

impl Worker<'_> {
    /// Takes what was measured beside learning, and has the model measured when it is time.
    pub(in crate::engine::train) fn watch_emergence(&mut self) {
        let had_emerged = self.run.has_emerged();
        let stands_still = self.goal == Goal::Pause;
        let mut is_found = false;
        for found in self.emergence.found(self.run.generation, had_emerged) {
            self.run.note_found(&found.model, found.measures);
            is_found = true;
        }
        if is_found && stands_still {
            self.publish();
        }
        if self.pauses_when_emerged && !stands_still && !had_emerged && self.run.has_emerged() {
            self.pause();
        }
        if let Some(fault) = self.emergence.fault() {
            self.publisher.say(Event::Problem(fault));
        }
        let glance = self.run.glance(stands_still);
        self.emergence.ask(glance, || self.run.model_to_measure());
    }

    /// Takes what was measured of the past, and has more measured where it is missing.
    pub(in crate::engine::train) fn measure_past(&mut self) {
        let stands_still = self.goal == Goal::Pause;
        if let Some(fault) = self.backlog.fault() {
            self.publisher.say(Event::Problem(fault));
        }
        if let Some(past) = self.backlog.found() {
            self.run.note_past(&past);
            if stands_still {
                self.publish();
            }
        }
        let (recorder, run) = (&self.recorder, &self.run);
        self.backlog.ask(
            run.generation,
            !stands_still,
            || recorder.recording(),
            |step| run.concentration_at(step),
        );
    }
}
