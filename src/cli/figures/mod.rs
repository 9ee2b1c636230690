//! `cellscope figures`: every figure of the paper from a model file.

mod args;
mod drawing;
mod responses;

use anyhow::{bail, ensure};
use clap::ValueEnum;

pub(super) use self::args::Args;
use self::args::FigureName;
use self::drawing::Drawing;
use super::io::movies::load_pictures;
use super::io::open::open_model;
use super::io::report::{check_apart, make_folder};
use crate::analysis::DrivenUnit;
use crate::config::Config;
use crate::figure::{Format, comments};

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let edges = args.edges.params()?;
    let model = open_model(&args.model)?;
    check_unit(args.strongest_of, &model.config)?;
    let wants_strongest = args.only.contains(&FigureName::Strongest);
    let pictures = wants_strongest.then(|| load_pictures(&model.config));
    let pictures = pictures.transpose()?;
    let drawing = Drawing::new(&model, &edges, pictures.as_ref(), args);
    let wanted = wanted(&drawing, &args.only, &args.format)?;
    let path = |name, format: Format| {
        args.out
            .join(format!("{}.{}", word(name), format.extension()))
    };
    let files = |&(name, format)| drawing.document(name).files(&path(name, format), format);
    let files: Vec<_> = wanted.iter().flat_map(files).collect();
    for file in &files {
        check_apart(file, &[&args.model])?;
    }
    let file_names: Vec<_> = files
        .iter()
        .filter_map(|file| file.file_name()?.to_str())
        .collect();
    make_folder(&args.out, &file_names)?;
    let state = &model.state;
    let comments = comments(&model.config, state.step, &state.history);
    for (name, format) in wanted {
        let document = drawing.document(name).with_comments(comments.clone());
        document.write(&path(name, format), format, args.scale)?;
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
    drawing: &Drawing<'_>,
    only: &[FigureName],
    formats: &[Format],
) -> anyhow::Result<Vec<(FigureName, Format)>> {
    // The strongest patches need the model's pictures and a search over all of them.
    let is_named = |name: &&FigureName| match only {
        [] => **name != FigureName::Strongest,
        only => only.contains(name),
    };
    let names: Vec<_> = FigureName::value_variants()
        .iter()
        .filter(is_named)
        .collect();
    let mut wanted = Vec::new();
    for &&name in &names {
        let document = drawing.document(name);
        let asked = Format::ALL.into_iter().filter(|f| formats.contains(f));
        let asked = asked.filter(|&format| document.has(format));
        wanted.extend(asked.map(|format| (name, format)));
    }
    if wanted.is_empty() {
        let has = |name: &&FigureName| {
            let formats = drawing.document(**name).formats();
            let formats: Vec<_> = formats.iter().map(|format| format.extension()).collect();
            format!("{} comes as {}", word(**name), formats.join(", "))
        };
        let has: Vec<_> = names.iter().map(has).collect();
        bail!("--format npy: {}; ask for csv", has.join("; "));
    }
    Ok(wanted)
}

/// A value's name on the command line.
fn word(value: impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}
