//! Median and quartiles.

use serde::Serialize;

/// Median and quartiles of one number over the samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// A quarter of the samples are below.
    pub lower_quartile: f64,
    /// Half of the samples are below.
    pub median: f64,
    /// A quarter of the samples are above.
    pub upper_quartile: f64,
}

impl Spread {
    /// Of these values, linear between neighbours; `None` for no values.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let last = values.len().checked_sub(1)?;
        let quantile = |share: f64| {
            let place = share * last as f64;
            let (below, rest) = (place.floor() as usize, place.fract());
            let above = (below + 1).min(last);
            values[below] + rest * (values[above] - values[below])
        };
        Some(Self {
            lower_quartile: quantile(0.25),
            median: quantile(0.5),
            upper_quartile: quantile(0.75),
        })
    }
}
