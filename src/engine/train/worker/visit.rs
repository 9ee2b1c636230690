//! Another model for a while: the present one is laid aside as it is, and comes back.

use std::mem;
use std::sync::Arc;

use crate::config::Config;
use crate::engine::messages::{Event, Visited};
use crate::engine::record::Recorder;
use crate::engine::store::{Age, Saved};
use crate::engine::train::aside::Aside;
use crate::engine::train::loader::{Loader, Purpose};
use crate::engine::train::previous::Previous;
use crate::engine::train::run::TrainingRun;
use crate::engine::train::same_pictures::loads_the_same;
use crate::engine::train::worker::Worker;
use crate::source::Pictures;

impl Worker<'_> {
    /// Puts another model in the place of the present one, which is laid aside unless one is already. It is also kept in a
    /// file, in case the program ends unexpectedly.
    pub(in crate::engine::train) fn visit(&mut self, visited: Visited) {
        self.finish_save();
        let generation = self.run.generation + 1;
        let run = match visited {
            Visited::New(config) => match config.check() {
                Ok(()) => TrainingRun::new(*config, generation, None),
                Err(error) => return self.publisher.say(Event::Failed(error.to_string())),
            },
            Visited::Trained => TrainingRun::shipped(generation),
        };
        if let Err(error) = self.keep() {
            self.publisher.say(Event::Failed(error));
            if self.aside.is_none() {
                self.publisher.say(Event::NotVisited);
            }
            return;
        }
        let recorder = Recorder::start(&self.record_place, run.id, None);
        let pictures = self.pictures_for(&run.config);
        let (to_go_on, to_lay_aside) = self.take_loading(&run.config);
        let present = Aside {
            run: mem::replace(&mut self.run, run),
            recorder: mem::replace(&mut self.recorder, recorder),
            saved: self.saved.take(),
            loading: to_lay_aside,
            awaits_pictures: to_go_on.is_some(),
            goal: self.goal,
        };
        self.aside.get_or_insert(present);
        self.supply(pictures, to_go_on);
    }

    /// The loading in progress: to go on for a model of this configuration, or to be laid aside with that of now.
    fn take_loading(&mut self, wanted: &Config) -> (Option<Loader>, Option<Loader>) {
        let is_first = self.run.pictures().is_none();
        let serves = |loading: &Loader| {
            is_first
                && loading.purpose() == Purpose::GoOn
                && !loading.is_cancelled()
                && loads_the_same(loading.config(), wanted, None)
        };
        match self.loading.take() {
            Some(loading) if serves(&loading) => (Some(loading), None),
            loading => (None, loading),
        }
    }

    /// Gives the run its pictures: those that are there, those that are being loaded, or else others.
    pub(in crate::engine::train) fn supply(
        &mut self,
        pictures: Option<Arc<Pictures>>,
        loading: Option<Loader>,
    ) {
        let config = self.run.config.clone();
        match (pictures, loading) {
            (Some(pictures), _) => {
                self.run.set_pictures(config.source, Arc::clone(&pictures));
                self.tell_loaded(&pictures);
            }
            (None, Some(mut loading)) => {
                *loading.config_mut() = config;
                self.loading = Some(loading);
                self.publish();
            }
            (None, None) => {
                self.publish();
                self.load(config, Purpose::GoOn);
            }
        }
    }

    /// Brings back the model that was laid aside, as it was; what was visited is dropped. Does nothing where none was.
    pub(in crate::engine::train) fn come_back(&mut self) {
        let Some(aside) = self.aside.take() else {
            return;
        };
        self.finish_save();
        let pictures = self.pictures_for(&aside.run.config);
        let (to_go_on, _) = self.take_loading(&aside.run.config);
        // What was measured of the model visited is not of this one.
        let generation = self.run.generation + 1;
        self.run = aside.run;
        self.run.generation = generation;
        if let Some(saved) = &mut self.run.saved {
            saved.generation = generation;
        }
        self.saved = aside.saved.map(|saved| Saved {
            age: Age {
                generation,
                ..saved.age
            },
            ..saved
        });
        (self.recorder, self.loading, self.goal) = (aside.recorder, aside.loading, aside.goal);
        self.recorder.limit(self.record_place.most_bytes);
        // A save of what was visited may have told what is needed while neither was here.
        self.need_spared();
        self.publisher.say(Event::CameBack(generation));
        if aside.awaits_pictures {
            self.supply(pictures, to_go_on);
        } else {
            self.publish();
        }
    }

    /// Makes the model visited the present one, and what was laid aside that which was replaced last.
    pub(in crate::engine::train) fn stay(&mut self) {
        let Some(aside) = self.aside.take() else {
            return;
        };
        let has_learned = aside.run.step() > 0;
        if has_learned {
            let age = aside.run.age();
            let saved = aside.saved.filter(|saved| saved.age == age);
            self.previous = Previous::of(&aside.run, saved.as_ref());
        }
        let is_restorable = has_learned && self.previous.is_some();
        self.publisher.say(Event::VisitEnded { is_restorable });
    }
}
