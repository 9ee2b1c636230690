//! Loading pictures, and what the run does with them.

use std::sync::Arc;

use crossbeam_channel::TryRecvError;

use super::loader::{LoaderNews, Loading, Purpose};
use super::run::TrainingRun;
use super::worker::Worker;
use crate::config::Config;
use crate::engine::messages::Event;
use crate::source::{Pictures, SourceError};

impl Worker<'_> {
    pub(crate) fn load(&mut self, config: Config, purpose: Purpose) {
        self.loading = None;
        self.publisher.say(Event::Loading { done: 0, total: 0 });
        match Loading::start(config, purpose, Arc::clone(&self.loaders)) {
            Ok(loading) => self.loading = Some(loading),
            Err(error) => self.publisher.say(Event::NotLoaded(format!(
                "no thread to load pictures: {error}"
            ))),
        }
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
                Err(TryRecvError::Disconnected) => self.lose_loader(),
            }
        }
    }

    pub(crate) fn lose_loader(&mut self) {
        self.loading = None;
        let text = "loading pictures failed with an internal error; training continues with the previous pictures";
        self.publisher.say(Event::NotLoaded(text.to_owned()));
    }

    pub(crate) fn take_news(&mut self, news: LoaderNews) {
        let outcome = match news {
            LoaderNews::Progress(done, total) => {
                return self.publisher.say(Event::Loading { done, total });
            }
            LoaderNews::Done(outcome) => outcome,
        };
        let Some(loading) = self.loading.take() else {
            return;
        };
        // The motion may have been changed while they were loaded.
        let movies = loading.config().movies;
        match outcome.and_then(|pictures| pictures.check(&movies).map(|()| pictures)) {
            Ok(pictures) => self.accept(pictures, &loading),
            Err(SourceError::Cancelled) => self.publisher.say(Event::LoadingCancelled),
            Err(error) => self.publisher.say(Event::NotLoaded(error.to_string())),
        }
    }

    fn accept(&mut self, pictures: Pictures, loading: &Loading) {
        let (count, skipped) = (pictures.len(), pictures.skipped());
        let skipped = skipped.iter().map(ToString::to_string).collect();
        let movies = pictures.movies().to_vec();
        let pictures = Arc::new(pictures);
        let config = loading.config();
        match loading.purpose() {
            Purpose::Restart => {
                let generation = self.run.generation + 1;
                let run = TrainingRun::new(config.clone(), generation, Some(pictures));
                if !self.replace(run, None) {
                    return;
                }
            }
            Purpose::GoOn => {
                if self.run.pictures().is_some() {
                    self.mark_input(config);
                }
                self.run.config.movies = config.movies;
                self.run.set_pictures(config.source.clone(), pictures);
            }
        }
        // Who hears of them finds them in the snapshot.
        self.publish();
        self.publisher.say(Event::Loaded {
            pictures: count,
            skipped,
            movies,
        });
    }

    /// Marks what changes in the movies that are learned from.
    fn mark_input(&mut self, config: &Config) {
        let was = &self.run.config;
        let is_cut_anew = config.movies != was.movies;
        if config.source != was.source || !is_cut_anew {
            self.run.mark(format!("pictures: {}", config.source));
        }
        if is_cut_anew {
            self.run
                .mark(format!("motion: {}", config.movies.cut_name()));
        }
    }
}
