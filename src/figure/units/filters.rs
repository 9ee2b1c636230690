//! All filters, row by row.

use super::atlas::Atlas;
use super::grid::{ceil_sqrt, place_at};
use crate::analysis::GaborFit;
use crate::figure::scene::{Canvas, Figure, Palette, Rect};
use crate::figure::write::Csv;

/// Rows in a column of a page, at least.
const PAGE_ROWS: usize = 25;
/// A row is about so many times as wide as high, or somewhat more.
const ROW_SHAPE: usize = 6;

/// How filters, or rows of filters, are laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilterOptions {
    /// Filters in a row, or columns of rows, at least 1.
    pub columns: usize,
    /// Points per filter pixel.
    pub zoom: f32,
    /// Colours.
    pub palette: Palette,
}

impl FilterOptions {
    /// A grid of filters about as wide as it is high, for a file.
    pub fn grid(units: usize, palette: Palette) -> Self {
        Self {
            columns: units.isqrt().max(1),
            zoom: 3.0,
            palette,
        }
    }

    /// Columns of so many rows, for a file, that the page is about as wide as high, or wider.
    pub fn rows(invariant: usize, palette: Palette) -> Self {
        let rows = ceil_sqrt(ROW_SHAPE * invariant).max(PAGE_ROWS);
        Self {
            columns: invariant.div_ceil(rows).max(1),
            zoom: 2.0,
            palette,
        }
    }
}

/// Where each filter of a grid is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridLayout {
    units: usize,
    columns: usize,
    tile: f32,
    pitch: f32,
}

impl GridLayout {
    /// A grid of `units` square tiles of `side_px` pixels, one pixel apart.
    pub fn new(units: usize, side_px: usize, columns: usize, zoom: f32) -> Self {
        Self {
            units,
            columns: columns.clamp(1, units.max(1)),
            tile: side_px as f32 * zoom,
            pitch: (side_px + 1) as f32 * zoom,
        }
    }

    /// How many tiles fit side by side into `width` points, at least 1.
    pub fn columns_within(width: f32, side_px: usize, zoom: f32) -> usize {
        let pitch = (side_px + 1) as f32 * zoom;
        (((width + zoom) / pitch).max(1.0)) as usize
    }

    /// Width and height of the whole grid.
    pub fn size(&self) -> [f32; 2] {
        let gap = self.pitch - self.tile;
        let rows = self.units.div_ceil(self.columns);
        [self.columns, rows].map(|tiles| (tiles as f32 * self.pitch - gap).max(0.0))
    }

    /// Where the filter at `place` is.
    pub fn rect(&self, place: usize) -> Rect {
        let (row, column) = (place / self.columns, place % self.columns);
        let (x, y) = (column as f32 * self.pitch, row as f32 * self.pitch);
        Rect::new(x, y, self.tile, self.tile)
    }

    /// The place whose tile, gap included, holds a position.
    pub fn place_at(&self, position: [f32; 2]) -> Option<usize> {
        place_at(position, [self.pitch; 2], self.columns, self.units)
    }
}

/// Draws the filters of `units` in this order, row by row, one pixel apart. The layout tells them by
/// their place.
///
/// # Panics
/// When the atlas has no filter for one of `units`.
pub fn filter_grid(units: &[usize], atlas: &Atlas, options: &FilterOptions) -> Figure<GridLayout> {
    let layout = GridLayout::new(units.len(), atlas.side(), options.columns, options.zoom);
    let mut canvas = Canvas::new(options.palette);
    for (place, &unit) in units.iter().enumerate() {
        canvas.push(atlas.tile(unit, layout.rect(place)));
    }
    canvas.into_figure(layout.size(), layout)
}

/// The Gabor fit of every filter; angles of normals, x to the right, y down, from the patch's centre.
pub fn fits_table(fits: &[Option<GaborFit>]) -> String {
    let mut table = Csv::new(
        "simple_unit,x0_px,y0_px,theta_rad,freq_cycles_per_px,peak_freq_cycles_per_px,\
                     sigma_x_px,sigma_y_px,phase_rad,amplitude,correlation,is_good,centre_outside",
    );
    for (unit, fit) in fits.iter().enumerate() {
        let Some(fit) = fit else {
            table.line(format_args!("{unit},,,,,,,,,,,,"));
            continue;
        };
        let numbers = [
            fit.x0_px,
            fit.y0_px,
            fit.theta_rad,
            fit.freq_cycles_per_px,
            fit.peak_freq_cycles_per_px(),
            fit.sigma_x_px,
            fit.sigma_y_px,
            fit.phase_rad,
            fit.amplitude,
            fit.correlation,
        ];
        let numbers = numbers.map(|number| number.to_string()).join(",");
        let (is_good, outside) = (fit.is_good(), fit.centre_outside);
        table.line(format_args!("{unit},{numbers},{is_good},{outside}"));
    }
    table.finish()
}
