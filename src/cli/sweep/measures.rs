//! What is measured of the model of a task. All but the times is the same on any machine of one instruction set.

use std::sync::Arc;

use crate::cli::io::movies::{held_out_codes, load_pictures};
use crate::engine::{Snapshot, tuning_of};
use crate::sweep::Measures;

/// Held-out movies measured on.
const MOVIES: usize = 1_000;

/// The measures of a trained model.
///
/// # Errors
/// When its pictures cannot be loaded again.
pub(super) fn measures_of(trained: &Snapshot) -> anyhow::Result<Measures> {
    let (config, status) = (&*trained.config, &trained.status);
    let adapted = config.model.adapted_prices();
    let dead = |layer| status.known_dead(layer, config).map(|dead| dead as f64);
    let mut measures = Measures {
        steps: Some(status.step as f64),
        movies_seen: Some(status.movies_seen as f64),
        dead_simple: dead(0),
        dead_invariant: dead(1),
        dead_top: (config.model.top > 0).then(|| dead(2)).flatten(),
        adapted_alpha: adapted.map(|[alpha, _]| f64::from(alpha)),
        adapted_beta: adapted.map(|[_, beta]| f64::from(beta)),
        elapsed_secs: Some(status.elapsed_secs),
        // Of a model that was trained before it was opened nobody knows.
        patches_per_second: Some(status.patches_per_sec).filter(|rate| *rate > 0.0),
        ..Measures::default()
    };
    match trained.lines() {
        Some(lines) => measures.take_lines(&lines),
        None => {
            let measured = tuning_of(config, &trained.learner);
            measures.take_tuning(&measured, status.are_most_dead(config));
        }
    }
    let pictures = match &trained.pictures {
        Some(pictures) => Arc::clone(pictures),
        None => Arc::new(load_pictures(config)?),
    };
    let weights = &trained.learner.weights;
    let (codes, power) = held_out_codes(config, &pictures, weights, MOVIES, config.seed)?;
    measures.take_codes(&codes, power);
    Ok(measures)
}
