//! What a button and an action both ask of the engine.

use std::path::{Path, PathBuf};

use crate::app::commands::View;
use crate::app::export::ExportForm;
use crate::app::notices::{NUMBER, REFUSED};
use crate::app::state::State;
use crate::app::state::kept::KeptChange;
use crate::config::Config;
use crate::engine::{Command, Layer, MODEL_ENDING, Run};
use crate::ffmpeg::choose_ffmpeg;
use crate::model::SHARES;
use crate::parameter::Parameter;
use crate::source::{Motion, MovieParams, SourceSpec};
use crate::words::{as_said, capital};

impl State {
    /// Sets a parameter; it acts at once. A value that does not go with the others is refused, and that is said.
    pub(crate) fn set(&mut self, parameter: Parameter, value: f32) {
        if let Err(error) = self.with(parameter, value).check() {
            // The error may be that of the value it does not go with.
            let stays = format!(
                "{} stays {}",
                parameter.row().name,
                parameter.get(&self.live)
            );
            let text = format!("{}. At {value}, the {error}.", capital(as_said(&stays)));
            return self.notices.news_instead(NUMBER, text);
        }
        self.notices.resolve(NUMBER);
        self.show_value(parameter, value);
        parameter.set(&mut self.chosen, value);
        self.send(Command::Set(parameter, value));
    }

    /// Shows a value of a parameter that is in force.
    pub(crate) fn show_value(&mut self, parameter: Parameter, value: f32) {
        parameter.set(&mut self.live, value);
        parameter.set(&mut self.draft, value);
    }

    /// Whether a value of a parameter was sent that the engine may not have taken over yet.
    pub(crate) fn is_on_its_way(&self, parameter: Parameter) -> bool {
        let mut commands = self.on_their_way();
        commands.any(|command| matches!(command, Command::Set(set, _) if *set == parameter))
    }

    /// Commands that the engine may not have applied yet, the first to be applied first.
    pub(crate) fn on_their_way(&self) -> impl Iterator<Item = &Command> {
        self.in_flight.commands().chain(&self.commands)
    }

    /// Whether this value of a parameter goes with the others.
    pub(crate) fn can_set(&self, parameter: Parameter, value: f32) -> bool {
        self.with(parameter, value).check().is_ok()
    }

    fn with(&self, parameter: Parameter, value: f32) -> Config {
        let mut config = self.live.clone();
        parameter.set(&mut config, value);
        config
    }

    /// Stops learning, or continues.
    pub(crate) fn toggle_pause(&mut self) {
        self.send(match self.run() {
            Run::Paused => Command::Resume,
            Run::Waiting | Run::Running | Run::Counting(_) => Command::Pause,
        });
    }

    /// Lets a layer keep its weights, or learn again.
    pub(crate) fn toggle_freeze(&mut self, layer: Layer) {
        let frozen = layer.frozen_mut(&mut self.live.learning);
        *frozen = !*frozen;
        let is_frozen = *frozen;
        self.send(Command::Freeze(layer, is_frozen));
    }

    /// Keeps all units alive, or lets them die.
    pub(crate) fn toggle_keep_alive(&mut self) {
        let keeps = !self.live.learning.keep_alive;
        self.live.learning.keep_alive = keeps;
        self.draft.learning.keep_alive = keeps;
        self.send(Command::KeepAlive(keeps));
    }

    /// Adapts the sparsity of a layer to the share of its units that is on now, or keeps the sparsity that it has now.
    pub(crate) fn toggle_share(&mut self, layer: Layer) {
        let share = layer.of(Parameter::SimpleShare, Parameter::InvariantShare);
        let next = if share.get(&self.live) > 0.0 {
            // It stays where it has come to.
            let (price, now) = (
                layer.of(Parameter::Alpha, Parameter::Beta),
                self.price_now(layer),
            );
            self.show_value(price, now);
            price.set(&mut self.chosen, now);
            0.0
        } else {
            let on = self.share_now(layer).unwrap_or(0.0);
            if on == 0.0 {
                return self.notices.news(format!(
                    "No unit of {} is on: there is no share to hold.",
                    layer.code()
                ));
            }
            let rounded = (on * 10_000.0).round() / 10_000.0;
            (rounded as f32).clamp(*SHARES.start(), *SHARES.end())
        };
        self.set(share, next);
    }

    /// The share of the units of a layer that is on now; `None` before anything was learned.
    pub(crate) fn share_now(&self, layer: Layer) -> Option<f64> {
        let now = self.now()?;
        let share = layer.of(now.simple_density, now.invariant_density);
        (now.patches_per_sec > 0.0 || share > 0.0).then_some(share)
    }

    /// The sparsity of a layer as it is now, adapted or not.
    pub(crate) fn price_now(&self, layer: Layer) -> f32 {
        let price = layer.of(Parameter::Alpha, Parameter::Beta);
        let newest = self.newest.as_ref();
        newest.map_or(price.get(&self.live), |newest| {
            price.get(&newest.snapshot.config)
        })
    }

    /// Rarely active units of a layer; none before that is known.
    pub(crate) fn dead(&self, layer: Layer) -> usize {
        let known = self
            .now()
            .and_then(|status| status.known_dead(layer.of(0, 1), &self.live));
        known.unwrap_or(0)
    }

    /// Pauses when complex cells emerge, or does not any more.
    pub(crate) fn toggle_pause_when_emerged(&mut self) {
        self.settings.pauses_when_emerged ^= true;
    }

    /// Trains a separate A at each beta that responses are compared at, but the model's own; or at no other.
    pub(crate) fn train_betas(&mut self, learns: bool) {
        let wanted = if learns {
            self.other_betas()
        } else {
            Vec::new()
        };
        self.set_extra_betas(wanted);
    }

    /// Trains a separate A at each of these betas, and at no other.
    pub(crate) fn set_extra_betas(&mut self, betas: Vec<f32>) {
        self.live.learning.extra_betas.clone_from(&betas);
        self.send(Command::ExtraBetas(betas));
    }

    /// The betas that responses are compared at, but the model's own, each once.
    pub(crate) fn other_betas(&self) -> Vec<f32> {
        let mut others: Vec<f32> = Vec::new();
        for beta in self.settings.betas {
            if beta != self.live.model.beta && !others.contains(&beta) {
                others.push(beta);
            }
        }
        others
    }

    /// How many movies of the last minibatch can be looked at.
    pub(crate) fn shown_movies(&self) -> usize {
        self.model().map_or(0, |model| model.snapshot.input.count())
    }

    /// Opens a model; of other files the model learns from then on. Models among them are left out, and that is said.
    pub(crate) fn take_files(&mut self, paths: Vec<PathBuf>) {
        let is_model = |path: &PathBuf| {
            let ending = path.extension();
            ending.is_some_and(|ending| ending.eq_ignore_ascii_case(MODEL_ENDING))
        };
        let (mut models, others): (Vec<_>, Vec<_>) = paths.into_iter().partition(is_model);
        if !others.is_empty() || models.len() == 1 {
            self.close_welcome(Command::Return);
        }
        if others.is_empty() && models.len() == 1 {
            return self.send(Command::Open(models.swap_remove(0)));
        }
        if let Some(first) = models.first() {
            self.notices
                .problem(models_left_out(first, models.len() - 1));
        }
        if !others.is_empty() {
            self.send(Command::NewSource(SourceSpec::images(others)));
        }
    }

    /// Closes the card of the first start, and says what becomes of the model behind it.
    pub(crate) fn close_welcome(&mut self, then: Command) {
        if self.welcome.take().is_some_and(|card| card.visits) {
            self.send(then);
        }
    }

    /// Shows another movie of the minibatch, as long as there is one.
    pub(crate) fn step_movie(&mut self, by: isize) {
        let last = self.shown_movies().saturating_sub(1);
        self.workers.input.movie = self.workers.input.movie.saturating_add_signed(by).min(last);
    }

    /// The configuration of the model that views show.
    pub(crate) fn shown_config(&self) -> &Config {
        self.model()
            .map_or(&self.live, |model| &model.snapshot.config)
    }

    /// How the movies are cut of the model that views show.
    pub(crate) fn shown_cut(&self) -> &MovieParams {
        &self.shown_config().movies
    }

    /// Moves what hides pixels by so many.
    pub(crate) fn move_mask(&mut self, by: [f32; 2]) {
        let side = self.shown_cut().patch_side;
        self.workers.inpainting.mask_editor.move_by(side, by);
    }

    /// Hides the pixels under the brush, or brings them back.
    pub(crate) fn paint_mask(&mut self, is_back: bool) {
        let side = self.shown_cut().patch_side;
        self.workers.inpainting.mask_editor.paint(side, is_back);
    }

    /// Reads the list of kept models, after a change of the one in `path`.
    pub(crate) fn read_kept(&mut self, change: KeptChange, path: &Path, ctx: &egui::Context) {
        let colors = self.settings.preferences.colors();
        self.kept.kept_step = self.now().and_then(|now| now.kept_step);
        if let Err(problem) = self.kept.read(change, path, colors, ctx) {
            self.notices.problem(problem);
        }
    }

    /// A form to export a view, into the folder and in the format that were used last.
    pub(crate) fn export_form(&self, view: View) -> ExportForm {
        ExportForm::new(view, self.recents.folder.as_deref(), self.exports.choices)
    }

    /// Learns from the embedded scenes, which have no motion of their own.
    pub(crate) fn use_scenes(&mut self) {
        let movies = &mut self.live.movies;
        if movies.motion != Motion::Movie {
            return self.send(Command::NewSource(SourceSpec::Scenes));
        }
        movies.motion = Motion::Auto;
        let movies = *movies;
        self.send(Command::Cut {
            source: Some(SourceSpec::Scenes),
            movies,
        });
    }

    /// Cuts movies of the same source in another way; not in a lesson, which tells what its model learns from.
    pub(crate) fn cut(&mut self, movies: MovieParams) {
        if let Some(reason) = self.refuses_other_model() {
            return self.notices.news_instead(REFUSED, reason);
        }
        self.live.movies = movies;
        self.send(Command::Cut {
            source: None,
            movies,
        });
    }

    /// Takes back how movies were to be cut: it is as the newest model has it.
    pub(crate) fn keep_cut(&mut self) {
        if let Some(newest) = &self.newest {
            let now = &newest.snapshot.config.movies;
            self.live.movies = self.live.movies.cut_as(now);
        }
    }

    /// Tells the engine of what is set otherwise now, as [`Told::changes`](crate::app::state::run::instructions::Told::changes) has
    /// it, and chooses the decoder of videos of the whole program. While somebody types (`is_typing`) that waits: half a path names
    /// none.
    pub(crate) fn instruct(&mut self, is_held: bool, is_typing: bool) {
        let preferences = &self.settings.preferences;
        if !is_typing && self.told.takes_ffmpeg(&preferences.ffmpeg) {
            choose_ffmpeg(preferences.named_ffmpeg());
            let is_without = self.now().is_some_and(|status| status.pictures == 0);
            if is_without && self.loading.is_none() {
                // It may be what they could not be read without.
                self.send(Command::NewSource(self.live.source.clone()));
            }
        }
        let commands = self.told.changes(&self.settings, is_held);
        commands.into_iter().for_each(|command| self.send(command));
    }
}

/// What is said of models that came with other files: the first by its name, and how many more there are.
fn models_left_out(first: &Path, more: usize) -> String {
    let first = first.display();
    match more {
        0 => format!("{first}: a model, left out of the pictures; to open it, drop it alone"),
        _ => format!("{first} and {more} more: models, not opened; drop one model alone"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::state::Welcome;
    use crate::app::state::settings::Settings;

    #[test]
    fn a_value_that_does_not_go_with_another_is_refused() {
        let mut state = State::new(Config::default(), Settings::default());
        let before = state.live.clone();
        let beyond = Parameter::FastestMotion.get(&before) + 1.0;
        state.set(Parameter::SlowestMotion, beyond);
        assert_eq!(state.live, before);
        assert!(state.commands.is_empty());
        state.set(Parameter::FastestMotion, beyond);
        state.set(Parameter::SlowestMotion, beyond);
        assert_eq!(state.commands.len(), 2);
    }

    #[test]
    fn files_dropped_on_the_card_are_for_the_model_behind_it() {
        let welcome = Some(Welcome {
            visits: true,
            ..Welcome::default()
        });
        for (file, then) in [
            (
                "a.png",
                Command::NewSource(SourceSpec::images(vec!["a.png".into()])),
            ),
            ("a.safetensors", Command::Open("a.safetensors".into())),
        ] {
            let mut state = State {
                welcome,
                ..State::new(Config::default(), Settings::default())
            };
            state.take_files(vec![file.into()]);
            assert_eq!(state.commands, [Command::Return, then]);
            assert!(state.welcome.is_none());
        }
    }
}
