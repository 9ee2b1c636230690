//! Energies above the lowest known against iterations, both logarithmic, with the proven bounds.

use super::axis::Axis;
use super::ink::Ink;
use super::scene::{Anchor, Color, Rect, Scene, Shape};
use crate::analysis::convergence::{Convergence, DescentSummary, EnergySummary, Method, Spread};

/// Height of the axes of one chart, in points.
const HEIGHT: f32 = 230.0;
/// Room left of the axes for labels, in points.
const LEFT: f32 = 52.0;
/// Room right of the axes, in points.
const RIGHT: f32 = 14.0;
/// Room above the axes for the title and the legend, in points.
const TOP: f32 = 46.0;
/// Room below the axes for labels, in points.
const BOTTOM: f32 = 42.0;
/// Size of labels, in points.
const SMALL: f32 = 10.5;
/// Charts side by side.
const COLUMNS: usize = 2;
/// Length of a dash, in points.
const DASH: f32 = 5.0;
/// Excesses below this share of the largest show rounding alone, and are left out.
const LOWEST: f64 = 1e-12;

/// How convergence is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvergenceOptions {
    /// Width of the figure, in points.
    pub width: f32,
    /// Colours.
    pub ink: Ink,
}

impl Default for ConvergenceOptions {
    fn default() -> Self {
        Self {
            width: 920.0,
            ink: Ink::LIGHT,
        }
    }
}

/// Draws one chart for each energy: a thick line for the median of every method over the samples, thin
/// ones for the quartiles, and dashes for the median of its bound.
#[must_use]
pub fn convergence(convergence: &Convergence, options: &ConvergenceOptions) -> Scene {
    let (wide, high) = (options.width / COLUMNS as f32, TOP + HEIGHT + BOTTOM);
    let mut shapes = Vec::new();
    for (index, energy) in convergence.energies.iter().enumerate() {
        let (row, column) = (index / COLUMNS, index % COLUMNS);
        let at = Rect::new(
            column as f32 * wide + LEFT,
            row as f32 * high + TOP,
            wide - LEFT - RIGHT,
            HEIGHT,
        );
        Chart::new(energy, &convergence.k, at, options).draw(&mut shapes);
    }
    Scene {
        width: options.width,
        height: convergence.energies.len().div_ceil(COLUMNS) as f32 * high,
        background: options.ink.background,
        shapes,
    }
}

/// The axes of one energy and the rectangle they span.
struct Chart<'a> {
    energy: &'a EnergySummary,
    k: &'a [usize],
    at: Rect,
    x: Axis,
    y: Axis,
    ink: Ink,
}

impl<'a> Chart<'a> {
    fn new(
        energy: &'a EnergySummary,
        k: &'a [usize],
        at: Rect,
        options: &ConvergenceOptions,
    ) -> Self {
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
            k,
            at,
            x: Axis::log(k.iter().map(|&k| k as f64)),
            y: Axis::log(seen),
            ink: options.ink,
        }
    }

    fn draw(&self, shapes: &mut Vec<Shape>) {
        self.heading(shapes);
        self.axes(shapes);
        for summary in &self.energy.methods {
            self.way_down(summary, shapes);
        }
    }

    /// A method's curves and its bound.
    fn way_down(&self, summary: &DescentSummary, shapes: &mut Vec<Shape>) {
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
        self.ink.series[hue]
    }

    /// The title, and below it the legend with the median slopes.
    fn heading(&self, shapes: &mut Vec<Shape>) {
        let (at, ink) = (&self.at, &self.ink);
        let mut text = |place, text: String, size, color| {
            shapes.push(Shape::text(place, Anchor::Start, text, size, color));
        };
        let title = self.energy.name.title().to_owned();
        text([at.x, at.y - 33.0], title, 13.0, ink.text);
        let mut x = at.x;
        for summary in &self.energy.methods {
            let name = summary.method.name();
            let label = match &summary.slope {
                Some(slope) => format!("{name}, slope {:.1}", slope.median),
                None => name.to_owned(),
            };
            // The advance of the font is not known here; 0.55 of its size is about right.
            let advance = label.chars().count() as f32 * SMALL * 0.55;
            text([x, at.y - 14.0], label, SMALL, self.color(summary.method));
            x += advance + 10.0;
        }
    }

    /// Grid lines at the decades, their labels, and what the axes are.
    fn axes(&self, shapes: &mut Vec<Shape>) {
        let (at, ink) = (&self.at, &self.ink);
        let mut label = |place, anchor, text: String| {
            shapes.push(Shape::text(place, anchor, text, SMALL, ink.weak));
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
            color: ink.grid,
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

/// A line in dashes of [`DASH`], with gaps as long.
fn dashes(points: &[[f32; 2]], color: Color) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut dash = Vec::new();
    // Along the line in steps of a dash or less; every other stretch of that length is drawn.
    let (mut drawn, mut left) = (true, DASH);
    for pair in points.windows(2) {
        let ([mut at, to], mut length) = ([pair[0], pair[1]], distance(pair[0], pair[1]));
        while length > 0.0 {
            let step = length.min(left);
            let next = [0, 1].map(|axis| at[axis] + (to[axis] - at[axis]) * step / length);
            if drawn {
                if dash.is_empty() {
                    dash.push(at);
                }
                dash.push(next);
            }
            (at, length, left) = (next, length - step, left - step);
            if left <= 0.0 {
                shapes.extend(dash_shape(&mut dash, color));
                (drawn, left) = (!drawn, DASH);
            }
        }
    }
    shapes.extend(dash_shape(&mut dash, color));
    shapes
}

fn dash_shape(dash: &mut Vec<[f32; 2]>, color: Color) -> Option<Shape> {
    let points = std::mem::take(dash);
    (points.len() > 1).then_some(Shape::Polyline {
        points,
        width: 1.2,
        color,
    })
}

fn distance(from: [f32; 2], to: [f32; 2]) -> f32 {
    (to[0] - from[0]).hypot(to[1] - from[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_dashed_line_is_drawn() {
        let points: Vec<[f32; 2]> = (0..=40).map(|x| [3.0 * x as f32, 7.0]).collect();
        let shapes = dashes(&points, Color(0, 0, 0));
        let drawn: f32 = shapes
            .iter()
            .map(|shape| match shape {
                Shape::Polyline { points, .. } => distance(points[0], points[points.len() - 1]),
                _ => 0.0,
            })
            .sum();
        assert!((drawn - 60.0).abs() < 1e-3, "{drawn}");
        assert_eq!(shapes.len(), 12);
    }

    #[test]
    fn powers_are_written_short() {
        let labels = [1e-12, 0.01, 1.0, 1000.0, 1e5].map(power);
        assert_eq!(labels, ["1e-12", "0.01", "1", "1000", "1e5"]);
    }
}
