//! Going to a moment of the past and back, and playing it.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::app::notices::STEPS;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::past::time_axis::TimeAxis;
use crate::app::state::past::timeline::Playing;
use crate::app::state::past::{OtherShown, PastAnswer, PastRequest};
use crate::engine::{Command, Moment};

/// While the past is played, the next frame comes at most so much later.
const LONGEST_WAIT_SECS: f64 = 1.0;
/// What is said where there is no past to go to.
const NOTHING_RECORDED: &str = "No moment of this run is recorded yet.";

impl State {
    /// Whether a moment of the past is shown, or about to be.
    pub fn is_past(&self) -> bool {
        self.timeline.wanted.is_some()
    }

    /// What is shown in place of the run as it is now.
    pub(crate) fn other_shown(&self) -> Option<OtherShown> {
        if self.is_past() {
            Some(OtherShown::Past)
        } else if self.pins.is_shown() {
            Some(OtherShown::Pinned)
        } else {
            None
        }
    }

    /// The recorded moments before now, oldest first. A stop of the timeline is one of them or, behind them, now.
    pub(crate) fn moments(&self) -> &[Moment] {
        let Some(newest) = &self.newest else {
            return &[];
        };
        let moments = newest.snapshot.recording.moments();
        let now = newest.snapshot.status.step;
        &moments[..moments.partition_point(|moment| moment.step < now)]
    }

    /// The stop that is shown: the number of a moment, or how many there are for now.
    pub(crate) fn stop(&self) -> usize {
        let moments = self.moments();
        let Some(step) = self.timeline.wanted else {
            return moments.len();
        };
        let after = moments.partition_point(|moment| moment.step <= step);
        after.saturating_sub(1)
    }

    /// Shows a stop, and plays no further.
    pub(crate) fn go_to(&mut self, stop: usize) {
        self.timeline.playing = None;
        self.show_pin(false);
        match self.moments().get(stop).map(|moment| moment.step) {
            Some(step) => self.timeline.wanted = Some(step),
            None => self.back_to_now(),
        }
    }

    /// Shows the stop so many further on.
    pub(crate) fn go_by(&mut self, stops: isize) {
        let stop = self.stop().saturating_add_signed(stops);
        self.go_to(stop);
        if self.moments().is_empty() {
            self.notices.news(NOTHING_RECORDED);
        }
    }

    /// Shows the newest model again.
    pub(crate) fn back_to_now(&mut self) {
        self.show_pin(false);
        if self.is_past()
            && let Some(newest) = &self.newest
        {
            newest.prepare(&mut self.textures);
        }
        self.timeline.leave();
        self.notices.resolve(STEPS);
    }

    /// Starts a new run from the moment shown, and goes back to now.
    pub(crate) fn branch(&mut self) {
        match self.timeline.wanted {
            Some(step) => {
                self.branches = true;
                self.send(Command::Branch(step));
                self.back_to_now();
            }
            None => self
                .notices
                .news("Choose a moment of the past to branch from."),
        }
    }

    /// Plays the past from the moment shown, from its beginning when that is now; or stops playing.
    pub(crate) fn toggle_play(&mut self, at_secs: f64) {
        if self.timeline.playing.take().is_some() {
            return;
        }
        let start = if self.is_past() { self.stop() } else { 0 };
        let Some(secs) = self.moments().get(start).map(|moment| moment.elapsed_secs) else {
            return self.notices.news(NOTHING_RECORDED);
        };
        self.go_to(start);
        self.timeline.playing = Some(Playing { secs, at_secs });
    }

    /// While the past is played, goes on to where playing has come at this time of the window, in seconds; says in how
    /// long it comes to the next moment. At its end it begins again, or is now.
    pub(crate) fn play_on(&mut self, at_secs: f64) -> Option<Duration> {
        let playing = self.timeline.playing?;
        let newest = &self.newest.as_ref()?.snapshot;
        let axis = TimeAxis::of(newest);
        let speed = self.settings.play_speed;
        let played_secs = at_secs - playing.at_secs;
        let end_secs = newest.status.elapsed_secs;
        let mut secs = speed.later(&axis, playing.secs, played_secs);
        if secs >= end_secs {
            if !self.settings.loops_past {
                self.back_to_now();
                return None;
            }
            secs = 0.0;
        }
        let moments = self.moments();
        let next = moments.partition_point(|moment| moment.elapsed_secs <= secs);
        let next_secs = moments.get(next).map_or(end_secs, |m| m.elapsed_secs);
        let wait_secs = speed.between(&axis, secs, next_secs);
        self.go_to(next.saturating_sub(1));
        self.timeline.playing = Some(Playing { secs, at_secs });
        let wait_secs = wait_secs.clamp(0.0, LONGEST_WAIT_SECS);
        Some(Duration::from_secs_f64(wait_secs))
    }

    /// The moment to be read, where another one is wanted than was asked for last.
    pub(crate) fn past_request(&mut self) -> Option<PastRequest> {
        let step = self.timeline.wanted?;
        let newest = Rc::clone(self.newest.as_ref()?);
        let index = newest.snapshot.recording.nearest(step)?;
        let colors = self.settings.preferences.colors();
        let asked = self.timeline.asked.replace((step, colors));
        (asked != Some((step, colors))).then(|| PastRequest {
            newest: Arc::clone(&newest.snapshot),
            index,
            colors,
        })
    }

    /// Shows a moment that was read; goes back to now where it could not be.
    pub(crate) fn on_past(&mut self, answer: PastAnswer) {
        let Some(newest) = &self.newest else { return };
        if !self.is_past() || answer.generation != newest.snapshot.generation {
            return;
        }
        match answer.result {
            Ok(model) => {
                let mut past = ModelView::past(model, self.timeline.past().map(|past| &**past));
                past.follow(&newest.snapshot);
                if let Some(known) = self.timeline.known(&past.snapshot) {
                    past.take_answer(known);
                }
                past.prepare(&mut self.textures);
                self.timeline.past = Some(Rc::new(past));
            }
            Err(reason) => {
                self.back_to_now();
                self.notices
                    .problem(format!("The past cannot be shown: {reason}"));
                self.end_film();
            }
        }
    }
}
