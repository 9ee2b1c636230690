//! What the engine has to say, put into the state.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::app::engine_link::News;
use crate::app::notices::RESTORED;
use crate::app::state::model_view::{ModelView, RenderedModel};
use crate::app::state::past::timeline::Timeline;
use crate::app::state::past::{is_pinned, is_still};
use crate::app::state::{Loading, Replaces, State, units_of};
use crate::engine::{Analysis, Answer, Command, Event, Snapshot};
use crate::parameter::Parameter;
use crate::source::SourceSpec;
use crate::words::{as_said, counted, grouped, loaded, three_digits, update_undone};

/// How the model that was replaced comes back.
const WAY_BACK: &str = " File > Restore previous model (Ctrl+B) brings back the previous one.";
/// Messages about pictures that could not be loaded.
const PICTURES: &str = "pictures";
/// What becomes of a model that gets other pictures.
const GOES_ON: &str = "The model goes on with these pictures. Restart begins a new one with them.";
/// That the program ended unexpectedly, until a kept model is back.
const ENDED: &str = "ended unexpectedly";

impl State {
    /// Takes over what came from the engine or a worker.
    pub(crate) fn on_news(&mut self, news: News) {
        match news {
            // A film shows the run as it was when it began.
            News::Model(model) if self.is_filmed() => self.held = Some(model),
            News::Model(model) => self.on_model(model),
            News::Past(answer) => self.on_past(answer),
            News::Event(event) => self.on_event(event),
            News::Answer(answer) => self.on_answer(answer),
            News::PinFault(reason) => {
                self.pins.note_unmeasurable();
                self.notices.problem(reason);
            }
        }
    }

    /// Takes note of the movies of the present minibatch that are coded; returns when to do so again, while it learns.
    pub(crate) fn note_coded(&mut self, coded: usize, time_secs: f64) -> Option<Duration> {
        let newest = self.newest.as_ref()?;
        let newest = &newest.snapshot;
        self.minibatch.follow(newest, coded, time_secs)
    }

    /// Takes over a new snapshot, rendered; when it is of another model, its configuration too.
    pub(crate) fn on_model(&mut self, model: RenderedModel) {
        let snapshot = Arc::clone(&model.snapshot);
        self.in_flight.forget_applied(snapshot.status.commands);
        let previous = self.newest.as_ref().map(|model| model.snapshot.generation);
        if previous != Some(snapshot.generation) {
            self.tell_of_previous(previous, &snapshot);
            self.adopt(&snapshot);
            self.bring_back_to(snapshot.generation);
            if self.is_past() {
                self.back_to_now();
                self.notices
                    .news("Another run began: the present is shown.");
            }
            self.timeline = Timeline::default();
            self.pins.forget_matches();
        }
        let had_emerged = self.now().and_then(|now| now.emerged_secs);
        let is_now = had_emerged.is_none() && snapshot.status.emerged_secs.is_some();
        if is_now && previous == Some(snapshot.generation) && self.settings.pace().is_some() {
            self.slow_emergence = Some(snapshot.generation);
        }
        self.follow(&snapshot.config);
        self.note_files(&snapshot);
        if self.live.source != snapshot.config.source {
            self.live.source = snapshot.config.source.clone();
        }
        let model = ModelView::new(model, self.newest.as_deref());
        match self.timeline.past_mut() {
            Some(past) => past.follow(&snapshot),
            None => model.prepare(&mut self.textures),
        }
        self.newest = Some(Rc::new(model));
    }

    /// Says the way back to the previous model from one that begins from nothing. In a lesson what comes back is the model from
    /// before it.
    fn tell_of_previous(&mut self, previous: Option<u64>, begun: &Snapshot) {
        let is_restorable = previous.is_some() && begun.status.restorable == previous;
        if is_restorable && begun.status.step == 0 && self.tour.is_none() {
            let sparsities = [Parameter::Alpha, Parameter::Beta].into_iter();
            // What is adapted to a share of units on goes on changing.
            let set = sparsities.filter(|one| !one.is_adapted(&begun.config));
            // One that was set meanwhile is on its way.
            let set = set.filter(|one| !self.is_on_its_way(*one));
            let before = self.newest.as_ref().map(|run| run.snapshot.config_as_set());
            let before = before.unwrap_or_default();
            let other = set.filter_map(|one| {
                let configs = [&before, &*begun.config];
                let value = |config| three_digits(f64::from(one.get(config))).to_string();
                let [was, is] = configs.map(value);
                let was = match one.is_adapted(&before) {
                    true => "adapted to a share of active units".to_owned(),
                    false => was,
                };
                let said = as_said(&format!("{} is {is}; it was {was}.", one.row().name));
                (was != is).then(|| format!(" Its {said}"))
            });
            let other: String = other.collect();
            let keeps = [&before, &*begun.config].map(|config| config.learning.keep_alive);
            let alive = match keeps {
                [false, true] => " All its units are kept alive.",
                [true, false] => " Its units are not kept alive.",
                _ => "",
            };
            self.notices
                .news(format!("A new model begins.{other}{alive}{WAY_BACK}"));
        }
    }

    /// Notes the model's file and its pictures when they are others than before.
    fn note_files(&mut self, snapshot: &Snapshot) {
        if let Some(path) = &snapshot.status.file
            && self.model_path() != Some(path)
        {
            self.recents.note_model(path);
        }
        let before = self
            .newest
            .as_ref()
            .map(|model| &model.snapshot.config.source);
        if before == Some(&snapshot.config.source) {
            return;
        }
        if let SourceSpec::Images(paths) = &snapshot.config.source {
            self.recents.note_pictures(paths);
        }
        let is_same_run = self
            .newest
            .as_ref()
            .is_some_and(|newest| newest.snapshot.generation == snapshot.generation);
        if is_same_run && snapshot.status.step > 0 {
            self.notices.news_instead(PICTURES, GOES_ON);
        }
    }

    fn on_answer(&mut self, answer: Answer) {
        self.take_answer(&answer);
        match answer {
            Answer::Analysis(analysis) => self.on_analysis(analysis),
            Answer::Fault { of, reason } => {
                self.notices.problem(reason);
                if of.is_none() {
                    // What a film waits for may never come.
                    self.end_film();
                }
            }
            // Only the state that asked has to do with it.
            _ => {}
        }
    }

    /// Takes over new measures. Those of the past are not for the curves of the run.
    fn on_analysis(&mut self, analysis: Arc<Analysis>) {
        let generation = analysis.snapshot.generation;
        if is_pinned(&analysis.snapshot) {
            return;
        }
        if is_still(analysis.snapshot.generation) {
            self.timeline.keep(Arc::clone(&analysis));
        }
        if let Some(past) = self.timeline.past_mut()
            && past.snapshot.generation == generation
        {
            past.take_answer(analysis);
            return;
        }
        let Some(model) = &mut self.newest else {
            return;
        };
        let measured = Box::new(analysis.measured);
        let snapshot = &analysis.snapshot;
        // What was set since it learned last is no part of its curves.
        let is_changed = snapshot.history.is_changed_at(snapshot.status.step);
        if Rc::make_mut(model).take_answer(analysis) && !is_changed {
            self.send(Command::Note {
                generation,
                measured,
            });
        }
    }

    /// Shows an event: nothing happens in silence.
    fn on_event(&mut self, event: Event) {
        match event {
            Event::Loading { done, total } => self.loading = Some(Loading { done, total }),
            Event::Loaded {
                pictures,
                skipped,
                movies,
            } => self.on_loaded([pictures, movies.len()], skipped),
            // The status line says it.
            Event::Paused { .. } | Event::Kept(_) => {}
            Event::CameBack(generation) => {
                self.loading = None;
                self.came_back = Some(generation);
                if let Some(newest) = &self.newest {
                    self.bring_back_to(newest.snapshot.generation);
                }
            }
            Event::VisitEnded => self.on_visit_ended(),
            Event::NotVisited => self.end_visit(),
            Event::Restored { movies_seen } => {
                let movies = grouped(movies_seen);
                let text = format!("The model of {movies} movies is restored.");
                self.notices.news_instead(RESTORED, text);
                self.notices.resolve(ENDED);
            }
            Event::LoadingSpared => self.loading = None,
            Event::LoadingCancelled => {
                self.loading = None;
                self.keep_cut();
                self.notices.news(if self.has_pictures() {
                    "Loading cancelled. The previous pictures stay."
                } else {
                    "Loading cancelled. Choose pictures on the left."
                });
            }
            Event::StepUndone { layer, step, rate } => {
                self.notices
                    .problem(update_undone(layer.weights(), step, rate));
            }
            Event::Revived { layer, units } => {
                let name = units_of(layer);
                self.notices.news(match units {
                    0 => format!("No dead {name} to revive."),
                    _ => format!("{units} dead {name} revived."),
                });
            }
            Event::Branched(step) => {
                let step = grouped(step);
                let mut text = format!(
                    "A new run starts at step {step}, with the settings and pictures of that moment."
                );
                // In a lesson what comes back is the model from before it, and that is told.
                if self.tour.is_none() {
                    text += " File > Restore previous model (Ctrl+B) brings back the previous run.";
                }
                self.notices.news(text);
            }
            Event::Saved(path) => {
                self.notices.resolve_about(&path.display().to_string());
                let what = if self.is_past() {
                    ": the run as it is now, not the moment shown"
                } else {
                    ""
                };
                let text = format!("Saved to {}{what}", path.display());
                self.notices.news(text);
            }
            Event::Opened {
                path,
                is_copy,
                is_restorable,
            } => {
                let opened = if is_copy { "Opened a copy of" } else { "Opened" };
                // In a lesson the model from before it comes back.
                let way_back = if is_restorable && self.tour.is_none() {
                    WAY_BACK
                } else {
                    ""
                };
                let text = format!("{opened} {}.{way_back}", path.display());
                self.notices.news(text);
            }
            Event::EndedUnexpectedly => self.notices.problem_instead(
                ENDED,
                "cellscope ended unexpectedly the last time. Its kept models are under File > Kept models.",
            ),
            Event::WouldReplace(path) => self.ask_to_replace(Replaces::Model(path)),
            Event::NotLoaded(message) => {
                self.loading = None;
                self.keep_cut();
                let text = if self.has_pictures() {
                    message
                } else {
                    // What was left out belongs to the pictures of before.
                    self.skipped.clear();
                    format!("{message}. Choose other pictures on the left.")
                };
                self.notices.problem_instead(PICTURES, text);
            }
            Event::Failed(message) => {
                // A run that was to branch off is none.
                self.branches = false;
                self.notices.problem(as_said(&message));
            }
            Event::Problem(message)
            | Event::WithoutHistory(message)
            | Event::NotSaved {
                reason: message, ..
            } => self.notices.problem(message),
            Event::Rescued { path, movies_seen } => self.rescued = Some((path, movies_seen)),
            Event::Crashed(message) => {
                self.loading = None;
                self.end_film();
                self.notices.report(&message);
                self.crash = Some(message);
            }
        }
    }

    fn has_pictures(&self) -> bool {
        self.now().is_some_and(|status| status.pictures > 0)
    }

    fn on_loaded(&mut self, [pictures, movies]: [usize; 2], skipped: Vec<String>) {
        self.loading = None;
        self.notices.resolve(PICTURES);
        if !skipped.is_empty() {
            let found = loaded(pictures, movies);
            let files = counted(skipped.len(), "file");
            self.notices.news(format!(
                "{found} loaded, {files} skipped; the list is under Pictures."
            ));
        }
        self.skipped = skipped;
    }
}
