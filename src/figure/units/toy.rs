//! The toy example: the paper's Figure 1.

use ndarray::ArrayView2;

use super::atlas::Atlas;
use super::ranked::{FilterTileOptions, FilterTiles, LABEL, Page, ROW_GAP};
use super::strongest::strongest_simple;
use super::weight_bar::{BAR, GAP};
use crate::figure::scene::{Anchor, Figure, Rect};

/// Filters of a row: the ten lines of an orientation, and what comes after.
const FILTERS: usize = 14;
/// Columns of the patches and of the filters.
const COLUMNS: [usize; 2] = [4, 8];
/// Space between panels, in points.
const PANEL_GAP: f32 = 26.0;
/// Space for a title, in points.
const TITLE: f32 = 24.0;

/// What the toy example learns from and has learned.
#[derive(Clone, Copy, Debug)]
pub struct ToyModel<'a> {
    /// Patches it learns from.
    pub patches: &'a Atlas,
    /// Its filters.
    pub filters: &'a Atlas,
    /// A, `[K, M]`.
    pub pooling: ArrayView2<'a, f32>,
    /// Share of patches in which each invariant unit is on, `[M]`; empty before anything is learned.
    pub invariant_use: &'a [f32],
    /// The units that are active.
    pub active: &'a [usize],
}

/// The paper's Figure 1: patches, all filters, and the filters of each invariant unit by weight, with an
/// arrow at each active unit.
pub fn toy_figure(model: &ToyModel<'_>, options: &FilterTileOptions) -> Figure<FilterTiles> {
    let mut page = Page::new(model.filters, options);
    let tile = page.tile;
    let [patch_columns, filter_columns] = COLUMNS;
    let pitch = tile + GAP;
    title(&mut page, 0.0, "Patches");
    for patch in 0..model.patches.units().min(patch_columns * 8) {
        let (column, row) = (patch % patch_columns, patch / patch_columns);
        let (x, y) = (column as f32 * pitch, TITLE + row as f32 * pitch);
        let at = Rect::new(x, y, tile, tile);
        page.canvas.push(model.patches.tile(patch, at));
    }
    let filters_x = patch_columns as f32 * pitch - GAP + PANEL_GAP;
    title(&mut page, filters_x, "Filters");
    for filter in 0..model.filters.units() {
        let (column, row) = (filter % filter_columns, filter / filter_columns);
        let x = filters_x + column as f32 * pitch;
        page.filter(filter, None, [x, TITLE + row as f32 * pitch]);
    }
    let rows_x = filters_x + filter_columns as f32 * pitch - GAP + PANEL_GAP;
    title(
        &mut page,
        rows_x + LABEL,
        "Invariant units: their filters by weight",
    );
    let strongest = strongest_simple(model.pooling, FILTERS);
    for (unit, weights) in strongest.iter().enumerate() {
        let y = TITLE + unit as f32 * (tile + GAP + BAR + ROW_GAP);
        page.label([rows_x, y], unit, model.invariant_use.get(unit));
        if model.active.contains(&unit) {
            arrow(&mut page, [rows_x, y + tile / 2.0]);
        }
        page.ranked(weights, unit, [rows_x + LABEL, y]);
    }
    page.finish()
}

fn title(page: &mut Page<'_>, x: f32, text: &str) {
    let color = page.canvas.palette.text;
    page.canvas.text([x, 8.0], Anchor::Start, text, 12.0, color);
}

/// An arrow to the right whose tip is a little after `x`.
fn arrow(page: &mut Page<'_>, [x, y]: [f32; 2]) {
    let (tip, head, color) = (x + 12.0, 4.0, page.canvas.palette.series[2]);
    let (above, below) = ([tip - head, y - head], [tip - head, y + head]);
    page.canvas.line([[x - 4.0, y], [tip, y]], 2.0, color);
    page.canvas.line([above, [tip, y], below], 2.0, color);
}
