//! What the command line takes.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::bench::BenchArgs;
use super::figure_args::{EdgeArgs, FiguresArgs};
use super::inpaint_args::InpaintArgs;
use super::input::open_model;
use super::values::{count, number, positive, seed, size, threads, whole};
use crate::config::{Config, Preset};
use crate::engine::{Command as EngineCommand, Options};
use crate::figure::Ink;
use crate::model::Coupling;
use crate::source::SourceSpec;

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

/// What to learn from, and with which settings. Settings left out keep their defaults, or, with
/// `--open`, what the file holds.
#[derive(Args, Clone, Debug, Default)]
pub struct RunArgs {
    /// Pictures to learn from: files, and folders searched recursively [default: embedded scenes]
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub images: Vec<PathBuf>,
    /// Ready-made model: quick (12 x 12, 100 and 25 units), paper (20 x 20, 400 and 100), large (1000 and
    /// 400), deep (paper with a third layer of 25), toy (the paper's Figure 1)
    #[arg(
        long,
        value_enum,
        default_value_t,
        conflicts_with = "open",
        hide_default_value = true
    )]
    pub preset: Preset,
    /// Seed of the scenes, the movies and the initial weights [default: 0]
    #[arg(long, value_name = "N", conflicts_with = "open", allow_negative_numbers = true, value_parser = seed)]
    pub seed: Option<u64>,
    /// Go on from a model file
    #[arg(long, value_name = "FILE")]
    pub open: Option<PathBuf>,
    /// Sparsity of the simple code z [default: 0.5]
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = number)]
    pub alpha: Option<f32>,
    /// Sparsity of the invariant code u [default: 0.3]
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = number)]
    pub beta: Option<f32>,
    /// Sparsity of v, the code of a third layer [default: 0.06]
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = number)]
    gamma: Option<f32>,
    /// The layers one after the other, or all in one energy [default: by preset]
    #[arg(long, value_enum, value_name = "MODEL", conflicts_with = "open")]
    model: Option<Coupling>,
    /// Sparsities of u at which pooling weights of their own learn beside, as in Figure 3 [default: none]
    #[arg(long, value_delimiter = ',', num_args = 1.., value_name = "X", allow_negative_numbers = true, value_parser = number)]
    pub extra_betas: Vec<f32>,
    /// Threads that compute, 0 for all cores; any number gives the same bits
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = threads)]
    pub threads: usize,
    /// Settings that make another model.
    #[command(flatten)]
    pub sizes: SizeArgs,
}

/// Settings that make another model, not to be changed in one that is opened.
#[derive(Args, Clone, Debug, Default)]
#[group(multiple = true, conflicts_with = "open")]
pub struct SizeArgs {
    /// Simple units, K [default: by preset]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole)]
    simple: Option<usize>,
    /// Units of a third layer on the invariant ones, 0 for none [default: by preset]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole)]
    top: Option<usize>,
    /// Invariant units, M [default: by preset]
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = whole)]
    invariant: Option<usize>,
    /// Side of a patch in pixels [default: by preset]
    #[arg(long, value_name = "PX", allow_negative_numbers = true, value_parser = whole)]
    patch: Option<usize>,
    /// Frames of a movie, n_t [default: 3]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole)]
    frames: Option<usize>,
    /// Movies in a minibatch [default: 128]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole)]
    batch: Option<usize>,
    /// Side of the window of contrast normalisation, in pixels [default: 9]
    #[arg(long, value_name = "PX", allow_negative_numbers = true, value_parser = whole)]
    window: Option<usize>,
    /// Standard deviation of its Gaussian, in pixels [default: 1.8]
    #[arg(long, value_name = "PX", allow_negative_numbers = true, value_parser = number)]
    sigma: Option<f32>,
    /// Smallest local contrast divided by [default: 0.02]
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = number)]
    cutoff: Option<f32>,
    /// Scale of the normalised pictures [default: 0.25]
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = number)]
    gain: Option<f32>,
}

impl ValueEnum for Coupling {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.name()))
    }
}

impl ValueEnum for Preset {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.name()))
    }
}

/// What the window, or the headless run in its place, starts with.
#[derive(Args, Debug)]
pub struct LaunchArgs {
    /// What to learn, and from what.
    #[command(flatten)]
    pub run: RunArgs,
    /// What the window is asked to do beside showing.
    #[command(flatten)]
    pub window: WindowArgs,
}

/// What the window is asked to do beside showing.
#[derive(Args, Debug)]
pub struct WindowArgs {
    /// Take a picture of the window, write it to this PNG file and close
    #[arg(long, value_name = "PNG")]
    pub screenshot: Option<PathBuf>,
    /// Seconds before the picture is taken, from when the first filters are shown
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = positive, requires = "screenshot")]
    pub after: f64,
    /// Size of the picture, in points
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size, requires = "screenshot")]
    pub size: (u32, u32),
    /// Theme of the picture
    #[arg(long, value_enum, default_value_t = ThemeArg::Dark, requires = "screenshot")]
    pub theme: ThemeArg,
    /// Wait for the Resume button instead of learning at once
    #[arg(long)]
    pub paused: bool,
    /// Arrange the views in this way instead of as they were left
    #[arg(long, value_enum)]
    pub layout: Option<LayoutArg>,
    /// Bring this view to the front, whatever the arrangement
    #[arg(long, value_enum)]
    pub view: Option<ViewArg>,
    /// Print what the window's own work cost per frame when it closes
    #[arg(long)]
    pub frame_stats: bool,
}

/// A theme on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeArg {
    /// Light on dark.
    Dark,
    /// Dark on light.
    Light,
}

/// A ready arrangement of the views on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LayoutArg {
    /// Filters beside pooling, above the curves.
    Overview,
    /// The paper's Figure 1, the toy example.
    Figure1,
    /// The panels of the paper's Figure 2.
    Figure2,
    /// The paper's Figure 3, and a unit in detail.
    Figure3,
    /// A stimulus, and the cells that answer it.
    Bench,
    /// Hidden pixels filled in, and the units that do it.
    Inpainting,
    /// Large type and few controls, for a projector.
    Lecture,
}

/// A view on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ViewArg {
    /// All filters.
    Filters,
    /// The strongest filters of each invariant unit.
    Pooling,
    /// Where each invariant unit pools.
    Maps,
    /// Which frequencies and orientations each invariant unit pools.
    Polar,
    /// Where the filters of each invariant unit are centred.
    Centres,
    /// Which edges the units answer.
    Responses,
    /// A unit in detail.
    Unit,
    /// A stimulus, and the cells that answer it.
    Bench,
    /// Energies, densities and emergence over the run.
    Curves,
    /// How fast the energies fall.
    Convergence,
    /// Hidden pixels, filled in by one layer and by two.
    Inpainting,
    /// The toy example, the paper's Figure 1.
    Figure1,
    /// The units of a third layer.
    Top,
}

impl ThemeArg {
    /// Its colours in figures.
    pub(super) fn ink(self) -> Ink {
        match self {
            Self::Dark => Ink::DARK,
            Self::Light => Ink::LIGHT,
        }
    }
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
    /// How many movies
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
    /// Sparsity of u, if not the model's own
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = number)]
    pub(super) beta: Option<f32>,
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

impl RunArgs {
    /// The configuration these arguments ask for, checked; with `--open`, that of the file with the
    /// arguments on top.
    ///
    /// # Errors
    /// A value out of range, or a file that cannot be opened.
    pub fn config(&self) -> anyhow::Result<Config> {
        let mut config = match &self.open {
            Some(path) => open_model(path)?.config,
            None => Config::preset(self.preset),
        };
        if let Some(seed) = self.seed {
            config.seed = seed;
        }
        if !self.images.is_empty() {
            config.source = SourceSpec::Images(self.images.clone());
        }
        let set = |to: &mut f32, from: Option<f32>| *to = from.unwrap_or(*to);
        set(&mut config.model.alpha, self.alpha);
        set(&mut config.model.beta, self.beta);
        set(&mut config.model.gamma, self.gamma);
        config.model.coupling = self.model.unwrap_or(config.model.coupling);
        set(&mut config.normalise.sigma_px, self.sizes.sigma);
        set(&mut config.normalise.cutoff, self.sizes.cutoff);
        set(&mut config.normalise.gain, self.sizes.gain);
        if !self.extra_betas.is_empty() {
            config.learning.extra_betas.clone_from(&self.extra_betas);
        }
        let set = |to: &mut usize, from: Option<usize>| *to = from.unwrap_or(*to);
        set(&mut config.model.simple, self.sizes.simple);
        set(&mut config.model.invariant, self.sizes.invariant);
        set(&mut config.model.top, self.sizes.top);
        set(&mut config.movies.patch_side, self.sizes.patch);
        set(&mut config.movies.frames, self.sizes.frames);
        set(&mut config.learning.batch_movies, self.sizes.batch);
        set(&mut config.normalise.window_px, self.sizes.window);
        config.check().context("the settings do not fit")?;
        Ok(config)
    }

    /// How to start an engine with these arguments.
    #[must_use]
    pub fn engine_options(&self, paused: bool) -> Options {
        Options {
            threads: self.threads,
            open: self.open.clone(),
            keep: None,
            in_background: false,
            paused,
        }
    }

    /// What to ask of an engine that opened a file, for the arguments given beside `--open` to act.
    #[must_use]
    pub fn changes(&self) -> Vec<EngineCommand> {
        if self.open.is_none() {
            return Vec::new();
        }
        let images = (!self.images.is_empty())
            .then(|| EngineCommand::NewSource(SourceSpec::Images(self.images.clone())));
        let alpha = self.alpha.map(EngineCommand::Alpha);
        let beta = self.beta.map(EngineCommand::Beta);
        let gamma = self.gamma.map(EngineCommand::Gamma);
        let extra_betas = (!self.extra_betas.is_empty())
            .then(|| EngineCommand::ExtraBetas(self.extra_betas.clone()));
        let sparsities = alpha
            .into_iter()
            .chain(beta)
            .chain(gamma)
            .chain(extra_betas);
        sparsities.chain(images).collect()
    }
}
