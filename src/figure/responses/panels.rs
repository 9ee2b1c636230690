//! Figure 3: where in the plane of edges each of many units answers.

use std::fmt::Arguments;
use std::sync::Arc;

use ndarray::{Array3, ArrayView3, Axis};

use super::edge_map::{EdgeMapLayout, EdgePlace, PanelOptions};
use crate::analysis::tuning::{EdgeGrid, EdgeStudy};
use crate::figure::scene::{Canvas, Color, Figure, Palette, Raster, contour, distinct_color};
use crate::figure::units::random_units_of;
use crate::figure::write::Csv;
use crate::words::grouped;

/// Cells in a panel of the paper's figure.
pub const CELLS: usize = 30;
/// The level of outlines, as a share of a unit's peak.
const HALF: f32 = 0.5;
/// How much of their brightness the others keep beside a highlighted unit.
const DIMMED: f32 = 0.3;
/// How much of its light a colour keeps as an ink on a light ground.
const INK: f32 = 0.8;

/// A unit that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The unit.
    pub unit: usize,
    /// Which of the [distinct colours](distinct_color) it has.
    pub color: usize,
}

/// One panel: the responses of a layer at one sparsity.
#[derive(Clone, Debug)]
pub struct ResponsePanel<'a> {
    /// Sparsity of u; none for the simple layer.
    pub beta: Option<f32>,
    /// abs(z) or u, `[n_theta, n_b, units]`, >= 0.
    pub responses: ArrayView3<'a, f32>,
    /// The units drawn, and their colours.
    pub cells: &'a [Cell],
    /// A unit to be seen above all others, of those drawn or not.
    pub highlight: Option<usize>,
}

impl ResponsePanel<'_> {
    /// What is written above it.
    pub fn title(&self) -> String {
        self.beta
            .map_or_else(|| "|z|".to_owned(), |beta| format!("u, β = {beta}"))
    }
}

/// The panels of the paper's Figure 3: abs(z) of some simple units, then u of some invariant units in
/// each of `layers`, responses `[n_theta, n_b, M]` at a beta.
pub fn figure3_panels<'a>(
    simple: ArrayView3<'a, f32>,
    simple_cells: &'a [Cell],
    layers: impl IntoIterator<Item = (f32, ArrayView3<'a, f32>)>,
    invariant_cells: &'a [Cell],
) -> Vec<ResponsePanel<'a>> {
    let panel = |beta, responses, cells| ResponsePanel {
        beta,
        responses,
        cells,
        highlight: None,
    };
    let layers = layers.into_iter();
    let invariant = layers.map(|(beta, u)| panel(Some(beta), u, invariant_cells));
    std::iter::once(panel(None, simple, simple_cells))
        .chain(invariant)
        .collect()
}

/// `count` units at random of those that answer an edge in any of `responses`
/// `[n_theta, n_b, units]`, in rising order; all of them when there are no more. A unit has the same colour whichever others
/// answer: along a run it keeps it.
pub fn random_cells(responses: &[ArrayView3<'_, f32>], count: usize, seed: u64) -> Vec<Cell> {
    let units = responses.first().map_or(0, |first| first.dim().2);
    let answers = |unit: usize| {
        let mut of_unit = responses.iter().map(|r| r.index_axis(Axis(2), unit));
        of_unit.any(|responses| responses.iter().any(|&response| response > 0.0))
    };
    let chosen = random_units_of(units, answers, count, seed).into_iter();
    chosen.map(|(unit, color)| Cell { unit, color }).collect()
}

/// The cells of Figure 3, of those that answer an edge in its panels: simple units in `simple`, and invariant ones in any of the
/// `invariant` responses drawn.
pub fn figure3_cells(
    simple: ArrayView3<'_, f32>,
    invariant: &[ArrayView3<'_, f32>],
    count: usize,
    seed: u64,
) -> [Vec<Cell>; 2] {
    [
        random_cells(&[simple], count, seed),
        random_cells(invariant, count, seed),
    ]
}

/// What is at a position of Figure 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointedResponse {
    /// The edge.
    pub edge: EdgePlace,
    /// Of the units drawn, the one that answers it most as a share of its own peak, and its response.
    pub strongest: Option<(usize, f32)>,
}

/// Where the panels are, and whose regions are in them.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponsePanelsLayout {
    /// Where the panels are.
    pub maps: EdgeMapLayout,
    panels: Vec<Drawn>,
}

/// The units drawn in one panel.
#[derive(Clone, Debug, PartialEq)]
struct Drawn {
    units: Vec<usize>,
    colors: Vec<Color>,
    /// The highest response of each.
    peaks: Vec<f32>,
    /// Responses over their peaks, `[n_theta, n_b, drawn]`.
    shares: Array3<f32>,
    /// Which of them is highlighted.
    highlight: Option<usize>,
    /// Whether colours are inks on a light ground, not lights on a dark one.
    is_ink: bool,
}

impl Drawn {
    fn new(panel: &ResponsePanel<'_>, palette: &Palette) -> Self {
        let mut units: Vec<_> = panel.cells.iter().map(|cell| cell.unit).collect();
        let is_ink = palette.is_light();
        let color = |cell: &Cell| {
            let color = distinct_color(cell.color);
            if is_ink { ink(color) } else { color }
        };
        let mut colors: Vec<_> = panel.cells.iter().map(color).collect();
        let selected = panel
            .highlight
            .filter(|unit| *unit < panel.responses.dim().2);
        let highlight = selected.map(|unit| {
            units
                .iter()
                .position(|drawn| *drawn == unit)
                .unwrap_or_else(|| {
                    units.push(unit);
                    colors.push(highlight_on(palette));
                    units.len() - 1
                })
        });
        let mut shares = panel.responses.select(Axis(2), &units);
        let peak =
            |responses: ndarray::ArrayView2<'_, f32>| responses.fold(0.0, |a: f32, &b| a.max(b));
        let peaks: Vec<_> = shares.axis_iter(Axis(2)).map(peak).collect();
        for mut lane in shares.lanes_mut(Axis(2)) {
            for (share, &peak) in lane.iter_mut().zip(&peaks) {
                *share = if peak > 0.0 { *share / peak } else { 0.0 };
            }
        }
        Self {
            units,
            colors,
            peaks,
            shares,
            highlight,
            is_ink,
        }
    }

    /// The colours of the units that answer an edge, each as strong as its response. On a dark ground they blend as lights:
    /// where regions overlap it is brighter than in either. On a light ground they blend as inks, and it is darker.
    fn color(&self, theta: usize, b: usize) -> [u8; 3] {
        let mut left = [1.0_f32; 3];
        for (drawn, Color(red, green, blue)) in self.colors.iter().enumerate() {
            let share = match self.highlight {
                Some(highlight) if highlight != drawn => DIMMED * self.shares[[theta, b, drawn]],
                _ => self.shares[[theta, b, drawn]],
            };
            if share > 0.0 {
                for (left, part) in left.iter_mut().zip([red, green, blue]) {
                    let part = f32::from(*part) / 255.0;
                    *left *= 1.0 - share * if self.is_ink { 1.0 - part } else { part };
                }
            }
        }
        let light = left.map(|left| if self.is_ink { left } else { 1.0 - left });
        light.map(|light| (255.0 * light).round() as u8)
    }

    fn strongest(&self, theta: usize, b: usize) -> Option<(usize, f32)> {
        let drawn = (0..self.units.len())
            .filter(|&drawn| self.shares[[theta, b, drawn]] > 0.0)
            .max_by(|&a, &c| self.shares[[theta, b, a]].total_cmp(&self.shares[[theta, b, c]]))?;
        let response = self.shares[[theta, b, drawn]] * self.peaks[drawn];
        Some((self.units[drawn], response))
    }
}

/// A colour of the distinct ones as an ink: darker, so that it is seen on a light ground.
fn ink(Color(red, green, blue): Color) -> Color {
    let dark = |part: u8| (INK * f32::from(part)).round() as u8;
    Color(dark(red), dark(green), dark(blue))
}

/// The colour of a highlighted unit that is not among those drawn in colours, and of the line around one.
fn highlight_on(palette: &Palette) -> Color {
    palette.series[0]
}

impl ResponsePanelsLayout {
    /// The units drawn in a panel with their colours, a highlighted one included.
    pub fn units(&self, panel: usize) -> impl Iterator<Item = (usize, Color)> {
        let Drawn { units, colors, .. } = &self.panels[panel];
        units.iter().copied().zip(colors.iter().copied())
    }

    /// What is at a position; `None` beside the maps.
    pub fn response_at(&self, position: [f32; 2]) -> Option<PointedResponse> {
        let edge = self.maps.edge_at(position)?;
        Some(PointedResponse {
            edge,
            strongest: self.panels[edge.panel].strongest(edge.theta, edge.b),
        })
    }

    /// Lines around the edges that a unit drawn in a panel answers with at least half its peak.
    pub fn outline(&self, panel: usize, unit: usize) -> Vec<[[f32; 2]; 2]> {
        let Drawn { units, shares, .. } = &self.panels[panel];
        let Some(drawn) = units.iter().position(|drawn| *drawn == unit) else {
            return Vec::new();
        };
        contour(shares.index_axis(Axis(2), drawn), HALF)
            .into_iter()
            .map(|ends| ends.map(|[theta, b]| self.maps.position(panel, theta, b)))
            .collect()
    }
}

/// Figure 3 of the paper. For each of `panels` a map of the edges of `grid`, position b across and
/// orientation theta upwards, in the colour of the ground; on it each unit in a colour of its own, as strong as it answers.
///
/// # Panics
/// When responses have another shape than the grid, or a panel draws a unit that they do not have.
pub fn response_panels(
    grid: &EdgeGrid,
    panels: &[ResponsePanel<'_>],
    options: &PanelOptions,
) -> Figure<ResponsePanelsLayout> {
    let shape = (grid.theta_rad.len(), grid.b_px.len());
    for panel in panels {
        let (rows, columns, _) = panel.responses.dim();
        assert_eq!((rows, columns), shape, "a response to every edge");
    }
    let maps = EdgeMapLayout::new(grid, panels.len(), options);
    let layout = ResponsePanelsLayout {
        panels: panels
            .iter()
            .map(|panel| Drawn::new(panel, &options.palette))
            .collect(),
        maps,
    };
    let raster = Arc::new(Raster {
        name: "responses of many units",
        width: panels.len() * shape.1,
        height: shape.0,
        rgba: layout
            .maps
            .pixels(|panel, theta, b| layout.panels[panel].color(theta, b)),
    });
    let mut canvas = Canvas::new(options.palette);
    for (panel, (at, drawn)) in layout.maps.panels.iter().zip(&layout.panels).enumerate() {
        canvas.part(&raster, layout.maps.crop(panel), *at);
        if let Some(drawn_at) = drawn.highlight {
            for ends in layout.outline(panel, drawn.units[drawn_at]) {
                canvas.line(ends, 1.0, highlight_on(&options.palette));
            }
        }
    }
    let titles: Vec<_> = panels.iter().map(ResponsePanel::title).collect();
    layout.maps.draw_axes(&titles, &mut canvas);
    canvas.into_figure(layout.maps.size, layout)
}

/// Which edges responses are of, and to which model they were shown, in words.
pub fn edges_shown(study: &EdgeStudy) -> String {
    let (k, step) = (study.responses.grid.k_rad_per_px, grouped(study.step));
    format!("edges of k = {k:.2} rad/px, shown to the model of step {step}")
}

/// The columns of a table of responses to edges.
pub(super) const RESPONSE_COLUMNS: &str = "layer,beta,theta_rad,b_px,unit,response";

/// Responses to edges of the units that panels show; responses of 0 are left out, and `beta` is empty
/// for the simple layer.
pub fn responses_table(grid: &EdgeGrid, panels: &[ResponsePanel<'_>]) -> String {
    let mut table = Csv::new(RESPONSE_COLUMNS);
    response_lines(grid, panels, |line| table.line(line));
    table.finish()
}

/// The lines of that table.
pub(super) fn response_lines(
    grid: &EdgeGrid,
    panels: &[ResponsePanel<'_>],
    mut line: impl FnMut(Arguments<'_>),
) {
    for panel in panels {
        let layer = layer_field(panel.beta);
        for (theta, theta_rad) in grid.theta_rad.iter().enumerate() {
            for (b, b_px) in grid.b_px.iter().enumerate() {
                for &Cell { unit, .. } in panel.cells {
                    let response = panel.responses[[theta, b, unit]];
                    if response > 0.0 {
                        line(format_args!("{layer},{theta_rad},{b_px},{unit},{response}"));
                    }
                }
            }
        }
    }
}

/// The layer of a table and the sparsity that it responds at: "z," or "u,0.3".
pub(super) fn layer_field(beta: Option<f32>) -> String {
    beta.map_or_else(|| "z,".to_owned(), |beta| format!("u,{beta}"))
}
