//! Learning W alone from a fixed set of patches, with W as it was on the way: what trainers of other
//! programs can be raced against on the same data.

use std::path::Path;
use std::time::Instant;

use cellscope::config::Config;
use cellscope::model::{Learner, LearningParams};
use cellscope::source::Pictures;
use ndarray::{Array2, Axis};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use super::args::BenchArgs;
use super::clock::Crew;
use super::files::{make_folder, write_npy};
use super::subject::{Subject, still_patches};

/// W is first kept after so many seconds.
const FIRST_SECS: f64 = 0.1;
/// Each time is so many times the one before: 2 to the power 1/4.
const STRETCH: f64 = 1.189_207_115_002_721;

/// W on the way.
#[derive(Debug, Serialize)]
pub(super) struct Kept {
    /// Seconds of learning; keeping and writing W left out.
    secs: f64,
    /// Patches learned from, with repetitions.
    patches: usize,
    /// Where W is, `[P, K]`.
    file: String,
}

/// What is learned with.
pub(super) fn settings(args: &BenchArgs) -> Config {
    let mut config = Subject::settings(args, args.units[0]);
    config.model.alpha = args.learn_alpha;
    config.model.invariant = 1;
    config
}

/// Learns from a fixed set of patches, written as train.npy, for `seconds`: from all in a random order, then from all in another,
/// as dictionary learners do. Drawn with repetition it took twice as many to the same E1.
///
/// There is a single invariant unit, and it does not learn: dictionary learners have no second layer.
pub(super) fn learn(
    args: &BenchArgs,
    seconds: f64,
    pictures: &Pictures,
    crew: &Crew,
    folder: &Path,
) -> anyhow::Result<Vec<Kept>> {
    let config = settings(args);
    make_folder(folder)?;
    let train = crew
        .pool
        .install(|| still_patches(&config, pictures, args.learn_patches, config.seed));
    write_npy(&folder.join("train.npy"), &train)?;
    let learning = LearningParams {
        freeze_invariant: true,
        ..config.learning.clone()
    };
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(config.seed);
    let mut learner = Learner::new(config.pixels(), &config.model, config.seed);
    // A movie of the model's is n_t patches here.
    let rows = config.learning.batch_movies * config.movies.frames;
    let mut batch = Array2::zeros((rows, config.pixels()));
    let mut order = Vec::new();
    let (mut kept, mut secs, mut next) = (Vec::new(), 0.0, FIRST_SECS);
    while secs < seconds {
        let started = Instant::now();
        draw(&train, &mut order, &mut generator, &mut batch);
        crew.pool
            .install(|| learner.step(batch.view(), 1, &config.model, &learning));
        secs += started.elapsed().as_secs_f64();
        if secs >= next.min(seconds) {
            let file = format!("learned-{:02}.npy", kept.len());
            let dictionary = learner.weights.dictionary.as_standard_layout();
            write_npy(&folder.join(&file), &dictionary)?;
            kept.push(Kept {
                secs,
                patches: learner.movies_seen as usize,
                file,
            });
            next = secs * STRETCH;
        }
    }
    Ok(kept)
}

/// Fills the batch with the next patches; `order` has those that are left of this round.
fn draw(
    train: &Array2<f32>,
    order: &mut Vec<usize>,
    generator: &mut Xoshiro256PlusPlus,
    batch: &mut Array2<f32>,
) {
    for mut row in batch.axis_iter_mut(Axis(0)) {
        if order.is_empty() {
            order.extend(0..train.nrows());
            order.shuffle(generator);
        }
        let next = order.pop().expect("a round of at least one patch");
        row.assign(&train.row(next));
    }
}
