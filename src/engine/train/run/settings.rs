//! Changes of a run's settings, each marked on its curves.

use std::fmt;
use std::time::{Duration, Instant};

use crate::config::Config;
use crate::engine::messages::Layer;
use crate::engine::train::run::TrainingRun;
use crate::parameter::Parameter;
use crate::telemetry::Mark;

/// Changes of a parameter within this time belong to one drag of its slider; so do those of two minibatches in a row, of which one can
/// take longer.
const ONE_DRAG: Duration = Duration::from_secs(1);

impl TrainingRun {
    pub(crate) fn set(&mut self, parameter: Parameter, value: f32) {
        let old = parameter.get(&self.config);
        parameter.set(&mut self.config, value);
        self.note_prices(parameter, old, value);
        if old != value {
            let step = self.state.step;
            let dragged = self.changed_last.filter(|&(changed, at, changed_at)| {
                changed == parameter && (at.elapsed() < ONE_DRAG || step <= changed_at + 1)
            });
            let dragged_at = dragged.map(|(_, _, changed_at)| changed_at);
            let (name, now) = (parameter.row().name, self.now(String::new()));
            let history = &mut self.state.history;
            history.mark_change(name, old, value, now, dragged_at);
            self.changed_last = Some((parameter, Instant::now(), step));
        }
    }

    /// What is set from now on belongs to no drag of before.
    pub(in crate::engine::train) fn end_drag(&mut self) {
        self.changed_last = None;
    }

    /// Keeps what alpha and beta were set to while they are adapted to shares of units on.
    fn note_prices(&mut self, parameter: Parameter, old: f32, value: f32) {
        let (model, kept) = (&self.config.model, &mut self.state.prices_set);
        let [alpha, beta] = kept.get_or_insert([model.alpha, model.beta]);
        // A share that is held or let go begins or ends what adapts the sparsity; another share does not.
        let is_switched = old == 0.0 || value == 0.0;
        match parameter {
            Parameter::Alpha => *alpha = value,
            Parameter::Beta => *beta = value,
            Parameter::SimpleShare if is_switched => *alpha = model.alpha,
            Parameter::InvariantShare if is_switched => *beta = model.beta,
            _ => {}
        }
        kept.take_if(|_| model.adapted_prices().is_none());
    }

    /// A configuration with the sparsities as they were set, in the place of those of this run that were adapted since.
    pub(in crate::engine::train) fn as_set(&self, mut config: Config) -> Config {
        let Some([alpha, beta]) = self.state.prices_set else {
            return config;
        };
        let (model, now) = (&mut config.model, &self.config.model);
        if model.simple_share > 0.0 && model.alpha == now.alpha {
            model.alpha = alpha;
        }
        if model.invariant_share > 0.0 && model.beta == now.beta {
            model.beta = beta;
        }
        config
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

    pub(crate) fn freeze(&mut self, layer: Layer, frozen: bool) {
        let flag = layer.frozen_mut(&mut self.config.learning);
        if *flag != frozen {
            *flag = frozen;
            let verbs = |verb| format!("{} {verb}", layer.weights());
            self.mark_switch(frozen, [verbs("frozen"), verbs("learns")]);
        }
    }

    pub(crate) fn keep_alive(&mut self, keeps: bool) {
        if self.config.learning.keep_alive != keeps {
            self.config.learning.keep_alive = keeps;
            let texts = ["all units kept alive", "units may die"];
            self.mark_switch(keeps, texts.map(str::to_owned));
        }
    }

    pub(crate) fn mark(&mut self, text: String) {
        let mark = self.now(text);
        self.state.history.mark(mark);
    }

    /// Marks what something is now, in the place of what it was meanwhile but nothing was learned from.
    pub(in crate::engine::train) fn mark_latest(&mut self, what: &str, now: &impl fmt::Display) {
        let mark = self.now(format!("{what}{now}"));
        self.state.history.mark_latest(what, mark);
    }

    /// Marks what came of itself; what comes with every minibatch is one mark.
    pub(in crate::engine::train) fn mark_event(&mut self, text: String) {
        let last = self.state.history.marks().last();
        if last.is_none_or(|last| last.text != text) {
            let mark = self.now(text);
            self.state.history.mark(Mark {
                is_event: true,
                ..mark
            });
        }
    }

    /// Marks what is switched on or off now, by the text for either.
    fn mark_switch(&mut self, is_on: bool, [on, off]: [String; 2]) {
        let (text, opposite) = if is_on { (on, off) } else { (off, on) };
        let now = self.now(String::new());
        self.state.history.mark_switch(&text, &opposite, now);
    }

    pub(in crate::engine::train) fn now(&self, text: String) -> Mark {
        Mark {
            step: self.state.step,
            movies_seen: self.state.movies_seen,
            elapsed_secs: self.state.elapsed_secs,
            text,
            is_event: false,
            until: None,
        }
    }
}
