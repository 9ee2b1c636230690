//! Arguments of all commands that learn, and of the window.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::parameters::ParameterArgs;
use super::threads::ThreadArgs;
use super::values::{megabytes, number, of_flag, seed, whole};
use crate::channels::Channels;
use crate::cli::argument_error::ArgumentError;
use crate::cli::io::open::open_model;
use crate::config::{Config, Preset};
use crate::console::{tell, tell_unread};
use crate::engine::{Command, HISTORY_BYTES, MEGABYTE, Options};
use crate::files::{read_text, read_text_input};
use crate::model::Coupling;
use crate::parameter::{Parameter, Section};
use crate::range::OutOfRange;
use crate::source::{LINES_SIDE, Motion, Pictures, SourceSpec};

/// Pictures and settings. A setting that is not given keeps its default or, with `--open` or `--config`, its value in the file.
#[derive(Args, Clone, Debug, Default)]
pub struct RunArgs {
    /// Pictures and movies to learn from: files, and folders searched recursively; video files need ffmpeg, on PATH or
    /// named by the environment variable CELLSCOPE_FFMPEG [default: embedded scenes]
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub images: Vec<PathBuf>,
    /// Settings of a ready-made model: quick (12 x 12, 100 and 25 units), paper (20 x 20, 400 and 100), large (1000 and
    /// 400), huge (32 x 32, 4000 and 1000), deep (paper with a third layer of 25), toy (the paper's Figure 1)
    #[arg(
        long,
        value_enum,
        default_value_t,
        conflicts_with = "open",
        hide_default_value = true
    )]
    pub preset: Preset,
    /// Seed of the scenes, the movies and the initial weights [default: 0]
    #[arg(long, value_name = "N", value_parser = seed)]
    pub seed: Option<u64>,
    /// Model file to continue training
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["simple", "top", "invariant", "patch", "channels", "frames", "batch", "window", "sigma", "cutoff", "gain"]
    )]
    pub open: Option<PathBuf>,
    /// Configuration to start from, a JSON file as "Copy configuration" in the window writes it, or - for standard input; other
    /// arguments change it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["open", "preset"])]
    pub config: Option<PathBuf>,
    /// Parameters that can be changed while the model learns.
    #[command(flatten)]
    pub parameters: ParameterArgs,
    /// Minimise the energies of the layers one after the other (split) or as one (joint) [default: by preset]
    #[arg(long, value_enum, value_name = "MODEL", conflicts_with = "open")]
    model: Option<Coupling>,
    /// Further sparsities of u, each with its own A trained beside the model's, as in Figure 3 [default: none]
    #[arg(long, value_delimiter = ',', num_args = 1.., value_name = "X", value_parser = number)]
    pub extra_betas: Vec<f32>,
    /// Largest size of the history of the run in megabytes, 0 for none; it is saved beside the model: cells.history beside
    /// cells.safetensors [default: 300; in the window what was set there]
    #[arg(long, value_name = "MB", value_parser = megabytes)]
    pub history: Option<u64>,
    /// Keep reinitialising rarely active units from the pictures [default: false; true for huge, and where
    /// --patch goes above 20 or --simple above 1000]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    keep_alive: Option<bool>,
    /// How movies are cut from their source.
    #[command(flatten)]
    cut: CutArgs,
    /// Threads to compute with.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Settings of the model's size and input.
    #[command(flatten)]
    pub sizes: SizeArgs,
}

/// Settings of the model's size and input, which cannot change in a model that is opened.
#[derive(Args, Clone, Debug, Default)]
pub struct SizeArgs {
    /// Simple units, K; unless --beta is given, beta scales as 1/sqrt(K) above 1000, relative to the number in the preset
    /// or configuration [default: by preset]
    #[arg(long, value_name = "K", value_parser = whole)]
    simple: Option<usize>,
    /// Units of a third layer, which starts after 60000 movies; 0 for none [default: by preset]
    #[arg(long, value_name = "N", value_parser = whole)]
    top: Option<usize>,
    /// Invariant units, M [default: by preset]
    #[arg(long, value_name = "M", value_parser = whole)]
    invariant: Option<usize>,
    /// Side of a patch in pixels; unless --beta is given, beta scales as side^1.2 above 20, relative to the side in the preset or
    /// configuration [default: by preset]
    #[arg(long, value_name = "PX", value_parser = whole)]
    patch: Option<usize>,
    /// Channels of the pictures [default: grey]
    #[arg(long, value_enum, value_name = "CHANNELS")]
    channels: Option<Channels>,
    /// Frames of a movie, n_t; unless --beta is given, beta grows in proportion, relative to that in the preset or configuration
    /// [default: 3, and 1 for toy]
    #[arg(long, value_name = "N", value_parser = whole)]
    frames: Option<usize>,
    /// Movies in a minibatch [default: 128, times K / 400 above 400 simple units, up to 4096; 50 for toy]
    #[arg(long, value_name = "N", value_parser = whole)]
    batch: Option<usize>,
    /// Side of the window of contrast normalisation in pixels [default: 9]
    #[arg(long, value_name = "PX", value_parser = whole)]
    window: Option<usize>,
    /// Standard deviation of the Gaussian in that window, in pixels [default: 1.8]
    #[arg(long, value_name = "PX", value_parser = number)]
    sigma: Option<f32>,
    /// Lower limit of the local contrast that pixels are divided by [default: 0.02]
    #[arg(long, value_name = "X", value_parser = number)]
    cutoff: Option<f32>,
    /// Local standard deviation of normalised pictures [default: 0.25]
    #[arg(long, value_name = "X", value_parser = number)]
    gain: Option<f32>,
}

/// How movies are cut from their source, which can change in a model that is opened.
#[derive(Args, Clone, Debug, Default)]
struct CutArgs {
    /// What moves; movie without --images uses the embedded movie [default: auto]
    #[arg(long, value_enum, value_name = "MOTION")]
    motion: Option<Motion>,
    /// Take every n-th frame of a movie file [default: 1]
    #[arg(long, value_name = "N", value_parser = whole)]
    stride: Option<usize>,
    /// Whether the patch follows its content in movie files, so that each frame holds the same thing [default: false]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    follow: Option<bool>,
}

impl RunArgs {
    /// The files that are named to be read.
    pub(crate) fn read_files(&self) -> Vec<&PathBuf> {
        let models = self.open.iter().chain(&self.config);
        self.images.iter().chain(models).collect()
    }

    /// The configuration, checked; with `--open`, that of the file with these arguments applied.
    ///
    /// # Errors
    /// A value out of range, or a file that cannot be opened.
    pub fn config(&self) -> anyhow::Result<Config> {
        if let (Some(seed), Some(_)) = (self.seed, &self.open) {
            bail!(ArgumentError(format!(
                "--seed {seed}: the model of --open has its own; for another seed, `cellscope export` writes its configuration \
                 for --config"
            )));
        }
        let mut config = match (&self.open, &self.config) {
            (Some(path), _) => open_model(path)?.config,
            (None, Some(path)) => read_config(path)?,
            (None, None) => Config::preset(self.preset),
        };
        set(&mut config.seed, self.seed);
        if !self.images.is_empty() {
            config.source = SourceSpec::images(self.images.clone());
        }
        // Sparsities and minibatches that are given are taken as they are.
        if let Some(frames) = self.sizes.frames {
            config.set_frames(frames);
        }
        if let Some(simple) = self.sizes.simple {
            config.set_simple(simple);
        }
        if let Some(side) = self.sizes.patch {
            config.set_patch_side(side);
        }
        for &(parameter, value) in &self.parameters.0 {
            parameter.set(&mut config, value);
        }
        set(&mut config.model.coupling, self.model);
        set(&mut config.normalise.sigma_px, self.sizes.sigma);
        set(&mut config.normalise.cutoff, self.sizes.cutoff);
        set(&mut config.normalise.gain, self.sizes.gain);
        if !self.extra_betas.is_empty() {
            config.learning.extra_betas.clone_from(&self.extra_betas);
        }
        set(&mut config.model.invariant, self.sizes.invariant);
        set(&mut config.model.top, self.sizes.top);
        set(&mut config.movies.channels, self.sizes.channels);
        set(&mut config.movies.motion, self.cut.motion);
        set(&mut config.movies.stride, self.cut.stride);
        set(&mut config.movies.follow, self.cut.follow);
        if config.movies.motion == Motion::Movie && config.source == SourceSpec::Scenes {
            config.source = SourceSpec::Movie;
        }
        set(&mut config.learning.batch_movies, self.sizes.batch);
        set(&mut config.learning.keep_alive, self.keep_alive);
        set(&mut config.normalise.window_px, self.sizes.window);
        // What was read has been checked: only an argument can be out of range.
        config.check().map_err(|error| self.of_flag(error))?;
        if config.source == SourceSpec::Lines {
            self.check_lines()?;
        }
        Ok(config)
    }

    /// Refuses arguments that the lines of the toy example do not fit.
    fn check_lines(&self) -> Result<(), ArgumentError> {
        let sizes = &self.sizes;
        let patch = sizes.patch.filter(|&side| side != LINES_SIDE);
        let frames = sizes.frames.filter(|&frames| frames != 1);
        let channels = sizes.channels.filter(|&kind| kind != Channels::Grey);
        let wrong = [
            patch.map(|side| format!("--patch {side}")),
            frames.map(|frames| format!("--frames {frames}")),
            channels.map(|channels| format!("--channels {}", channels.name())),
        ];
        let wrong: Vec<_> = wrong.into_iter().flatten().collect();
        if wrong.is_empty() {
            return Ok(());
        }
        Err(ArgumentError(format!(
            "{}: the toy example has grey movies of 1 frame of {LINES_SIDE} x {LINES_SIDE} pixels; leave that out, or name \
             pictures with --images",
            wrong.join(" ")
        )))
    }

    /// Names the flag whose value is out of its range; of betas that were not given, the sizes that scaled them.
    fn of_flag(&self, error: OutOfRange) -> ArgumentError {
        let is_scaled = match error.name {
            "beta" => !self.parameters.has(Parameter::Beta),
            "extra betas" => self.extra_betas.is_empty(),
            _ => false,
        };
        let sizes = &self.sizes;
        let by = [
            ("frames", sizes.frames),
            ("simple", sizes.simple),
            ("patch", sizes.patch),
        ];
        let by = by.map(|(flag, size)| size.map(|size| format!("--{flag} {size}")));
        let by: Vec<_> = by.into_iter().flatten().collect();
        if !is_scaled || by.is_empty() {
            return of_flag(error);
        }
        let scale = if by.len() > 1 { "scale" } else { "scales" };
        let (by, flag) = (by.join(" "), error.name.replace(' ', "-"));
        ArgumentError(format!("{by} {scale} {flag}: {error}; give --{flag} too"))
    }

    /// Says which of the arguments change nothing in a model of this configuration.
    pub fn tell_without_effect(&self, config: &Config) {
        let gamma = Parameter::Gamma;
        if self.parameters.has(gamma) && !(gamma.row().acts)(config) {
            tell(
                "--gamma has no effect: the model has no third layer; --top gives a new model one",
            );
        }
        for (sparsity, share) in [
            (Parameter::Alpha, Parameter::SimpleShare),
            (Parameter::Beta, Parameter::InvariantShare),
        ] {
            if self.parameters.has(sparsity)
                && !self.parameters.has(share)
                && !(sparsity.row().acts)(config)
            {
                let [sparsity, share] = [sparsity, share].map(|parameter| parameter.row().name);
                tell(format_args!(
                    "--{sparsity} is only the first {sparsity}: it is adapted to hold a share of active units; --{share} 0 \
                     keeps it fixed"
                ));
            }
        }
        let beta = config.model.beta;
        if config.learning.extra_betas.contains(&beta) && config.model.invariant_share == 0.0 {
            let name = match self.extra_betas.is_empty() {
                true => "extra_betas",
                false => "--extra-betas",
            };
            tell(format_args!(
                "{name} {beta} is beta itself: its A is trained twice"
            ));
        }
        if matches!(config.source, SourceSpec::Scenes | SourceSpec::Lines) {
            self.tell_without_movies();
        }
        if config.source == SourceSpec::Lines {
            let sizes = &self.sizes;
            let of_pictures = [
                ("--motion", self.cut.motion.is_some()),
                ("--sigma", sizes.sigma.is_some()),
                ("--cutoff", sizes.cutoff.is_some()),
                ("--gain", sizes.gain.is_some()),
                ("--window", sizes.window.is_some()),
            ];
            tell_unread(&of_pictures, "on lines; --images names pictures");
        }
    }

    /// Says which of the arguments change nothing in what is cut from these pictures.
    pub fn tell_unread_of(&self, pictures: &Pictures) {
        if !self.images.is_empty() && pictures.movies().is_empty() {
            self.tell_without_movies();
        }
    }

    fn tell_without_movies(&self) {
        let of_movies = [
            ("--stride", self.cut.stride.is_some()),
            ("--follow", self.cut.follow.is_some()),
        ];
        tell_unread(&of_movies, "without movies; --images names some");
    }

    /// Largest size of the history of the run, in bytes.
    pub fn history_bytes(&self) -> u64 {
        self.history
            .map_or(HISTORY_BYTES, |megabytes| megabytes * MEGABYTE)
    }

    /// The options to start an engine with.
    pub fn engine_options(&self, paused: bool) -> Options {
        Options {
            threads: self.threads.count(),
            open: self.open.clone(),
            keep: None,
            in_background: false,
            paused,
            history_bytes: self.history_bytes(),
            ..Options::default()
        }
    }

    /// The commands that apply the arguments given with `--open` to an engine that opened the file, where `config` is
    /// [what comes of it](Self::config).
    pub fn changes(&self, config: &Config) -> Vec<Command> {
        if self.open.is_none() {
            return Vec::new();
        }
        let is_of_input = |parameter: Parameter| parameter.row().section == Section::Pictures;
        let (input, others): (Vec<_>, Vec<_>) = self
            .parameters
            .0
            .iter()
            .partition(|&&(parameter, _)| is_of_input(parameter));
        let CutArgs {
            motion,
            stride,
            follow,
        } = self.cut;
        let is_cut = motion.is_some() || stride.is_some() || follow.is_some() || !input.is_empty();
        // Together: one without the other may not fit.
        let input = (is_cut || !self.images.is_empty()).then(|| Command::Cut {
            source: Some(config.source.clone()),
            movies: config.movies,
        });
        let parameters = others.into_iter();
        let parameters = parameters.map(|&(parameter, value)| Command::Set(parameter, value));
        let extra_betas =
            (!self.extra_betas.is_empty()).then(|| Command::ExtraBetas(self.extra_betas.clone()));
        let keep_alive = self.keep_alive.map(Command::KeepAlive);
        let others = extra_betas.into_iter().chain(keep_alive);
        parameters.chain(others).chain(input).collect()
    }
}

/// Reads a configuration from a file, or from the input where it is called "-".
fn read_config(path: &Path) -> anyhow::Result<Config> {
    if path != Path::new("-") && !path.exists() {
        let way_out =
            "give a configuration in JSON, as Edit > Copy configuration of the window makes it";
        bail!("{}: no such file; {way_out}", path.display());
    }
    let (text, name) = if path == Path::new("-") {
        (read_text_input(), "standard input".to_owned())
    } else {
        (read_text(path), path.display().to_string())
    };
    let text = text.with_context(|| name.clone())?;
    Config::from_json(&text).context(name)
}

/// Replaces a setting by the one given, if one is.
fn set<T>(to: &mut T, from: Option<T>) {
    if let Some(from) = from {
        *to = from;
    }
}
