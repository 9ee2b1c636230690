//! What a layer pools, unit by unit: rows of filters in the order of their weights.

use ndarray::ArrayView2;

use super::atlas::Atlas;
use super::strongest::{Weight, strongest_simple};
use super::weight_bar::{BAR, GAP, unit_label, weight_bar};
use crate::figure::scene::{Canvas, Figure, Palette, Rect};

/// Invariant units shown of each top unit, and filters of each of those.
const TOP_POOLS: [usize; 2] = [4, 5];
/// Space between rows, in points.
pub(super) const ROW_GAP: f32 = 7.0;
/// Space between groups of a row, in points.
const GROUP_GAP: f32 = 14.0;
/// From one row to the next where a label of two lines has room, in points.
const TWO_LINES: f32 = 24.0;
/// Space for the number and use of a unit, in points.
pub(super) const LABEL: f32 = 52.0;

/// Looks of the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilterTileOptions {
    /// Points per filter pixel.
    pub zoom: f32,
    /// Colours.
    pub palette: Palette,
}

impl FilterTileOptions {
    /// As it is in a file.
    pub fn page(palette: Palette) -> Self {
        Self { zoom: 2.0, palette }
    }
}

/// A tile on screen: a filter, and the invariant unit whose row or group it stands in, if any.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilterTile {
    /// Where it is.
    pub at: Rect,
    /// The simple unit.
    pub simple: usize,
    /// The invariant unit.
    pub invariant: Option<usize>,
}

/// Where the tiles are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilterTiles {
    /// All tiles of filters.
    pub tiles: Vec<FilterTile>,
}

impl FilterTiles {
    /// The tile at a position.
    pub fn tile_at(&self, [x, y]: [f32; 2]) -> Option<FilterTile> {
        let holds =
            |at: &Rect| x >= at.x && x < at.right() && y >= at.y && y < at.bottom() + GAP + BAR;
        self.tiles.iter().copied().find(|tile| holds(&tile.at))
    }
}

/// A row for each unit of a third layer: the invariant units it pools most, each by its strongest filters, with
/// the weight of the pool below.
pub fn top_rows(
    filters: &Atlas,
    strongest: &[Vec<Weight>],
    top: ArrayView2<'_, f32>,
    top_use: &[f32],
    options: &FilterTileOptions,
) -> Figure<FilterTiles> {
    let mut page = Page::new(filters, options);
    let tile = page.tile;
    let [pools, ranks] = TOP_POOLS;
    let group = ranks as f32 * (tile + GAP) - GAP + GROUP_GAP;
    // Room for a label of two lines beside the first row.
    let first = (TWO_LINES - tile).max(0.0) / 2.0;
    for (unit, weights) in strongest_simple(top, pools).iter().enumerate() {
        let y = first + unit as f32 * (tile + 2.0 * (GAP + BAR) + ROW_GAP);
        page.label([0.0, y], unit, top_use.get(unit));
        for (place, pool) in weights.iter().enumerate() {
            let x = LABEL + place as f32 * group;
            let ranked = strongest.get(pool.unit).map_or(&[][..], Vec::as_slice);
            page.ranked(&ranked[..ranked.len().min(ranks)], pool.unit, [x, y]);
            let below = y + tile + 2.0 * GAP + BAR;
            let whole = Rect::new(x, below, group - GROUP_GAP, BAR);
            weight_bar(
                &mut page.canvas,
                whole,
                pool.weight,
                options.palette.series[2],
            );
        }
    }
    page.finish()
}

/// A scene that grows, and its tiles.
pub(super) struct Page<'a> {
    filters: &'a Atlas,
    pub(super) tile: f32,
    pub(super) canvas: Canvas,
    layout: FilterTiles,
}

impl<'a> Page<'a> {
    pub(super) fn new(filters: &'a Atlas, options: &FilterTileOptions) -> Self {
        Self {
            filters,
            tile: filters.side() as f32 * options.zoom,
            canvas: Canvas::new(options.palette),
            layout: FilterTiles::default(),
        }
    }

    pub(super) fn filter(&mut self, simple: usize, invariant: Option<usize>, [x, y]: [f32; 2]) {
        let at = Rect::new(x, y, self.tile, self.tile);
        self.canvas.push(self.filters.tile(simple, at));
        self.layout.tiles.push(FilterTile {
            at,
            simple,
            invariant,
        });
    }

    /// Filters in the order of their weights, each above a bar as long as its weight.
    pub(super) fn ranked(&mut self, weights: &[Weight], invariant: usize, [x, y]: [f32; 2]) {
        let accent = self.canvas.palette.accent;
        for (rank, weight) in weights.iter().enumerate() {
            let x = x + rank as f32 * (self.tile + GAP);
            self.filter(weight.unit, Some(invariant), [x, y]);
            let below = Rect::new(x, y + self.tile + GAP, self.tile, BAR);
            weight_bar(&mut self.canvas, below, weight.weight, accent);
        }
    }

    /// The number of a unit, and below it its use where rows are high enough, beside a row whose top is at `y`.
    pub(super) fn label(&mut self, [x, y]: [f32; 2], unit: usize, unit_use: Option<&f32>) {
        let at = [x + LABEL, y + self.tile / 2.0];
        let unit_use = unit_use.filter(|_| self.tile + GAP + BAR + ROW_GAP >= TWO_LINES);
        unit_label(&mut self.canvas, at, unit, unit_use);
    }

    pub(super) fn finish(self) -> Figure<FilterTiles> {
        let tiles = self.layout.tiles.iter();
        let right = tiles.clone().map(|tile| tile.at.right());
        let bottom = tiles.map(|tile| tile.at.bottom());
        let width = right.fold(0.0, f32::max);
        let height = bottom.fold(0.0, f32::max) + 2.0 * (GAP + BAR);
        self.canvas.into_figure([width, height], self.layout)
    }
}
