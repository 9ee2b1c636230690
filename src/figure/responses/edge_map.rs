//! What the maps of responses to edges share: panels side by side, each with position b across and
//! orientation theta upwards.

use crate::analysis::tuning::EdgeGrid;
use crate::figure::scene::{Anchor, Axis, Canvas, Crop, Palette, Rect, short_number};
use crate::figure::units::ceil_sqrt;

/// Space left of the first panel of a row, for the labels of theta, in points.
const LEFT: f32 = 50.0;
/// Space above a panel, for its title, in points.
const TOP: f32 = 24.0;
/// Space below a panel, for the labels of b, in points.
const BOTTOM: f32 = 38.0;
/// Space right of every panel, in points.
const GAP: f32 = 16.0;
/// Length of a tick, in points.
const TICK: f32 = 3.5;
/// Size of labels, in points.
pub(super) const SMALL: f32 = 10.5;
/// Size of titles, in points.
const TITLE: f32 = 13.0;
/// A row of three charts is about so many times as wide as high.
const CURVES_SHAPE: usize = 3;
/// Orientations with a label, in degrees.
const THETA_TICKS_DEG: [f64; 4] = [0.0, 45.0, 90.0, 135.0];

/// How maps over b and theta, or tuning curves, are laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PanelOptions {
    /// Panels, or units with their charts, in a row, at least 1.
    pub columns: usize,
    /// Width of a map or chart, in points.
    pub width: f32,
    /// Height of a map or chart, in points.
    pub height: f32,
    /// Colours; within a map, the colours are its own.
    pub palette: Palette,
}

impl PanelOptions {
    /// Maps for a file: up to five panels in a row, as in Figure 3, and more where there are more than five rows.
    pub fn maps(panels: usize, palette: Palette) -> Self {
        let side = if panels <= 10 { 210.0 } else { 150.0 };
        Self {
            columns: panels.clamp(1, 5).max(ceil_sqrt(panels)),
            width: side,
            height: side,
            palette,
        }
    }

    /// Tuning curves for a file: two units side by side, when there are several; of many more, so that the page is about as
    /// wide as high.
    pub fn curves(units: usize, palette: Palette) -> Self {
        Self {
            columns: match units {
                0..=4 => 1,
                _ => ceil_sqrt(units / CURVES_SHAPE).max(2),
            },
            width: 150.0,
            height: 100.0,
            palette,
        }
    }
}

/// An edge, pointed at in a panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgePlace {
    /// The panel.
    pub panel: usize,
    /// Index into the orientations of the grid.
    pub theta: usize,
    /// Index into the positions of the grid.
    pub b: usize,
    /// Orientation of the edge's normal.
    pub theta_rad: f64,
    /// Position of the edge.
    pub b_px: f64,
}

/// Where the panels are.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeMapLayout {
    /// The maps, without their labels.
    pub panels: Vec<Rect>,
    theta_rad: Vec<f64>,
    b_px: Vec<f64>,
    /// Width and height of all panels with their labels.
    pub size: [f32; 2],
}

impl EdgeMapLayout {
    /// Height of the title above a map and of the labels below it, in points.
    pub const LABELS: f32 = TOP + BOTTOM;

    /// Space for so many panels over `grid`.
    pub(super) fn new(grid: &EdgeGrid, panels: usize, options: &PanelOptions) -> Self {
        let columns = options.columns.clamp(1, panels.max(1));
        let rows = panels.div_ceil(columns);
        let pitch = [options.width + GAP, TOP + options.height + BOTTOM];
        let panel = |place: usize| {
            let (row, column) = (place / columns, place % columns);
            let x = LEFT + column as f32 * pitch[0];
            let y = TOP + row as f32 * pitch[1];
            Rect::new(x, y, options.width, options.height)
        };
        Self {
            panels: (0..panels).map(panel).collect(),
            theta_rad: grid.theta_rad.clone(),
            b_px: grid.b_px.clone(),
            size: [LEFT + columns as f32 * pitch[0], rows as f32 * pitch[1]],
        }
    }

    /// How many panels `width` points wide fit into `space` points, at least 1.
    pub fn columns_within(space: f32, width: f32) -> usize {
        ((space - LEFT) / (width + GAP)).max(1.0) as usize
    }

    /// The width of panels of which so many fill `space` points.
    pub fn width_of(space: f32, columns: usize) -> f32 {
        ((space - LEFT) / columns.max(1) as f32 - GAP).max(1.0)
    }

    /// The space that so many panels of this width fill in a row: the inverse of [`Self::width_of`].
    pub fn space_of(width: f32, columns: usize) -> f32 {
        LEFT + columns.max(1) as f32 * (width + GAP)
    }

    /// The edge at a position; `None` beside the maps.
    pub fn edge_at(&self, [x, y]: [f32; 2]) -> Option<EdgePlace> {
        let panel = self.panels.iter().position(|at| at.contains([x, y]))?;
        let at = &self.panels[panel];
        let cell = |share: f32, cells: usize| ((share * cells as f32) as usize).min(cells - 1);
        let b = cell((x - at.x) / at.width, self.b_px.len());
        let theta = cell((at.bottom() - y) / at.height, self.theta_rad.len());
        Some(EdgePlace {
            panel,
            theta,
            b,
            theta_rad: self.theta_rad[theta],
            b_px: self.b_px[b],
        })
    }

    /// Where an edge of the grid is, given by its indices, which may lie between two.
    pub fn position(&self, panel: usize, theta: f32, b: f32) -> [f32; 2] {
        let at = &self.panels[panel];
        let share = |index: f32, cells: usize| ((index + 0.5) / cells as f32).clamp(0.0, 1.0);
        [
            at.x + at.width * share(b, self.b_px.len()),
            at.bottom() - at.height * share(theta, self.theta_rad.len()),
        ]
    }

    /// Where a raster that holds all panels side by side has one of them.
    pub(super) fn crop(&self, panel: usize) -> Crop {
        let size = [self.b_px.len(), self.theta_rad.len()];
        Crop::new(panel * size[0], 0, size)
    }

    /// Pixels of such a raster, from the colour of each edge: panel, index of theta, index of b.
    pub(super) fn pixels(&self, color: impl Fn(usize, usize, usize) -> [u8; 3]) -> Vec<u8> {
        let (panels, columns) = (self.panels.len(), self.b_px.len());
        let mut rgba = Vec::with_capacity(4 * panels * columns * self.theta_rad.len());
        for theta in (0..self.theta_rad.len()).rev() {
            for panel in 0..panels {
                for b in 0..columns {
                    let [red, green, blue] = color(panel, theta, b);
                    rgba.extend([red, green, blue, 255]);
                }
            }
        }
        rgba
    }

    /// Title, frame, ticks and labels of every panel; theta is labelled at the first of each row.
    pub(super) fn draw_axes(&self, titles: &[String], canvas: &mut Canvas) {
        let Palette { text, grid, .. } = canvas.palette;
        for (at, title) in self.panels.iter().zip(titles) {
            let above = [at.x, at.y - 11.0];
            canvas.text(above, Anchor::Start, title.as_str(), TITLE, text);
            canvas.outline(at, 1.0, grid);
            self.b_axis(at, canvas);
            self.theta_axis(at, canvas);
        }
    }

    fn b_axis(&self, at: &Rect, canvas: &mut Canvas) {
        let (axis, weak) = (axis_over(&self.b_px), canvas.palette.weak);
        for tick in axis.ticks(5) {
            let Some(place) = axis.place(tick) else {
                continue;
            };
            let x = at.x + place * at.width;
            canvas.line([[x, at.bottom()], [x, at.bottom() + TICK]], 1.0, weak);
            let text = short_number(tick);
            canvas.text([x, at.bottom() + 11.0], Anchor::Middle, text, SMALL, weak);
        }
        let name = [at.x + at.width / 2.0, at.bottom() + 25.0];
        canvas.text(name, Anchor::Middle, "b, px", SMALL, weak);
    }

    fn theta_axis(&self, at: &Rect, canvas: &mut Canvas) {
        let (axis, weak) = (axis_over(&self.theta_rad), canvas.palette.weak);
        let is_first = at.x == LEFT;
        for tick_deg in THETA_TICKS_DEG {
            let Some(place) = axis.place(tick_deg.to_radians()) else {
                continue;
            };
            let y = at.bottom() - place * at.height;
            canvas.line([[at.x - TICK, y], [at.x, y]], 1.0, weak);
            if is_first {
                let text = format!("{tick_deg}°");
                canvas.text([at.x - 6.0, y], Anchor::End, text, SMALL, weak);
            }
        }
        if is_first {
            let name = [at.x - 40.0, at.y + at.height / 2.0];
            canvas.text(name, Anchor::Middle, "θ", TITLE, weak);
        }
    }
}

/// An axis on which evenly spaced values are the middles of cells.
fn axis_over(values: &[f64]) -> Axis {
    let step = values.get(1).map_or(1.0, |next| next - values[0]);
    let (first, last) = (values.first(), values.last());
    Axis::fixed(
        first.map_or(0.0, |first| first - step / 2.0),
        last.map_or(1.0, |last| last + step / 2.0),
    )
}
