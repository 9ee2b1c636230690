//! What the engine says of what happened, put into the state.

use crate::app::notices::{FAILED, MODEL, NOT_PINNED, NOT_SAVED, PICTURES};
use crate::app::state::past::OtherShown;
use crate::app::state::{Loading, Replaces, State, units_of};
use crate::engine::Event;
use crate::words::{as_said, counted, grouped, loaded, update_undone};

/// That the program ended unexpectedly, until another model is here.
pub(super) const ENDED: &str = "ended unexpectedly";

impl State {
    /// Shows an event: nothing happens in silence.
    pub(super) fn on_event(&mut self, event: Event) {
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
            Event::VisitEnded { is_restorable } => self.on_visit_ended(is_restorable),
            Event::NotVisited => self.end_visit(),
            Event::Restored { movies_seen } => {
                let movies = grouped(movies_seen);
                let text = format!("The model of {movies} movies is restored.");
                self.notices.news_instead(MODEL, text);
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
                    text = format!("{text} {}", self.brings_back("the previous run"));
                }
                self.notices.news_instead(MODEL, text);
            }
            Event::Saved(path) => {
                self.notices.resolve(NOT_SAVED);
                // It can be opened now.
                for kind in [FAILED, NOT_PINNED] {
                    self.notices.resolve_of(kind, &path);
                }
                let what = match self.other_shown() {
                    None => "",
                    Some(OtherShown::Past) => ": the run as it is now, not the moment shown",
                    Some(OtherShown::Pinned) => ": the run as it is now, not the pinned run shown",
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
                    format!(" {}", self.brings_back("the previous one"))
                } else {
                    String::new()
                };
                let text = format!("{opened} {}.{way_back}", path.display());
                self.notices.news_instead(MODEL, text);
            }
            Event::EndedUnexpectedly => self.notices.problem_instead(
                ENDED,
                "cellscope ended unexpectedly the last time. What it kept, if anything, is under File > Kept models. Files are as last saved.",
            ),
            Event::WouldReplace(path) => self.replaces.push_back(Replaces::Model(path)),
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
                self.notices.problem_of(FAILED, as_said(&message));
            }
            Event::NotSaved { reason, .. } => self.notices.problem_instead(NOT_SAVED, reason),
            Event::Problem(message) | Event::WithoutHistory(message) => {
                self.notices.problem(message);
            }
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
