//! A square for each of some invariant units, read left to right and then down.

use std::ops::Range;

use crate::figure::scene::{Palette, Rect};

/// Space between squares, in points.
const GAP: f32 = 5.0;
/// Height of the strip above a square that holds its number, in points.
const STRIP: f32 = 13.0;

/// How squares are laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoolingMapOptions {
    /// Squares in a row, at least 1.
    pub columns: usize,
    /// Side of a square, in points.
    pub side: f32,
    /// Colours around the squares; within, the ground is black in every theme.
    pub palette: Palette,
}

impl PoolingMapOptions {
    /// Width and height of so many squares.
    pub fn size(&self, squares: usize) -> [f32; 2] {
        let columns = self.columns.clamp(1, squares.max(1));
        size(squares, columns, pitch(self.side))
    }

    /// A block about as wide as it is high, for a file; fewer squares are larger.
    pub fn page(squares: usize, palette: Palette) -> Self {
        Self {
            columns: ceil_sqrt(squares),
            side: if squares <= 25 { 150.0 } else { 110.0 },
            palette,
        }
    }
}

/// From one square of this side to the next, across and down.
fn pitch(side: f32) -> [f32; 2] {
    [side + GAP, STRIP + side + GAP]
}

/// Width and height of so many squares.
fn size(squares: usize, columns: usize, [across, down]: [f32; 2]) -> [f32; 2] {
    let rows = squares.div_ceil(columns);
    [(columns, across), (rows, down)]
        .map(|(squares, pitch)| (squares as f32 * pitch - GAP).max(0.0))
}

/// The smallest number from 1 whose square is at least `n`.
pub(in crate::figure) fn ceil_sqrt(n: usize) -> usize {
    let root = n.isqrt();
    (root + usize::from(root * root < n)).max(1)
}

/// The place that holds a position, of so many in rows of `columns`, from one to the next `across` and `down`.
pub(super) fn place_at(
    [x, y]: [f32; 2],
    [across, down]: [f32; 2],
    columns: usize,
    places: usize,
) -> Option<usize> {
    if x < 0.0 || y < 0.0 {
        return None;
    }
    let (column, row) = ((x / across) as usize, (y / down) as usize);
    let place = row.checked_mul(columns)?.checked_add(column)?;
    (column < columns && place < places).then_some(place)
}

/// Where the square of each unit is.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitGrid {
    /// The units, in the order of their squares.
    pub units: Vec<usize>,
    /// Squares in a row.
    pub columns: usize,
    side: f32,
}

impl UnitGrid {
    /// A square for each of `units`, in their order.
    pub fn new(units: &[usize], options: &PoolingMapOptions) -> Self {
        Self {
            units: units.to_vec(),
            columns: options.columns.clamp(1, units.len().max(1)),
            side: options.side,
        }
    }

    /// How many squares of this side fit into `width` points, at least 1.
    pub fn columns_within(width: f32, side: f32) -> usize {
        (((width + GAP) / (side + GAP)).max(1.0)) as usize
    }

    /// Width and height of all squares.
    pub fn size(&self) -> [f32; 2] {
        size(self.units.len(), self.columns, pitch(self.side))
    }

    /// Where square number `place` is.
    pub fn rect(&self, place: usize) -> Rect {
        let [across, down] = pitch(self.side);
        let (row, column) = (place / self.columns, place % self.columns);
        let (x, y) = (column as f32 * across, row as f32 * down + STRIP);
        Rect::new(x, y, self.side, self.side)
    }

    /// The places in rows that reach into this range of heights, whole rows with their strips.
    pub fn places_within(&self, [from, to]: [f32; 2]) -> Range<usize> {
        let [_, down] = pitch(self.side);
        let first = (from / down).floor().max(0.0) as usize;
        let end = (to / down).ceil().max(0.0) as usize;
        let places = self.units.len();
        let end = end.saturating_mul(self.columns).min(places);
        first.saturating_mul(self.columns).min(end)..end
    }

    /// Where the row of square number `place` begins: the top of its strip.
    pub fn top(&self, place: usize) -> f32 {
        let [_, down] = pitch(self.side);
        (place / self.columns) as f32 * down
    }

    /// The middle of the left edge of the strip above square number `place`.
    pub(super) fn strip(&self, place: usize) -> [f32; 2] {
        let square = self.rect(place);
        [square.x, square.y - STRIP / 2.0]
    }

    /// The number of the square, strip and gap included, that holds a position.
    pub fn place_at(&self, position: [f32; 2]) -> Option<usize> {
        place_at(position, pitch(self.side), self.columns, self.units.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_that_reach_into_a_range_of_heights() {
        let options = PoolingMapOptions {
            columns: 4,
            side: 100.0,
            palette: Palette::LIGHT,
        };
        let units: Vec<usize> = (0..10).collect();
        let grid = UnitGrid::new(&units, &options);
        // A row is 118 high.
        assert_eq!(grid.places_within([0.0, 50.0]), 0..4);
        assert_eq!(grid.places_within([50.0, 119.0]), 0..8);
        assert_eq!(grid.places_within([118.0, 236.0]), 4..8);
        assert_eq!(grid.places_within([119.0, 5000.0]), 4..10);
        assert_eq!(grid.places_within([-50.0, 10.0]), 0..4);
        assert_eq!(grid.places_within([4000.0, 5000.0]), 10..10);
        assert_eq!(grid.top(9), 236.0);
        let none = UnitGrid::new(&[], &options);
        assert_eq!(none.places_within([0.0, 50.0]), 0..0);
    }
}
