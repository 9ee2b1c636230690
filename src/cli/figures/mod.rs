//! `cellscope figures`: every figure of the paper from a model file.

mod args;
mod time_runs;
mod trained_model;

use std::path::PathBuf;

use anyhow::{anyhow, bail, ensure};

pub(super) use self::args::Args;
use self::time_runs::time_runs;
pub(super) use self::trained_model::trained_model;
use super::args::threads::ThreadArgs;
use super::argument_error::ArgumentError;
use super::io::movies::load_pictures;
use super::io::report::{check_apart, make_folder, tell_results};
use crate::analysis::Unit;
use crate::config::Config;
use crate::console::tell;
use crate::engine::has_kinds;
use crate::figure::{Format, NamedFigure, TrainedModel};
use crate::model::Learner;

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    ThreadArgs::default().install(|| draw(args))
}

fn draw(args: &Args) -> anyhow::Result<()> {
    let edges = args.edges.params()?;
    let opened = args.moment.open()?;
    check_unit(args.strongest_of, &opened.config)?;
    check_top(&opened.learner, "--only", &args.only)?;
    let of_pictures = args.only.iter().find(|figure| figure.needs_pictures());
    let load = |NamedFigure { name, .. }: &_| {
        let pictures = load_pictures(&opened.config);
        let way_out = format!("bring back what {name} searches, or leave {name} out");
        pictures.map_err(|error| anyhow!("{error:#}; {way_out}"))
    };
    let pictures = of_pictures.map(load).transpose()?;
    let state = &opened.state;
    let parts = (&opened.config, &*opened.learner, &state.history);
    let mut model = trained_model(parts, state.step, &edges, pictures.as_ref(), args.choices());
    let wanted = wanted(&model, args)?;
    let sizes = &opened.config.model;
    let without_effect = args.without_effect(&wanted, [sizes.simple, sizes.invariant]);
    without_effect.iter().for_each(tell);
    let mut file_names = Vec::new();
    for (figure, format, path) in &wanted {
        for file in figure.document(&model).files(path, *format) {
            check_apart(&file, &[&args.moment.model])?;
            let name = file.file_name().and_then(|name| name.to_str());
            file_names.extend(name.map(str::to_owned));
        }
    }
    let compares_kinds = args.only.iter().any(|figure| figure.compares_kinds());
    if compares_kinds && !has_kinds(&opened.config.movies) {
        bail!(
            "{}: its movies have one frame, in which nothing moves; leave time out",
            args.moment.model.display()
        );
    }
    let file_names: Vec<_> = file_names.iter().map(String::as_str).collect();
    make_folder(&args.out, &file_names)?;
    tell_results(&args.out, &file_names);
    if compares_kinds {
        // As a new start would begin.
        let config = opened.config.with_prices(state.prices_set);
        let runs = time_runs(&config, state.step);
        model.time = runs.map_err(|error| {
            anyhow!("{error:#}; bring back what time learns from, or leave time out")
        })?;
    }
    for (figure, format, path) in wanted {
        let document = figure.document(&model);
        let document = document.of_run(&opened.config, state.step, &state.history);
        document.write(&path, format, args.scale)?;
    }
    Ok(())
}

/// Refuses a unit that the model does not have.
fn check_unit((layer, unit): Unit, config: &Config) -> anyhow::Result<()> {
    let symbol = layer.code();
    let units = layer.of(config.model.simple, config.model.invariant);
    ensure!(
        unit < units,
        ArgumentError(format!(
            "--strongest-of {symbol}{unit}: the model has units {symbol}0 to {symbol}{}",
            units - 1
        ))
    );
    Ok(())
}

/// Refuses figures of a third layer where there is none; `flag` is the one that names them.
pub(super) fn check_top(
    learner: &Learner,
    flag: &str,
    figures: &[NamedFigure],
) -> anyhow::Result<()> {
    let of_top = figures.iter().find(|figure| figure.needs_top());
    if let (Some(figure), 1) = (of_top, learner.weights.layers.len()) {
        let name = figure.name;
        bail!(ArgumentError(format!(
            "{flag} {name}: the model has no third layer; `cellscope train --top 25` makes one that has"
        )));
    }
    Ok(())
}

/// The figures and formats to write, each once, with their paths; but for the formats that a figure does not have.
fn wanted(
    model: &TrainedModel<'_>,
    args: &Args,
) -> anyhow::Result<Vec<(NamedFigure, Format, PathBuf)>> {
    let is_wanted = |figure: &&NamedFigure| match args.only.as_slice() {
        [] => !figure.takes_long() && (model.has_top() || !figure.needs_top()),
        only => only.iter().any(|named| named.name == figure.name),
    };
    let figures = NamedFigure::ALL.iter().filter(is_wanted);
    let (mut wanted, mut lacking, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    for figure in figures {
        let formats = figure.document(model).formats();
        let words: Vec<_> = formats.iter().map(|format| format.extension()).collect();
        let comes_as = format!("{} comes as {}", figure.name, words.join(", "));
        if !args.only.is_empty() {
            for format in args
                .format
                .iter()
                .filter(|format| !formats.contains(format))
            {
                let format = format.extension();
                left_out.push(format!("--format {format} is left out: {comes_as}"));
            }
        }
        lacking.push(comes_as);
        for format in formats.into_iter().filter(|f| args.format.contains(f)) {
            let file = format!("{}.{}", figure.name, format.extension());
            wanted.push((*figure, format, args.out.join(file)));
        }
    }
    if wanted.is_empty() {
        let lacking = lacking.join("; ");
        bail!(ArgumentError(format!(
            "--format npy: {lacking}; ask for csv"
        )));
    }
    left_out.iter().for_each(tell);
    Ok(wanted)
}
