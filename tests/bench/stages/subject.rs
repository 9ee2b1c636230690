//! What is measured: trained weights, and the patches and movies they code.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use cellscope::analysis::HELD_OUT;
use cellscope::config::{Config, Preset};
use cellscope::model::{Learner, PoolingLayer, Schedule, Weights};
use cellscope::source::{MovieParams, Pictures, cut_movies};
use ndarray::{Array2, Array3, ShapeBuilder, s};
use ndarray_npy::ReadNpyExt;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::args::BenchArgs;
use super::files::movies_of;
use super::files::{make_folder, write_json, write_npy};

/// Weights of one size, trained at one sparsity.
pub(super) struct Subject {
    pub(super) config: Config,
    pub(super) weights: Weights,
}

/// Patches to code one by one, and movies whose frames are about as many.
pub(super) struct Samples {
    /// `[N, P]`.
    pub(super) patches: Array2<f32>,
    /// `[movies * n_t, P]`.
    pub(super) movies: Array2<f32>,
}

impl Samples {
    /// Patches and movies that are not those learned from.
    pub(super) fn cut(config: &Config, pictures: &Pictures, patches: usize) -> Self {
        let seed = config.seed ^ HELD_OUT;
        let movies = patches.div_ceil(config.movies.frames);
        Self {
            patches: still_patches(config, pictures, patches, seed),
            movies: movies_of(config, pictures, movies, seed),
        }
    }

    pub(super) fn write(&self, folder: &Path, config: &Config) -> anyhow::Result<()> {
        make_folder(folder)?;
        write_npy(&folder.join("patches.npy"), &self.patches)?;
        let (frames, pixels) = (config.movies.frames, config.pixels());
        let shape = (self.movies.nrows() / frames, frames, pixels);
        let movies = self.movies.view().into_shape_with_order(shape)?;
        write_npy(&folder.join("movies.npy"), &movies)
    }

    /// What [`Samples::write`] wrote: all of it, or so many patches, and movies whose frames are about as many.
    pub(super) fn read(folder: &Path, patches_asked: Option<usize>) -> anyhow::Result<Self> {
        let movies: Array3<f32> = read_npy(&folder.join("movies.npy"))?;
        let patches: Array2<f32> = read_npy(&folder.join("patches.npy"))?;
        let (count, frames, pixels) = movies.dim();
        ensure!(
            count > 0 && frames > 0 && patches.nrows() > 0,
            "{}: no patches or no movies, {:?} and {:?}",
            folder.display(),
            patches.dim(),
            movies.dim()
        );
        let asked = patches_asked.unwrap_or(patches.nrows());
        ensure!(
            asked <= patches.nrows(),
            "{}: has {} patches, but --patches asks for {asked}",
            folder.display(),
            patches.nrows()
        );
        let count = patches_asked.map_or(count, |asked| asked.div_ceil(frames).min(count));
        let (patches, movies) = (
            patches.slice(s![..asked, ..]),
            movies.slice(s![..count, .., ..]),
        );
        let movies = movies.as_standard_layout().into_owned();
        Ok(Self {
            patches: patches.as_standard_layout().into_owned(),
            movies: movies.into_shape_with_order((count * frames, pixels))?,
        })
    }
}

/// Patches that have nothing to do with each other, `[N, P]`.
pub(super) fn still_patches(
    config: &Config,
    pictures: &Pictures,
    patches: usize,
    seed: u64,
) -> Array2<f32> {
    let mut still = config.clone();
    still.movies.frames = 1;
    movies_of(&still, pictures, patches, seed)
}

impl Subject {
    /// The paper's settings with so many simple units; the invariant ones as in a preset of that size, a
    /// quarter as many where there is none.
    pub(super) fn settings(args: &BenchArgs, units: usize) -> Config {
        let sizes = Preset::ALL.map(Config::preset);
        let sized = sizes.iter().find(|config| config.model.simple == units);
        let mut config = Config::preset(Preset::Paper);
        config.seed = args.seed;
        config.model.simple = units;
        config.model.invariant = sized.map_or((units / 4).max(1), |c| c.model.invariant);
        config.learning.batch_movies = Schedule::usual_batch(units);
        config
    }

    /// Weights for each sparsity, the sparsest first. Each denser dictionary goes on from the one before,
    /// for a random one would be denser still and learn for minutes.
    pub(super) fn train_all(
        config: &Config,
        alphas: &[f32],
        pictures: &Pictures,
        seconds: f64,
    ) -> Vec<Self> {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(config.seed);
        let mut learner = Learner::new(config.pixels(), &config.model, config.seed);
        let mut sparsest_first = alphas.to_vec();
        sparsest_first.sort_by(|a, b| b.total_cmp(a));
        let train = |alpha| {
            let config = at_alpha(config, alpha);
            learn(&mut learner, &config, pictures, &mut generator, seconds);
            let weights = learner.weights.clone();
            Self { config, weights }
        };
        sparsest_first.into_iter().map(train).collect()
    }

    /// What this one is called in files.
    pub(super) fn name(&self) -> String {
        name(self.config.model.simple, self.config.model.alpha)
    }

    pub(super) fn write(&self, folder: &Path) -> anyhow::Result<PathBuf> {
        let folder = folder.join(self.name());
        make_folder(&folder)?;
        let dictionary = self.weights.dictionary.as_standard_layout();
        write_npy(&folder.join("W.npy"), &dictionary)?;
        write_npy(&folder.join("A.npy"), self.weights.pooling())?;
        write_json(&folder.join("config.json"), &self.config)?;
        Ok(folder)
    }

    /// What [`Subject::write`] wrote for this size and sparsity.
    pub(super) fn read(folder: &Path, units: usize, alpha: f32) -> anyhow::Result<Self> {
        let folder = folder.join(name(units, alpha));
        let path = folder.join("config.json");
        let told =
            std::fs::read(&path).with_context(|| format!("{}: cannot be read", path.display()))?;
        let config: Config = serde_json::from_slice(&told)
            .with_context(|| format!("{}: not a configuration", path.display()))?;
        config.check()?;
        let rows: Array2<f32> = read_npy(&folder.join("W.npy"))?;
        let pooling: Array2<f32> = read_npy(&folder.join("A.npy"))?;
        let (simple, invariant) = (config.model.simple, config.model.invariant);
        ensure!(
            rows.dim() == (config.pixels(), simple) && pooling.dim() == (simple, invariant),
            "{}: W {:?} and A {:?} are not those of config.json",
            folder.display(),
            rows.dim(),
            pooling.dim()
        );
        let mut dictionary = Array2::zeros(rows.dim().f());
        dictionary.assign(&rows);
        let weights = Weights {
            dictionary,
            layers: vec![PoolingLayer::new(
                pooling.as_standard_layout().into_owned(),
                config.model.beta,
            )],
        };
        Ok(Self { config, weights })
    }
}

fn name(units: usize, alpha: f32) -> String {
    format!("k{units}-alpha{alpha}")
}

/// The settings at another alpha, with beta in the same ratio, which is all that E2 sees of it.
pub(super) fn at_alpha(config: &Config, alpha: f32) -> Config {
    let mut config = config.clone();
    config.model.beta *= alpha / config.model.alpha;
    config.model.alpha = alpha;
    config
}

/// Learns for so many seconds.
fn learn(
    learner: &mut Learner,
    config: &Config,
    pictures: &Pictures,
    generator: &mut Xoshiro256PlusPlus,
    seconds: f64,
) {
    let MovieParams { frames, .. } = config.movies;
    let rows = config.learning.batch_movies * frames;
    let mut batch = Array2::zeros((rows, config.pixels()));
    let started = Instant::now();
    while started.elapsed().as_secs_f64() < seconds {
        cut_movies(pictures, &config.movies, generator, &mut batch);
        learner.step(batch.view(), frames, &config.model, &config.learning);
    }
}

fn read_npy<T: ReadNpyExt>(path: &Path) -> anyhow::Result<T> {
    let file =
        std::fs::File::open(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    T::read_npy(std::io::BufReader::new(file))
        .with_context(|| format!("{}: not an array that bench wrote", path.display()))
}
