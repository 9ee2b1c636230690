//! Runs that learn beside the run, each with one setting of its own: pinned, and shown as they go on.

use std::sync::Arc;

use super::pin::Pin;
use super::{ARE_FULL, Pins};
use crate::app::commands::Action;
use crate::app::state::State;
use crate::app::state::model_view::{Colors, RenderedModel};
use crate::config::Config;
use crate::engine::{Command, Layer, Snapshot};
use crate::model::Coupling;
use crate::source::Motion;

/// Beta of the runs beside, as a multiple of the run's.
const BETAS: [f32; 3] = [0.5, 2.0, 4.0];

/// A run that is to learn beside the run.
pub(crate) struct RunBeside {
    /// What it is called: the setting that differs.
    pub(crate) name: String,
    pub(crate) config: Config,
}

impl Pins {
    /// Begins with a run that was wished for, and keeps a letter for it: those that begin together have theirs in this order.
    /// Returns the generation that it is pinned under; `None` where all letters are taken.
    pub(crate) fn begin_beside(&mut self) -> Option<u64> {
        let letter = self.free_letter()?;
        let generation = self.next_generation();
        self.coming.push((generation, letter));
        Some(generation)
    }

    /// A run beside has stopped: what was shown of it last stays pinned.
    pub(crate) fn end_beside(&mut self, generation: u64) {
        self.coming.retain(|&(coming, _)| coming != generation);
        if let Some(pin) = self.of_generation(generation) {
            pin.measured_again_at = None;
        }
    }

    /// Whether a run beside is still wanted: it is pinned as it goes on, or has shown nothing yet.
    pub(crate) fn wants(&self, generation: u64) -> bool {
        let is_it = |pin: &Pin| pin.is_beside() && pin.snapshot().generation == generation;
        self.coming.iter().any(|&(coming, _)| coming == generation) || self.all.iter().any(is_it)
    }

    /// Whether a run beside is shown in other colours than these.
    pub(crate) fn is_drawn_otherwise(&mut self, generation: u64, colors: Colors) -> bool {
        let pin = self.of_generation(generation);
        pin.is_some_and(|pin| pin.is_beside() && pin.model.colors != colors)
    }

    /// Takes over how a run beside is now, and returns its letter where it is new.
    pub(crate) fn follow(
        &mut self,
        generation: u64,
        name: &str,
        model: RenderedModel,
    ) -> Option<char> {
        let snapshot = Arc::new(Snapshot {
            generation,
            ..Snapshot::clone(&model.snapshot)
        });
        let model = RenderedModel { snapshot, ..model };
        if let Some(pin) = self.of_generation(generation) {
            pin.follow(model);
            return None;
        }
        let is_it = |&(coming, _): &(u64, char)| coming == generation;
        let place = self.coming.iter().position(is_it)?;
        let (_, letter) = self.coming.remove(place);
        let compared = self.compared;
        self.put(Pin::beside(model), letter, name.to_owned());
        // The first of several is the one to look at.
        self.compared = compared.or(Some(letter));
        Some(letter)
    }
}

impl State {
    /// Starts the run again from its seed, and runs beside it that differ in what `action` says.
    pub(crate) fn learn_beside(&mut self, action: Action) {
        self.back_to_now();
        if action == Action::BesideBetas && self.live.model.invariant_share > 0.0 {
            // At a fixed beta as they are.
            self.toggle_share(Layer::Invariant);
        }
        let before = self.pins.all().iter().filter(|pin| pin.is_beside());
        let before: Vec<_> = before.map(|pin| pin.letter.to_string()).collect();
        if !before.is_empty() {
            let before = before.join(", ");
            self.notices.news(format!(
                "Parallel runs from before go on without a restart: {before}."
            ));
        }
        self.pins.wished.extend(self.beside(action));
        self.send(Command::Reset);
        // Also where the run was paused: they are to be watched.
        self.send(Command::Resume);
    }

    /// Tells which runs learn beside the run, all of them in one message.
    pub(crate) fn tell_beside(&mut self) {
        if self.pins.are_aside() {
            return;
        }
        let beside = self.pins.all().iter().filter(|pin| pin.is_beside());
        let (letters, names): (Vec<_>, Vec<_>) = beside
            .map(|pin| (pin.letter.to_string(), pin.name.as_str()))
            .unzip();
        let are = if letters.len() == 1 { "is" } else { "are" };
        let text = format!(
            "The run has restarted. Beside it {are} {}: {}. V shows two side by side, and the view Compare has the \
             measures of all.",
            letters.join(", "),
            names.join(", ")
        );
        self.notices.news_instead("runs beside", text);
    }

    /// Why there can be no such runs beside the run.
    pub(crate) fn refuses_beside(&self, action: Action) -> Option<&'static str> {
        let runs = self.beside(action);
        if self.newest.is_none() {
            Some("There is no model yet.")
        } else if self.tour.is_some() {
            Some("Leave the lesson first.")
        } else if runs.len() > self.pins.room() {
            Some(match self.pins.room() {
                0 => ARE_FULL,
                _ => "Too few of B, C and D are free: unpin some first.",
            })
        } else if action == Action::BesideStill && self.is_still_the_same(&runs) {
            Some("Nothing moves: the other run would be the same.")
        } else if runs.iter().any(|run| run.config.check().is_err()) {
            Some("A value of a run beside would be out of range.")
        } else {
            None
        }
    }

    /// Whether the pictures cannot be learned from in the motion of one of these runs.
    fn is_still_the_same(&self, runs: &[RunBeside]) -> bool {
        let newest = self.newest.as_ref();
        let pictures = newest.and_then(|newest| newest.snapshot.pictures.as_ref());
        pictures.is_some_and(|pictures| {
            let motions = runs.iter().map(|run| run.config.movies);
            let mut refusals = motions.map(|movies| pictures.refuses(movies.motion, movies.frames));
            refusals.any(|refusal| refusal.is_some())
        })
    }

    fn beside(&self, action: Action) -> Vec<RunBeside> {
        let run = |name: String, change: &dyn Fn(&mut Config)| {
            let mut config = self.live.clone();
            change(&mut config);
            RunBeside { name, config }
        };
        let Config {
            model,
            movies,
            seed,
            ..
        } = &self.live;
        match action {
            Action::BesideBetas => {
                let betas = BETAS.map(|multiple| multiple * model.beta);
                betas
                    .map(|beta| {
                        run(format!("\u{3b2} {beta:.3}"), &|config| {
                            config.model.beta = beta;
                            // Beta would follow a share that is held.
                            config.model.invariant_share = 0.0;
                        })
                    })
                    .into()
            }
            Action::BesideModel => {
                let (name, other) = match model.coupling {
                    Coupling::Split => ("joint", Coupling::Joint),
                    Coupling::Joint => ("split", Coupling::Split),
                };
                vec![run(name.to_owned(), &|config| {
                    config.model.coupling = other;
                    if other == Coupling::Joint {
                        config.learning.extra_betas.clear();
                    }
                })]
            }
            Action::BesideStill => {
                let (name, other) = match movies.motion {
                    Motion::Still => ("moving", Motion::Auto),
                    _ => ("still", Motion::Still),
                };
                vec![run(name.to_owned(), &|config| config.movies.motion = other)]
            }
            Action::BesideSeed => {
                let seed = seed.wrapping_add(1);
                vec![run(format!("seed {seed}"), &|config| config.seed = seed)]
            }
            _ => Vec::new(),
        }
    }
}
