//! What the benchmark takes.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Stage {
    /// Simple codes, E1, patch by patch.
    Codes,
    /// Invariant codes, E2, movie by movie.
    Movies,
    /// Codes of the joint model, both layers in one energy, movie by movie.
    Joint,
    /// A minibatch of learning and its parts.
    Learning,
    /// Predicted speedup of learning on any number of threads, from the times of its parts on one.
    Speedup,
    /// Cost against K, P, n_t and density.
    Scaling,
    /// What the machine can do at best, and what share of it each stage reaches.
    Roofline,
}

/// Measures how fast whole stages are on this machine, on trained models.
#[derive(Debug, Parser)]
#[command(name = "stages")]
pub(crate) struct BenchArgs {
    /// Pictures to learn from: files, and folders searched recursively [default: embedded scenes]
    #[arg(long, num_args = 1.., value_name = "PATH", conflicts_with = "from")]
    pub(super) images: Vec<PathBuf>,
    /// Pictures that the patches to code are cut from [default: those to learn from]
    #[arg(long, num_args = 1.., value_name = "PATH", conflicts_with = "from")]
    pub(super) held_out: Vec<PathBuf>,
    /// Simple units, K, of the dictionaries
    #[arg(long, value_delimiter = ',', num_args = 1.., value_name = "K", default_value = "400,1000", value_parser = count)]
    pub(super) units: Vec<usize>,
    /// Sparsities of z, each with a dictionary of its own [default: by size, from 3 to 30 percent of z on]
    #[arg(long, value_delimiter = ',', num_args = 1.., value_name = "X", allow_negative_numbers = true)]
    pub(super) alphas: Vec<f32>,
    /// Seconds that each dictionary learns; the sparsest from the start, each denser one from the one before
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = positive, conflicts_with = "from")]
    pub(super) seconds_to_train: f64,
    /// Patches to code [default: 4000, or all of those of --from]
    #[arg(long, value_name = "N", value_parser = count)]
    pub(super) patches: Option<usize>,
    /// Duality gaps, as shares of the energy, at which codes are accepted
    #[arg(long, value_delimiter = ',', num_args = 1.., value_name = "X", default_value = "1e-4,1e-6", value_parser = positive)]
    pub(super) gaps: Vec<f64>,
    /// Numbers of threads to measure with, 0 for all cores
    #[arg(long, value_delimiter = ',', num_args = 1.., value_name = "N", default_value = "1,0")]
    pub(super) threads: Vec<usize>,
    /// Numbers of threads that the speedup is predicted for, the first of which it is relative to
    #[arg(long, value_delimiter = ',', num_args = 1.., value_name = "N", default_value = "1,2,4,8,16", value_parser = count)]
    pub(super) speedup_threads: Vec<usize>,
    /// Times that each stage is run, after once for warming up; medians count
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = count)]
    pub(super) runs: usize,
    /// What to measure [default: everything]
    #[arg(long, value_enum, value_delimiter = ',', num_args = 1.., value_name = "STAGE")]
    pub(super) only: Vec<Stage>,
    /// Seed of the patches and the initial weights
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "from")]
    pub(super) seed: u64,
    /// Folder to write the patches, movies, weights and codes to, for others to do the same work on;
    /// made if missing
    #[arg(long, value_name = "DIR", conflicts_with = "from")]
    pub(super) export: Option<PathBuf>,
    /// Measure on the patches and weights of such a folder instead of training
    #[arg(long, value_name = "DIR")]
    pub(super) from: Option<PathBuf>,
    /// Learn W alone for so many seconds from a fixed set of patches, and write both to the folder: train.npy,
    /// and W as it was on the way
    #[arg(long, value_name = "S", value_parser = positive, requires = "export")]
    pub(super) learn_seconds: Option<f64>,
    /// Patches of that set
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = count)]
    pub(super) learn_patches: usize,
    /// Sparsity of z while it learns
    #[arg(long, value_name = "X", default_value_t = 0.5)]
    pub(super) learn_alpha: f32,
    /// Where to write the measures; - for standard output
    #[arg(long, value_name = "FILE")]
    pub(super) json: PathBuf,
    /// What `cargo bench` gives to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Sparsities from 3 to 30 percent of z on, of photographs at the default gain, for dictionaries of up to
/// [`SMALL_UNITS`].
const ALPHAS_SMALL: [f32; 5] = [0.6, 0.4, 0.25, 0.17, 0.12];
/// The same for larger ones: of more filters a smaller share is on.
const ALPHAS_LARGE: [f32; 5] = [0.48, 0.3, 0.15, 0.08, 0.04];
/// Simple units of the largest of the smaller dictionaries.
const SMALL_UNITS: usize = 600;

/// Patches to code, where nobody says how many.
const PATCHES: usize = 4_000;

impl BenchArgs {
    /// Patches to cut from the pictures.
    pub(super) fn patches_to_cut(&self) -> usize {
        self.patches.unwrap_or(PATCHES)
    }

    /// The sparsities for dictionaries of this size.
    pub(super) fn alphas_of(&self, units: usize) -> &[f32] {
        match self.alphas.as_slice() {
            [] if units <= SMALL_UNITS => &ALPHAS_SMALL,
            [] => &ALPHAS_LARGE,
            asked => asked,
        }
    }

    /// Whether a stage is to be measured.
    pub(super) fn measures(&self, stage: Stage) -> bool {
        self.only.is_empty() || self.only.contains(&stage)
    }
}

/// Reads a number of things, 1 or more.
fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|&count| count > 0);
    count.ok_or_else(|| "should be a whole number, 1 or more".to_owned())
}

/// Reads a duration or a share.
fn positive(text: &str) -> Result<f64, String> {
    let value = text.parse().ok();
    let value = value.filter(|value: &f64| *value > 0.0 && value.is_finite());
    value.ok_or_else(|| "should be a number above 0".to_owned())
}
