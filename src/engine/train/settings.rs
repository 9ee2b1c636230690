//! Changes of a run's settings, each marked on its curves.

use super::run::TrainingRun;
use crate::engine::messages::Layer;
use crate::telemetry::Mark;

impl TrainingRun {
    pub(crate) fn set_alpha(&mut self, alpha: f32) {
        let old = std::mem::replace(&mut self.config.model.alpha, alpha);
        self.mark_change("alpha", old, alpha);
    }

    pub(crate) fn set_beta(&mut self, beta: f32) {
        let old = std::mem::replace(&mut self.config.model.beta, beta);
        self.mark_change("beta", old, beta);
    }

    pub(crate) fn set_gamma(&mut self, gamma: f32) {
        let old = std::mem::replace(&mut self.config.model.gamma, gamma);
        self.mark_change("gamma", old, gamma);
    }

    pub(crate) fn set_extra_betas(&mut self, betas: &[f32]) {
        self.copy = None;
        self.learner.set_extra_betas(betas);
        let named: Vec<_> = betas.iter().map(ToString::to_string).collect();
        self.mark(match named.as_slice() {
            [] => "no extra betas".to_owned(),
            named => format!("extra betas {}", named.join(", ")),
        });
        self.config.learning.extra_betas = betas.to_vec();
    }

    pub(crate) fn set_rate(&mut self, layer: Layer, rate: f32) {
        let old = std::mem::replace(self.rate_mut(layer), rate);
        self.mark_change(&format!("rate of {}", layer.weights()), old, rate);
    }

    pub(crate) fn freeze(&mut self, layer: Layer, frozen: bool) {
        let learning = &mut self.config.learning;
        let flag = match layer {
            Layer::Simple => &mut learning.freeze_simple,
            Layer::Invariant => &mut learning.freeze_invariant,
        };
        if *flag != frozen {
            *flag = frozen;
            let verb = if frozen { "frozen" } else { "learns" };
            self.mark(format!("{} {verb}", layer.weights()));
        }
    }

    pub(crate) fn mark(&mut self, text: String) {
        let mark = self.now(text);
        self.state.history.mark(mark);
    }

    fn mark_change(&mut self, name: &str, old: f32, new: f32) {
        if old != new {
            let now = self.now(String::new());
            self.state.history.mark_change(name, old, new, now);
        }
    }

    fn now(&self, text: String) -> Mark {
        Mark {
            step: self.state.step,
            movies_seen: self.state.movies_seen,
            elapsed_secs: self.state.elapsed_secs,
            text,
        }
    }

    pub(super) fn rate_mut(&mut self, layer: Layer) -> &mut f32 {
        match layer {
            Layer::Simple => &mut self.config.learning.simple_rate,
            Layer::Invariant => &mut self.config.learning.invariant_rate,
        }
    }
}
