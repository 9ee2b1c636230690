//! What each invariant unit pools: its strongest filters in a row.

use super::atlas::Atlas;
use super::filters::FilterOptions;
use super::strongest::Weight;
use super::weight_bar::{BAR, GAP, unit_label, weight_bar};
use crate::figure::scene::{Canvas, Figure, Rect};

/// Filters shown for each invariant unit, as in the paper's Figure 2.
pub const STRONGEST: usize = 9;

/// Space for the unit's number and use, in points.
const LABEL: f32 = 46.0;
/// Space below a row, in points.
const ROW_GAP: f32 = 6.0;
/// Height of a row from which on there is room for a unit's use below its number, in points.
const TWO_LINES: f32 = 22.0;
/// Space between columns of rows, in points.
const COLUMN_GAP: f32 = 18.0;

/// Where the rows and their filters are. Rows run down the first column, then down the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoolingLayout {
    units: usize,
    columns: usize,
    tile: f32,
}

impl PoolingLayout {
    /// A layout of `units` rows of filters of `side_px` pixels.
    pub fn new(units: usize, side_px: usize, columns: usize, zoom: f32) -> Self {
        Self {
            units,
            columns: columns.max(1),
            tile: side_px as f32 * zoom,
        }
    }

    /// Width of one column of rows.
    pub fn column_width(side_px: usize, zoom: f32) -> f32 {
        LABEL + STRONGEST as f32 * (side_px as f32 * zoom + GAP) - GAP
    }

    /// The columns of rows that fit into `width` points, at least 1.
    pub fn columns_within(width: f32, side_px: usize, zoom: f32) -> usize {
        let pitch = Self::column_width(side_px, zoom) + COLUMN_GAP;
        ((width + COLUMN_GAP) / pitch).max(1.0) as usize
    }

    /// The fewest columns with which all rows together are no higher than wide.
    pub fn columns_of_square(units: usize, side_px: usize, zoom: f32) -> usize {
        let is_wide = |columns: &usize| {
            let [width, height] = Self::new(units, side_px, *columns, zoom).size();
            height <= width
        };
        (1..units).find(is_wide).unwrap_or(1)
    }

    fn rows(&self) -> usize {
        self.units.div_ceil(self.columns).max(1)
    }

    fn row_height(&self) -> f32 {
        self.tile + GAP + BAR + ROW_GAP
    }

    fn width(&self) -> f32 {
        LABEL + STRONGEST as f32 * (self.tile + GAP) - GAP
    }

    /// Width and height of all rows.
    pub fn size(&self) -> [f32; 2] {
        let columns = self.units.div_ceil(self.rows()).max(1) as f32;
        let width = columns * (self.width() + COLUMN_GAP) - COLUMN_GAP;
        [width, self.rows() as f32 * self.row_height() - ROW_GAP]
    }

    /// Where row number `place` is, label included.
    pub fn row(&self, place: usize) -> Rect {
        let (column, row) = (place / self.rows(), place % self.rows());
        let x = column as f32 * (self.width() + COLUMN_GAP);
        let y = row as f32 * self.row_height();
        Rect::new(x, y, self.width(), self.row_height() - ROW_GAP)
    }

    /// Where the filter of rank `rank` (0 is the strongest) in row number `place` is.
    pub fn tile(&self, place: usize, rank: usize) -> Rect {
        let row = self.row(place);
        let x = row.x + LABEL + rank as f32 * (self.tile + GAP);
        Rect::new(x, row.y, self.tile, self.tile)
    }

    /// The row at a position, and the rank of the filter there, if on one.
    pub fn place_at(&self, [x, y]: [f32; 2]) -> Option<(usize, Option<usize>)> {
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let column = (x / (self.width() + COLUMN_GAP)) as usize;
        let row = (y / self.row_height()) as usize;
        if column >= self.columns || row >= self.rows() {
            return None;
        }
        let place = column * self.rows() + row;
        let within = x - self.row(place).x - LABEL;
        let rank = (within >= 0.0).then_some((within / (self.tile + GAP)) as usize);
        (place < self.units && within < self.width() - LABEL).then_some((place, rank))
    }
}

/// Draws a row for each of the invariant units `units`, in this order: its number, the share of
/// movies it is on (`usage` of all units, may be empty), and its strongest filters (`strongest` of all
/// units) in the order of their weights, each above a bar as long as its weight (a weight of 1 is as
/// wide as the filter). The layout tells rows by their place.
///
/// # Panics
/// When `strongest` does not hold one of `units`.
pub fn pooling_rows(
    units: &[usize],
    atlas: &Atlas,
    strongest: &[Vec<Weight>],
    usage: &[f32],
    options: &FilterOptions,
) -> Figure<PoolingLayout> {
    let layout = PoolingLayout::new(units.len(), atlas.side(), options.columns, options.zoom);
    // All filters first, then all bars, then all labels: few changes of texture on screen.
    let tiles = || {
        let rows = units.iter().enumerate();
        rows.flat_map(move |(row, &unit)| {
            let ranked = strongest[unit].iter().take(STRONGEST).enumerate();
            ranked.map(move |(rank, weight)| (layout.tile(row, rank), weight))
        })
    };
    let mut canvas = Canvas::new(options.palette);
    for (at, weight) in tiles() {
        canvas.push(atlas.tile(weight.unit, at));
    }
    for (tile, weight) in tiles() {
        let below = Rect::new(tile.x, tile.bottom() + GAP, tile.width, BAR);
        weight_bar(&mut canvas, below, weight.weight, options.palette.accent);
    }
    for (row, &unit) in units.iter().enumerate() {
        let row = layout.row(row);
        let at = [row.x + LABEL, row.y + layout.tile / 2.0];
        let usage = usage.get(unit).filter(|_| layout.tile >= TWO_LINES);
        unit_label(&mut canvas, at, unit, usage);
    }
    canvas.into_figure(layout.size(), layout)
}
