//! `cellscope figures`: every figure of the paper from a model file.

mod args;
mod drawing;
mod responses;

use anyhow::{Context, bail};
use clap::ValueEnum;

pub(super) use self::args::Args;
use self::args::{FigureName, FileFormat};
use self::drawing::Drawing;
use super::io::open::open_model;
use super::io::report::{check_apart, make_folder};
use crate::figure::{write_png, write_svg};
use crate::files::write_atomically;

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let edges = args.edges.params()?;
    let model = open_model(&args.model)?;
    let wanted = wanted(&args.only, &args.format)?;
    let files = |name, format| match format {
        FileFormat::Npy => array_names(name, &edges.betas),
        _ => vec![format!("{}.{}", word(name), word(format))],
    };
    let all: Vec<_> = wanted.iter().flat_map(|&(n, f)| files(n, f)).collect();
    for file in &all {
        check_apart(&args.out.join(file), &[&args.model])?;
    }
    let all: Vec<_> = all.iter().map(String::as_str).collect();
    make_folder(&args.out, &all)?;
    let drawing = Drawing::new(&model, &edges, args);
    for &(name, format) in &wanted {
        let paths: Vec<_> = files(name, format)
            .iter()
            .map(|file| args.out.join(file))
            .collect();
        let path = &paths[0];
        match format {
            FileFormat::Svg => write_svg(&drawing.scene(name), path)?,
            FileFormat::Png => write_png(&drawing.scene(name), path, args.scale)?,
            FileFormat::Npy => drawing.write_arrays(name, &paths)?,
            FileFormat::Csv => write_atomically(path, drawing.table(name).as_bytes())
                .with_context(|| format!("{}: not written", path.display()))?,
        }
    }
    Ok(())
}

/// Which figures to write as what, each once.
fn wanted(
    only: &[FigureName],
    formats: &[FileFormat],
) -> anyhow::Result<Vec<(FigureName, FileFormat)>> {
    let is_named = |name: &FigureName| only.is_empty() || only.contains(name);
    let names = FigureName::value_variants()
        .iter()
        .copied()
        .filter(is_named);
    let wanted: Vec<_> = names
        .flat_map(|name| {
            let asked = FileFormat::value_variants()
                .iter()
                .filter(|f| formats.contains(f));
            asked.map(move |&format| (name, format))
        })
        .filter(|&(name, format)| format != FileFormat::Npy || has_array(name))
        .collect();
    if wanted.is_empty() {
        bail!("--format npy: only filters, pooling, figure3 and responses are arrays; ask for csv");
    }
    Ok(wanted)
}

/// Whether a figure shows whole arrays.
fn has_array(name: FigureName) -> bool {
    !array_names(name, &[]).is_empty()
}

/// The files of the arrays behind a figure.
fn array_names(name: FigureName, betas: &[f32]) -> Vec<String> {
    match name {
        FigureName::Filters | FigureName::Pooling | FigureName::Responses => {
            vec![format!("{}.npy", word(name))]
        }
        FigureName::Figure3 => {
            let invariant = betas.iter().map(|beta| format!("figure3-u-{beta}.npy"));
            std::iter::once("figure3-z.npy".to_owned())
                .chain(invariant)
                .collect()
        }
        _ => Vec::new(),
    }
}

/// A value as it is written on the command line.
fn word(value: impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}
