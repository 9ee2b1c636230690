//! The drawing of a heat map.

use std::sync::Arc;

use super::layout::{HeatMapLayout, MARGINS};
use super::panels::HeatMap;
use crate::figure::responses::ResponseRamp;
use crate::figure::scene::{
    Anchor, Axis, Canvas, Color, Figure, Palette, Raster, Rect, Shape, short_number,
};

/// Width of the colour bar and of the room for its numbers, in points.
const BAR: [f32; 2] = [12.0, 52.0];
/// Sizes of titles and labels, in points.
const FONTS: [f32; 2] = [13.0, 10.5];
/// Width and height of a letter of a label, as shares of its size.
const LETTER: [f32; 2] = [0.6, 1.3];
/// Room for the note below all panels, in points.
const NOTE: f32 = 22.0;

/// The panels side by side, on the right what the colours stand for.
pub(super) fn draw(map: &HeatMap, palette: Palette) -> Figure<HeatMapLayout> {
    let (layout, mut canvas) = (HeatMapLayout::new(map), Canvas::new(palette));
    let range = map.range().unwrap_or(0.0..=1.0);
    let scale = Axis::fixed(*range.start(), *range.end());
    for index in 0..map.panels.len() {
        draw_panel(map, index, &layout, &scale, &mut canvas);
    }
    let rows = map.panels.len().div_ceil(layout.columns);
    let [mut width, mut height] = [
        layout.pitch[0] * layout.columns as f32,
        layout.pitch[1] * rows as f32,
    ];
    if let Some(range) = map.range() {
        let first = layout.panel(0);
        let at = Rect::new(width, first.y, BAR[0], first.height.max(80.0));
        color_bar(
            &at,
            (range.start() < range.end()).then_some(&scale),
            *range.start(),
            &mut canvas,
        );
        height = height.max(at.bottom() + MARGINS[3]);
    }
    width += BAR[0] + BAR[1];
    let note = [MARGINS[0], height];
    canvas.text(
        note,
        Anchor::Start,
        map.note.as_str(),
        FONTS[1],
        palette.weak,
    );
    let letters = map.note.chars().count() as f32;
    width = width.max(MARGINS[0] + letters * LETTER[0] * FONTS[1]);
    canvas.into_figure([width, height + NOTE], layout)
}

fn draw_panel(
    map: &HeatMap,
    index: usize,
    layout: &HeatMapLayout,
    scale: &Axis,
    canvas: &mut Canvas,
) {
    let Palette { text, recess, .. } = canvas.palette;
    let (at, table) = (layout.panel(index), ResponseRamp::default().table());
    let title = [at.x, at.y - 14.0];
    canvas.text(title, Anchor::Start, map.title(index), FONTS[0], text);
    for ((y, x), &value) in map.panels[index].values.indexed_iter() {
        let cell = layout.cell(&at, [x, y]);
        let cell = Rect::new(cell.x, cell.y, cell.width - 1.0, cell.height - 1.0);
        if !value.is_finite() {
            canvas.rect(cell, recess);
            continue;
        }
        let [red, green, blue] = table[(255.0 * scale.fraction(value).clamp(0.0, 1.0)) as usize];
        canvas.rect(cell, Color(red, green, blue));
        let label = short_number(value).replace('-', "−");
        let letters = label.chars().count() as f32;
        let fits =
            letters * LETTER[0] * FONTS[1] < cell.width && LETTER[1] * FONTS[1] < cell.height;
        if fits {
            let middle = [cell.x + cell.width / 2.0, cell.y + cell.height / 2.0];
            // By lightness as it is seen.
            let lightness = 0.3 * f32::from(red) + 0.59 * f32::from(green) + 0.11 * f32::from(blue);
            let ink = if lightness > 130.0 {
                Color(0, 0, 0)
            } else {
                Color(255, 255, 255)
            };
            canvas.text(middle, Anchor::Middle, label, FONTS[1], ink);
        }
    }
    axes(map, &at, layout, canvas);
}

/// The values of both settings and their names.
fn axes(map: &HeatMap, at: &Rect, layout: &HeatMapLayout, canvas: &mut Canvas) {
    let weak = canvas.palette.weak;
    let longest = map.x.values.iter().map(|value| value.chars().count()).max();
    let label = longest.unwrap_or(0) as f32 * LETTER[0] * FONTS[1] + 6.0;
    for (x, value) in every(&map.x.values, layout.cell[0], label) {
        let cell = layout.cell(at, [x, 0]);
        let below = [cell.x + cell.width / 2.0, at.bottom() + 11.0];
        canvas.text(below, Anchor::Middle, value, FONTS[1], weak);
    }
    for (y, value) in every(&map.y.values, layout.cell[1], LETTER[1] * FONTS[1]) {
        let cell = layout.cell(at, [0, y]);
        let beside = [at.x - 6.0, cell.y + cell.height / 2.0];
        canvas.text(beside, Anchor::End, value, FONTS[1], weak);
    }
    let below = [at.x + at.width / 2.0, at.bottom() + 27.0];
    canvas.text(below, Anchor::Middle, map.x.word(), FONTS[1], weak);
    let word = map.y.word();
    let width = word.chars().count() as f32 * LETTER[0] * FONTS[1];
    if width <= MARGINS[0] - 6.0 {
        canvas.text([at.x - 6.0, at.y - 14.0], Anchor::End, word, FONTS[1], weak);
    } else {
        // Above the title, which begins where the cells do.
        let above = [at.x - MARGINS[0], at.y - 29.0];
        canvas.text(above, Anchor::Start, word, FONTS[1], weak);
    }
}

/// Every value that there is room for, with its index.
fn every(values: &[String], pitch: f32, label: f32) -> impl Iterator<Item = (usize, &str)> {
    let step = (label / pitch).ceil().max(1.0) as usize;
    values.iter().map(String::as_str).enumerate().step_by(step)
}

/// The ramp with numbers; where all values are one, `least`, that alone.
fn color_bar(at: &Rect, scale: Option<&Axis>, least: f64, canvas: &mut Canvas) {
    let (table, weak) = (ResponseRamp::default().table(), canvas.palette.weak);
    let bar = Raster {
        name: "heat map ramp",
        width: 1,
        height: table.len(),
        rgba: table
            .iter()
            .rev()
            .flat_map(|[r, g, b]| [*r, *g, *b, 255])
            .collect(),
    };
    canvas.push(Shape::raster(Arc::new(bar), *at));
    let only = Axis::fixed(least, least);
    let ticks = scale.map_or(vec![least], |scale| scale.ticks(5));
    for tick in ticks {
        let Some(place) = scale.unwrap_or(&only).place(tick) else {
            continue;
        };
        let (x, y) = (at.right(), at.bottom() - place * at.height);
        canvas.line([[x, y], [x + 3.5, y]], 1.0, weak);
        let label = short_number(tick).replace('-', "−");
        canvas.text([x + 6.0, y], Anchor::Start, label, FONTS[1], weak);
    }
}
