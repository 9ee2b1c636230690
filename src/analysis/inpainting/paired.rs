//! Two ways of filling the same patches, compared pair by pair.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::analysis::MEASURED_GAP;
use crate::analysis::stats::student_975;

/// Groups of pairs below which no interval is given.
const MIN_GROUPS: usize = 6;

/// Which of two ways is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The interval of the difference is below 0 by more than the accuracy of the codes.
    OneLayer,
    /// The interval is above 0 by as much.
    TwoLayers,
    /// The interval comes nearer to 0 or holds it, or there is none.
    Neither,
}

/// The mean of differences, with its 95 percent interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// Pairs.
    pub n: usize,
    /// Mean of the differences.
    pub mean: f64,
    /// Lower end of its 95 percent interval; none below 6 groups of pairs.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

impl Paired {
    /// From the differences d of independent pairs; `None` without any. As [`Self::in_groups`], each in a group of its own.
    pub fn of(differences: &[f64]) -> Option<Self> {
        Self::in_groups(differences.iter().copied().enumerate())
    }

    /// From the differences d, one per pair, each with its group: pairs of one group, such as the patches of a picture, may go
    /// together, and groups are independent. `None` without any.
    ///
    /// The interval is mean -+ t s, with s^2 = G / (G - 1) sum_g (sum_(i in g) (d_i - mean))^2 / n^2 for G groups, and Student's t of
    /// G - 1 degrees of freedom. With one pair in each group that is t sd / sqrt(n): exact for normal differences, and a good
    /// approximation for others when there are many groups.
    pub fn in_groups(differences: impl IntoIterator<Item = (usize, f64)>) -> Option<Self> {
        let mut groups = BTreeMap::<usize, Vec<f64>>::new();
        for (group, difference) in differences {
            groups.entry(group).or_default().push(difference);
        }
        let n = groups.values().map(Vec::len).sum::<usize>();
        if n == 0 {
            return None;
        }
        let mean = groups.values().flatten().sum::<f64>() / n as f64;
        let half = (groups.len() >= MIN_GROUPS).then(|| {
            let sum = |group: &Vec<f64>| group.iter().map(|d| d - mean).sum::<f64>();
            let squares: f64 = groups.values().map(|group| sum(group).powi(2)).sum();
            let (count, freedom) = (groups.len() as f64, (groups.len() - 1) as f64);
            student_975(freedom) * (count / freedom * squares).sqrt() / n as f64
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
        let mut sums = BTreeMap::<usize, (f64, f64)>::new();
        for (group, difference) in differences {
            let (sum, count) = sums.entry(group).or_default();
            *sum += difference;
            *count += 1.0;
        }
        let means: Vec<f64> = sums.values().map(|(sum, count)| sum / count).collect();
        Self::of(&means)
    }

    /// Which way is better, where differences in dB are two layers minus one.
    ///
    /// Codes are accepted once their energy is at most [`MEASURED_GAP`] of it above the least. A squared error that is as much larger
    /// is 10 log10(1 + 1e-4) = 0.0004 dB: what differs by less may be the same fill, as where u is never on, but for where the
    /// solvers stopped and how they rounded. What stops add to single patches at random is part of the interval.
    pub fn verdict(&self) -> Verdict {
        let solved_db = 10.0 * (1.0 + MEASURED_GAP).log10();
        match (self.low, self.high) {
            (Some(low), _) if low > solved_db => Verdict::TwoLayers,
            (_, Some(high)) if high < -solved_db => Verdict::OneLayer,
            _ => Verdict::Neither,
        }
    }
}
