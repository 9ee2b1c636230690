//! What `cellscope figures` draws of a model.

use std::cell::OnceCell;
use std::path::PathBuf;

use super::args::{Args, FigureName, Units};
use super::responses::Responses;
use crate::analysis::tuning::EdgeParams;
use crate::analysis::{GaborFit, fit_filters};
use crate::cli::io::report::write_npy;
use crate::engine::Checkpoint;
use crate::figure::{
    Atlas, ColorMap, Contrast, CurveOptions, EdgeMapOptions, Figure, GridOptions, Palette,
    PoolingMapLayout, PoolingMapOptions, PoolingOptions, ResponseRamp, ResponseScale, STRONGEST,
    Scene, TuningOptions, Weight, centres, curves, filter_grid, maps_of, polar_plot, pooling_map,
    pooling_rows, random_units, response_maps, response_panels, strongest_simple, table,
    tuning_curves,
};

/// A model, and what several figures of it need.
pub(super) struct Drawing<'a> {
    model: &'a Checkpoint,
    atlas: Atlas,
    /// Of every invariant unit.
    strongest: Vec<Vec<Weight>>,
    /// Every invariant unit.
    all: Vec<usize>,
    /// Those of Figure 2.
    chosen: Vec<usize>,
    fits: OnceCell<Vec<Option<GaborFit>>>,
    responses: Responses<'a>,
    palette: Palette,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(model: &'a Checkpoint, edges: &'a EdgeParams, args: &Args) -> Self {
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
            responses: Responses::new(model, edges, args.cells, args.seed),
            palette: args.theme.palette(),
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
            FigureName::Figure2Left
            | FigureName::Figure2Middle
            | FigureName::Figure2Right
            | FigureName::Responses
            | FigureName::Tuning => &self.chosen,
            _ => &self.all,
        }
    }

    pub(super) fn scene(&self, name: FigureName) -> Scene {
        let (palette, units) = (self.palette, self.units(name));
        match name {
            FigureName::Filters => {
                let all: Vec<usize> = (0..self.atlas.units()).collect();
                let options = GridOptions::square(all.len());
                filter_grid(&all, &self.atlas, &GridOptions { palette, ..options }).scene
            }
            FigureName::Pooling | FigureName::Figure2Left => {
                let options = PoolingOptions::page(units.len());
                let options = PoolingOptions { palette, ..options };
                pooling_rows(units, &self.atlas, &self.strongest, &[], &options).scene
            }
            FigureName::Curves => {
                let options = CurveOptions {
                    palette,
                    ..CurveOptions::default()
                };
                curves(&self.model.state.history, &options)
            }
            FigureName::Figure3 => {
                let panels = self.responses.panels();
                let options = EdgeMapOptions::page(panels.len());
                let options = EdgeMapOptions { palette, ..options };
                response_panels(self.responses.grid(), &panels, &options).scene
            }
            FigureName::Responses => {
                let maps = maps_of(self.responses.own(), units, "u");
                let options = EdgeMapOptions::page(units.len());
                let options = EdgeMapOptions { palette, ..options };
                let (ramp, scale) = (ResponseRamp::default(), ResponseScale::PerMap);
                response_maps(self.responses.grid(), &maps, ramp, scale, &options).scene
            }
            FigureName::Tuning => {
                let rows = self.responses.tuning(units, &self.strongest);
                let gratings = Some(self.responses.grating_grid());
                let options = TuningOptions::page(units.len());
                let options = TuningOptions { palette, ..options };
                tuning_curves(self.responses.grid(), gratings, &rows, &options).scene
            }
            _ => self.squares(name).scene,
        }
    }

    /// The figures that have a square for each unit: maps, polar plots and centres.
    fn squares(&self, name: FigureName) -> Figure<PoolingMapLayout> {
        let (fits, units) = (self.fits(), self.units(name));
        let pooling = self.model.learner.weights.pooling.view();
        let (side, options) = (self.atlas.side(), PoolingMapOptions::page(units.len()));
        let options = PoolingMapOptions {
            palette: self.palette,
            ..options
        };
        match name {
            FigureName::Figure2Right | FigureName::PolarAll => {
                polar_plot(fits, pooling, units, &options)
            }
            FigureName::CentresAll => centres(fits, side, pooling, units, &options),
            _ => pooling_map(fits, side, pooling, units, &options),
        }
    }

    /// The numbers behind a figure.
    pub(super) fn table(&self, name: FigureName) -> String {
        match name {
            FigureName::Filters => table::fits(self.fits()),
            FigureName::Pooling | FigureName::Figure2Left => {
                table::strongest(self.units(name), &self.strongest)
            }
            FigureName::Figure3 => {
                table::responses(self.responses.grid(), &self.responses.panels())
            }
            FigureName::Responses => {
                let panel = self.responses.own_panel(self.units(name));
                table::responses(self.responses.grid(), &[panel])
            }
            FigureName::Tuning => {
                let rows = self.responses.tuning(self.units(name), &self.strongest);
                let gratings = Some(self.responses.grating_grid());
                table::tuning(self.responses.grid(), gratings, &rows)
            }
            FigureName::Curves => table::curves(&self.model.state.history),
            _ => table::marks(&self.squares(name).layout, self.fits()),
        }
    }

    /// The arrays behind a figure that has any, each to its file.
    pub(super) fn write_arrays(&self, name: FigureName, paths: &[PathBuf]) -> anyhow::Result<()> {
        let weights = &self.model.learner.weights;
        match name {
            FigureName::Filters => write_npy(&paths[0], &weights.dictionary.as_standard_layout()),
            FigureName::Pooling => write_npy(&paths[0], &weights.pooling.as_standard_layout()),
            FigureName::Responses => write_npy(&paths[0], &self.responses.own()),
            _ => {
                let panels = self.responses.panels();
                let mut files = panels.iter().zip(paths);
                files.try_for_each(|(panel, path)| write_npy(path, &panel.responses))
            }
        }
    }
}
