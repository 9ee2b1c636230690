//! Full widths at half maximum, half crossings found by linear interpolation.

/// The width around the highest of `values`, in steps between them; 0 without a positive value.
///
/// If the values stay above half up to an end, the width reaches to that end.
pub fn half_width_on_line(values: &[f64]) -> f64 {
    let Some(peak) = peak(values) else { return 0.0 };
    let above = values[peak + 1..].iter().copied();
    let below = values[..peak].iter().rev().copied();
    to_half(values[peak], above) + to_half(values[peak], below)
}

/// The same for values around a circle, the first following the last; at most the whole circle.
pub fn half_width_on_circle(values: &[f64]) -> f64 {
    let Some(peak) = peak(values) else { return 0.0 };
    let count = values.len();
    let onward = (1..=count).map(|step| values[(peak + step) % count]);
    let back = (1..=count).map(|step| values[(peak + count - step) % count]);
    let width = to_half(values[peak], onward) + to_half(values[peak], back);
    width.min(count as f64)
}

/// The index of the highest value, the first of equals; `None` without a positive value.
fn peak(values: &[f64]) -> Option<usize> {
    let first_highest = |best: usize, at: usize| if values[at] > values[best] { at } else { best };
    let peak = (0..values.len()).reduce(first_highest)?;
    (values[peak] > 0.0).then_some(peak)
}

/// Steps from a peak to where the values fall below half of it, or to the last value.
fn to_half(peak: f64, beside: impl Iterator<Item = f64>) -> f64 {
    let mut last = peak;
    let mut steps = 0.0;
    for value in beside {
        if value < peak / 2.0 {
            return steps + (last - peak / 2.0) / (last - value);
        }
        last = value;
        steps += 1.0;
    }
    steps
}
