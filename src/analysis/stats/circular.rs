//! Means of orientations, for which theta and theta + pi are the same.

use std::f64::consts::PI;

/// exp(2 i theta) as its cosine and sine.
pub(crate) type Direction = [f64; 2];

/// The direction of an orientation.
pub(crate) fn direction(theta_rad: f64) -> Direction {
    let (sin, cos) = (2.0 * theta_rad).sin_cos();
    [cos, sin]
}

/// An orientation in [0, pi).
pub(crate) fn half_turn(theta_rad: f64) -> f64 {
    let turned = theta_rad.rem_euclid(PI);
    // A tiny negative angle is rounded up to pi itself.
    if turned < PI { turned } else { 0.0 }
}

/// A weighted sum of directions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OrientationSum {
    cos: f64,
    sin: f64,
    weight: f64,
}

impl OrientationSum {
    /// Adds a direction with a weight; one without an orientation, `[0, 0]`, counts in the weight alone.
    pub(crate) fn add(&mut self, [cos, sin]: Direction, weight: f64) {
        self.cos += weight * cos;
        self.sin += weight * sin;
        self.weight += weight;
    }

    /// The length of the weighted mean direction: 1 if all have the same orientation, 0 if they cancel or have no weight.
    pub(crate) fn resultant(&self) -> f64 {
        if self.weight > 0.0 {
            self.cos.hypot(self.sin) / self.weight
        } else {
            0.0
        }
    }

    /// The mean orientation, in [0, pi).
    pub(crate) fn theta_rad(&self) -> f64 {
        half_turn(0.5 * self.sin.atan2(self.cos))
    }
}

impl FromIterator<(Direction, f64)> for OrientationSum {
    fn from_iter<I: IntoIterator<Item = (Direction, f64)>>(weighted: I) -> Self {
        let mut sum = Self::default();
        for (direction, weight) in weighted {
            sum.add(direction, weight);
        }
        sum
    }
}
