//! Filters, what invariant units pool, and what drives a unit most.

use ndarray::{ArrayD, ArrayView2};

use super::trained_model::TrainedModel;
use crate::channels::Channels;
use crate::figure::document::Document;
use crate::figure::scene::Figure;
use crate::figure::units::{
    FilterOptions, FilterTileOptions, FittedPools, POOLED, POOLED_ON_TOP, PoolingMapLayout,
    PoolingMapOptions, StrongestOptions, all_weights, filter_grid, fits_table, marks_table,
    pooling_rows, strongest_array, strongest_patches, strongest_table, top_rows, weights_table,
};

pub(super) fn filters<'m>(model: &'m TrainedModel<'_>) -> Document<'m> {
    Document::new(move || {
        let atlas = model.atlas();
        let all: Vec<usize> = (0..atlas.units()).collect();
        let options = FilterOptions::grid(all.len(), model.choices.palette);
        filter_grid(&all, &atlas, &options).scene
    })
    .with_table(move || fits_table(&model.fits))
    .with_array(move || standard(model.dictionary))
}

pub(super) fn pooling<'m>(model: &'m TrainedModel<'_>) -> Document<'m> {
    rows(model, model.all(), model.invariant_use).with_array(move || standard(model.pooling))
}

pub(super) fn top<'m>(model: &'m TrainedModel<'_>) -> Document<'m> {
    let (weights, unit_use) = model.top;
    Document::new(move || {
        let options = FilterTileOptions::page(model.choices.palette);
        top_rows(
            &model.atlas(),
            &model.strongest(),
            weights,
            unit_use,
            &options,
        )
        .scene
    })
    .with_table(move || all_weights(POOLED_ON_TOP, weights))
    .with_array(move || standard(weights))
}

pub(super) fn strongest<'m>(model: &'m TrainedModel<'_>) -> Document<'m> {
    let (layer, unit) = model.choices.strongest_of;
    let symbol = layer.code();
    Document::new(move || {
        let options = StrongestOptions::page(model.colors(), model.choices.palette);
        strongest_patches(&model.patches, symbol, &options).scene
    })
    .with_table(move || strongest_table(&model.patches, symbol))
    .with_array(move || strongest_array(&model.patches))
    .made_with(format!("the strongest for {} unit {unit}", layer.name()))
}

/// The strongest filters of some invariant units, and where `unit_use` is not empty, the use of each.
pub(super) fn rows<'m>(
    model: &'m TrainedModel<'_>,
    units: Vec<usize>,
    unit_use: &'m [f32],
) -> Document<'m> {
    let (in_table, columns) = (units.clone(), POOLED);
    Document::new(move || {
        let options = FilterOptions::rows(units.len(), model.choices.palette);
        let (atlas, strongest) = (model.atlas(), model.strongest());
        pooling_rows(&units, &atlas, &strongest, unit_use, &options).scene
    })
    .with_table(move || {
        let unit_use = (!unit_use.is_empty()).then_some(unit_use);
        weights_table(columns, &in_table, &model.strongest(), unit_use)
    })
}

/// A square for each of some invariant units: maps, polar plots or centres, as `draw` draws them.
pub(super) fn squares<'m>(
    model: &'m TrainedModel<'_>,
    units: Vec<usize>,
    draw: fn(&FittedPools<'_>, &[usize], &PoolingMapOptions) -> Figure<PoolingMapLayout>,
) -> Document<'m> {
    let figure = move || {
        let pools = FittedPools {
            fits: &model.fits,
            side_px: Channels::side_of(model.dictionary.nrows()),
            pooling: model.pooling,
        };
        let options = PoolingMapOptions::page(units.len(), model.choices.palette);
        draw(&pools, &units, &options)
    };
    let drawn = figure.clone();
    Document::new(move || drawn().scene)
        .with_table(move || marks_table(&figure().layout, &model.fits))
        .with_comments(format!("# filters and A of step {}\n", model.step))
}

/// An array in the order of its indices.
fn standard(array: ArrayView2<'_, f32>) -> ArrayD<f32> {
    array.as_standard_layout().into_owned().into_dyn()
}
