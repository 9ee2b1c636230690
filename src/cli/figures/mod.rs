//! `cellscope figures`: every figure of the paper from a model file.

mod args;
mod trained_model;

use anyhow::{bail, ensure};

pub(super) use self::args::Args;
pub(super) use self::trained_model::trained_model;
use super::io::movies::load_pictures;
use super::io::open::open_model;
use super::io::report::{check_apart, make_folder};
use crate::analysis::DrivenUnit;
use crate::config::Config;
use crate::figure::{Format, NamedFigure, TrainedModel, comments};

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let edges = args.edges.params()?;
    let opened = open_model(&args.model)?;
    check_unit(args.strongest_of, &opened.config)?;
    let wants_pictures = args.only.iter().any(|figure| figure.needs_pictures);
    let pictures = wants_pictures.then(|| load_pictures(&opened.config));
    let pictures = pictures.transpose()?;
    let state = &opened.state;
    let parts = (&opened.config, &*opened.learner, &state.history);
    let model = trained_model(parts, &edges, pictures.as_ref(), args.choices());
    let wanted = wanted(&model, &args.only, &args.format)?;
    let path = |figure: &NamedFigure, format: Format| {
        args.out
            .join(format!("{}.{}", figure.name, format.extension()))
    };
    let files = |(figure, format): &(NamedFigure, Format)| {
        let path = path(figure, *format);
        figure.document(&model).files(&path, *format)
    };
    let files: Vec<_> = wanted.iter().flat_map(files).collect();
    for file in &files {
        check_apart(file, &[&args.model])?;
    }
    let file_names: Vec<_> = files
        .iter()
        .filter_map(|file| file.file_name()?.to_str())
        .collect();
    make_folder(&args.out, &file_names)?;
    let comments = comments(&opened.config, state.step, &state.history);
    for (figure, format) in wanted {
        let document = figure.document(&model).with_comments(comments.clone());
        document.write(&path(&figure, format), format, args.scale)?;
    }
    Ok(())
}

/// Refuses a unit that the model does not have.
fn check_unit(unit: DrivenUnit, config: &Config) -> anyhow::Result<()> {
    let symbol = unit.symbol();
    let (unit, units) = match unit {
        DrivenUnit::Simple(unit) => (unit, config.model.simple),
        DrivenUnit::Invariant(unit) => (unit, config.model.invariant),
    };
    ensure!(
        unit < units,
        "--strongest-of {symbol}{unit}: the model has units {symbol}0 to {symbol}{}",
        units - 1
    );
    Ok(())
}

/// The figures and formats to write, each once, but for the formats that a figure does not have.
fn wanted(
    model: &TrainedModel<'_>,
    only: &[NamedFigure],
    formats: &[Format],
) -> anyhow::Result<Vec<(NamedFigure, Format)>> {
    let is_wanted = |figure: &&NamedFigure| match only {
        [] => !figure.needs_pictures,
        only => only.iter().any(|named| named.name == figure.name),
    };
    let figures: Vec<_> = NamedFigure::ALL.iter().filter(is_wanted).collect();
    let mut wanted = Vec::new();
    for &figure in &figures {
        let document = figure.document(model);
        let asked = Format::ALL.into_iter().filter(|f| formats.contains(f));
        let asked = asked.filter(|&format| document.has(format));
        wanted.extend(asked.map(|format| (*figure, format)));
    }
    if wanted.is_empty() {
        let has = |figure: &&NamedFigure| {
            let formats = figure.document(model).formats();
            let formats: Vec<_> = formats.iter().map(|format| format.extension()).collect();
            format!("{} comes as {}", figure.name, formats.join(", "))
        };
        let has: Vec<_> = figures.iter().map(has).collect();
        bail!("--format npy: {}; ask for csv", has.join("; "));
    }
    Ok(wanted)
}
