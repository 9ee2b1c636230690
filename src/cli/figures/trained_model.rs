//! A model as its figures need it.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use ndarray::ArrayView2;

use crate::analysis::tuning::{EdgeParams, EdgeStudy, GratingGrid, GratingStudy, StudiedModel};
use crate::analysis::{HELD_OUT, StrongestSearch, fit_filters};
use crate::cli::io::progress;
use crate::config::Config;
use crate::figure::{FigureChoices, ShownPatch, TrainedModel};
use crate::model::{Coupling, Learner};
use crate::source::Pictures;
use crate::telemetry::History;

/// A model with its run, at this step; the strongest patches are searched for in `pictures`.
pub(crate) fn trained_model<'a>(
    (config, learner, history): (&'a Config, &'a Learner, &'a History),
    step: u64,
    edges: &'a EdgeParams,
    pictures: Option<&'a Pictures>,
    choices: FigureChoices,
) -> TrainedModel<'a> {
    let (weights, movies) = (&learner.weights, &config.movies);
    let (side, channels, normalise) = (movies.patch_side, movies.channels, &config.normalise);
    let studied = move || StudiedModel::new(step, learner, &config.model, movies, normalise);
    let top = weights.layers.get(1);
    let go_on = || ControlFlow::Continue(());
    TrainedModel {
        step,
        channels,
        dictionary: weights.dictionary.view(),
        pooling: weights.pooling().view(),
        simple_use: learner.simple_use.as_slice().unwrap_or_default(),
        invariant_use: weights.layers[0].unit_use(),
        top: top.map_or_else(
            || (ArrayView2::from(&[[0.0; 0]; 0]), &[][..]),
            |top| (top.weights.view(), top.unit_use()),
        ),
        is_joint: config.model.coupling == Coupling::Joint,
        history,
        betas: &edges.betas,
        fits: LazyLock::new(Box::new(move || {
            fit_filters(weights.dictionary.view(), side, &[])
        })),
        edges: LazyLock::new(Box::new(move || {
            let (k, betas) = (edges.k_rad_per_px, &edges.betas);
            let study = EdgeStudy::new(&studied(), k, betas, |_| true, &mut { go_on });
            study.continue_value().expect("nothing breaks it off")
        })),
        gratings: LazyLock::new(Box::new(move || {
            let grid = GratingGrid::new(movies, normalise);
            let study = GratingStudy::new(&studied(), grid, |_| true, &mut { go_on });
            study.continue_value().expect("nothing breaks it off")
        })),
        patches: LazyLock::new(Box::new(move || {
            pictures.map_or_else(Vec::new, |pictures| {
                strongest_patches((config, learner), pictures, &choices)
            })
        })),
        time: Vec::new(),
        choices,
    }
}

/// The patches that drive the unit chosen most.
fn strongest_patches(
    (config, learner): (&Config, &Learner),
    pictures: &Pictures,
    choices: &FigureChoices,
) -> Vec<ShownPatch> {
    let model = config.model_in_force(learner.movies_seen);
    let (movies, seed, unit) = (&config.movies, config.seed ^ HELD_OUT, choices.strongest_of);
    let mut search = StrongestSearch::new(pictures, &learner.weights, &model, movies, unit, seed);
    let bar = progress::bar(1000, "searching pictures {bar:30} {percent} %");
    while search.advance() {
        bar.set_position((1000.0 * search.share_done()) as u64);
    }
    bar.finish_and_clear();
    ShownPatch::all(search.found(), pictures.names(), pictures.images())
}
