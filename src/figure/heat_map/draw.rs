//! The drawing of a heat map.

use std::ops::RangeInclusive;

use super::chart::draw_points;
use super::layout::{BAR, HeatMapLayout, LABEL, LINE, bar_width, label_width, within};
use super::panels::{HeatMap, HeatMapAxis};
use crate::figure::responses::{ResponseRamp, color_bar};
use crate::figure::scene::{
    Anchor, Axis, Canvas, Color, Figure, Palette, Rect, short_number, text_within,
};
use crate::words::{capital, with_minus};

/// Size of titles, in points.
const TITLE: f32 = 13.0;

/// The panels side by side, on the right what the colours stand for; or the points.
pub(super) fn draw(
    map: &HeatMap,
    palette: Palette,
    room: Option<[f32; 2]>,
) -> Figure<HeatMapLayout> {
    let (layout, mut canvas) = (HeatMapLayout::new(map, room), Canvas::new(palette));
    let range = map.range().unwrap_or(0.0..=1.0);
    let scale = Axis::fixed(*range.start(), *range.end());
    for index in 0..map.panels.len() {
        let at = layout.panel(index);
        let title = [at.x, at.y - 14.0];
        // Up to the cells of the panel beside it.
        let name = text_within(&map.title(index), TITLE, layout.pitch[0] - 8.0);
        canvas.text(title, Anchor::Start, name, TITLE, palette.text);
        match &map.y {
            Some(y) => draw_panel((map, y), index, &layout, &scale, &mut canvas),
            None => draw_points(map, index, &layout, &mut canvas),
        }
    }
    if let (Some(range), Some(_)) = (map.range(), &map.y) {
        let at = [layout.width(), layout.panel(0).y];
        let at = Rect::new(at[0], at[1], BAR[0], layout.bar_height());
        let least = *range.start();
        let ramp = ("heat map ramp", ResponseRamp::default());
        if least < *range.end() {
            color_bar(&at, ramp, &scale, &scale.ticks(5), &mut canvas);
        } else {
            // All values are one.
            let only = Axis::fixed(least, least);
            color_bar(&at, ramp, &only, &[least], &mut canvas);
        }
    }
    let mut width = layout.width() + bar_width(map);
    for (index, line) in layout.note.iter().enumerate() {
        let at = [layout.left, layout.height() + index as f32 * LINE * LABEL];
        canvas.text(at, Anchor::Start, line.as_str(), LABEL, palette.weak);
        width = width.max(layout.left + label_width(line));
    }
    canvas.into_figure([width, layout.height_with_note()], layout)
}

fn draw_panel(
    (map, y_axis): (&HeatMap, &HeatMapAxis),
    index: usize,
    layout: &HeatMapLayout,
    scale: &Axis,
    canvas: &mut Canvas,
) {
    let Palette { text, recess, .. } = canvas.palette;
    let (at, table) = (layout.panel(index), ResponseRamp::default().table());
    let panel = &map.panels[index];
    for ((y, x), &value) in panel.values.indexed_iter() {
        let cell = layout.cell(&at, [x, y]);
        let cell = Rect::new(cell.x, cell.y, cell.width - 1.0, cell.height - 1.0);
        let middle = [cell.x + cell.width / 2.0, cell.y + cell.height / 2.0];
        if !value.is_finite() {
            canvas.rect(cell, recess);
            if !panel.without[[y, x]].is_empty() {
                canvas.text(middle, Anchor::Middle, "–", LABEL, text);
            }
            continue;
        }
        let [red, green, blue] = table[(255.0 * scale.fraction(value).clamp(0.0, 1.0)) as usize];
        canvas.rect(cell, Color(red, green, blue));
        let label = number_like(value, map.range().as_ref());
        let fits = label_width(&label) < cell.width && LINE * LABEL < cell.height;
        if fits {
            // By lightness as it is seen.
            let lightness = 0.3 * f32::from(red) + 0.59 * f32::from(green) + 0.11 * f32::from(blue);
            let ink = if lightness > 130.0 {
                Color(0, 0, 0)
            } else {
                Color(255, 255, 255)
            };
            canvas.text(middle, Anchor::Middle, label, LABEL, ink);
        }
    }
    axes([&map.x, y_axis], &at, layout, canvas);
}

/// The values of both settings and their names.
fn axes([x, y]: [&HeatMapAxis; 2], at: &Rect, layout: &HeatMapLayout, canvas: &mut Canvas) {
    let weak = canvas.palette.weak;
    let (across, upwards) = (x.short_labels(), y.short_labels());
    // Of numbers every second one tells the others; names are shortened.
    let are_numbers = x.numbers().is_some();
    let labels = across.iter().map(|label| label_width(label));
    let label = labels.fold(0.0, f32::max) + 6.0;
    let label = if are_numbers {
        label
    } else {
        label.min(layout.cell[0])
    };
    for (column, value) in every(&across, layout.cell[0], label) {
        let value = within(value, label.max(layout.cell[0]) - 4.0);
        let cell = layout.cell(at, [column, 0]);
        let below = [cell.x + cell.width / 2.0, at.bottom() + 11.0];
        canvas.text(below, Anchor::Middle, value, LABEL, weak);
    }
    for (row, value) in every(&upwards, layout.cell[1], LINE * LABEL) {
        let cell = layout.cell(at, [0, row]);
        let beside = [at.x - 6.0, cell.y + cell.height / 2.0];
        let value = within(value, layout.left - 6.0);
        canvas.text(beside, Anchor::End, value, LABEL, weak);
    }
    let below = [at.x + at.width / 2.0, at.bottom() + 27.0];
    canvas.text(below, Anchor::Middle, capital(x.said()), LABEL, weak);
    let name = capital(y.said());
    if label_width(&name) <= layout.left - 6.0 {
        canvas.text([at.x - 6.0, at.y - 14.0], Anchor::End, name, LABEL, weak);
    } else {
        // Above the title, which begins where the cells do.
        let above = [at.x - layout.left, at.y - 29.0];
        canvas.text(above, Anchor::Start, name, LABEL, weak);
    }
}

/// A value with as many decimals as all values of this range have: three digits of the largest.
fn number_like(value: f64, range: Option<&RangeInclusive<f64>>) -> String {
    let largest = range.map_or(0.0, |range| range.start().abs().max(range.end().abs()));
    let digits = largest.log10().floor();
    let text = if (-2.0..3.0).contains(&digits) {
        let decimals = (2.0 - digits).max(0.0) as usize;
        format!("{value:.decimals$}")
    } else {
        short_number(value)
    };
    with_minus(&text)
}

/// Every value that there is room for, with its index.
fn every(values: &[String], pitch: f32, label: f32) -> impl Iterator<Item = (usize, &str)> {
    let step = (label / pitch).ceil().max(1.0) as usize;
    values.iter().map(String::as_str).enumerate().step_by(step)
}
