//! The curves of a run: energies by named term, densities, orientation concentration.

mod series;

use std::collections::BTreeSet;

use crate::figure::scene::{Anchor, Axis, Palette, Rect, Scene, Shape, short_number};
use crate::telemetry::{History, Mark};
pub use series::{Abscissa, Chart, Series};

/// Height of the axes of one chart, in points.
const HEIGHT: f32 = 190.0;
/// Workspace left of the axes for labels, in points.
const LEFT: f32 = 48.0;
/// Workspace right of the axes, in points.
const RIGHT: f32 = 18.0;
/// Workspace above the axes for the title and the legend, in points.
const TOP: f32 = 34.0;
/// Workspace below the axes for labels, in points.
const BOTTOM: f32 = 38.0;
/// Size of labels, in points.
const SMALL: f32 = 10.5;

/// How the curves are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveOptions {
    /// Width of the figure, in points.
    pub width: f32,
    /// What the curves run along.
    pub abscissa: Abscissa,
    /// Colours.
    pub palette: Palette,
    /// Names of the curves left out.
    pub hidden: BTreeSet<&'static str>,
}

impl CurveOptions {
    /// The curves of a chart that are drawn.
    fn shown(&self, chart: Chart, history: &History) -> Vec<&'static Series> {
        let series = chart.series(history).iter();
        let shown = series.filter(|series| !self.hidden.contains(series.name));
        shown.collect()
    }
}

impl Default for CurveOptions {
    fn default() -> Self {
        Self {
            width: 760.0,
            abscissa: Abscissa::Movies,
            palette: Palette::LIGHT,
            hidden: BTreeSet::new(),
        }
    }
}

/// Draws one chart below the other, with a vertical line at every mark.
#[must_use]
pub fn curves(history: &History, options: &CurveOptions) -> Scene {
    let pitch = TOP + HEIGHT + BOTTOM;
    let mut shapes = Vec::new();
    for (index, chart) in Chart::ALL.into_iter().enumerate() {
        let at = Rect::new(
            LEFT,
            index as f32 * pitch + TOP,
            options.width - LEFT - RIGHT,
            HEIGHT,
        );
        Frame::new(chart, history, at, options).draw(history, &mut shapes);
    }
    Scene {
        width: options.width,
        height: Chart::ALL.len() as f32 * pitch,
        background: options.palette.background,
        shapes,
    }
}

/// The axes of one chart and the rectangle they span.
struct Frame<'a> {
    chart: Chart,
    /// Those shown, with their points.
    series: Vec<(&'static Series, Vec<[f64; 2]>)>,
    at: Rect,
    x: Axis,
    y: Axis,
    options: &'a CurveOptions,
}

impl<'a> Frame<'a> {
    fn new(chart: Chart, history: &History, at: Rect, options: &'a CurveOptions) -> Self {
        let abscissa = options.abscissa;
        let end = history.points().last().map_or(0.0, |point| {
            abscissa.of(point.movies_seen, point.elapsed_secs)
        });
        let shown = options.shown(chart, history).into_iter();
        let series: Vec<_> = shown
            .map(|series| (series, series.points(history, abscissa)))
            .collect();
        let values = series.iter().flat_map(|(_, points)| points);
        let values = values.map(|&[_, y]| y);
        let y = match chart {
            Chart::Energy | Chart::Invariance => Axis::linear(values),
            Chart::Density => Axis::log(values),
            Chart::Concentration => Axis::fixed(0.0, 1.0),
        };
        Self {
            chart,
            series,
            at,
            x: Axis::fixed(0.0, end),
            y,
            options,
        }
    }

    fn draw(&self, history: &History, shapes: &mut Vec<Shape>) {
        self.heading(shapes);
        self.axes(shapes);
        self.marks(history.marks(), shapes);
        self.emptiness(shapes);
        for (series, points) in &self.series {
            let points = points.iter();
            let places: Vec<_> = points.map(|&point| self.position(point)).collect();
            let color = self.options.palette.series[series.hue];
            // Where a layer was silent its share has no place on a logarithmic axis.
            for piece in places.split(Option::is_none) {
                match piece.iter().copied().flatten().collect::<Vec<_>>()[..] {
                    [] => {}
                    [center] => shapes.push(Shape::Disc {
                        center,
                        radius: 2.0,
                        fill: color,
                    }),
                    ref points => shapes.push(Shape::Polyline {
                        points: points.to_vec(),
                        width: 1.5,
                        color,
                    }),
                }
            }
        }
    }

    fn position(&self, [x, y]: [f64; 2]) -> Option<[f32; 2]> {
        let (x, y) = (self.x.place(x)?, self.y.place(y)?);
        Some([
            self.at.x + x * self.at.width,
            self.at.bottom() - y * self.at.height,
        ])
    }

    /// The title on the left, the legend on the right.
    fn heading(&self, shapes: &mut Vec<Shape>) {
        let palette = &self.options.palette;
        let y = self.at.y - 14.0;
        shapes.push(Shape::text(
            [self.at.x, y],
            Anchor::Start,
            self.chart.title(),
            13.0,
            palette.text,
        ));
        let mut x = self.at.right();
        for (series, _) in self.series.iter().rev() {
            // The advance of the font is not known here; 0.58 of its size is on the safe side.
            x -= series.name.chars().count() as f32 * SMALL * 0.58;
            shapes.push(Shape::text(
                [x, y],
                Anchor::Start,
                series.name,
                SMALL,
                palette.weak,
            ));
            shapes.push(Shape::Disc {
                center: [x - 8.0, y],
                radius: 3.5,
                fill: palette.series[series.hue],
            });
            x -= 22.0;
        }
    }

    /// Says that there are no curves yet, where there are none.
    fn emptiness(&self, shapes: &mut Vec<Shape>) {
        let mut points = self.series.iter().map(|(_, points)| points);
        if !self.series.is_empty() && points.all(Vec::is_empty) {
            let middle = [
                self.at.x + self.at.width / 2.0,
                self.at.y + self.at.height / 2.0,
            ];
            let palette = &self.options.palette;
            shapes.push(Shape::text(
                middle,
                Anchor::Middle,
                "not measured",
                SMALL,
                palette.weak,
            ));
        }
    }

    /// Grid lines and their labels.
    fn axes(&self, shapes: &mut Vec<Shape>) {
        let (at, palette) = (&self.at, &self.options.palette);
        let mut line = |points: [[f32; 2]; 2]| {
            shapes.push(Shape::Polyline {
                points: points.to_vec(),
                width: 1.0,
                color: palette.grid,
            });
        };
        let ticks = |axis: &Axis, count| -> Vec<(f64, f32)> {
            let ticks = axis.ticks(count).into_iter();
            ticks
                .filter_map(|tick| Some((tick, axis.place(tick)?)))
                .collect()
        };
        let x_ticks = ticks(&self.x, 6);
        let y_ticks = ticks(&self.y, 4);
        for (_, place) in &y_ticks {
            let y = at.bottom() - place * at.height;
            line([[at.x, y], [at.right(), y]]);
        }
        for (tick, place) in y_ticks {
            let position = [at.x - 7.0, at.bottom() - place * at.height];
            shapes.push(Shape::text(
                position,
                Anchor::End,
                short_number(tick),
                SMALL,
                palette.weak,
            ));
        }
        for (tick, place) in x_ticks {
            let position = [at.x + place * at.width, at.bottom() + 11.0];
            shapes.push(Shape::text(
                position,
                Anchor::Middle,
                short_number(tick),
                SMALL,
                palette.weak,
            ));
        }
        let name = self.options.abscissa.name();
        let position = [at.x + at.width / 2.0, at.bottom() + 25.0];
        shapes.push(Shape::text(
            position,
            Anchor::Middle,
            name,
            SMALL,
            palette.weak,
        ));
    }

    /// A line for each mark; its text on one of three levels, so that neighbours can be read.
    fn marks(&self, marks: &[Mark], shapes: &mut Vec<Shape>) {
        const LEVELS: usize = 3;
        let (at, palette) = (&self.at, &self.options.palette);
        for (index, mark) in marks.iter().enumerate() {
            let value = self
                .options
                .abscissa
                .of(mark.movies_seen, mark.elapsed_secs);
            let Some(place) = self.x.place(value) else {
                continue;
            };
            let x = at.x + place * at.width;
            shapes.push(Shape::Polyline {
                points: vec![[x, at.y], [x, at.bottom()]],
                width: 1.0,
                color: palette.weak,
            });
            let (anchor, x) = if place < 0.7 {
                (Anchor::Start, x + 4.0)
            } else {
                (Anchor::End, x - 4.0)
            };
            let y = at.y + 7.0 + (index % LEVELS) as f32 * 12.0;
            shapes.push(Shape::text(
                [x, y],
                anchor,
                mark.text.as_str(),
                SMALL,
                palette.weak,
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::telemetry::{Measured, Point};

    fn point(step: u64) -> Point {
        Point {
            step,
            movies_seen: 128 * step,
            elapsed_secs: 0.1 * step as f64,
            energies: serde_json::from_str(
                r#"{"reconstruction":3,"simple_sparsity":2,"modulated":1,"invariant_sparsity":0.5}"#,
            )
            .expect("energies"),
            simple_density: 0.04,
            invariant_density: 0.0,
            concentration: None,
            concentration_shuffled: None,
        }
    }

    fn lines(scene: &Scene, palette: &Palette, hue: usize) -> usize {
        let is_curve = |shape: &&Shape| {
            matches!(shape, Shape::Polyline { color, points, .. }
                if *color == palette.series[hue] && points.len() == 20)
        };
        scene.shapes.iter().filter(is_curve).count()
    }

    #[test]
    fn every_term_is_a_curve_and_what_was_not_measured_is_none() {
        let mut history = History::default();
        (1..=20).for_each(|step| history.push(point(step)));
        let options = CurveOptions::default();
        let scene = curves(&history, &options);
        let found: Vec<_> = (0..5)
            .map(|hue| lines(&scene, &options.palette, hue))
            .collect();
        // Hue 2 is also z's density; u's density is 0 and has no place on a logarithmic axis.
        assert_eq!(found, [1, 1, 2, 1, 1]);
    }

    #[test]
    fn notes_are_curves_of_their_own() {
        let mut history = History::default();
        for step in 1..=20 {
            history.push(point(step));
            history.note(Measured {
                step,
                movies_seen: 128 * step,
                elapsed_secs: 0.1 * step as f64,
                width_ratio: Some(2.5),
                ..Measured::default()
            });
        }
        let options = CurveOptions::default();
        // Hue 3 is also the modulated energy.
        assert_eq!(lines(&curves(&history, &options), &options.palette, 3), 2);
    }

    #[test]
    fn hidden_curves_are_left_out() {
        let mut history = History::default();
        (1..=20).for_each(|step| history.push(point(step)));
        let options = CurveOptions {
            hidden: BTreeSet::from(["E", "z"]),
            ..CurveOptions::default()
        };
        let scene = curves(&history, &options);
        let found: Vec<_> = (0..5)
            .map(|hue| lines(&scene, &options.palette, hue))
            .collect();
        assert_eq!(found, [0, 1, 1, 1, 1]);
    }

    #[test]
    fn a_silent_stretch_is_a_gap_and_a_third_layer_has_curves_of_its_own() {
        let mut history = History::default();
        for step in 1..=20 {
            let mut point = point(step);
            point.invariant_density = if (8..12).contains(&step) { 0.0 } else { 0.01 };
            history.push(point);
        }
        let options = CurveOptions::default();
        let pieces = |history: &History, hue: usize| {
            let scene = curves(history, &options);
            let of = |shape: &Shape| match shape {
                Shape::Polyline { color, points, .. } if *color == options.palette.series[hue] => {
                    Some(points.len())
                }
                _ => None,
            };
            scene.shapes.iter().filter_map(of).collect::<Vec<_>>()
        };
        // The price of u, then its share: 7 points, and 9 after the gap.
        assert_eq!(pieces(&history, 4), [20, 7, 9]);
        assert!(pieces(&history, 5).is_empty());
        let mut last = point(21);
        last.energies.layers[1].modulated = 0.3;
        last.energies.layers[1].sparsity = 0.1;
        history.push(last);
        assert_eq!(pieces(&history, 5), [21]);
        assert_eq!(pieces(&history, 6), [21]);
    }

    #[test]
    fn no_points_draw_empty_axes() {
        let scene = curves(&History::default(), &CurveOptions::default());
        assert!(!scene.shapes.is_empty());
    }
}
