//! A chart in a scene.

use super::clip::clip;
use super::dashes::dashes;
use super::{Chart, Series, Stroke};
use crate::figure::scene::{Anchor, Color, Palette, Rect, Shape, short_number};

/// Size of labels, in points.
pub(in crate::figure) const SMALL: f32 = 10.5;
/// Size of titles, in points.
pub(in crate::figure) const LARGE: f32 = 13.0;
/// Radius of a point that a line has nothing to join to, in points.
const DOT: f32 = 2.0;
/// Levels of the texts of marks, so that neighbours can be read.
const LEVELS: usize = 3;

impl Chart {
    /// Draws grid, labels, marks and series, the axes spanning a rectangle. Title and legend are the figure's.
    pub(in crate::figure) fn draw(&self, at: &Rect, palette: &Palette, shapes: &mut Vec<Shape>) {
        Frame {
            chart: self,
            at,
            palette,
            shapes,
        }
        .draw();
    }
}

struct Frame<'a> {
    chart: &'a Chart,
    at: &'a Rect,
    palette: &'a Palette,
    shapes: &'a mut Vec<Shape>,
}

impl Frame<'_> {
    fn draw(mut self) {
        self.axes();
        self.marks();
        if self.chart.is_unmeasured() {
            let at = self.at;
            let middle = [at.x + at.width / 2.0, at.y + at.height / 2.0];
            self.label(middle, Anchor::Middle, "not measured");
        }
        for series in self.chart.shown() {
            self.series(series);
        }
    }

    fn label(&mut self, at: [f32; 2], anchor: Anchor, text: impl Into<String>) {
        let label = Shape::text(at, anchor, text, SMALL, self.palette.weak);
        self.shapes.push(label);
    }

    fn line(&mut self, points: Vec<[f32; 2]>, width: f32, color: Color) {
        self.shapes.push(Shape::line(points, width, color));
    }

    /// Grid lines and their labels, and what runs along the abscissa.
    fn axes(&mut self) {
        let (at, color) = (self.at, self.palette.grid);
        let [across, up] = Chart::tick_counts(at.width, at.height);
        let ticks = |axis: &crate::figure::scene::Axis, count| -> Vec<(f64, f32)> {
            let ticks = axis.ticks(count).into_iter();
            ticks
                .filter_map(|tick| Some((tick, axis.place(tick)?)))
                .collect()
        };
        let x_ticks = ticks(&self.chart.x, across);
        let x_ticks = x_ticks
            .into_iter()
            .map(|(tick, place)| (tick, at.x + place * at.width));
        let y_ticks = ticks(&self.chart.y, up);
        let y_ticks = y_ticks
            .into_iter()
            .map(|(tick, place)| (tick, at.bottom() - place * at.height));
        let (x_ticks, y_ticks): (Vec<_>, Vec<_>) = (x_ticks.collect(), y_ticks.collect());
        for &(_, y) in &y_ticks {
            self.line(vec![[at.x, y], [at.right(), y]], 1.0, color);
        }
        if self.chart.has_vertical_grid {
            for &(_, x) in &x_ticks {
                self.line(vec![[x, at.y], [x, at.bottom()]], 1.0, color);
            }
        }
        for (tick, y) in y_ticks {
            self.label([at.x - 7.0, y], Anchor::End, short_number(tick));
        }
        for (tick, x) in x_ticks {
            self.label([x, at.bottom() + 11.0], Anchor::Middle, short_number(tick));
        }
        let below = [at.x + at.width / 2.0, at.bottom() + 25.0];
        self.label(below, Anchor::Middle, self.chart.below());
    }

    /// A line for each mark, and its text.
    fn marks(&mut self) {
        let (chart, at) = (self.chart, self.at);
        for (index, mark) in chart.marks.iter().enumerate() {
            let Some(place) = chart.x.place(mark.x) else {
                continue;
            };
            let x = at.x + place * at.width;
            self.line(vec![[x, at.y], [x, at.bottom()]], 1.0, self.palette.weak);
            let (anchor, x) = if place < 0.7 {
                (Anchor::Start, x + 4.0)
            } else {
                (Anchor::End, x - 4.0)
            };
            let y = at.y + 7.0 + (index % LEVELS) as f32 * 12.0;
            self.label([x, y], anchor, mark.text.as_str());
        }
    }

    fn series(&mut self, series: &Series) {
        let (chart, at, color) = (self.chart, self.at, series.color);
        let share = |&[x, y]: &[f64; 2]| [chart.x.fraction(x), chart.y.fraction(y)];
        let shares: Vec<_> = series.points.iter().map(share).collect();
        let position = |[x, y]: [f64; 2]| {
            [
                at.x + x as f32 * at.width,
                at.bottom() - y as f32 * at.height,
            ]
        };
        let gap = |point: &[f64; 2]| !point.iter().all(|share| share.is_finite());
        for piece in shares.split(gap) {
            if let Stroke::Dots(radius) = series.stroke {
                let dots = piece.iter().flat_map(|&point| clip(&[point])).flatten();
                self.shapes
                    .extend(dots.map(|dot| disc(position(dot), radius, color)));
                continue;
            }
            for part in clip(piece) {
                let points: Vec<_> = part.into_iter().map(position).collect();
                match (&points[..], series.stroke) {
                    ([center], _) => self.shapes.push(disc(*center, DOT, color)),
                    (_, Stroke::Line(width)) => self.line(points, width, color),
                    _ => self.shapes.extend(dashes(&points, color)),
                }
            }
        }
    }
}

fn disc(center: [f32; 2], radius: f32, fill: Color) -> Shape {
    Shape::Disc {
        center,
        radius,
        fill,
    }
}
