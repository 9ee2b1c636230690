//! Starting again: with the draft, a preset, another coupling or another seed.

use crate::app::notices::REFUSED;
use crate::app::state::State;
use crate::config::{Config, Preset};
use crate::engine::Command;
use crate::model::{Coupling, LearningParams};
use crate::parameter::Parameter;
use crate::source::MovieParams;

impl State {
    /// What to start again with.
    pub(crate) fn drafted(&self) -> Config {
        self.with_sizes_of(&self.draft)
    }

    /// The present configuration with the sizes and the contrast of a draft. Sliders act at once, so the draft follows them and
    /// they do not make it differ. Three layers and the preset `huge` have sparsities of their own, which come from the draft; to and
    /// from the toy example all does.
    pub(crate) fn with_sizes_of(&self, draft: &Config) -> Config {
        let live = &self.live;
        let mut drafted = Config {
            seed: live.seed,
            ..draft.clone()
        };
        let is_alike = draft.learning.schedule == live.learning.schedule;
        if is_alike {
            drafted.learning = LearningParams {
                batch_movies: draft.learning.batch_movies,
                ..live.learning.clone()
            };
            drafted.model.beta = live.model.beta;
            drafted.follow_sizes_from(live);
            let kin = [draft, live].map(Preset::kin);
            if kin[0] == kin[1] {
                let (model, live_model) = (&mut drafted.model, &live.model);
                (model.alpha, model.gamma) = (live_model.alpha, live_model.gamma);
                (model.simple_share, model.invariant_share) =
                    (live_model.simple_share, live_model.invariant_share);
            } else {
                drafted.model.beta = Parameter::Beta.usual_value(draft);
                if kin.contains(&Preset::Huge) {
                    drafted.learning.keep_alive = draft.learning.keep_alive;
                }
            }
            drafted.source = live.source.clone();
            drafted.movies = MovieParams {
                patch_side: draft.movies.patch_side,
                channels: draft.movies.channels,
                frames: draft.movies.frames,
                ..live.movies
            };
        }
        drafted
    }

    /// Starts again with the draft, where it differs and all its values are in range.
    pub(crate) fn apply_draft(&mut self) {
        let draft = self.drafted();
        if draft != self.live && draft.check().is_ok() {
            self.rebuild(draft);
        }
    }

    /// Starts a new model of a preset.
    pub(crate) fn start(&mut self, preset: Preset) {
        let mut config = self.live.clone();
        preset.apply(&mut config);
        self.rebuild(config);
    }

    /// Starts a new model of a preset on the pictures there are.
    pub(crate) fn start_on_these_pictures(&mut self, preset: Preset) {
        let mut config = self.live.clone();
        preset.apply(&mut config);
        config.source = self.live.source.clone();
        config.normalise = self.live.normalise;
        self.rebuild(config);
    }

    /// Starts again with the layers coupled like this, from the same seed and pictures, so that people see the same cells
    /// come out of both; nothing where they are.
    pub(crate) fn couple(&mut self, coupling: Coupling) {
        if self.live.model.coupling != coupling {
            let mut config = self.live.clone();
            config.model.coupling = coupling;
            self.rebuild(config);
        }
    }

    /// Starts a new model of this configuration, unless a lesson is about the present one; whether it does.
    pub(crate) fn rebuild(&mut self, config: Config) -> bool {
        let refused = self.refuses_other_model();
        match refused {
            Some(reason) => self.notices.news_instead(REFUSED, reason),
            None => self.send(Command::Rebuild(Box::new(config))),
        }
        refused.is_none()
    }

    /// Starts again from the seed entered, or from the next one.
    pub(crate) fn start_with_new_seed(&mut self) {
        if self.next_seed == self.live.seed {
            self.next_seed = self.next_seed.wrapping_add(1);
        }
        self.send(Command::NewSeed(self.next_seed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::state::settings::Settings;

    #[test]
    fn all_betas_of_a_draft_follow_its_sizes() {
        let mut live = Config::default();
        live.model.beta = 0.5;
        live.learning.extra_betas = vec![0.1, 0.4];
        let mut draft = live.clone();
        draft.movies.frames = 6;
        draft.model.simple = 1001;
        let state = State::new(live.clone(), Settings::default());
        let drafted = state.with_sizes_of(&draft);
        let scale = draft.beta_scale();
        assert!((1.9..2.0).contains(&scale));
        assert_eq!(drafted.model.beta, 0.5 * scale);
        assert_eq!(drafted.learning.extra_betas, [0.1 * scale, 0.4 * scale]);
        assert!(drafted.learning.keep_alive, "beyond the presets");
        assert_eq!(state.with_sizes_of(&live), live);
    }

    #[test]
    fn beta_of_a_draft_grows_with_its_frames_and_is_that_of_its_preset_where_that_has_its_own() {
        let beta = |live: &Config, draft: &Config| {
            let state = State::new(live.clone(), Settings::default());
            state.with_sizes_of(draft).model.beta
        };
        let of = |preset, frames| {
            let mut config = Config::preset(preset);
            config.movies.frames = frames;
            config
        };
        let [paper, huge] = [Preset::Paper, Preset::Huge].map(Config::preset);
        let mut live = paper.clone();
        live.model.beta = 0.6;
        assert_eq!(beta(&live, &of(Preset::Paper, 6)), 1.2, "as it was set");
        for frames in [3, 6] {
            let huge_beta = huge.model.beta * frames as f32 / 3.0;
            let paper_beta = paper.model.beta * frames as f32 / 3.0;
            assert_eq!(beta(&live, &of(Preset::Huge, frames)), huge_beta);
            assert_eq!(
                beta(&of(Preset::Huge, 5), &of(Preset::Paper, frames)),
                paper_beta
            );
        }
    }
}
