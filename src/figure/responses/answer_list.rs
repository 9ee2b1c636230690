//! Lists of the units that answer, each with its filters and its response as a bar.

use crate::figure::scene::{Anchor, Canvas, Rect};
use crate::figure::units::{Atlas, Weight};
use crate::words::with_minus;

/// Height of a title above a part, in points.
pub(in crate::figure) const TITLE: f32 = 20.0;
/// Height of a row of the lists, in points.
pub(in crate::figure) const ROW: f32 = 27.0;
/// Side of a filter in the lists, in points.
const TILE: f32 = 24.0;
/// Filters shown of each invariant unit.
pub(in crate::figure) const FILTERS: usize = 4;
/// Space for a unit's number, in points.
const NUMBER: f32 = 34.0;
/// Space for a response, in points.
const VALUE: f32 = 44.0;
/// Size of labels, in points.
const SMALL: f32 = 11.0;

/// The units that answer, the strongest first, at most `count`, and where their rows are below `at`.
pub(in crate::figure) fn unit_rows(
    [x, y]: [f32; 2],
    width: f32,
    responses: &[f32],
    count: usize,
) -> Vec<(usize, Rect)> {
    rows_of([x, y], width, ranked(responses, count))
}

/// Where the rows of these units are below a place.
pub(in crate::figure) fn rows_of(
    [x, y]: [f32; 2],
    width: f32,
    units: Vec<usize>,
) -> Vec<(usize, Rect)> {
    let row = |(row, unit)| (unit, Rect::new(x, y + row as f32 * ROW, width, ROW));
    units.into_iter().enumerate().map(row).collect()
}

/// The filters that each invariant unit pools most.
pub(in crate::figure) fn pooled_tiles(
    rows: &[(usize, Rect)],
    strongest: &[Vec<Weight>],
    atlas: &Atlas,
    canvas: &mut Canvas,
) {
    for (unit, row) in rows {
        let pooled = strongest.get(*unit).into_iter().flatten().take(FILTERS);
        for (rank, weight) in pooled.enumerate() {
            canvas.push(atlas.tile(weight.unit, tile(row, rank)));
        }
    }
}

/// The units that answer, the strongest first.
fn ranked(responses: &[f32], count: usize) -> Vec<usize> {
    let mut units: Vec<usize> = (0..responses.len())
        .filter(|&unit| responses[unit] != 0.0)
        .collect();
    units.sort_by(|&a, &b| responses[b].abs().total_cmp(&responses[a].abs()));
    units.truncate(count);
    units
}

/// A title above a part.
pub(in crate::figure) fn title(below: &Rect, text: &str, canvas: &mut Canvas) {
    let at = [below.x, below.y - TITLE / 2.0 - 1.0];
    let color = canvas.palette.text;
    canvas.text(at, Anchor::Start, text, SMALL + 1.0, color);
}

/// Where the filter of this rank is in a row.
pub(in crate::figure) fn tile(row: &Rect, rank: usize) -> Rect {
    let x = row.x + NUMBER + rank as f32 * (TILE + 2.0);
    Rect::new(x, row.y + (ROW - TILE) / 2.0, TILE, TILE)
}

/// Number, bar and response of each row. The bar of a response of `whole`, or else of the strongest in the rows, fills its
/// room.
pub(in crate::figure) fn bars(
    rows: &[(usize, Rect)],
    responses: &[f32],
    whole: f32,
    filters: usize,
    canvas: &mut Canvas,
) {
    let strongest = rows.iter().fold(f32::MIN_POSITIVE, |peak, (unit, _)| {
        peak.max(responses[*unit].abs())
    });
    let whole = strongest.max(whole);
    let palette = canvas.palette;
    for (unit, row) in rows {
        let middle = row.y + row.height / 2.0;
        let from = tile(row, filters).x + 4.0;
        let room = (row.right() - VALUE - from).max(0.0);
        let response = responses[*unit];
        let bar = Rect::new(from, middle - 4.0, room * response.abs() / whole, 8.0);
        let fill = if response < 0.0 {
            palette.series[2]
        } else {
            palette.accent
        };
        canvas.rect(bar, fill);
        let number = [row.x + NUMBER - 7.0, middle];
        canvas.text(number, Anchor::End, unit.to_string(), SMALL, palette.text);
        let value = [row.right(), middle];
        let response = with_minus(&format!("{response:.2}"));
        canvas.text(value, Anchor::End, response, SMALL, palette.weak);
    }
}
