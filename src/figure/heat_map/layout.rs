//! Where the cells of a heat map are, or the points of a chart.

use ndarray::Array2;

use super::panels::{HeatMap, HeatMapCell};
use super::points::{POINT, REACH, points};
use crate::figure::scene::{Rect, lines_within, text_width, text_within};

/// Space above, right of and below the cells of a panel, in points.
const MARGINS: [f32; 3] = [34.0, 14.0, 52.0];
/// Least and most space left of them, and that between their labels and them.
const LEFT: [f32; 3] = [64.0, 150.0, 6.0];
/// Width of the colour bar and of the room for its numbers, in points.
pub(super) const BAR: [f32; 2] = [12.0, 52.0];
/// Least height of the colour bar, in points.
const LEAST_BAR: f32 = 80.0;
/// Room for a note of one line below all panels, in points.
const NOTE: f32 = 22.0;
/// Size of labels, in points.
pub(super) const LABEL: f32 = 10.5;
/// Height of a line of a label, as a share of its size.
pub(super) const LINE: f32 = 1.3;
/// Width and height of the cells of a panel together, where that leaves a cell its largest or least size, in points.
const CELLS: [f32; 2] = [380.0, 260.0];
/// Largest and least sides of a cell, in points, and the largest where there is room.
const SIDES: [[f32; 2]; 3] = [[56.0, 34.0], [6.0, 6.0], [112.0, 68.0]];
/// Least and largest width and height of a chart of points, in points.
const LEAST_CHART: [f32; 2] = [200.0, 90.0];
const LARGEST_CHART: [f32; 2] = [960.0, 560.0];

/// A label in this width, in points; the end of a longer one without the brackets that close it.
pub(super) fn within(text: &str, width: f32) -> String {
    if label_width(text) <= width {
        return text.to_owned();
    }
    text_within(text.trim_end_matches(['"', ']', '}']), LABEL, width)
}

/// Width of the colour bar with its numbers; a chart of points has none.
pub(super) fn bar_width(map: &HeatMap) -> f32 {
    map.y.as_ref().map_or(0.0, |_| BAR[0] + BAR[1])
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
    /// The note below, in lines.
    pub(super) note: Vec<String>,
    /// Cells across and upwards.
    counts: [usize; 2],
    /// Where each model of a chart of points is, from the upper left of its panel; by panels, `[y, x]`. None of a heat map.
    points: Vec<Array2<Option<[f32; 2]>>>,
}

impl HeatMapLayout {
    /// As large as it is drawn alone, or larger where the room allows it; a chart is smaller, too, where it has to be.
    pub(super) fn new(map: &HeatMap, room: Option<[f32; 2]>) -> Self {
        let columns = match map.panels.len() {
            panels @ ..=3 => panels.max(1),
            panels => panels.div_ceil(panels.div_ceil(4)),
        };
        let mut alone = Self::of(map, columns, CELLS, SIDES[0]);
        let width = room.map_or(f32::INFINITY, |[width, _]| width - alone.left);
        alone.note = lines_within(&map.note, LABEL, width);
        let Some(room) = room else {
            return alone.with_points(map);
        };
        let mut in_room = (1..=alone.panels).map(|columns| {
            let rows = alone.panels.div_ceil(columns);
            let [width, height] = [room[0] - bar_width(map), room[1] - alone.note_height()];
            let pitch = [width / columns as f32, height / rows as f32];
            let [top, right, bottom] = MARGINS;
            let cells = [pitch[0] - alone.left - right, pitch[1] - top - bottom];
            Self {
                note: alone.note.clone(),
                ..Self::of(map, columns, cells, SIDES[2])
            }
        });
        if map.y.is_none() {
            let in_room = in_room.next();
            return in_room.unwrap_or(alone).with_points(map);
        }
        let fits = |layout: &Self| {
            layout.width() + bar_width(map) <= room[0] && layout.height_with_note() <= room[1]
        };
        let area = |layout: &Self| layout.cell[0] * layout.cell[1];
        let largest = in_room
            .filter(fits)
            .max_by(|a, b| area(a).total_cmp(&area(b)))
            .filter(|found| area(found) > area(&alone));
        largest.unwrap_or(alone).with_points(map)
    }

    /// With the models of a chart of points at their places.
    fn with_points(mut self, map: &HeatMap) -> Self {
        if map.y.is_none() {
            let Rect { width, height, .. } = self.panel(0);
            self.points = points(map, [width, height]);
        }
        self
    }

    /// So many panels in a row, their cells of this size together as far as the largest and least sides of one allow.
    fn of(map: &HeatMap, columns: usize, cells: [f32; 2], largest: [f32; 2]) -> Self {
        let up = map.y.as_ref().map_or(1, |y| y.labels.len());
        let counts = [map.x.labels.len(), up];
        let side = |axis: usize| {
            let count = counts[axis].max(1) as f32;
            let [least, most] = match map.y {
                Some(_) => [SIDES[1][axis], largest[axis]],
                None => [LEAST_CHART[axis] / count, LARGEST_CHART[axis] / count],
            };
            (cells[axis] / count).clamp(least, most)
        };
        let cell = [side(0), side(1)];
        let labels = map.y.iter().flat_map(|y| y.short_labels());
        let labels = labels.map(|label| label_width(&label));
        let left = (labels.fold(0.0, f32::max) + LEFT[2]).clamp(LEFT[0], LEFT[1]);
        let [top, right, bottom] = MARGINS;
        Self {
            cell,
            columns,
            panels: map.panels.len(),
            counts,
            points: Vec::new(),
            left,
            note: Vec::new(),
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

    /// The same with the note below.
    pub(super) fn height_with_note(&self) -> f32 {
        self.height() + self.note_height()
    }

    fn note_height(&self) -> f32 {
        NOTE + self.note.len().saturating_sub(1) as f32 * LINE * LABEL
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

    /// All cells or points, panel by panel.
    pub fn cells(&self) -> impl Iterator<Item = HeatMapCell> {
        let [across, up] = match self.points.first() {
            Some(points) => [points.ncols(), points.nrows()],
            None => self.counts,
        };
        let in_panel = move |panel| {
            let rows = (0..up).flat_map(move |y| (0..across).map(move |x| [x, y]));
            rows.map(move |[x, y]| HeatMapCell { panel, x, y })
        };
        let all = (0..self.panels).flat_map(in_panel);
        all.filter(|&cell| self.points.is_empty() || self.point(cell).is_some())
    }

    /// Where a cell or a point is.
    pub fn rect(&self, cell: HeatMapCell) -> Rect {
        match self.point(cell) {
            Some([x, y]) => Rect::new(x - POINT, y - POINT, 2.0 * POINT, 2.0 * POINT),
            None => self.cell(&self.panel(cell.panel), [cell.x, cell.y]),
        }
    }

    /// The middle of a point.
    pub(super) fn point(&self, HeatMapCell { panel, x, y }: HeatMapCell) -> Option<[f32; 2]> {
        let [right, down] = (*self.points.get(panel)?.get([y, x])?)?;
        let at = self.panel(panel);
        Some([at.x + right, at.y + down])
    }

    /// The point nearest to a place that is not far from it.
    fn point_at(&self, [x, y]: [f32; 2]) -> Option<HeatMapCell> {
        let far = |cell| {
            let at = self.point(cell)?;
            Some(((at[0] - x).hypot(at[1] - y), cell))
        };
        let near = self
            .cells()
            .filter_map(far)
            .filter(|(far, _)| *far <= REACH);
        let nearest = near.min_by(|(a, _), (b, _)| a.total_cmp(b));
        nearest.map(|(_, cell)| cell)
    }

    /// The cell at a place, or the point nearest to it, if there is one.
    pub fn cell_at(&self, at: [f32; 2]) -> Option<HeatMapCell> {
        if !self.points.is_empty() {
            return self.point_at(at);
        }
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
