//! What a layer pools, unit by unit: rows of filters in the order of their weights.
//!
//! Two figures are made of such rows: the paper's Figure 1, where arrows point at the active units, and the
//! units of a third layer, each with the invariant units it pools and their filters.

use ndarray::ArrayView2;

use super::atlas::Atlas;
use super::strongest::{Weight, strongest_simple};
use super::weight_bar::{BAR, GAP, unit_label, weight_bar};
use crate::figure::scene::{Anchor, Color, Figure, Palette, Rect, Shape};

/// Filters of a row of Figure 1: the ten lines of an orientation, and what comes after.
const TOY_FILTERS: usize = 14;
/// Columns of the patches and of the filters of Figure 1.
const TOY_COLUMNS: [usize; 2] = [4, 8];
/// Invariant units shown of each top unit, and filters of each of those.
const TOP_POOLS: [usize; 2] = [4, 5];
/// Space between rows, between groups of a row and between panels, in points.
const ROW_GAP: f32 = 7.0;
const GROUP_GAP: f32 = 14.0;
const PANEL_GAP: f32 = 26.0;
/// Space for a title, and for the number and use of a unit, in points.
const TITLE: f32 = 24.0;
const LABEL: f32 = 52.0;

/// Looks of the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilterTileOptions {
    /// Points per filter pixel.
    pub zoom: f32,
    /// Colours.
    pub palette: Palette,
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
    tiles: Vec<FilterTile>,
}

impl FilterTiles {
    /// All tiles of filters.
    #[must_use]
    pub fn tiles(&self) -> &[FilterTile] {
        &self.tiles
    }

    /// The tile at a position.
    #[must_use]
    pub fn tile_at(&self, [x, y]: [f32; 2]) -> Option<FilterTile> {
        let holds =
            |at: &Rect| x >= at.x && x < at.right() && y >= at.y && y < at.bottom() + GAP + BAR;
        self.tiles.iter().copied().find(|tile| holds(&tile.at))
    }
}

/// What the toy example learns from and has learned.
#[derive(Clone, Copy, Debug)]
pub struct ToyModel<'a> {
    /// Patches it learns from.
    pub patches: &'a Atlas,
    /// Its filters.
    pub filters: &'a Atlas,
    /// A, `[K, M]`.
    pub pooling: ArrayView2<'a, f32>,
    /// Share of patches in which each invariant unit is on, `[M]`.
    pub invariant_use: &'a [f32],
    /// The units that are active.
    pub active: &'a [usize],
}

/// The paper's Figure 1: patches, all filters, and the filters of each invariant unit by weight, with an
/// arrow at each active unit.
#[must_use]
pub fn toy_figure(model: &ToyModel<'_>, options: &FilterTileOptions) -> Figure<FilterTiles> {
    let mut page = Page::new(model.filters, options);
    let tile = page.tile;
    let [patch_columns, filter_columns] = TOY_COLUMNS;
    let pitch = tile + GAP;
    page.title(0.0, "Patches");
    for patch in 0..model.patches.units().min(patch_columns * 8) {
        let (column, row) = (patch % patch_columns, patch / patch_columns);
        let at = Rect::new(
            column as f32 * pitch,
            TITLE + row as f32 * pitch,
            tile,
            tile,
        );
        page.shapes.push(model.patches.tile(patch, at));
    }
    let filters_x = patch_columns as f32 * pitch - GAP + PANEL_GAP;
    page.title(filters_x, "Filters");
    for filter in 0..model.filters.units() {
        let (column, row) = (filter % filter_columns, filter / filter_columns);
        let x = filters_x + column as f32 * pitch;
        page.filter(filter, None, [x, TITLE + row as f32 * pitch]);
    }
    let rows_x = filters_x + filter_columns as f32 * pitch - GAP + PANEL_GAP;
    page.title(rows_x + LABEL, "Invariant units: their filters by weight");
    let strongest = strongest_simple(model.pooling, TOY_FILTERS);
    for (unit, weights) in strongest.iter().enumerate() {
        let y = TITLE + unit as f32 * (tile + GAP + BAR + ROW_GAP);
        page.label([rows_x, y], unit, model.invariant_use.get(unit));
        if model.active.contains(&unit) {
            page.arrow([rows_x, y + tile / 2.0]);
        }
        page.ranked(weights, unit, [rows_x + LABEL, y]);
    }
    page.finish()
}

/// A row for each unit of a third layer: the invariant units it pools most, each by its strongest filters, with
/// the weight of the pool below.
#[must_use]
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
    for (unit, weights) in strongest_simple(top, pools).iter().enumerate() {
        let y = unit as f32 * (tile + 2.0 * (GAP + BAR) + ROW_GAP);
        page.label([0.0, y], unit, top_use.get(unit));
        for (place, pool) in weights.iter().enumerate() {
            let x = LABEL + place as f32 * group;
            let ranked = strongest.get(pool.unit).map_or(&[][..], Vec::as_slice);
            page.ranked(&ranked[..ranked.len().min(ranks)], pool.unit, [x, y]);
            let below = y + tile + 2.0 * GAP + BAR;
            let whole = Rect::new(x, below, group - GROUP_GAP, BAR);
            page.bar(whole, pool.weight, page.palette.series[2]);
        }
    }
    page.finish()
}

/// A scene that grows, and its tiles.
struct Page<'a> {
    filters: &'a Atlas,
    palette: Palette,
    tile: f32,
    shapes: Vec<Shape>,
    layout: FilterTiles,
}

impl<'a> Page<'a> {
    fn new(filters: &'a Atlas, options: &FilterTileOptions) -> Self {
        Self {
            filters,
            palette: options.palette,
            tile: filters.side() as f32 * options.zoom,
            shapes: Vec::new(),
            layout: FilterTiles::default(),
        }
    }

    fn title(&mut self, x: f32, text: &str) {
        let at = [x, 8.0];
        let title = Shape::text(at, Anchor::Start, text, 12.0, self.palette.text);
        self.shapes.push(title);
    }

    fn filter(&mut self, simple: usize, invariant: Option<usize>, [x, y]: [f32; 2]) {
        let at = Rect::new(x, y, self.tile, self.tile);
        self.shapes.push(self.filters.tile(simple, at));
        self.layout.tiles.push(FilterTile {
            at,
            simple,
            invariant,
        });
    }

    /// Filters in the order of their weights, each above a bar as long as its weight.
    fn ranked(&mut self, weights: &[Weight], invariant: usize, [x, y]: [f32; 2]) {
        for (rank, weight) in weights.iter().enumerate() {
            let x = x + rank as f32 * (self.tile + GAP);
            self.filter(weight.unit, Some(invariant), [x, y]);
            let below = Rect::new(x, y + self.tile + GAP, self.tile, BAR);
            self.bar(below, weight.weight, self.palette.accent);
        }
    }

    fn bar(&mut self, at: Rect, weight: f32, fill: Color) {
        weight_bar(&mut self.shapes, at, weight, fill, &self.palette);
    }

    /// The number of a unit, and below it its use, beside a row whose top is at `y`.
    fn label(&mut self, [x, y]: [f32; 2], unit: usize, unit_use: Option<&f32>) {
        let at = [x + LABEL, y + self.tile / 2.0];
        unit_label(&mut self.shapes, at, unit, unit_use, &self.palette);
    }

    /// An arrow to the right whose tip is a little after `x`.
    fn arrow(&mut self, [x, y]: [f32; 2]) {
        let (tip, head) = (x + 12.0, 4.0);
        let mut line = |points: Vec<[f32; 2]>| {
            self.shapes
                .push(Shape::line(points, 2.0, self.palette.series[2]));
        };
        line(vec![[x - 4.0, y], [tip, y]]);
        line(vec![
            [tip - head, y - head],
            [tip, y],
            [tip - head, y + head],
        ]);
    }

    fn finish(self) -> Figure<FilterTiles> {
        let tiles = self.layout.tiles.iter();
        let right = tiles.clone().map(|tile| tile.at.right());
        let bottom = tiles.map(|tile| tile.at.bottom());
        let width = right.fold(0.0, f32::max);
        let height = bottom.fold(0.0, f32::max) + 2.0 * (GAP + BAR);
        Figure::new(
            [width, height],
            self.palette.background,
            self.shapes,
            self.layout,
        )
    }
}
