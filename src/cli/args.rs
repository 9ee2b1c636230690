//! What the command line takes.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::bench::BenchArgs;
use super::figure_args::{EdgeArgs, FiguresArgs};
use super::inpaint_args::InpaintArgs;
use super::run_args::RunArgs;
use super::values::{count, number, positive, seed, threads};
use super::window_args::{LaunchArgs, ThemeArg};

/// Watch complex cells emerge: sparse invariant representations, learned live from pictures.
///
/// Without a command the window opens. With no display the same job is done headless.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// The command; none opens the window.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What the window starts with.
    #[command(flatten)]
    pub launch: LaunchArgs,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Train a model without a window and write it to a file.
    Train(TrainArgs),
    /// Write preprocessed movies as an array [N, n_t, P], f32.
    Frames(FramesArgs),
    /// Write the codes of movies under a trained model: z, pooled codes and u.
    Encode(EncodeArgs),
    /// Write W [P, K] and A [K, M] as arrays, and the configuration.
    Export(ExportArgs),
    /// Draw every figure of the paper from a trained model, as pictures and as data.
    Figures(FiguresArgs),
    /// Measure a trained model on held-out movies.
    Measure(MeasureArgs),
    /// Measure how fast the energies of a trained model fall, against the proven bounds.
    Converge(ConvergeArgs),
    /// Hide pixels of held-out patches, fill them in by one layer and by two, and tell which is nearer.
    Inpaint(InpaintArgs),
    /// Learn the paper's toy example, lines of four orientations, and tell whether it came out right.
    Toy(ToyArgs),
    /// Measure how fast whole stages are on this machine, on trained models.
    Bench(BenchArgs),
}

/// What `train` takes.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("length").required(true))]
pub struct TrainArgs {
    #[command(flatten)]
    pub(super) run: RunArgs,
    /// Train for so many minibatches
    #[arg(long, value_name = "N", group = "length", allow_negative_numbers = true, value_parser = count)]
    pub(super) steps: Option<usize>,
    /// Train for so many seconds; loading pictures does not count
    #[arg(long, value_name = "S", group = "length", allow_negative_numbers = true, value_parser = positive)]
    pub(super) seconds: Option<f64>,
    /// Where to write the model, a safetensors file
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Where to write the measures and curves of the training
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
}

/// What `frames` takes.
#[derive(Args, Debug)]
pub struct FramesArgs {
    #[command(flatten)]
    pub(super) run: RunArgs,
    /// How many movies; the first ones that learning from this seed sees
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(super) count: usize,
    /// Where to write them, an .npy file
    #[arg(long, value_name = "X.npy")]
    pub(super) out: PathBuf,
}

/// What `encode` takes.
#[derive(Args, Debug)]
pub struct EncodeArgs {
    /// The model file
    pub(super) model: PathBuf,
    /// Movies, an .npy array [N, n_t, P] of f32, as `cellscope frames` writes them
    #[arg(long, value_name = "X.npy")]
    pub(super) frames: PathBuf,
    /// Duality gap, as a share of the energy, at which a code is accepted
    #[arg(long, value_name = "X", default_value_t = 1e-4, allow_negative_numbers = true, value_parser = positive)]
    pub(super) gap: f64,
    /// Threads that compute, 0 for all cores; any number gives the same bits
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = threads)]
    pub(super) threads: usize,
    /// Sparsity of z, if not the model's own
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = number)]
    pub(super) alpha: Option<f32>,
    /// Sparsity of u, if not the model's own; with the A that learned at it where one did beside the model's own, unless there
    /// is a third layer
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = number)]
    pub(super) beta: Option<f32>,
    /// Sparsity of v, where there is a third layer, if not the model's own
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = number)]
    pub(super) gamma: Option<f32>,
    /// Folder to write z.npy, pooled.npy, u.npy, with a third layer v.npy, and codes.json to; made if missing
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
}

/// What `export` takes.
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// The model file
    pub(super) model: PathBuf,
    /// Folder to write W.npy, A.npy, with a third layer B.npy, and config.json to; made if missing
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
}

/// What `measure` takes.
#[derive(Args, Debug)]
pub struct MeasureArgs {
    /// The model file
    pub(super) model: PathBuf,
    /// Pictures to measure on [default: new movies from the model's own pictures]
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub(super) images: Vec<PathBuf>,
    /// Threads that compute, 0 for all cores; any number gives the same figures
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = threads)]
    pub(super) threads: usize,
    /// Where to write the measures; - for standard output
    #[arg(long, value_name = "FILE")]
    pub(super) json: PathBuf,
    #[command(flatten)]
    pub(super) edges: EdgeArgs,
}

/// What `converge` takes.
#[derive(Args, Debug)]
pub struct ConvergeArgs {
    /// The model file
    pub(super) model: PathBuf,
    /// Pictures to measure on [default: new movies from the model's own pictures]
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub(super) images: Vec<PathBuf>,
    /// How many movies; E1 is that of the first patch of each
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = count)]
    pub(super) patches: usize,
    /// Iterations of every method
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = count)]
    pub(super) iterations: usize,
    /// Also compare capped momentum with none on so many random models of 1 to 4 layers, seeds 0 to N - 1
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(super) random: Option<usize>,
    /// Threads that compute, 0 for all cores; any number gives the same figures
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = threads)]
    pub(super) threads: usize,
    /// Where to write the measures; - for standard output.
    ///
    /// k: the iterations of the curves. energies: for E1, E2, joint and three_layers, over the samples, best
    /// and start (energies), distance_sq (from the start to the minimum), top_on (units on in the topmost
    /// layer), lipschitz, coder_excess (of the fast coder, as a share), coder (the same at several gaps, and
    /// how many iterations FISTA needs to get as deep), lemma (slack of Lemma 2.3 as a share of start: pairs,
    /// violations, smallest), capped_against_none (ended_above by more than 1e-9, ended_below,
    /// fewer_iterations: those to 1e-4 without momentum over those with it) and methods. Of each method: excess
    /// (energy above the best at each k), bound (values at each k, violations over all k), slope (of log
    /// excess over log k, from iteration slope_first until the excess is down to slope_floor),
    /// iterations_to_converge (to 1e-4 of the best), rising_samples, multiply_adds (per iteration). random, with
    /// --random: capped against none over all random models and by_layers.
    #[arg(long, value_name = "FILE")]
    pub(super) json: PathBuf,
    /// Where to draw the curves and their bounds
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    /// Theme of the drawing
    #[arg(long, value_enum, default_value_t = ThemeArg::Light)]
    pub(super) theme: ThemeArg,
}

/// What `toy` takes.
#[derive(Args, Debug)]
pub struct ToyArgs {
    /// Seed of the patches and the initial weights
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = seed)]
    pub(super) seed: u64,
    /// Threads that compute, 0 for all cores; any number gives the same bits
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = threads)]
    pub(super) threads: usize,
    /// Where to write active_units, lines_found, purity_min, orientations and seconds; - for standard output
    #[arg(long, value_name = "FILE")]
    pub(super) json: PathBuf,
}
