//! `cellscope figures`: every figure of the paper from a model file.

use std::cell::OnceCell;
use std::path::Path;

use anyhow::{Context, bail};
use clap::ValueEnum;

use super::args::{FigureName, FiguresArgs, FileFormat, Units};
use super::input::open_model;
use super::report::{check_apart, make_folder, write_npy};
use crate::analysis::{GaborFit, fit_filters};
use crate::engine::Checkpoint;
use crate::figure::{
    Atlas, ColorMap, Contrast, CurveOptions, Figure, GridOptions, PooledLayout, PoolingOptions,
    STRONGEST, Scene, SquareOptions, Weight, centres, curves, filter_grid, polar_plot, pooling_map,
    pooling_rows, random_units, strongest_simple, table, write_png, write_svg,
};
use crate::files::write_atomically;

pub(super) fn figures(args: &FiguresArgs) -> anyhow::Result<()> {
    let model = open_model(&args.model)?;
    let wanted = wanted(&args.only, &args.format)?;
    let files: Vec<_> = wanted
        .iter()
        .map(|&(name, format)| file_name(name, format))
        .collect();
    for file in &files {
        check_apart(&args.out.join(file), &[&args.model])?;
    }
    make_folder(
        &args.out,
        &files.iter().map(String::as_str).collect::<Vec<_>>(),
    )?;
    let drawing = Drawing::new(&model, args);
    for (&(name, format), file) in wanted.iter().zip(&files) {
        let path = args.out.join(file);
        match format {
            FileFormat::Svg => write_svg(&drawing.scene(name), &path)?,
            FileFormat::Png => write_png(&drawing.scene(name), &path, args.scale)?,
            FileFormat::Npy => drawing.write_array(name, &path)?,
            FileFormat::Csv => write_atomically(&path, drawing.table(name).as_bytes())
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
        bail!("--format npy: only filters and pooling are arrays; ask for csv");
    }
    Ok(wanted)
}

/// Whether a figure shows a whole array.
fn has_array(name: FigureName) -> bool {
    matches!(name, FigureName::Filters | FigureName::Pooling)
}

fn file_name(name: FigureName, format: FileFormat) -> String {
    format!("{}.{}", word(name), word(format))
}

/// A value as it is written on the command line.
fn word(value: impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

/// A model, and what several figures of it need.
struct Drawing<'a> {
    model: &'a Checkpoint,
    atlas: Atlas,
    /// Of every invariant unit.
    strongest: Vec<Vec<Weight>>,
    /// Every invariant unit.
    all: Vec<usize>,
    /// Those of Figure 2.
    chosen: Vec<usize>,
    fits: OnceCell<Vec<Option<GaborFit>>>,
}

impl<'a> Drawing<'a> {
    fn new(model: &'a Checkpoint, args: &FiguresArgs) -> Self {
        let weights = &model.learner.weights;
        let units = weights.pooling.ncols();
        let (map, contrast) = (ColorMap::default(), Contrast::default());
        let count = match args.units {
            Units::Some(count) => count,
            Units::All => units,
        };
        Self {
            model,
            atlas: Atlas::new(weights.dictionary.view(), map, contrast),
            strongest: strongest_simple(weights.pooling.view(), STRONGEST),
            all: (0..units).collect(),
            chosen: random_units(units, count, args.seed),
            fits: OnceCell::new(),
        }
    }

    /// Gabor fits of all filters, made when first needed.
    fn fits(&self) -> &[Option<GaborFit>] {
        let dictionary = self.model.learner.weights.dictionary.view();
        let side = self.model.config.movies.patch_side;
        self.fits.get_or_init(|| fit_filters(dictionary, side, &[]))
    }

    /// The invariant units that a figure shows.
    fn units(&self, name: FigureName) -> &[usize] {
        match name {
            FigureName::Figure2Left | FigureName::Figure2Middle | FigureName::Figure2Right => {
                &self.chosen
            }
            _ => &self.all,
        }
    }

    fn scene(&self, name: FigureName) -> Scene {
        match name {
            FigureName::Filters => {
                let units: Vec<usize> = (0..self.atlas.units()).collect();
                let options = GridOptions::square(units.len());
                filter_grid(&units, &self.atlas, &options).scene
            }
            FigureName::Pooling | FigureName::Figure2Left => {
                let units = self.units(name);
                let options = PoolingOptions::page(units.len());
                pooling_rows(units, &self.atlas, &self.strongest, &[], &options).scene
            }
            FigureName::Curves => curves(&self.model.state.history, &CurveOptions::default()),
            _ => self.squares(name).scene,
        }
    }

    /// The figures that have a square for each unit: maps, polar plots and centres.
    fn squares(&self, name: FigureName) -> Figure<PooledLayout> {
        let (fits, units) = (self.fits(), self.units(name));
        let pooling = self.model.learner.weights.pooling.view();
        let (side, options) = (self.atlas.side(), SquareOptions::page(units.len()));
        match name {
            FigureName::Figure2Right | FigureName::PolarAll => {
                polar_plot(fits, pooling, units, &options)
            }
            FigureName::CentresAll => centres(fits, side, pooling, units, &options),
            _ => pooling_map(fits, side, pooling, units, &options),
        }
    }

    /// The numbers behind a figure.
    fn table(&self, name: FigureName) -> String {
        match name {
            FigureName::Filters => table::fits(self.fits()),
            FigureName::Pooling | FigureName::Figure2Left => {
                table::strongest(self.units(name), &self.strongest)
            }
            FigureName::Curves => table::curves(&self.model.state.history),
            _ => table::marks(&self.squares(name).layout, self.fits()),
        }
    }

    /// The array behind a figure that [`has_array`].
    fn write_array(&self, name: FigureName, path: &Path) -> anyhow::Result<()> {
        let weights = &self.model.learner.weights;
        match name {
            FigureName::Filters => write_npy(path, &weights.dictionary.as_standard_layout()),
            _ => write_npy(path, &weights.pooling.as_standard_layout()),
        }
    }
}
