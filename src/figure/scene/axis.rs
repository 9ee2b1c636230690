//! One axis of a chart: its range, its ticks, and where a value falls.

use std::ops::RangeInclusive;

/// Ticks on a logarithmic axis at most.
const LOG_TICKS: usize = 7;

/// A range of values, linear or logarithmic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Both ends; of a logarithmic axis their decadic logarithms.
    min: f64,
    max: f64,
    is_log: bool,
}

impl Axis {
    /// A linear axis from 0 to just beyond the largest of `values`.
    pub fn linear(values: impl Iterator<Item = f64>) -> Self {
        let max = values.fold(0.0, f64::max);
        Self::fixed(0.0, if max > 0.0 { 1.05 * max } else { 1.0 })
    }

    /// A linear axis from exactly `min` to exactly `max`.
    pub fn fixed(min: f64, max: f64) -> Self {
        Self {
            min,
            max: if max > min { max } else { min + 1.0 },
            is_log: false,
        }
    }

    /// A logarithmic axis from the first to the last of `values`, > 0 and ascending.
    pub fn octaves(values: &[f64]) -> Self {
        let ends = [values.first(), values.last()];
        let [min, max] = ends.map(|value| value.map_or(0.0, |value| value.log10()));
        Self {
            is_log: true,
            ..Self::fixed(min, max)
        }
    }

    /// A logarithmic axis over the decades of the positive ones of `values`.
    pub fn log(values: impl Iterator<Item = f64>) -> Self {
        let logs = values.filter(|value| *value > 0.0).map(f64::log10);
        let (min, max) = logs.fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), log| {
            (min.min(log.floor()), max.max(log.ceil()))
        });
        let (min, max) = if min > max { (0.0, 1.0) } else { (min, max) };
        Self {
            min,
            max: max.max(min + 1.0),
            is_log: true,
        }
    }

    /// The same kind of axis over another [`Self::range`].
    #[must_use]
    pub fn over(self, range: &RangeInclusive<f64>) -> Self {
        Self {
            is_log: self.is_log,
            ..Self::fixed(*range.start(), *range.end())
        }
    }

    /// Both ends; of a logarithmic axis their decadic logarithms.
    pub fn range(&self) -> RangeInclusive<f64> {
        self.min..=self.max
    }

    /// Whether it is logarithmic.
    pub fn is_log(&self) -> bool {
        self.is_log
    }

    /// A value in the coordinate of [`Self::range`]: as it is, or its decadic logarithm, which is not finite from 0 down.
    pub fn coordinate(&self, value: f64) -> f64 {
        if self.is_log { value.log10() } else { value }
    }

    /// The value at a coordinate of [`Self::range`].
    pub fn value(&self, coordinate: f64) -> f64 {
        if self.is_log {
            10_f64.powf(coordinate)
        } else {
            coordinate
        }
    }

    /// Where `value` falls, 0 at the beginning and 1 at the end of the axis, and beyond them outside it.
    pub fn fraction(&self, value: f64) -> f64 {
        (self.coordinate(value) - self.min) / (self.max - self.min)
    }

    /// The same, `None` for a value outside the axis.
    pub fn place(&self, value: f64) -> Option<f32> {
        let place = self.fraction(value) as f32;
        (-1e-6..=1.0 + 1e-6).contains(&place).then_some(place)
    }

    /// The values worth a label: about `count` of them when linear, at most 2 `count` and at most 7 when logarithmic, and round
    /// values where that is over a part of a decade.
    pub fn ticks(&self, count: usize) -> Vec<f64> {
        if !self.is_log {
            return round_ticks(self.min, self.max, count);
        }
        let ticks = decade_ticks(self.min, self.max);
        if ticks.len() < 2 {
            return round_ticks(self.value(self.min), self.value(self.max), count);
        }
        let every = ticks.len().div_ceil(LOG_TICKS.min(2 * count.max(1)));
        ticks.into_iter().step_by(every).collect()
    }
}

/// About `count` round values from `min` to `max`.
fn round_ticks(min: f64, max: f64, count: usize) -> Vec<f64> {
    let step = round_step((max - min) / count.max(1) as f64);
    if !step.is_normal() {
        return Vec::new();
    }
    let (first, last) = ((min / step).ceil() as i64, (max / step).floor() as i64);
    (first..=last).map(|i| i as f64 * step).collect()
}

/// The powers of ten whose decadic logarithms are from `min_log10` to `max_log10`; over less than
/// two decades also 2 and 5 times those.
fn decade_ticks(min_log10: f64, max_log10: f64) -> Vec<f64> {
    let factors: &[f64] = if max_log10 - min_log10 < 2.0 {
        &[1.0, 2.0, 5.0]
    } else {
        &[1.0]
    };
    let decades = min_log10.floor() as i32..=max_log10.ceil() as i32;
    let ticks = decades.flat_map(|decade| factors.iter().map(move |f| f * 10_f64.powi(decade)));
    let margin = 1e-9;
    let range = min_log10 - margin..=max_log10 + margin;
    ticks.filter(|tick| range.contains(&tick.log10())).collect()
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `step`.
fn round_step(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps
        .into_iter()
        .find(|round| *round >= step)
        .unwrap_or(steps[3])
}

/// A short number for a label, of three decimals or, below 1, three digits: 250000 is "250k", 0.00125 is itself, a ten-thousandth
/// is "1e-4".
pub fn short_number(value: f64) -> String {
    if value < 0.0 {
        return format!("−{}", short_number(-value));
    }
    let trimmed = |text: &str| -> String {
        let text = text.trim_end_matches('0');
        text.trim_end_matches('.').to_owned()
    };
    let (value, unit, decimals) = match value.abs() {
        big if big >= 1e6 => (value / 1e6, "M", 3),
        big if big >= 1e4 => (value / 1e3, "k", 3),
        small if 0.0 < small && small < 1e-3 => {
            let text = format!("{value:.2e}");
            let (factor, power) = text.split_once('e').unwrap_or((&text, "0"));
            return format!("{}e{power}", trimmed(factor));
        }
        small if 0.0 < small && small < 1.0 => (value, "", (2.0 - small.log10().floor()) as usize),
        _ => (value, "", 3),
    };
    format!("{}{unit}", trimmed(&format!("{value:.decimals$}")))
}
