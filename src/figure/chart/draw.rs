//! A chart in a scene.

use super::clip::{clip, runs_through};
use super::{Chart, Series, Stroke};
use crate::figure::scene::{Anchor, Axis, Canvas, Color, Rect, short_number, text_width};

/// Size of labels, in points.
pub(in crate::figure) const SMALL: f32 = 10.5;
/// Size of titles, in points.
pub(in crate::figure) const LARGE: f32 = 13.0;
/// Radius of a point that a line has nothing to join to, in points.
const DOT: f32 = 2.0;
/// Width of a dashed line, in points.
const DASHED: f32 = 1.2;
/// Length of its dashes, in points.
const DASH: f32 = 5.0;
/// Height of the text of a mark, and where the first begins below the top of the chart, in points.
const TEXT: f32 = 12.0;
const FIRST_TEXT: f32 = 1.0;

impl Chart {
    /// Draws grid, labels, marks and series, the axes spanning a rectangle. Title and legend are the figure's.
    pub(in crate::figure) fn draw(&self, at: &Rect, canvas: &mut Canvas) {
        let chart = self;
        Frame { chart, at, canvas }.draw();
    }
}

struct Frame<'a> {
    chart: &'a Chart,
    at: &'a Rect,
    canvas: &'a mut Canvas,
}

impl Frame<'_> {
    fn draw(mut self) {
        self.axes();
        if self.chart.is_unmeasured() {
            let at = self.at;
            // Beside a line of the grid.
            let middle = [at.x + at.width / 2.0, at.y + 0.4 * at.height];
            self.label(middle, Anchor::Middle, self.chart.when_empty);
        }
        for series in self.chart.shown() {
            self.series(series);
        }
        self.letters();
        self.marks();
    }

    /// The letters of other runs at the ends of their curves.
    fn letters(&mut self) {
        let (chart, at) = (self.chart, self.at);
        let position = |[x, y]: [f64; 2]| {
            let [across, up] = [chart.x.fraction(x), chart.y.fraction(y)].map(|share| share as f32);
            [at.x + across * at.width, at.bottom() - up * at.height]
        };
        let letters = chart.letters([&chart.x, &chart.y], position, [at.y, at.bottom()]);
        for (series, letter, place) in letters {
            self.canvas
                .text(place, Anchor::Middle, letter, SMALL, series.color);
        }
    }

    fn label(&mut self, at: [f32; 2], anchor: Anchor, text: impl Into<String>) {
        let color = self.canvas.palette.weak;
        self.canvas.text(at, anchor, text, SMALL, color);
    }

    /// A line across or up the axes.
    fn rule(&mut self, ends: [[f32; 2]; 2], color: Color) {
        self.canvas.line(ends, 1.0, color);
    }

    /// Grid lines and their labels, and what runs along the abscissa.
    fn axes(&mut self) {
        let (at, color) = (self.at, self.canvas.palette.grid);
        let [across, up] = Chart::tick_counts(at.width, at.height);
        let ticks = |axis: &Axis, count, place: &dyn Fn(f32) -> f32| -> Vec<(f64, f32)> {
            let ticks = axis.ticks(count).into_iter();
            let placed = ticks.filter_map(|tick| Some((tick, place(axis.place(tick)?))));
            placed.collect()
        };
        let x_ticks = ticks(&self.chart.x, across, &|share| at.x + share * at.width);
        let y_ticks = ticks(&self.chart.y, up, &|share| at.bottom() - share * at.height);
        for &(_, y) in &y_ticks {
            self.rule([[at.x, y], [at.right(), y]], color);
        }
        if self.chart.has_vertical_grid {
            for &(_, x) in &x_ticks {
                self.rule([[x, at.y], [x, at.bottom()]], color);
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

    /// A line for each mark, and its text where there is room.
    fn marks(&mut self) {
        let (chart, at) = (self.chart, self.at);
        let seen = chart.marks.iter();
        let seen = seen.filter_map(|mark| Some((chart.x.place(mark.x)?, mark.text.as_str())));
        let texts = seen.map(|(place, text)| {
            let x = at.x + place * at.width;
            let length = text_width(text, SMALL);
            if x + 4.0 + length <= at.right() {
                (x, Anchor::Start, [x + 4.0, x + 4.0 + length], text)
            } else {
                (x, Anchor::End, [x - 4.0 - length, x - 4.0], text)
            }
        });
        let texts: Vec<_> = texts.collect();
        let spans: Vec<_> = texts.iter().map(|&(_, _, span, _)| span).collect();
        let top = |line: usize| at.y + FIRST_TEXT + line as f32 * TEXT;
        let drawn = self.drawn();
        let has_curve = |line: usize, [left, right]: [f32; 2]| {
            let corners = [[left, top(line)], [right, top(line) + TEXT]];
            let corners = corners.map(|corner| corner.map(f64::from));
            drawn
                .iter()
                .any(|points| runs_through(points, |point| *point, corners))
        };
        let count = ((at.height - FIRST_TEXT) / TEXT) as usize;
        // What is said in the middle of an empty chart stands alone.
        let count = if chart.is_unmeasured() { 0 } else { count };
        let lines = Chart::text_lines(&spans, count, has_curve);
        for (line, (x, anchor, [left, right], text)) in lines.into_iter().zip(texts) {
            self.rule([[x, at.y], [x, at.bottom()]], self.canvas.palette.weak);
            let x = if anchor == Anchor::Start { left } else { right };
            if let Some(line) = line {
                // On a ground of its own, where no curve runs through it.
                let ground = Rect::new(left - 2.0, top(line), right - left + 4.0, TEXT);
                self.canvas.rect(ground, self.canvas.palette.background);
                self.label([x, top(line) + TEXT / 2.0], anchor, text);
            }
        }
    }

    /// Where the points of all pieces of the series shown are, in points.
    fn drawn(&self) -> Vec<Vec<[f64; 2]>> {
        let (chart, at) = (self.chart, self.at);
        let [left, bottom] = [at.x, at.bottom()].map(f64::from);
        let [width, height] = [at.width, at.height].map(f64::from);
        let position = |&[x, y]: &[f64; 2]| {
            let [across, up] = [chart.x.fraction(x), chart.y.fraction(y)];
            [left + across * width, bottom - up * height]
        };
        let gap = |point: &[f64; 2]| !point.iter().all(|value| value.is_finite());
        let pieces = chart.shown().flat_map(|series| {
            let points: Vec<_> = series.points.iter().map(position).collect();
            points.split(gap).map(<[_]>::to_vec).collect::<Vec<_>>()
        });
        pieces.collect()
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
                for dot in piece.iter().flat_map(|&point| clip(&[point])).flatten() {
                    self.canvas.disc(position(dot), radius, color);
                }
                continue;
            }
            for part in clip(piece) {
                let points: Vec<_> = part.into_iter().map(position).collect();
                match (&points[..], series.stroke) {
                    ([center], _) => self.canvas.disc(*center, DOT, color),
                    (_, Stroke::Line(width)) => self.canvas.line(points, width, color),
                    _ => self.canvas.dashed(points, DASHED, DASH, color),
                }
            }
        }
    }
}
