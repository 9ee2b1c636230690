//! What an invariant unit and the simple units that it pools answer while an edge moves.

use super::tuning_curves::color_of;
use crate::analysis::{Layer, unit_name};
use crate::figure::chart::NOT_MEASURED;
use crate::figure::chart::{Chart, CurveColors, Series, Stroke};
use crate::figure::scene::{Anchor, Axis, Canvas, Color, Palette, Rect, Scene, text_width};

/// Ordinate of the chart beyond the strongest answer, as a share of it.
const HEADROOM: f64 = 1.08;
/// Size of the names of units, and the space between them, in points.
const NAME: [f32; 2] = [11.0, 12.0];
/// Space above the axes for the names, left of and below them for labels, in points.
const MARGINS: [f32; 3] = [24.0, 36.0, 34.0];
/// Largest distance of places that a line joins, in pixels.
const WIDEST_PX: f64 = 2.0;
/// Height of the axes, in points.
const HEIGHT: f32 = 110.0;

/// The answers of one unit: the place of the edge in pixels and the response, in the order of places.
pub type SweepCurve = Vec<[f64; 2]>;

/// A unit, and what it answered.
pub type SweptUnit = (usize, SweepCurve);

/// The answers to an edge at places from `-reach_px` to `reach_px`: u, thick, over its own peak, and below it abs(z) of the
/// simple units over the highest of their peaks.
#[must_use]
pub fn sweep_chart(
    invariant: SweptUnit,
    simple: Vec<SweptUnit>,
    reach_px: f64,
    palette: &Palette,
) -> SweepChart {
    let curves = || simple.iter().map(|(_, curve)| curve);
    let peak_z = curves().map(peak).fold(f64::MIN_POSITIVE, f64::max);
    let (unit, curve) = invariant;
    let peak_u = peak(&curve).max(f64::MIN_POSITIVE);
    let color_u = color_of(None, palette);
    let mut names = vec![(unit_name((Layer::Invariant, unit)), color_u)];
    let mut series = Vec::with_capacity(simple.len() + 1);
    for (rank, (unit, curve)) in simple.into_iter().enumerate() {
        let color = color_of(Some(rank), palette);
        names.push((unit_name((Layer::Simple, unit)), color));
        series.push(Series {
            name: "|z|",
            about: "A simple unit that the invariant unit pools, over the highest peak of those shown.",
            part: "",
            color,
            stroke: Stroke::Line(1.6),
            points: scaled(curve, peak_z),
            is_hidden: false,
            ghost: None,
        });
    }
    series.push(Series {
        name: "u",
        about: "The invariant unit, over its own peak.",
        part: "",
        color: color_u,
        stroke: Stroke::Line(3.0),
        points: scaled(curve, peak_u),
        is_hidden: false,
        ghost: None,
    });
    let chart = Chart {
        title: "Responses to a moving edge".into(),
        x: Axis::fixed(-reach_px, reach_px),
        y: Axis::fixed(0.0, HEADROOM),
        x_name: "b, px",
        note: Some("thick: u relative to its peak; thin: |z| relative to their highest"),
        when_empty: NOT_MEASURED,
        has_vertical_grid: false,
        series,
        marks: Vec::new(),
        ghosts: Vec::new(),
        colors: CurveColors::Quantities,
    };
    SweepChart {
        chart,
        names,
        palette: *palette,
    }
}

/// The chart of a sweep, and the units whose curves are in it.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepChart {
    /// The chart.
    pub chart: Chart,
    /// Their names in the colours of their curves: "u 16", "|z| 101".
    pub names: Vec<(String, Color)>,
    palette: Palette,
}

impl SweepChart {
    /// The chart below the names of its units, in a width in points.
    #[must_use]
    pub fn scene(&self, width: f32) -> Scene {
        let mut canvas = Canvas::new(self.palette);
        let [above, left, below] = MARGINS;
        let mut x = left;
        let title = (self.chart.title.to_string(), self.palette.text);
        for (name, color) in std::iter::once(&title).chain(&self.names) {
            canvas.text(
                [x, above / 2.0],
                Anchor::Start,
                name.as_str(),
                NAME[0],
                *color,
            );
            x += text_width(name, NAME[0]) + NAME[1];
        }
        let at = Rect::new(left, above, (width - left).max(1.0), HEIGHT);
        self.chart.draw(&at, &mut canvas);
        canvas.into_scene([width.max(x), at.bottom() + below])
    }
}

/// The largest response of a curve.
fn peak(curve: &SweepCurve) -> f64 {
    curve
        .iter()
        .fold(0.0, |peak, [_, response]| peak.max(*response))
}

/// A curve over its peak, with a gap where the edge has not been.
fn scaled(curve: SweepCurve, peak: f64) -> SweepCurve {
    let mut scaled = SweepCurve::with_capacity(curve.len());
    for [b, response] in curve {
        let last = scaled.last().map_or(b, |[last, _]| *last);
        if b - last > WIDEST_PX {
            scaled.push([b, f64::NAN]);
        }
        scaled.push([b, response / peak]);
    }
    scaled
}
