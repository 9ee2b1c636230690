//! What an invariant unit and the simple units that it pools answer while an edge moves.

use crate::figure::chart::{Chart, CurveColors, Series, Stroke};
use crate::figure::scene::{Axis, Palette};

/// Ordinate of the chart beyond the strongest answer, as a share of it.
const HEADROOM: f64 = 1.08;

/// The answers of one unit: the place of the edge in pixels and the response, in the order of places.
pub type SweepCurve = Vec<[f64; 2]>;

/// The answers to an edge at places from `-reach_px` to `reach_px`: u, thick, over its own peak, and below it abs(z) of the
/// simple units over the highest of their peaks.
#[must_use]
pub fn sweep_chart(
    invariant: SweepCurve,
    simple: Vec<SweepCurve>,
    reach_px: f64,
    palette: &Palette,
) -> Chart {
    let peak_z = simple.iter().map(peak).fold(f64::MIN_POSITIVE, f64::max);
    let peak_u = peak(&invariant).max(f64::MIN_POSITIVE);
    let colors = palette.series[2..].iter().cycle();
    let simple = simple.into_iter().zip(colors).map(|(curve, color)| Series {
        name: "|z|",
        about: "A simple unit that the invariant unit pools, over the highest peak of those shown.",
        color: *color,
        stroke: Stroke::Line(1.6),
        points: scaled(curve, peak_z),
        is_hidden: false,
        ghost: None,
    });
    let invariant = Series {
        name: "u",
        about: "The invariant unit, over its own peak.",
        color: palette.accent,
        stroke: Stroke::Line(3.0),
        points: scaled(invariant, peak_u),
        is_hidden: false,
        ghost: None,
    };
    Chart {
        title: "Answers while the edge moves",
        x: Axis::fixed(-reach_px, reach_px),
        y: Axis::fixed(0.0, HEADROOM),
        x_name: "b, px",
        note: Some("u thick, |z| that it pools thin, each over its peak"),
        has_vertical_grid: false,
        series: simple.chain([invariant]).collect(),
        marks: Vec::new(),
        ghosts: Vec::new(),
        colors: CurveColors::Quantities,
    }
}

/// The largest response of a curve.
fn peak(curve: &SweepCurve) -> f64 {
    curve
        .iter()
        .fold(0.0, |peak, [_, response]| peak.max(*response))
}

fn scaled(curve: SweepCurve, peak: f64) -> SweepCurve {
    curve
        .into_iter()
        .map(|[b, response]| [b, response / peak])
        .collect()
}
