//! Energies above the lowest known against iterations, both logarithmic, with the proven bounds.

mod dashes;
mod legend;

use crate::analysis::convergence::{Convergence, EnergySummary, Method, MethodSummary, Spread};
use crate::figure::scene::{Anchor, Axis, Color, Palette, Rect, Scene, Shape};
use dashes::dashes;

/// Workspace left of the axes for labels, in points.
const LEFT: f32 = 52.0;
/// Workspace right of the axes, in points.
const RIGHT: f32 = 14.0;
/// Workspace above the axes for the title, in points.
const TITLE: f32 = 26.0;
/// Workspace below the axes for labels, in points.
const BOTTOM: f32 = 42.0;
/// Size of labels, in points.
const SMALL: f32 = 10.5;
/// Space between the axes and the legend, in points.
const GAP: f32 = 12.0;
/// From this width on the legend stands beside the axes, in points.
const WIDE: f32 = 720.0;
/// Radius of the dots of the fast coder, in points.
const DOT: f32 = 2.8;
/// Excesses below this share of the largest show rounding alone, and are left out.
const LOWEST: f64 = 1e-12;

/// How convergence is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvergenceOptions {
    /// Width of the figure, in points.
    pub width: f32,
    /// Height of one chart with its title, legend and labels, in points.
    pub height: f32,
    /// Charts side by side, at least one.
    pub columns: usize,
    /// Colours.
    pub palette: Palette,
}

impl Default for ConvergenceOptions {
    fn default() -> Self {
        Self {
            width: 920.0,
            height: 400.0,
            columns: 2,
            palette: Palette::LIGHT,
        }
    }
}

impl ConvergenceOptions {
    /// Whether a chart of this width, in points, has its legend beside the axes instead of above them.
    #[must_use]
    pub fn is_wide(width: f32) -> bool {
        width >= WIDE
    }
}

/// Draws one chart for each energy: a thick line for the median of every method over the samples, thin
/// ones for the quartiles, dashes for the median of its bound, and dots for the fast coder: at each gap
/// asked for, how deep it ends, at the iteration at which FISTA is as deep.
#[must_use]
pub fn convergence(convergence: &Convergence, options: &ConvergenceOptions) -> Scene {
    let (columns, high) = (options.columns.max(1), options.height);
    let wide = options.width / columns as f32;
    let mut shapes = Vec::new();
    for (index, energy) in convergence.energies.iter().enumerate() {
        let (row, column) = (index / columns, index % columns);
        let cell = Rect::new(column as f32 * wide, row as f32 * high, wide, high);
        Chart::new(energy, convergence, cell, options.palette).draw(&mut shapes);
    }
    Scene {
        width: options.width,
        height: convergence.energies.len().div_ceil(columns) as f32 * high,
        background: options.palette.background,
        shapes,
    }
}

/// The axes of one energy and the rectangle they span.
struct Chart<'a> {
    energy: &'a EnergySummary,
    samples: usize,
    k: &'a [usize],
    /// The axes.
    at: Rect,
    /// Top left corner of the legend.
    legend: [f32; 2],
    x: Axis,
    y: Axis,
    palette: Palette,
}

impl<'a> Chart<'a> {
    fn new(energy: &'a EnergySummary, of: &'a Convergence, cell: Rect, palette: Palette) -> Self {
        let (left, top) = (cell.x + LEFT, cell.y + TITLE);
        let (wide, high) = (cell.width - LEFT - RIGHT, cell.height - TITLE - BOTTOM);
        let (at, legend) = if ConvergenceOptions::is_wide(cell.width) {
            let wide = wide - legend::WIDTH - 2.0 * GAP;
            let at = Rect::new(left, top, wide, high);
            (at, [at.right() + 2.0 * GAP, top])
        } else {
            let down = legend::height(energy) + GAP;
            let at = Rect::new(left, top + down, wide, high - down);
            (at, [left, top])
        };
        let at = Rect {
            width: at.width.max(1.0),
            height: at.height.max(1.0),
            ..at
        };
        let methods = energy.methods.iter();
        let bounds = methods
            .clone()
            .filter_map(|method| method.bound.as_ref())
            .flat_map(|bound| &bound.values);
        let seen = methods.flat_map(|method| &method.excess).chain(bounds);
        let seen: Vec<f64> = seen.map(|spread| spread.median).collect();
        let largest = seen.iter().copied().fold(0.0, f64::max);
        let seen = seen.into_iter().filter(|y| *y > LOWEST * largest);
        Self {
            energy,
            samples: of.samples,
            k: &of.k,
            at,
            legend,
            x: Axis::log(of.k.iter().map(|&k| k as f64)),
            y: Axis::log(seen),
            palette,
        }
    }

    fn draw(&self, shapes: &mut Vec<Shape>) {
        self.axes(shapes);
        for summary in &self.energy.methods {
            self.way_down(summary, shapes);
        }
        self.coder(shapes);
        self.heading(shapes);
    }

    /// A method's curves and its bound.
    fn way_down(&self, summary: &MethodSummary, shapes: &mut Vec<Shape>) {
        let color = self.color(summary.method);
        let excess = &summary.excess;
        for (width, of) in [
            (0.6, (|s| s.lower_quartile) as fn(&Spread) -> f64),
            (0.6, |s| s.upper_quartile),
            (1.8, |s| s.median),
        ] {
            for points in self.pieces(excess, of) {
                shapes.push(Shape::Polyline {
                    points,
                    width,
                    color,
                });
            }
        }
        if let Some(bound) = &summary.bound {
            for points in self.pieces(&bound.values, |spread| spread.median) {
                shapes.extend(dashes(&points, color));
            }
        }
    }

    /// The stretches of a curve that have a place on the axes, each of two points or more.
    fn pieces(&self, values: &[Spread], of: fn(&Spread) -> f64) -> Vec<Vec<[f32; 2]>> {
        let places: Vec<_> = self
            .k
            .iter()
            .zip(values)
            .map(|(&k, spread)| self.position(k as f64, of(spread)))
            .collect();
        let pieces = places.split(Option::is_none).filter(|p| p.len() > 1);
        pieces
            .map(|piece| piece.iter().copied().flatten().collect())
            .collect()
    }

    fn position(&self, k: f64, excess: f64) -> Option<[f32; 2]> {
        let (x, y) = (self.x.place(k)?, self.y.place(excess)?);
        Some([
            self.at.x + x * self.at.width,
            self.at.bottom() - y * self.at.height,
        ])
    }

    fn color(&self, method: Method) -> Color {
        let hue = match method {
            Method::Ista => 0,
            Method::Fista => 2,
            Method::Restarted => 1,
            Method::Capped => 3,
        };
        self.palette.series[hue]
    }

    /// The fast coder, where it ends; beside FISTA only where that mostly gets there.
    fn coder(&self, shapes: &mut Vec<Shape>) {
        let coded = self.energy.coder.iter();
        let coded = coded.filter(|coded| 2 * coded.fista_samples >= self.samples);
        let coded = coded.filter_map(|coded| {
            let k = coded.fista_iterations.as_ref()?.median;
            self.position(k, coded.excess.median)
        });
        shapes.extend(coded.map(|center| Shape::Disc {
            center,
            radius: DOT,
            fill: self.coder_color(),
        }));
    }

    fn coder_color(&self) -> Color {
        self.palette.series[4]
    }

    /// Grid lines at the decades, their labels, and what the axes are.
    fn axes(&self, shapes: &mut Vec<Shape>) {
        let (at, palette) = (&self.at, &self.palette);
        let mut label = |place, anchor, text: String| {
            shapes.push(Shape::text(place, anchor, text, SMALL, palette.weak));
        };
        let mut lines = Vec::new();
        for (tick, place) in ticks(&self.y, 7) {
            let y = at.bottom() - place * at.height;
            lines.push(vec![[at.x, y], [at.right(), y]]);
            label([at.x - 6.0, y], Anchor::End, power(tick));
        }
        for (tick, place) in ticks(&self.x, 7) {
            let x = at.x + place * at.width;
            lines.push(vec![[x, at.y], [x, at.bottom()]]);
            label([x, at.bottom() + 11.0], Anchor::Middle, power(tick));
        }
        let below = [at.x + at.width / 2.0, at.bottom() + 26.0];
        let name = "iterations k; energy above the lowest known; dashes: proven bound";
        label(below, Anchor::Middle, name.to_owned());
        shapes.extend(lines.into_iter().map(|points| Shape::Polyline {
            points,
            width: 1.0,
            color: palette.grid,
        }));
    }
}

/// Ticks and their places, thinned to `most` at most, evenly.
fn ticks(axis: &Axis, most: usize) -> Vec<(f64, f32)> {
    let ticks = axis.ticks(most);
    let every = ticks.len().div_ceil(most).max(1);
    let ticks = ticks.into_iter().step_by(every);
    ticks
        .filter_map(|tick| Some((tick, axis.place(tick)?)))
        .collect()
}

/// A value as a label: as it is where that is short, else as a power of ten.
fn power(value: f64) -> String {
    if (0.01..=10_000.0).contains(&value) {
        format!("{value}")
    } else {
        format!("{value:.0e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_written_short() {
        let labels = [1e-12, 0.01, 1.0, 1000.0, 1e5].map(power);
        assert_eq!(labels, ["1e-12", "0.01", "1", "1000", "1e5"]);
    }
}
