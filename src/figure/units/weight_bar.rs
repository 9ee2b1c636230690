//! What rows of filters share: the number of a unit, and the bar that shows a weight.

use crate::figure::scene::{Anchor, Canvas, Color, Palette, Rect};
use crate::words::percent;

/// Height of a bar, in points.
pub(super) const BAR: f32 = 3.0;
/// Space between the parts of a row, in points.
pub(super) const GAP: f32 = 2.0;
/// Space between a label and what it stands before, in points.
const LABEL_GAP: f32 = 8.0;
/// How far the number of a unit is above the middle of its row, and its use below, in points.
const LIFT: f32 = 6.5;

/// A bar filled with a colour to the share that the weight is of 1.
pub(super) fn weight_bar(canvas: &mut Canvas, at: Rect, weight: f32, fill: Color) {
    let width = at.width * weight.clamp(0.0, 1.0);
    canvas.rect(at, canvas.palette.recess);
    canvas.rect(Rect { width, ..at }, fill);
}

/// The number of a unit, and below it the share of movies it is on, where that is known; before what
/// begins at `x`, around the height `y`.
pub(super) fn unit_label(canvas: &mut Canvas, [x, y]: [f32; 2], unit: usize, usage: Option<&f32>) {
    let (x, Palette { text, weak, .. }) = (x - LABEL_GAP, canvas.palette);
    let lift = if usage.is_some() { LIFT } else { 0.0 };
    canvas.text([x, y - lift], Anchor::End, unit.to_string(), 12.0, text);
    if let Some(usage) = usage {
        let percent = percent(f64::from(*usage));
        canvas.text([x, y + lift], Anchor::End, percent, 9.5, weak);
    }
}
