//! Learned time on a logarithmic axis that begins at 0.

use crate::engine::Snapshot;

/// Smallest unit, in seconds.
const SHORTEST_SECS: f64 = 1e-3;

/// The unit is the time after so many minibatches: what the first one takes says little.
const EARLY: usize = 8;

/// Learned time from 0 to now, so that equal ratios are about equally far apart: log(1 + time / unit).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TimeAxis {
    /// About the time of the first few minibatches.
    unit_secs: f64,
    /// log(1 + now / unit), > 0.
    span: f64,
}

impl TimeAxis {
    /// An axis from 0 to `end_secs`, linear before about `early_secs` and logarithmic after.
    pub(crate) fn new(early_secs: f64, end_secs: f64) -> Self {
        let unit_secs = early_secs.max(SHORTEST_SECS);
        let span = (end_secs / unit_secs).ln_1p();
        Self {
            unit_secs,
            span: span.max(f64::EPSILON),
        }
    }

    /// The axis of a run until now.
    pub(crate) fn of(snapshot: &Snapshot) -> Self {
        let moments = snapshot.recording.moments().iter();
        let points = snapshot.history.points().iter();
        let end_secs = snapshot.status.elapsed_secs;
        let firsts = [
            early(moments.map(|moment| moment.elapsed_secs)),
            early(points.map(|point| point.elapsed_secs)),
        ];
        Self::new(
            firsts.into_iter().flatten().fold(end_secs, f64::min),
            end_secs,
        )
    }

    /// Where a time is, 0 at the start and 1 now.
    pub(crate) fn share(&self, secs: f64) -> f64 {
        (secs.max(0.0) / self.unit_secs).ln_1p() / self.span
    }

    /// The time at a share of the axis, in seconds.
    pub(crate) fn secs(&self, share: f64) -> f64 {
        self.unit_secs * (share * self.span).exp_m1()
    }
}

/// The time of the first few of these that are later than 0.
fn early(times_secs: impl Iterator<Item = f64>) -> Option<f64> {
    times_secs.filter(|&secs| secs > 0.0).take(EARLY).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ratios_are_about_equally_far_apart_and_0_has_a_place() {
        let axis = TimeAxis::new(0.01, 1000.0);
        assert_eq!(axis.share(0.0), 0.0);
        assert!((axis.share(1000.0) - 1.0).abs() < 1e-12);
        let far = |from: f64, to: f64| axis.share(to) - axis.share(from);
        assert!((far(1.0, 10.0) - far(100.0, 1000.0)).abs() < 0.01);
        assert!(far(0.0, 0.01) > 0.05);
    }

    #[test]
    fn a_place_and_its_time_belong_together() {
        let axis = TimeAxis::new(0.0, 50.0);
        for share in [0.0, 0.3, 0.99, 1.0] {
            assert!((axis.share(axis.secs(share)) - share).abs() < 1e-12);
        }
    }

    #[test]
    fn a_run_of_no_time_has_an_axis() {
        let axis = TimeAxis::new(0.0, 0.0);
        assert_eq!(axis.share(0.0), 0.0);
        assert!(axis.secs(1.0).is_finite());
    }
}
