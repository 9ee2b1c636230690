//! Another model for a while: the present one is laid aside as it is, and comes back.

use std::mem;

use super::aside::Aside;
use super::loader::Purpose;
use super::run::TrainingRun;
use super::worker::Worker;
use crate::engine::messages::{Event, Visited};
use crate::engine::record::Recorder;
use crate::engine::store::{Checkpoint, Saved};

impl Worker<'_> {
    /// Puts another model in the place of the present one, which is laid aside unless one is already. It is also kept in a
    /// file, in case the program ends unexpectedly.
    pub(super) fn visit(&mut self, visited: Visited) {
        self.finish_save();
        let generation = self.run.generation + 1;
        let run = match visited {
            Visited::New(config) => match config.check() {
                Ok(()) => TrainingRun::new(*config, generation, None),
                Err(error) => return self.publisher.say(Event::Failed(error.to_string())),
            },
            Visited::Trained => TrainingRun::of(Checkpoint::trained(), generation),
        };
        if let Err(error) = self.keep() {
            return self.publisher.say(Event::Failed(error));
        }
        let recorder = Recorder::start(&self.record_place, None);
        let present = Aside {
            run: mem::replace(&mut self.run, run),
            recorder: mem::replace(&mut self.recorder, recorder),
            saved: self.saved.take(),
            loading: self.loading.take(),
            goal: self.goal,
        };
        self.aside.get_or_insert(present);
        self.publish();
        self.load(self.run.config.clone(), Purpose::GoOn);
    }

    /// Brings back the model that was laid aside, as it was; what was visited is dropped. Does nothing where none was.
    pub(super) fn come_back(&mut self) {
        let Some(aside) = self.aside.take() else {
            return;
        };
        self.finish_save();
        // What was measured of the model visited is not of this one.
        let generation = self.run.generation + 1;
        self.run = aside.run;
        self.run.generation = generation;
        self.saved = aside.saved.map(|saved| Saved {
            age: (generation, saved.age.1),
            ..saved
        });
        (self.recorder, self.loading, self.goal) = (aside.recorder, aside.loading, aside.goal);
        self.publisher.say(Event::CameBack);
        self.publish();
    }

    /// Makes the model visited the present one; what was laid aside is dropped.
    pub(super) fn stay(&mut self) {
        self.aside = None;
    }
}
