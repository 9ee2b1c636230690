//! Where the cells of a heat map are.

use super::panels::HeatMap;
use crate::figure::scene::{Rect, text_width, text_within};

/// Space above, right of and below the cells of a panel, in points.
const MARGINS: [f32; 3] = [34.0, 14.0, 52.0];
/// Least and most space left of them, and that between their labels and them.
const LEFT: [f32; 3] = [64.0, 150.0, 6.0];
/// Width of the colour bar and of the room for its numbers, in points.
pub(super) const BAR: [f32; 2] = [12.0, 52.0];
/// Least height of the colour bar, in points.
const LEAST_BAR: f32 = 80.0;
/// Room for the note below all panels, in points.
pub(super) const NOTE: f32 = 22.0;
/// Size of labels, in points.
pub(super) const LABEL: f32 = 10.5;
/// Height of a line of a label, as a share of its size.
pub(super) const LINE: f32 = 1.3;
/// Width and height of the cells of a panel together, where that leaves a cell its largest or least size, in points.
const CELLS: [f32; 2] = [380.0, 260.0];
/// Largest and least sides of a cell, in points, and the largest where there is room.
const SIDES: [[f32; 2]; 3] = [[56.0, 34.0], [6.0, 6.0], [112.0, 68.0]];

/// A label in this width, in points; the end of a longer one without the brackets that close it.
pub(super) fn within(text: &str, width: f32) -> String {
    if label_width(text) <= width {
        return text.to_owned();
    }
    text_within(text.trim_end_matches(['"', ']', '}']), LABEL, width)
}

/// The width of a label, in points, at most.
pub(super) fn label_width(text: &str) -> f32 {
    text_width(text, LABEL)
}

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
    /// Space left of the cells of a panel.
    pub(super) left: f32,
    /// Cells across and upwards.
    counts: [usize; 2],
}

/// A cell of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeatMapCell {
    /// Its panel.
    pub panel: usize,
    /// From the left.
    pub x: usize,
    /// From below.
    pub y: usize,
}

impl HeatMapLayout {
    /// As large as it is drawn alone, or larger where the room allows it.
    pub(super) fn new(map: &HeatMap, room: Option<[f32; 2]>) -> Self {
        let columns = match map.panels.len() {
            panels @ ..=3 => panels.max(1),
            panels => panels.div_ceil(panels.div_ceil(4)),
        };
        let alone = Self::of(map, columns, CELLS, SIDES[0]);
        let Some(room) = room else { return alone };
        let in_room = (1..=alone.panels).map(|columns| {
            let rows = alone.panels.div_ceil(columns);
            let [width, height] = [room[0] - BAR[0] - BAR[1], room[1] - NOTE];
            let pitch = [width / columns as f32, height / rows as f32];
            let [top, right, bottom] = MARGINS;
            let cells = [pitch[0] - alone.left - right, pitch[1] - top - bottom];
            Self::of(map, columns, cells, SIDES[2])
        });
        let fits = |layout: &Self| {
            layout.width() + BAR[0] + BAR[1] <= room[0] && layout.height() + NOTE <= room[1]
        };
        let area = |layout: &Self| layout.cell[0] * layout.cell[1];
        in_room
            .filter(fits)
            .max_by(|a, b| area(a).total_cmp(&area(b)))
            .filter(|found| area(found) > area(&alone))
            .unwrap_or(alone)
    }

    /// So many panels in a row, their cells of this size together as far as the largest and least sides of one allow.
    fn of(map: &HeatMap, columns: usize, cells: [f32; 2], largest: [f32; 2]) -> Self {
        let counts = [map.x.values.len(), map.y.values.len()];
        let side = |axis: usize| {
            let side = cells[axis] / counts[axis].max(1) as f32;
            side.clamp(SIDES[1][axis], largest[axis])
        };
        let cell = [side(0), side(1)];
        let labels = map.y.values.iter().map(|value| label_width(value));
        let left = (labels.fold(0.0, f32::max) + LEFT[2]).clamp(LEFT[0], LEFT[1]);
        let [top, right, bottom] = MARGINS;
        Self {
            cell,
            columns,
            panels: map.panels.len(),
            counts,
            left,
            pitch: [
                left + cell[0] * counts[0] as f32 + right,
                top + cell[1] * counts[1] as f32 + bottom,
            ],
        }
    }

    /// Width of all panels, with their labels.
    pub(super) fn width(&self) -> f32 {
        self.pitch[0] * self.columns as f32
    }

    /// Height of all panels, with their labels, or of the colour bar if that is more.
    pub(super) fn height(&self) -> f32 {
        let rows = self.panels.div_ceil(self.columns);
        let [top, _, bottom] = MARGINS;
        (self.pitch[1] * rows as f32).max(top + self.bar_height() + bottom)
    }

    /// Height of the colour bar.
    pub(super) fn bar_height(&self) -> f32 {
        self.panel(0).height.max(LEAST_BAR)
    }

    /// Where the cells of a panel are.
    pub(super) fn panel(&self, index: usize) -> Rect {
        let [top, right, bottom] = MARGINS;
        let (row, column) = (index / self.columns, index % self.columns);
        Rect::new(
            column as f32 * self.pitch[0] + self.left,
            row as f32 * self.pitch[1] + top,
            self.pitch[0] - self.left - right,
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
