//! Loading pictures, and what the run does with them.

use std::sync::Arc;

use crossbeam_channel::TryRecvError;

use crate::config::Config;
use crate::engine::messages::Event;
use crate::engine::train::goal::Goal;
use crate::engine::train::loader::{Loader, LoaderNews, Purpose, THREAD_ENDED};
use crate::engine::train::run::TrainingRun;
use crate::engine::train::same_pictures::loads_the_same;
use crate::engine::train::worker::Worker;
use crate::source::{Pictures, SourceError};

impl Worker<'_> {
    pub(crate) fn load(&mut self, config: Config, purpose: Purpose) {
        self.loading = None;
        self.publisher.say(Event::Loading { done: 0, total: 0 });
        match Loader::start(config, purpose, Arc::clone(&self.loaders)) {
            Ok(loading) => self.loading = Some(loading),
            Err(error) => self.say_not_loaded(format!("no thread to load pictures: {error}")),
        }
    }

    /// Loads the pictures where there are none, as they could not be loaded before: people may have mended what was in the way.
    pub(crate) fn try_pictures_again(&mut self) {
        if self.run.pictures().is_none() && self.loading.is_none() {
            self.load(self.run.config.clone(), Purpose::GoOn);
        }
    }

    fn say_not_loaded(&mut self, reason: String) {
        self.say_without_pictures(Event::NotLoaded(reason));
    }

    /// Says that there are no new pictures. Steps that wait for the first ones are given up.
    fn say_without_pictures(&mut self, event: Event) {
        if self.run.pictures().is_none() && matches!(self.goal, Goal::Count(_)) {
            self.goal = Goal::Pause;
            self.publish();
        }
        self.publisher.say(event);
    }

    pub(crate) fn take_pictures(&mut self) {
        while let Some(news) = self
            .loading
            .as_ref()
            .map(|loading| loading.news().try_recv())
        {
            match news {
                Ok(news) => self.take_news(news),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => self.lose_loader(THREAD_ENDED),
            }
        }
    }

    pub(crate) fn lose_loader(&mut self, reason: &str) {
        self.loading = None;
        let text =
            format!("loading pictures failed because of {reason}; the previous pictures stay");
        self.say_not_loaded(text);
    }

    pub(crate) fn take_news(&mut self, news: LoaderNews) {
        let outcome = match news {
            LoaderNews::Progress(done, total) => {
                return self.publisher.say(Event::Loading { done, total });
            }
            LoaderNews::Broken(fault) => return self.lose_loader(&fault),
            LoaderNews::Done(outcome) => *outcome,
        };
        let Some(loading) = self.loading.take() else {
            return;
        };
        // What came while it was being cancelled.
        if loading.is_cancelled() {
            return self.say_without_pictures(Event::LoadingCancelled);
        }
        // The motion may have been changed while they were loaded.
        let movies = loading.config().movies;
        match outcome.and_then(|pictures| pictures.check(&movies).map(|()| pictures)) {
            Ok(pictures) => self.accept(pictures, &loading),
            Err(SourceError::Cancelled) => self.say_without_pictures(Event::LoadingCancelled),
            Err(error) => self.say_not_loaded(error.to_string()),
        }
    }

    fn accept(&mut self, pictures: Pictures, loading: &Loader) {
        let pictures = Arc::new(pictures);
        let loaded = Arc::clone(&pictures);
        let config = loading.config();
        match loading.purpose() {
            Purpose::Restart => {
                let generation = self.run.generation + 1;
                let run = TrainingRun::new(config.clone(), generation, Some(pictures));
                if !self.begin(run) {
                    return self.publisher.say(Event::LoadingCancelled);
                }
            }
            Purpose::GoOn => {
                let was = &self.run.config;
                let is_other = (&config.source, &config.movies) != (&was.source, &was.movies);
                // A model that was opened finds its own pictures, or learns from others from here on.
                if self.run.pictures().is_some() || (is_other && self.run.step() > 0) {
                    self.mark_input(config);
                }
                self.run.config.movies = config.movies;
                self.run.set_pictures(config.source.clone(), pictures);
            }
        }
        self.tell_loaded(&loaded);
    }

    /// Says which pictures are there. Who hears of them finds them in the snapshot.
    pub(in crate::engine::train) fn tell_loaded(&mut self, pictures: &Pictures) {
        self.publish();
        let skipped = pictures.skipped().iter().map(ToString::to_string);
        self.publisher.say(Event::Loaded {
            pictures: pictures.stills(),
            skipped: skipped.collect(),
            movies: pictures.movies().to_vec(),
        });
    }

    /// Puts a run that begins in the place of this one, unless this one cannot be kept; returns whether it did. One that is
    /// not that visited, begun again, is there to stay.
    pub(in crate::engine::train) fn begin(&mut self, run: TrainingRun) -> bool {
        let again = Config {
            seed: run.config.seed,
            ..self.run.config.clone()
        };
        let is_other = run.config != again;
        let is_there = self.replace(run, None);
        if is_there && is_other {
            self.stay();
        }
        is_there
    }

    /// Pictures that are there already and that this configuration would load again.
    pub(in crate::engine::train) fn pictures_for(&self, wanted: &Config) -> Option<Arc<Pictures>> {
        let aside = self.aside.as_ref().map(|aside| &aside.run);
        let runs = [Some(&self.run), aside];
        runs.into_iter().flatten().find_map(|run| {
            let pictures = run.pictures()?;
            loads_the_same(&run.config, wanted, Some(pictures)).then(|| Arc::clone(pictures))
        })
    }

    /// Marks what changes in the movies that are learned from.
    fn mark_input(&mut self, config: &Config) {
        let was = &self.run.config;
        let is_cut_anew = config.movies != was.movies;
        if config.source != was.source || !is_cut_anew {
            self.run.mark_latest("pictures: ", &config.source);
        }
        if is_cut_anew {
            self.run.mark_latest("motion: ", &config.movies.cut_name());
        }
    }
}
