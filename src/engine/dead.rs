//! Units that are rarely active, and models that consist of them.

use crate::config::Config;
use crate::model::{Learner, dead};

/// Rarely active units of each layer, the simple one first; none before anything was learned.
pub(super) fn dead_by_layer(learner: &Learner, step: u64) -> Vec<usize> {
    let uses = learner.unit_uses();
    uses.map(|unit_use| if step == 0 { 0 } else { dead(unit_use).len() })
        .collect()
}

/// Whether it is known that most units of one of the first two layers of a learner are dead: its concentration tells nothing then.
pub(super) fn is_mostly_dead(learner: &Learner, step: u64, config: &Config) -> bool {
    are_most_dead(&dead_by_layer(learner, step), learner.movies_seen, config)
}

/// Whether most of so many units are dead.
pub(crate) fn are_most(dead: usize, units: usize) -> bool {
    2 * dead > units
}

/// Whether it is known that most units of one of the first two layers are dead, of a model with `dead_by_layer` dead units.
pub(super) fn are_most_dead(dead_by_layer: &[usize], movies_seen: u64, config: &Config) -> bool {
    let (schedule, model) = (config.learning.schedule, &config.model);
    let layers = dead_by_layer
        .iter()
        .zip([model.simple, model.invariant])
        .enumerate();
    layers.into_iter().any(|(layer, (dead, units))| {
        are_most(*dead, units) && movies_seen >= schedule.dead_known_from(layer, model.simple)
    })
}
