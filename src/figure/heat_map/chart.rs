//! The drawing of a measure over one setting: each model a point, and a line for the mean where several have a value.

use super::layout::{HeatMapLayout, LABEL, label_width, within};
use super::panels::{HeatMap, HeatMapCell};
use super::points::{POINT, STRIP, places, scale, strip};
use crate::figure::scene::{Anchor, Canvas, Rect, short_number};
use crate::words::capital;

/// Radius of a point, in points.
const DOT: f32 = 3.5;
/// Half the length of a mean that no line joins to others, as that of a word, in points.
const MEAN: f32 = 10.0;

/// Draws grid and labels, the line, the points, and the models without a value below.
pub(super) fn draw_points(
    map: &HeatMap,
    index: usize,
    layout: &HeatMapLayout,
    canvas: &mut Canvas,
) {
    let at = layout.panel(index);
    let plot = Rect::new(at.x, at.y, at.width, at.height - strip(map));
    axes(map, (&at, &plot), layout, canvas);
    let (palette, panel) = (canvas.palette, &map.panels[index]);
    let (places, scale) = (places(&map.x), scale(map));
    let means = panel.values.columns().into_iter().zip(&places);
    let means = means.filter_map(|(column, place)| {
        let known = column.iter().copied().filter(|value| value.is_finite());
        let known: Vec<f64> = known.collect();
        let mean = known.iter().sum::<f64>() / known.len() as f64;
        let y = plot.bottom() - scale.fraction(mean) as f32 * plot.height;
        (!known.is_empty()).then_some([plot.x + place * plot.width, y])
    });
    if map.has_means() {
        let line: Vec<_> = means.collect();
        let lines = match map.x.numbers() {
            Some(_) if line.len() > 1 => vec![line],
            _ => line
                .into_iter()
                .map(|[x, y]| vec![[x - MEAN, y], [x + MEAN, y]])
                .collect(),
        };
        for line in lines {
            canvas.line(line, 1.5, palette.series[2]);
        }
    }
    for ((y, x), &value) in panel.values.indexed_iter() {
        let cell = HeatMapCell { panel: index, x, y };
        let Some(middle) = layout.point(cell) else {
            continue;
        };
        if value.is_finite() {
            canvas.disc(middle, DOT, palette.accent);
            continue;
        }
        let Rect {
            x: left, y: top, ..
        } = layout.rect(cell);
        let side = 2.0 * POINT - 1.0;
        canvas.rect(Rect::new(left, top, side, side), palette.recess);
        if !panel.without[[y, x]].is_empty() {
            canvas.text(middle, Anchor::Middle, "–", LABEL, palette.text);
        }
    }
}

/// Grid lines, and the values of the setting and of the measure with their names.
fn axes(map: &HeatMap, (at, plot): (&Rect, &Rect), layout: &HeatMapLayout, canvas: &mut Canvas) {
    let (weak, grid) = (canvas.palette.weak, canvas.palette.grid);
    let scale = scale(map);
    if map.range().is_some() {
        for tick in scale.ticks(5) {
            let Some(place) = scale.place(tick) else {
                continue;
            };
            let y = plot.bottom() - place * plot.height;
            canvas.line([[plot.x, y], [plot.right(), y]], 1.0, grid);
            let beside = [plot.x - 6.0, y];
            canvas.text(beside, Anchor::End, short_number(tick), LABEL, weak);
        }
    }
    canvas.line(
        [[plot.x, plot.bottom()], [plot.right(), plot.bottom()]],
        1.0,
        grid,
    );
    if at.height > plot.height {
        let beside = [at.x - 6.0, at.bottom() - STRIP / 2.0];
        canvas.text(beside, Anchor::End, "no value", LABEL, weak);
    }
    // Of numbers those with room tell the others; words are shortened.
    let room = match map.x.numbers() {
        Some(_) => f32::INFINITY,
        None => layout.cell[0] - 6.0,
    };
    let mut end = f32::NEG_INFINITY;
    for (label, place) in map.x.short_labels().iter().zip(places(&map.x)) {
        let label = within(label, room);
        let x = at.x + place * at.width;
        let half = label_width(&label) / 2.0;
        if x - half < end + 6.0 {
            continue;
        }
        end = x + half;
        canvas.text([x, at.bottom() + 11.0], Anchor::Middle, label, LABEL, weak);
    }
    let below = [at.x + at.width / 2.0, at.bottom() + 27.0];
    canvas.text(below, Anchor::Middle, capital(map.x.said()), LABEL, weak);
}
