//! `cellscope sweep map`: a measure over settings, drawn.

use std::path::PathBuf;

use anyhow::ensure;

use super::folder::FolderArgs;
use crate::cli::args::choices::ThemeArg;
use crate::cli::args::values::scale;
use crate::cli::argument_error::ArgumentError;
use crate::cli::io::report::{check_writable, tell_there};
use crate::figure::Format;
use crate::sweep::MapError;

/// The arguments of `sweep map`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    /// Measure, as `sweep collect` has it: concentration for example
    #[arg(long, value_name = "NAME")]
    measure: String,
    /// Settings across, upwards and, if a third is given, with a panel for each value: alpha,beta for example. Over all
    /// others the median is taken. Over one setting each model is a point
    #[arg(long, value_name = "SETTING", value_delimiter = ',', num_args = 1.., required = true)]
    over: Vec<String>,
    /// File to write: .svg, .png, .csv or .npy
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Pixels per point of PNG files, 1 to 4
    #[arg(long, value_name = "X", default_value_t = 2.0, value_parser = scale)]
    scale: f32,
    /// Colour theme
    #[arg(long, value_enum, default_value_t = ThemeArg::Light)]
    theme: ThemeArg,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let format = Format::of(&args.out);
    let endings = ".svg, .png, .csv or .npy";
    let format = format.ok_or_else(|| ArgumentError::ending("--out", &args.out, endings))?;
    check_writable(&args.out)?;
    let progress = args.folder.read()?;
    let argument = |text| anyhow::Error::from(ArgumentError(text));
    let flagged = |error| match error {
        MapError::NoMeasure { .. } => argument(format!("--measure: {error}")),
        MapError::NoSetting { .. } | MapError::Settings { .. } => {
            argument(format!("--over: {error}"))
        }
        MapError::NoneVaries | MapError::Values { .. } => error.into(),
    };
    let map = progress.map(&args.measure, &args.over);
    let map = map.map_err(flagged)?;
    let is_empty = map
        .panels
        .iter()
        .all(|panel| panel.models.iter().all(|&models| models == 0));
    ensure!(
        !is_empty,
        "{}: no task that is done has a value of {}",
        progress.folder().path().display(),
        args.measure
    );
    tell_there(&args.out, "replaced");
    let folder = progress.folder().path().display().to_string();
    let comments = map.comments(&folder);
    let document = map.document(args.theme.palette()).with_comments(comments);
    Ok(document.write(&args.out, format, args.scale)?)
}
