//! Curves over training time, in bounded memory: when full, neighbours are merged in pairs.

use crate::model::Energies;

/// Means over one stretch of minibatches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Minibatches seen at the end of the stretch.
    pub step: u64,
    /// Movies seen at the end of the stretch.
    pub movies_seen: u64,
    /// Seconds spent learning at the end of the stretch.
    pub elapsed_secs: f64,
    /// Energies by term, mean per movie.
    pub energies: Energies,
    /// Share of entries of z that are not 0.
    pub simple_density: f64,
    /// Share of entries of u that are not 0.
    pub invariant_density: f64,
    /// Median orientation concentration, where it was measured.
    pub concentration: Option<f64>,
}

/// Something that happened to a run, to be marked on the curves: "alpha 0.5 -> 0.7".
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Minibatches seen when it happened.
    pub step: u64,
    /// Movies seen when it happened.
    pub movies_seen: u64,
    /// Seconds spent learning when it happened.
    pub elapsed_secs: f64,
    /// What happened.
    pub text: String,
}

/// The curves and their marks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    points: Vec<Point>,
    marks: Vec<Mark>,
}

impl History {
    /// The points, oldest first, at most a few thousand.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The marks, oldest first.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }
}

impl History {
    pub(super) fn stub(points: Vec<Point>, marks: Vec<Mark>) -> Self {
        Self { points, marks }
    }
}
