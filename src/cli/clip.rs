//! `cellscope clip`: figures of a model along its run, as a file that plays.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, anyhow, ensure};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::args::choices::ThemeArg;
use super::args::threads::ThreadArgs;
use super::args::values::{count_or_all, number64, of_flag, seed};
use super::argument_error::ArgumentError;
use super::figures::{check_top, trained_model};
use super::io::open::{open_history, open_model};
use super::io::progress;
use super::io::report::{check_apart, check_writable, tell_there};
use crate::analysis::tuning::EdgeParams;
use crate::console::{tell, tell_unread};
use crate::engine::{Checkpoint, Recording, Snapshot, Span, history_path};
use crate::figure::{
    Clip, ClipFormat, ClipOptions, ClipProgress, ClipSize, FigureChoices, NamedFigure, Shot,
    ShotError,
};
use crate::interrupt;

/// The arguments of `clip`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Model file; beside it is its history, which `cellscope train` writes
    model: PathBuf,
    /// File to write; its extension is the format: gif, png (APNG), or, with ffmpeg, mp4 or webm
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Figures to show side by side; maps, polar and centres mean maps-all, polar-all and centres-all
    #[arg(long, value_delimiter = ',', num_args = 1.., value_name = "NAME", default_value = "filters", value_parser = view())]
    view: Vec<NamedFigure>,
    /// Seconds to play, 1 to 120; the last frame is held for 1 s, at most a quarter of that
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = number64)]
    seconds: f64,
    /// Frames per second, 1 to 50
    #[arg(long, value_name = "N", default_value_t = 20)]
    fps: u32,
    /// First step of the span [default: the first recorded]
    #[arg(long, value_name = "STEP", value_parser = seed)]
    from: Option<u64>,
    /// Last step of the span [default: that of the model]
    #[arg(long, value_name = "STEP", value_parser = seed)]
    to: Option<u64>,
    /// Width in pixels, 64 to 4096 [default: that of the figures]
    #[arg(long, value_name = "PX")]
    width: Option<u32>,
    /// Colours of a GIF at most, 4 to 255; fewer make it smaller [default: 64, and 255 for pictures in colour]
    #[arg(long, value_name = "N")]
    colors: Option<usize>,
    /// Colour theme
    #[arg(long, value_enum, default_value_t = ThemeArg::Light)]
    theme: ThemeArg,
    /// Leave out the line below with the step and the movies seen
    #[arg(long)]
    no_caption: bool,
    /// Play a GIF or APNG once
    #[arg(long)]
    no_loop: bool,
    /// The program that encodes videos [default: CELLSCOPE_FFMPEG of the environment, or ffmpeg]
    #[arg(long, value_name = "PROGRAM")]
    ffmpeg: Option<PathBuf>,
    /// Largest number of invariant units in Figure 2, chosen at random, or all
    #[arg(long, value_name = "N|all", default_value = "25", value_parser = count_or_all)]
    units: usize,
    /// Seed of this random choice
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Reads the name of a figure that shows a moment, or that of the window's view of it: `maps` for `maps-all`.
fn view() -> impl TypedValueParser<Value = NamedFigure> {
    let figures = || NamedFigure::ALL.iter().filter(|f| f.shows_a_moment());
    let values = figures().map(|figure| {
        let value = PossibleValue::new(figure.name).help(figure.about);
        match figure.name.strip_suffix("-all") {
            Some(view) => value.alias(view),
            None => value,
        }
    });
    PossibleValuesParser::new(values).map(move |name| {
        let is_named = |f: &&NamedFigure| f.name.strip_suffix("-all").unwrap_or(f.name) == name;
        let exact = figures().find(|figure| figure.name == name);
        let figure = exact.or_else(|| figures().find(is_named));
        *figure.expect("one of the possible values")
    })
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let options = args.options()?;
    options.check().map_err(of_flag)?;
    args.tell_unread(options.format);
    let model = open_model(&args.model)?;
    check_writable(&args.out)?;
    let history = history_path(&args.model);
    check_apart(&args.out, &[&args.model, &history])?;
    check_top(&model.learner, "--view", &args.view)?;
    let recording = open_history(&history, &model)?;
    let span = args.span(model, recording)?;
    tell_there(&args.out, "replaced");
    interrupt::listen(|| {}).context("Ctrl-C cannot be handled")?;
    let size = args.threads.install(|| {
        let shot = |moment: usize| args.shot(&span, moment);
        let clip = Clip {
            options: &options,
            steps: span.steps(),
            shot: &shot,
        };
        let bar = progress::bar(0, "drawing {bar:30} {pos}/{len} frames{msg}");
        let written = clip.write(&args.out, &mut |progress| {
            match progress {
                ClipProgress::Begun => {}
                ClipProgress::Estimated(size) => {
                    if bar.length() == Some(0) {
                        bar.suspend(|| tell(format_args!("about {}", told(size))));
                        bar.set_length(size.frames as u64);
                    }
                    bar.set_message(format!(", about {:.2} MB", size.bytes as f64 / 1e6));
                }
                ClipProgress::Written(frames) => bar.set_position(frames as u64),
            }
            match interrupt::exit_code() {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        bar.finish_and_clear();
        Ok(written?)
    })?;
    tell(format_args!("{}: {}", args.out.display(), told(size)));
    Ok(())
}

impl Args {
    /// Says which of the arguments change nothing in a clip of this format.
    fn tell_unread(&self, format: ClipFormat) {
        if format != ClipFormat::Gif {
            let of_gifs = [("--colors", self.colors.is_some())];
            tell_unread(&of_gifs, "where the clip is no GIF");
        }
        if format.needs_ffmpeg() {
            tell_unread(&[("--no-loop", self.no_loop)], "on videos");
        } else {
            tell_unread(&[("--ffmpeg", self.ffmpeg.is_some())], "on a GIF or APNG");
        }
    }

    fn options(&self) -> anyhow::Result<ClipOptions> {
        let endings = ".gif, .png (APNG), .mp4 or .webm";
        let format = ClipFormat::of(&self.out)
            .ok_or_else(|| ArgumentError::ending("--out", &self.out, endings))?;
        Ok(ClipOptions {
            format,
            seconds: self.seconds,
            frames_per_sec: self.fps,
            width_px: self.width,
            loops: !self.no_loop,
            colors: self.colors,
            ffmpeg: self.ffmpeg.clone(),
        })
    }

    /// The moments to show.
    fn span(&self, model: Checkpoint, recording: Recording) -> anyhow::Result<Span> {
        let state = &model.state;
        let (from, to) = (self.from.unwrap_or(0), self.to.unwrap_or(state.step));
        if self.to.is_none() && from >= state.step {
            let step = state.step;
            let ends = format!("the run ends at step {step}; a clip begins before that");
            return Err(match self.from {
                Some(from) => ArgumentError(format!("--from {from}: {ends}")).into(),
                None => anyhow!("{}: {ends}", self.model.display()),
            });
        }
        ensure!(
            to <= state.step,
            ArgumentError(format!(
                "--to {to}: the run of {} ends at step {}",
                self.model.display(),
                state.step
            ))
        );
        ensure!(
            from < to,
            ArgumentError(format!(
                "--from {from} --to {to}: --to should be above --from"
            ))
        );
        let now = Snapshot {
            recording,
            ..Snapshot::opened(model, &self.model)
        };
        Ok(Span::new(Arc::new(now), from..=to)?)
    }

    /// The figures of a moment.
    fn shot(&self, span: &Span, moment: usize) -> Result<Shot, ShotError> {
        let past = span.snapshot(moment)?;
        let palette = self.theme.palette();
        let choices = FigureChoices {
            units: self.units,
            seed: self.seed,
            palette,
            ..FigureChoices::default()
        };
        let edges = EdgeParams::default();
        let parts = (&*past.config, &*past.learner, &*past.history);
        let trained = trained_model(parts, past.status.step, &edges, None, choices);
        let scenes = self.view.iter().map(|view| view.document(&trained).scene());
        let scenes: Vec<_> = scenes.collect();
        let caption = (!self.no_caption).then(|| span.caption(moment));
        Ok(Shot::new(&scenes, caption, palette))
    }
}

fn told(
    ClipSize {
        bytes,
        frames,
        size,
    }: ClipSize,
) -> String {
    let [width, height] = size;
    let bytes = bytes as f64 / 1e6;
    format!("{bytes:.2} MB, {frames} frames of {width} x {height} pixels")
}
