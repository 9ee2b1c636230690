//! Where the cells of a heat map are.

use super::panels::HeatMap;
use crate::figure::scene::Rect;

/// Space left of, above, right of and below the cells of a panel, in points.
pub(super) const MARGINS: [f32; 4] = [64.0, 34.0, 14.0, 52.0];
/// Width and height of the cells of a panel together, where that leaves a cell its largest or least size, in points.
const CELLS: [f32; 2] = [380.0, 260.0];
/// Largest and least sides of a cell, in points.
const SIDES: [[f32; 2]; 2] = [[56.0, 34.0], [6.0, 6.0]];

/// Where the cells of a map are.
#[derive(Clone, Debug)]
pub struct HeatMapLayout {
    /// Sides of a cell.
    pub(super) cell: [f32; 2],
    /// Panels in a row.
    pub(super) columns: usize,
    /// From one panel to the next, across and down.
    pub(super) pitch: [f32; 2],
    panels: usize,
    /// Cells across and upwards.
    counts: [usize; 2],
}

/// A cell of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeatMapCell {
    /// Its panel.
    pub panel: usize,
    /// From the left.
    pub x: usize,
    /// From below.
    pub y: usize,
}

impl HeatMapLayout {
    pub(super) fn new(map: &HeatMap) -> Self {
        let counts = [map.x.values.len(), map.y.values.len()];
        let side = |axis: usize| {
            let side = CELLS[axis] / counts[axis].max(1) as f32;
            side.clamp(SIDES[1][axis], SIDES[0][axis])
        };
        let cell = [side(0), side(1)];
        let [left, top, right, bottom] = MARGINS;
        let columns = match map.panels.len() {
            panels @ ..=3 => panels.max(1),
            panels => panels.div_ceil(panels.div_ceil(4)),
        };
        Self {
            cell,
            columns,
            panels: map.panels.len(),
            counts,
            pitch: [
                left + cell[0] * counts[0] as f32 + right,
                top + cell[1] * counts[1] as f32 + bottom,
            ],
        }
    }

    /// Where the cells of a panel are.
    pub(super) fn panel(&self, index: usize) -> Rect {
        let [left, top, right, bottom] = MARGINS;
        let (row, column) = (index / self.columns, index % self.columns);
        Rect::new(
            column as f32 * self.pitch[0] + left,
            row as f32 * self.pitch[1] + top,
            self.pitch[0] - left - right,
            self.pitch[1] - top - bottom,
        )
    }

    /// Where a cell is: the first value of y is at the bottom.
    pub(super) fn cell(&self, panel: &Rect, [x, y]: [usize; 2]) -> Rect {
        let [width, height] = self.cell;
        let left = panel.x + width * x as f32;
        let top = panel.bottom() - height * (y + 1) as f32;
        Rect::new(left, top, width, height)
    }
    /// All cells, panel by panel.
    pub fn cells(&self) -> impl Iterator<Item = HeatMapCell> + use<> {
        let (panels, [across, up]) = (self.panels, self.counts);
        let in_panel = move |panel| {
            let rows = (0..up).flat_map(move |y| (0..across).map(move |x| [x, y]));
            rows.map(move |[x, y]| HeatMapCell { panel, x, y })
        };
        (0..panels).flat_map(in_panel)
    }

    /// Where a cell is.
    pub fn rect(&self, HeatMapCell { panel, x, y }: HeatMapCell) -> Rect {
        self.cell(&self.panel(panel), [x, y])
    }

    /// The cell at a place, if there is one.
    pub fn cell_at(&self, at: [f32; 2]) -> Option<HeatMapCell> {
        let of_panel = |panel: usize| {
            let cells = self.panel(panel);
            let [across, up] = [at[0] - cells.x, cells.bottom() - at[1]];
            let is_in = (0.0..cells.width).contains(&across) && (0.0..cells.height).contains(&up);
            let place = [across / self.cell[0], up / self.cell[1]].map(|place| place as usize);
            let [x, y] = place;
            is_in.then_some(HeatMapCell { panel, x, y })
        };
        (0..self.panels).find_map(of_panel)
    }
}
