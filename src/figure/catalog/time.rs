//! What the order of time in movies does to the cells that learn from them.

use super::trained_model::TrainedModel;
use crate::figure::document::Document;
use crate::figure::scene::{Anchor, Axis, Canvas, Figure, Palette, Rect, short_number};
use crate::figure::write::{Csv, known};
use crate::telemetry::{Criterion, Measured, TimeRun};

/// Width and height of the axes of a chart, in points.
const SIZE: [f32; 2] = [210.0, 190.0];
/// Room for labels: left of the axes, above and below them, in points.
const MARGINS: [f32; 3] = [46.0, 34.0, 44.0];
/// Radius of the dot of a run, in points.
const DOT: f32 = 3.5;
/// How near to a dot it is pointed at, in points.
const NEAR: f32 = 6.0;
/// Between the dots of two seeds, in points.
const BESIDE: f32 = 9.0;
/// Sizes of titles and labels, in points.
const FONTS: [f32; 2] = [12.5, 10.5];
/// Room beside a chart, in points.
const GAP: f32 = 22.0;

/// What the kinds are compared by, of all that complex cells must show.
const COMPARED: [fn(&Measured) -> Criterion; 3] =
    [Measured::concentrated, Measured::tolerant, Measured::steady];

pub(super) fn time<'m>(model: &'m TrainedModel<'_>) -> Document<'m> {
    let palette = model.choices.palette;
    Document::new(move || time_chart(&model.time, f32::INFINITY, palette).scene)
        .with_table(|| time_table(&model.time))
}

/// The kinds, in the order in which they come.
fn kinds(runs: &[TimeRun]) -> Vec<&'static str> {
    let mut kinds: Vec<_> = runs.iter().map(|run| run.motion).collect();
    kinds.dedup();
    kinds
}

/// Where the dots of the models are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeLayout {
    /// The place of a dot, and which of the models it is of.
    dots: Vec<([f32; 2], usize)>,
}

impl TimeLayout {
    /// The model whose dot is at this place, or very near to it.
    pub fn run_at(&self, at: [f32; 2]) -> Option<usize> {
        let distance = |&&([x, y], _): &&([f32; 2], usize)| (x - at[0]).hypot(y - at[1]);
        let near = self.dots.iter().filter(|dot| distance(dot) <= NEAR);
        let nearest = near.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map(|&(_, run)| run)
    }
}

/// What models of each kind became: a chart for each measure, with a dot for each model; as many beside each other as have room
/// in `width`, in points.
#[must_use]
pub fn time_chart(runs: &[TimeRun], width: f32, palette: Palette) -> Figure<TimeLayout> {
    let mut canvas = Canvas::new(palette);
    let mut dots = Vec::new();
    let [left, top, bottom] = MARGINS;
    let size = [left + SIZE[0] + GAP, top + SIZE[1] + bottom];
    let columns = (((width + GAP) / size[0]) as usize).clamp(1, COMPARED.len());
    for (index, &compared) in COMPARED.iter().enumerate() {
        let [column, row] = [index % columns, index / columns].map(|place| place as f32);
        let (x, y) = (column * size[0] + left, row * size[1] + top);
        let at = Rect::new(x, y, SIZE[0], SIZE[1]);
        dots.extend(chart(compared, runs, &at, &mut canvas));
    }
    let rows = COMPARED.len().div_ceil(columns);
    Figure {
        scene: canvas.into_scene([columns as f32 * size[0], rows as f32 * size[1]]),
        layout: TimeLayout { dots },
    }
}

/// A dot for each run, the kinds beside each other, and a dashed line at the bound. Returns where the dots are.
fn chart(
    compared: fn(&Measured) -> Criterion,
    runs: &[TimeRun],
    at: &Rect,
    canvas: &mut Canvas,
) -> Vec<([f32; 2], usize)> {
    let mut dots = Vec::new();
    let Palette { text, weak, .. } = canvas.palette;
    let Criterion { name, bound, .. } = compared(&Measured::default());
    let values: Vec<_> = runs
        .iter()
        .map(|run| compared(&run.measured).value)
        .collect();
    let axis = Axis::linear(values.iter().flatten().copied().chain([bound.value()]));
    let height = |value: f64| {
        axis.place(value)
            .map(|share| at.bottom() - share * at.height)
    };
    ticks(&axis, at, canvas);
    let title = [at.x, at.y - 16.0];
    canvas.text(title, Anchor::Start, name, FONTS[0], text);
    if let Some(y) = height(bound.value()) {
        canvas.dashed(vec![[at.x, y], [at.right(), y]], 1.2, 5.0, weak);
    }
    if values.iter().all(Option::is_none) {
        let middle = [at.x + at.width / 2.0, at.y + at.height / 2.0];
        let reason = "too few units respond";
        canvas.text(middle, Anchor::Middle, reason, FONTS[1], weak);
    }
    let note = format!("dashed: complex cells, {bound}");
    let below = [at.x, at.bottom() + 32.0];
    canvas.text(below, Anchor::Start, note, FONTS[1], weak);
    let kinds = kinds(runs);
    let column = at.width / kinds.len().max(1) as f32;
    let series = canvas.palette.series;
    for (number, kind) in kinds.iter().enumerate() {
        let middle = at.x + (number as f32 + 0.5) * column;
        let below = [middle, at.bottom() + 12.0];
        canvas.text(below, Anchor::Middle, *kind, FONTS[1], text);
        let of_kind = runs.iter().zip(&values).enumerate();
        let of_kind: Vec<_> = of_kind
            .filter(|(_, (run, _))| run.motion == *kind)
            .collect();
        let first = middle - BESIDE * (of_kind.len() as f32 - 1.0) / 2.0;
        for (place, (run, (_, value))) in of_kind.into_iter().enumerate() {
            if let Some(y) = value.and_then(height) {
                let x = first + BESIDE * place as f32;
                canvas.disc([x, y], DOT, series[number % series.len()]);
                dots.push(([x, y], run));
            }
        }
    }
    dots
}

/// Lines across the chart at round values, with these.
fn ticks(axis: &Axis, at: &Rect, canvas: &mut Canvas) {
    let Palette { weak, grid, .. } = canvas.palette;
    for tick in axis.ticks(4) {
        if let Some(share) = axis.place(tick) {
            let y = at.bottom() - share * at.height;
            canvas.line([[at.x, y], [at.right(), y]], 1.0, grid);
            let beside = [at.x - 7.0, y];
            canvas.text(beside, Anchor::End, short_number(tick), FONTS[1], weak);
        }
    }
}

/// The same in numbers, a line for each model.
#[must_use]
pub fn time_table(runs: &[TimeRun]) -> String {
    let mut table = Csv::new(
        "motion,seed,concentration,concentration_shuffled,width_ratio,bandwidth_ratio,f2_over_f0_simple,f2_over_f0_invariant",
    );
    for TimeRun {
        motion,
        seed,
        measured,
        ..
    } in runs
    {
        let values = [
            measured.concentration,
            measured.concentration_shuffled,
            measured.width_ratio,
            measured.bandwidth_ratio,
            measured.f2_over_f0_simple,
            measured.f2_over_f0_invariant,
        ];
        table.line(format_args!(
            "{motion},{seed},{}",
            values.map(known).join(",")
        ));
    }
    table.finish()
}
