//! Models that learn from movies of each kind, for the figure `time`.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::analysis::spectral_concentration;
use crate::analysis::tuning::TuningSummary;
use crate::cli::io::movies::load_pictures;
use crate::cli::io::progress;
use crate::config::Config;
use crate::figure::TimeRun;
use crate::model::Learner;
use crate::source::{Motion, Pictures, SourceSpec, cut_movies};
use crate::telemetry::Measured;

/// Models of each kind.
const SEEDS: u64 = 3;
/// The kinds, in the order of the figure.
const KINDS: [Motion; 4] = [
    Motion::Drift,
    Motion::Movie,
    Motion::Scrambled,
    Motion::Still,
];

/// Trains models of these settings for so many minibatches each.
pub(super) fn time_runs(config: &Config, steps: u64) -> Vec<TimeRun> {
    let bar = progress::bar(
        KINDS.len() as u64 * SEEDS * steps,
        "training on each kind of movies {bar:30} {percent} %",
    );
    let mut runs = Vec::new();
    for motion in KINDS {
        let Some((config, pictures)) = pictures_of(config, motion) else {
            continue;
        };
        for seed in 0..SEEDS {
            let mut learner = Learner::new(config.pixels(), &config.model, seed);
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
            let rows = config.learning.batch_movies * config.movies.frames;
            let mut frames = ndarray::Array2::zeros((rows, config.pixels()));
            for _ in 0..steps {
                cut_movies(&pictures, &config.movies, &mut generator, &mut frames);
                let frames = frames.view();
                learner.step(
                    frames,
                    config.movies.frames,
                    &config.model,
                    &config.learning,
                );
                bar.inc(1);
            }
            runs.push(TimeRun {
                motion: motion.name(),
                seed,
                measured: measure(&config, &learner),
            });
        }
    }
    bar.finish_and_clear();
    runs
}

/// The pictures cut in this way; the embedded movie where the model's own source has no movie, `None` where there is none.
fn pictures_of(config: &Config, motion: Motion) -> Option<(Config, Pictures)> {
    let mut config = config.clone();
    config.movies.motion = motion;
    let pictures = load_pictures(&config).or_else(|_| {
        config.source = SourceSpec::Movie;
        load_pictures(&config)
    });
    Some((config, pictures.ok()?))
}

fn measure(config: &Config, learner: &Learner) -> Measured {
    let (weights, movies) = (&learner.weights, &config.movies);
    let mut measured = Measured::default();
    measured.take_concentration(spectral_concentration(weights, movies.patch_side).as_ref());
    let tuning = TuningSummary::coarse(weights, &config.model, movies, &config.normalise);
    measured.take_tuning(&tuning);
    measured
}
