//! The figures of a model.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use ndarray::{ArrayD, ArrayView2};

use super::args::{Args, FigureName, Units};
use super::responses::Responses;
use crate::analysis::tuning::EdgeParams;
use crate::analysis::{DrivenUnit, GaborFit, HELD_OUT, StrongestSearch, fit_filters};
use crate::cli::io::progress;
use crate::engine::Checkpoint;
use crate::figure::{
    Atlas, ColorMap, Contrast, CurveOptions, Document, EdgeMapOptions, Figure, GridOptions,
    Palette, PoolingMapLayout, PoolingMapOptions, PoolingOptions, ResponseRamp, ResponseScale,
    STRONGEST, ShownPatch, StrongestOptions, TuningOptions, Weight, centres, curves, curves_table,
    filter_grid, fits_table, maps_of, marks_table, polar_plot, pooling_map, pooling_rows,
    random_units, response_maps, response_panels, responses_table, strongest_array,
    strongest_patches, strongest_simple, strongest_table, tuning_curves, tuning_table,
    weights_table,
};
use crate::source::Pictures;

/// A model, and what several figures share.
pub(super) struct Drawing<'a> {
    model: &'a Checkpoint,
    atlas: Atlas,
    /// The strongest filters of every invariant unit.
    strongest: Vec<Vec<Weight>>,
    /// Every invariant unit.
    all: Vec<usize>,
    /// The units of Figure 2.
    chosen: Vec<usize>,
    fits: OnceLock<Vec<Option<GaborFit>>>,
    responses: Responses<'a>,
    palette: Palette,
    /// Pictures to search for the strongest patches; `None` where these are not asked for.
    pictures: Option<&'a Pictures>,
    unit: DrivenUnit,
    patches: OnceLock<Vec<ShownPatch>>,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(
        model: &'a Checkpoint,
        edges: &'a EdgeParams,
        pictures: Option<&'a Pictures>,
        args: &Args,
    ) -> Self {
        let weights = &model.learner.weights;
        let units = weights.pooling().ncols();
        let (map, contrast) = (ColorMap::default(), Contrast::default());
        let count = match args.units {
            Units::Some(count) => count,
            Units::All => units,
        };
        Self {
            model,
            atlas: Atlas::new(weights.dictionary.view(), map, contrast),
            strongest: strongest_simple(weights.pooling().view(), STRONGEST),
            all: (0..units).collect(),
            chosen: random_units(units, count, args.seed),
            fits: OnceLock::new(),
            responses: Responses::new(model, edges, args.cells, args.seed),
            palette: args.theme.palette(),
            pictures,
            unit: args.strongest_of,
            patches: OnceLock::new(),
        }
    }

    /// Gabor fits of all filters, computed on first use.
    fn fits(&self) -> &[Option<GaborFit>] {
        let dictionary = self.model.learner.weights.dictionary.view();
        let side = self.model.config.movies.patch_side;
        self.fits.get_or_init(|| fit_filters(dictionary, side, &[]))
    }

    /// The patches that drive the unit most, searched for on first use; none without pictures.
    fn patches(&self) -> &[ShownPatch] {
        let search = |pictures: &Pictures| {
            let (config, weights) = (&self.model.config, &self.model.learner.weights);
            let (model, movies, seed) = (&config.model, &config.movies, config.seed ^ HELD_OUT);
            let mut search =
                StrongestSearch::new(pictures, weights, model, movies, self.unit, seed);
            let bar = progress::bar(1000, "searching pictures {bar:30} {percent} %");
            while search.advance() {
                bar.set_position((1000.0 * search.share_done()) as u64);
            }
            bar.finish_and_clear();
            ShownPatch::all(search.found(), pictures.names(), pictures.images())
        };
        self.patches
            .get_or_init(|| self.pictures.map_or_else(Vec::new, search))
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

    /// A figure in all formats that it has.
    pub(super) fn document(&self, name: FigureName) -> Document<'_> {
        let (palette, units) = (self.palette, self.units(name));
        let (weights, responses) = (&self.model.learner.weights, &self.responses);
        match name {
            FigureName::Filters => Document::new(move || {
                let all: Vec<usize> = (0..self.atlas.units()).collect();
                let options = GridOptions::square(all.len());
                filter_grid(&all, &self.atlas, &GridOptions { palette, ..options }).scene
            })
            .with_table(|| fits_table(self.fits()))
            .with_array(|| standard(weights.dictionary.view())),
            FigureName::Pooling => self
                .rows(units)
                .with_array(|| standard(weights.pooling().view())),
            FigureName::Figure2Left => self.rows(units),
            FigureName::Strongest => {
                let symbol = self.unit.symbol();
                Document::new(move || {
                    let options = StrongestOptions::page(palette);
                    strongest_patches(self.patches(), symbol, &options).scene
                })
                .with_table(move || strongest_table(self.patches(), symbol))
                .with_array(|| strongest_array(self.patches()))
            }
            FigureName::Curves => {
                let history = &self.model.state.history;
                let options = CurveOptions {
                    palette,
                    ..CurveOptions::default()
                };
                Document::new(move || curves(history, &options))
                    .with_table(|| curves_table(history, &BTreeSet::new()))
            }
            FigureName::Figure3 => {
                let document = Document::new(move || {
                    let panels = responses.panels();
                    let options = EdgeMapOptions::page(panels.len());
                    let options = EdgeMapOptions { palette, ..options };
                    response_panels(responses.grid(), &panels, &options).scene
                })
                .with_table(|| responses_table(responses.grid(), &responses.panels()));
                let suffixes = responses.suffixes().into_iter().enumerate();
                suffixes.fold(document, |document, (panel, suffix)| {
                    let array = move || responses.panels()[panel].responses.to_owned().into_dyn();
                    document.with_named_array(suffix, array)
                })
            }
            FigureName::Responses => Document::new(move || {
                let maps = maps_of(responses.own(), units, "u");
                let options = EdgeMapOptions::page(units.len());
                let options = EdgeMapOptions { palette, ..options };
                let (ramp, scale) = (ResponseRamp::default(), ResponseScale::PerMap);
                response_maps(responses.grid(), &maps, ramp, scale, &options).scene
            })
            .with_table(|| responses_table(responses.grid(), &[responses.own_panel(units)]))
            .with_array(|| responses.own().to_owned().into_dyn()),
            FigureName::Tuning => {
                let rows = move || responses.tuning(units, &self.strongest);
                Document::new(move || {
                    let gratings = Some(responses.grating_grid());
                    let options = TuningOptions::page(units.len());
                    let options = TuningOptions { palette, ..options };
                    tuning_curves(responses.grid(), gratings, &rows(), &options).scene
                })
                .with_table(move || {
                    tuning_table(responses.grid(), Some(responses.grating_grid()), &rows())
                })
            }
            FigureName::Figure2Middle | FigureName::MapsAll => {
                let side = self.atlas.side();
                self.pooling_maps(units, move |fits, pooling, options| {
                    pooling_map(fits, side, pooling, units, options)
                })
            }
            FigureName::Figure2Right | FigureName::PolarAll => self
                .pooling_maps(units, |fits, pooling, options| {
                    polar_plot(fits, pooling, units, options)
                }),
            FigureName::CentresAll => {
                let side = self.atlas.side();
                self.pooling_maps(units, move |fits, pooling, options| {
                    centres(fits, side, pooling, units, options)
                })
            }
        }
    }

    /// The strongest filters of some invariant units.
    fn rows<'s>(&'s self, units: &'s [usize]) -> Document<'s> {
        let (palette, columns) = (self.palette, ["invariant_unit", "simple_unit"]);
        Document::new(move || {
            let options = PoolingOptions::page(units.len());
            let options = PoolingOptions { palette, ..options };
            pooling_rows(units, &self.atlas, &self.strongest, &[], &options).scene
        })
        .with_table(move || weights_table(columns, units, &self.strongest))
    }

    /// A square for each of some units: maps, polar plots or centres, as `draw` draws them.
    fn pooling_maps<'s, D>(&'s self, units: &[usize], draw: D) -> Document<'s>
    where
        D: Fn(
            &[Option<GaborFit>],
            ArrayView2<'_, f32>,
            &PoolingMapOptions,
        ) -> Figure<PoolingMapLayout>,
        D: Send + Copy + 's,
    {
        let options = PoolingMapOptions {
            palette: self.palette,
            ..PoolingMapOptions::page(units.len())
        };
        let pooling = self.model.learner.weights.pooling().view();
        let figure = move || draw(self.fits(), pooling, &options);
        Document::new(move || figure().scene)
            .with_table(move || marks_table(&figure().layout, self.fits()))
    }
}

/// An array in the order of its indices.
fn standard(array: ArrayView2<'_, f32>) -> ArrayD<f32> {
    array.as_standard_layout().into_owned().into_dyn()
}
