//! Where the models are in a measure over one setting, each a point.

use std::collections::BTreeMap;

use ndarray::Array2;

use super::panels::{HeatMap, HeatMapAxis, HeatMapPanel};
use crate::figure::scene::Axis;

/// Half the side of a point's frame, and how near to its middle the pointer finds it, in points.
pub(super) const POINT: f32 = 5.0;
pub(super) const REACH: f32 = 14.0;
/// Height of the strip of the models without a value, in points.
pub(super) const STRIP: f32 = 22.0;
/// Space between the points and the sides of the chart, as a share of it.
const INSET: f32 = 0.05;
/// The largest over the smallest number above which an axis is logarithmic, whatever its spacing.
const WIDE: f64 = 20.0;
/// How much the steps of numbers that are evenly spaced may differ.
const EVEN: f64 = 0.05;

/// Where the models are, from the upper left of their panel of this size: by panels, `[y, x]`.
pub(super) fn points(map: &HeatMap, [width, height]: [f32; 2]) -> Vec<Array2<Option<[f32; 2]>>> {
    let (places, scale) = (places(&map.x), scale(map));
    let plot = height - strip(map);
    // Models side by side do not reach those of the next value.
    let gaps = places.windows(2).map(|pair| (pair[1] - pair[0]) * width);
    let gap = gaps.fold(width, f32::min);
    let of_panel = |panel: &HeatMapPanel| {
        let mut found = Array2::from_elem(panel.values.dim(), None);
        for (x, column) in panel.values.columns().into_iter().enumerate() {
            // Those of one value are side by side, and so are those without.
            let mut alike: BTreeMap<Option<u64>, Vec<usize>> = BTreeMap::new();
            let rows = column.iter().enumerate();
            for (y, value) in rows.filter(|(y, _)| !panel.tasks[[*y, x]].is_empty()) {
                let value = value.is_finite().then(|| value.to_bits());
                alike.entry(value).or_default().push(y);
            }
            for (value, rows) in alike {
                let down = match value.map(f64::from_bits) {
                    Some(value) => plot * (1.0 - scale.fraction(value) as f32),
                    None => height - STRIP / 2.0,
                };
                let all = rows.len() as f32;
                for (place, y) in rows.into_iter().enumerate() {
                    let aside = place as f32 - (all - 1.0) / 2.0;
                    let across = places[x] * width + aside * (2.0 * POINT).min(gap / all);
                    found[[y, x]] = Some([across, down]);
                }
            }
        }
        found
    };
    map.panels.iter().map(of_panel).collect()
}

/// Where the values of a setting are across, 0 to 1: numbers to scale, words one beside the other.
pub(super) fn places(axis: &HeatMapAxis) -> Vec<f32> {
    let count = axis.values.len() as f32;
    let inset = |share: f64| INSET + (1.0 - 2.0 * INSET) * share as f32;
    match axis.numbers() {
        Some(numbers) if numbers.len() > 1 => {
            let axis = if is_log(&numbers) {
                Axis::octaves(&numbers)
            } else {
                Axis::fixed(numbers[0], numbers[numbers.len() - 1])
            };
            let places = numbers.iter().map(|&number| inset(axis.fraction(number)));
            places.collect()
        }
        _ => (0..axis.values.len())
            .map(|place| (place as f32 + 0.5) / count)
            .collect(),
    }
}

/// Whether ascending numbers stand on a logarithmic axis: their ratios are alike, or the largest is far from the smallest.
fn is_log(numbers: &[f64]) -> bool {
    let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
    if first <= 0.0 {
        return false;
    }
    let unevenness = |of: fn(f64) -> f64| {
        let steps = numbers.windows(2).map(|pair| of(pair[1]) - of(pair[0]));
        let (least, most) = steps.fold((f64::INFINITY, 0.0_f64), |(least, most), step| {
            (least.min(step), most.max(step))
        });
        1.0 - least / most
    };
    let of_ratios = unevenness(f64::ln);
    last > WIDE * first || of_ratios < EVEN.min(unevenness(|number| number))
}

/// The axis of the measure, with space beyond its values.
pub(super) fn scale(map: &HeatMap) -> Axis {
    let range = map.range().unwrap_or(0.0..=1.0);
    let (least, most) = (*range.start(), *range.end());
    let beyond = match most - least {
        0.0 if least == 0.0 => 1.0,
        0.0 => 0.1 * least.abs(),
        span => f64::from(INSET) * span,
    };
    Axis::fixed(least - beyond, most + beyond)
}

/// Height of the strip of the models without a value; none where all have one.
pub(super) fn strip(map: &HeatMap) -> f32 {
    let have_all = map.panels.iter().all(|panel| {
        let mut cells = panel.tasks.iter().zip(&panel.values);
        cells.all(|(tasks, value)| tasks.is_empty() || value.is_finite())
    });
    if have_all { 0.0 } else { STRIP }
}
