//! Two ways of filling the same patches, compared pair by pair.

use serde::Serialize;

use crate::analysis::stats::student_975;

/// Pairs below which no interval is given.
const MIN_PAIRS: usize = 6;

/// Which of two ways is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The interval of the difference is below 0.
    OneLayer,
    /// The interval is above 0.
    TwoLayers,
    /// The interval holds 0, or there is none.
    Neither,
}

/// The mean of differences, with its 95 percent interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// Pairs.
    pub n: usize,
    /// Mean of the differences.
    pub mean: f64,
    /// Lower end of its 95 percent interval; none below 6 pairs.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

impl Paired {
    /// From the differences d, one per pair; `None` without any.
    ///
    /// The interval is Student's, mean -+ t sd / sqrt(n) with n - 1 degrees of freedom: exact for normal
    /// differences, and a good approximation for others when n is large, as long as the pairs are independent.
    pub fn of(differences: &[f64]) -> Option<Self> {
        let n = differences.len();
        if n == 0 {
            return None;
        }
        let mean = differences.iter().sum::<f64>() / n as f64;
        let half = (n >= MIN_PAIRS).then(|| {
            let squares: f64 = differences.iter().map(|d| (d - mean).powi(2)).sum();
            let freedom = (n - 1) as f64;
            student_975(freedom) * (squares / freedom / n as f64).sqrt()
        });
        Some(Self {
            n,
            mean,
            low: half.map(|half| mean - half),
            high: half.map(|half| mean + half),
        })
    }

    /// From differences in groups, such as the patches of one picture: each group counts once, by its mean.
    pub fn by_group(differences: impl IntoIterator<Item = (usize, f64)>) -> Option<Self> {
        let mut sums = std::collections::BTreeMap::<usize, (f64, f64)>::new();
        for (group, difference) in differences {
            let (sum, count) = sums.entry(group).or_default();
            *sum += difference;
            *count += 1.0;
        }
        let means: Vec<f64> = sums.values().map(|(sum, count)| sum / count).collect();
        Self::of(&means)
    }

    /// Which way is better, where differences are two layers minus one.
    pub fn verdict(&self) -> Verdict {
        match (self.low, self.high) {
            (Some(low), _) if low > 0.0 => Verdict::TwoLayers,
            (_, Some(high)) if high < 0.0 => Verdict::OneLayer,
            _ => Verdict::Neither,
        }
    }
}
