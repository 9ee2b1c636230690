//! Tuning curves: an invariant unit beside the simple units it pools most strongly.

use super::edge_map::PanelOptions;
use super::tuning_row::{TuningRow, UnitTuning};
use crate::analysis::Unit;
use crate::analysis::tuning::{EdgeGrid, GratingGrid};
use crate::figure::scene::{
    Anchor, Axis, Canvas, Color, Figure, Palette, Rect, distance, short_number, text_width,
};

/// Space left of a row of charts, for the labels of the ordinate, in points.
const LEFT: f32 = 34.0;
/// Space above a row, for its heading, in points.
const TOP: f32 = 26.0;
/// Space below a row, for the labels of the abscissae, in points.
const BOTTOM: f32 = 36.0;
/// Between charts, in points.
const GAP: f32 = 26.0;
/// Size of labels, in points.
const SMALL: f32 = 10.0;
/// Size of headings, in points.
const HEADING: f32 = 12.0;
/// Above the peak of a curve, in units of it.
const HEADROOM: f64 = 0.08;
/// Orientations shown to both sides of the best, in degrees: several times the usual bandwidth.
const AROUND_DEG: f64 = 45.0;
/// How far beside a curve one may point to mean it, in points.
const REACH: f32 = 6.0;

/// Where the curves are.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningLayout {
    /// Where the charts of each invariant unit are.
    pub rows: Vec<Rect>,
    /// In the order of drawing.
    curves: Vec<Curve>,
}

#[derive(Clone, Debug, PartialEq)]
struct Curve {
    unit: Unit,
    points: Vec<[f32; 2]>,
    /// Where a response of 0 is: there the curves of all units lie on each other.
    floor: f32,
}

impl Curve {
    /// From a position to the nearest part of it that shows an answer.
    fn distance(&self, position: [f32; 2]) -> f32 {
        let ends = self.points.windows(2);
        let answers = ends.filter(|ends| ends[0][1].min(ends[1][1]) < self.floor - 0.5);
        answers
            .map(|ends| distance(position, [ends[0], ends[1]]))
            .fold(f32::INFINITY, f32::min)
    }
}

impl TuningLayout {
    /// Height of the names above the three charts of a unit and of the labels below them, in points.
    pub const LABELS: f32 = TOP + BOTTOM;
    /// Width of the labels and gaps beside those charts, in points.
    pub const GAPS: f32 = LEFT + 3.0 * GAP;

    /// The unit whose curve is nearest to a position, if one is near; the one on top of two as near.
    pub fn unit_at(&self, position: [f32; 2]) -> Option<Unit> {
        let mut nearest = (REACH, None);
        for curve in &self.curves {
            let distance = curve.distance(position);
            if distance <= nearest.0 {
                nearest = (distance, Some(curve.unit));
            }
        }
        nearest.1
    }
}

/// The curves of each of `rows` in three charts: over the position b of an edge at the unit's best
/// orientation; over its orientation, from the best of the invariant unit, the best b taken at each; and
/// over the frequency of a grating at the best orientation. Every curve is over its own peak.
pub fn tuning_curves(
    edges: &EdgeGrid,
    gratings: Option<&GratingGrid>,
    rows: &[TuningRow],
    options: &PanelOptions,
) -> Figure<TuningLayout> {
    let charts = [Along::Position, Along::Orientation, Along::Frequency];
    let charts = &charts[..2 + usize::from(gratings.is_some())];
    let width = charts.len() as f32 * (options.width + GAP) - GAP;
    let pitch = [LEFT + width + GAP, TOP + options.height + BOTTOM];
    let columns = options.columns.clamp(1, rows.len().max(1));
    let mut page = Page {
        canvas: Canvas::new(options.palette),
        curves: Vec::new(),
    };
    let mut places = Vec::with_capacity(rows.len());
    for (place, row) in rows.iter().enumerate() {
        let x = LEFT + (place % columns) as f32 * pitch[0];
        let y = TOP + (place / columns) as f32 * pitch[1];
        places.push(Rect::new(x, y, width, options.height));
        page.heading([x, y - 12.0], row);
        for (chart, &along) in charts.iter().enumerate() {
            let x = x + chart as f32 * (options.width + GAP);
            let at = Rect::new(x, y, options.width, options.height);
            page.chart(&Chart::new(along, edges, gratings, row, at), row);
        }
    }
    let height = rows.len().div_ceil(columns) as f32 * pitch[1];
    let layout = TuningLayout {
        rows: places,
        curves: page.curves,
    };
    page.canvas
        .into_figure([columns as f32 * pitch[0], height], layout)
}

/// What a chart runs along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Along {
    Position,
    Orientation,
    Frequency,
}

/// One set of axes.
struct Chart {
    along: Along,
    at: Rect,
    axis: Axis,
    ticks: Vec<f64>,
    name: &'static str,
    /// Where on the axis each response of a profile is.
    values: Vec<f64>,
    /// Of orientations, the one that stands first.
    first: usize,
}

impl Chart {
    fn new(
        along: Along,
        edges: &EdgeGrid,
        gratings: Option<&GratingGrid>,
        row: &TuningRow,
        at: Rect,
    ) -> Self {
        let (axis, ticks, name, values, first) = match along {
            Along::Position => {
                let values = edges.b_px.clone();
                let axis = Axis::fixed(values[0], values[values.len() - 1]);
                (axis, axis.ticks(4), "b, px", values, 0)
            }
            Along::Orientation => {
                let count = edges.theta_rad.len();
                let step_deg = 180.0 / count as f64;
                // The first orientation once more at the end: half a turn closes the circle.
                let deg = |i: usize| (i as f64 - (count / 2) as f64) * step_deg;
                (
                    Axis::fixed(-AROUND_DEG, AROUND_DEG),
                    vec![-AROUND_DEG, 0.0, AROUND_DEG],
                    "θ from its best, degrees",
                    (0..=count).map(deg).collect(),
                    (row.best_theta() + count - count / 2) % count,
                )
            }
            Along::Frequency => {
                let values = gratings.map_or(Vec::new(), |grid| grid.freq_cycles_per_px.clone());
                let ticks = vec![0.05, 0.1, 0.2, 0.4];
                (Axis::octaves(&values), ticks, "cycles/px", values, 0)
            }
        };
        Self {
            along,
            at,
            axis,
            ticks,
            name,
            values,
            first,
        }
    }

    /// The points of a unit's curve; none when it answers nothing here.
    fn points(&self, unit: &UnitTuning) -> Vec<[f32; 2]> {
        let (edges, gratings) = (unit.edges.as_ref(), unit.gratings.as_ref());
        let curve = match self.along {
            Along::Position => edges.map(|e| (&e.over_b, e.peak())),
            Along::Orientation => edges.map(|e| (&e.over_theta, e.peak())),
            Along::Frequency => gratings.map(|g| (&g.over_freq, g.peak())),
        };
        let Some((responses, peak)) = curve else {
            return Vec::new();
        };
        let point = |(i, &value): (usize, &f64)| {
            let response = responses[(self.first + i) % responses.len()] / peak;
            Some(self.position(self.axis.place(value)?, response))
        };
        self.values.iter().enumerate().filter_map(point).collect()
    }

    fn position(&self, across: f32, response: f64) -> [f32; 2] {
        let up = (response / (1.0 + HEADROOM)) as f32;
        [
            self.at.x + across * self.at.width,
            self.at.bottom() - up * self.at.height,
        ]
    }
}

/// What is drawn so far.
struct Page {
    canvas: Canvas,
    curves: Vec<Curve>,
}

impl Page {
    /// The invariant unit, and the simple ones in the colours of their curves.
    fn heading(&mut self, [x, y]: [f32; 2], row: &TuningRow) {
        let text = row.invariant.name();
        let mut right = x + text_width(&text, HEADING) + 14.0;
        let color = color_of(None, &self.canvas.palette);
        self.canvas
            .text([x, y], Anchor::Start, text, HEADING, color);
        for (rank, simple) in row.simple.iter().enumerate() {
            let text = simple.name();
            let advance = text_width(&text, SMALL) + 8.0;
            let color = color_of(Some(rank), &self.canvas.palette);
            self.canvas
                .text([right, y], Anchor::Start, text, SMALL, color);
            right += advance;
        }
    }

    fn chart(&mut self, chart: &Chart, row: &TuningRow) {
        self.axes(chart);
        for (rank, simple) in row.simple.iter().enumerate().rev() {
            self.curve(chart, simple, 1.2, Some(rank));
        }
        self.curve(chart, &row.invariant, 2.4, None);
    }

    fn curve(&mut self, chart: &Chart, unit: &UnitTuning, width: f32, rank: Option<usize>) {
        let points = chart.points(unit);
        if points.len() < 2 {
            return;
        }
        let color = color_of(rank, &self.canvas.palette);
        self.canvas.line(points.clone(), width, color);
        self.curves.push(Curve {
            unit: unit.unit,
            points,
            floor: chart.at.bottom(),
        });
    }

    /// Grid lines at 0, half and 1, and the labels of both axes; those of the ordinate once a row.
    fn axes(&mut self, chart: &Chart) {
        let (at, canvas) = (chart.at, &mut self.canvas);
        let Palette { grid, weak, .. } = canvas.palette;
        for (level, label) in [(0.0, "0"), (0.5, "½"), (1.0, "1")] {
            let [x, y] = chart.position(0.0, level);
            canvas.line([[x, y], [at.right(), y]], 1.0, grid);
            if chart.along == Along::Position {
                canvas.text([x - 6.0, y], Anchor::End, label, SMALL, weak);
            }
        }
        for &tick in &chart.ticks {
            let Some(place) = chart.axis.place(tick) else {
                continue;
            };
            let [x, y] = chart.position(place, 0.0);
            canvas.line([[x, y], [x, y + 3.5]], 1.0, weak);
            let text = short_number(tick);
            canvas.text([x, y + 11.0], Anchor::Middle, text, SMALL, weak);
        }
        let below = [at.x + at.width / 2.0, at.bottom() + 24.0];
        canvas.text(below, Anchor::Middle, chart.name, SMALL, weak);
    }
}

/// The colour of a simple unit's curve by its rank, or of the invariant unit's.
pub(super) fn color_of(rank: Option<usize>, palette: &Palette) -> Color {
    rank.map_or(palette.series[0], |rank| palette.series[1 + rank % 4])
}
