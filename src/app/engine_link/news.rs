//! Models and measures that come, put into the state.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::events::ENDED;
use crate::app::engine_link::News;
use crate::app::notices::{FAILED, MODEL};
use crate::app::state::State;
use crate::app::state::model_view::{ModelView, RenderedModel};
use crate::app::state::past::timeline::Timeline;
use crate::app::state::past::{is_past, is_pinned};
use crate::app::state::pins::Pin;
use crate::engine::{Analysis, Answer, Command, Snapshot, Topic};
use crate::parameter::Parameter;
use crate::source::SourceSpec;
use crate::words::{as_said, three_digits};

/// Why nothing was filled in or found, until a search succeeds or the mask is another.
const INPAINTING: &str = "in-painting";
/// What becomes of a model that gets other pictures.
const GOES_ON: &str = "The model goes on with these pictures. Restart begins a new one with them.";

impl State {
    /// Takes over what came from the engine or a worker.
    pub(crate) fn on_news(&mut self, news: News) {
        match news {
            // A film shows the run as it was when it began.
            News::Model(model) if self.is_filmed() => self.exports.held = Some(model),
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
            self.pins.take_run(&snapshot);
            if previous.is_some() {
                self.notices.resolve(FAILED);
                self.notices.resolve(ENDED);
            }
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
            let learns_from = match before.source == begun.config.source {
                true => String::new(),
                false => format!(" It learns from {}.", begun.config.source),
            };
            let beside = match self.pins.all().iter().any(Pin::is_beside) {
                true => " Parallel runs go on: they have learned from more movies.",
                false => "",
            };
            let shown = match self.pins.is_shown() {
                true => " The pinned run is still shown.",
                false => "",
            };
            let way_back = self.brings_back("the previous one");
            let text =
                format!("A new model begins.{learns_from}{other}{alive}{beside}{shown} {way_back}");
            self.notices.news_instead(MODEL, text);
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
            self.notices.news(GOES_ON);
        }
    }

    fn on_answer(&mut self, answer: Answer) {
        self.take_answer(&answer);
        match answer {
            Answer::Analysis(analysis) => self.on_analysis(analysis),
            Answer::Refused {
                of: Topic::Inpainting,
                reason,
            }
            | Answer::Fault {
                of: Some(Topic::Inpainting),
                reason,
            } => self.notices.problem_instead(INPAINTING, reason),
            Answer::Refused { reason, .. } => self.notices.problem(reason),
            Answer::Fault { of, reason } => {
                self.notices.problem(reason);
                if of.is_none() {
                    // What a film waits for may never come.
                    self.end_film();
                }
            }
            Answer::Inpainting(answer) if self.workers.inpainting.ends_failure(&answer) => {
                self.notices.resolve(INPAINTING);
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
        if is_past(generation) {
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
}
