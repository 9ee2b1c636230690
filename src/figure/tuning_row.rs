//! What an invariant unit and the simple units it pools are tuned to.

use ndarray::{ArrayView3, ArrayView4, Axis};

use super::strongest::Weight;
use crate::analysis::tuning::{EdgeProfile, GratingProfile};

/// A unit of either layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TunedUnit {
    /// A column of W.
    Simple(usize),
    /// A column of A.
    Invariant(usize),
}

impl TunedUnit {
    /// Its response and its number.
    pub(super) fn name(self) -> String {
        match self {
            Self::Simple(unit) => format!("|z| {unit}"),
            Self::Invariant(unit) => format!("u {unit}"),
        }
    }
}

/// What one unit is tuned to.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitTuning {
    /// The unit.
    pub unit: TunedUnit,
    /// By edges; `None` when it answers none.
    pub edges: Option<EdgeProfile>,
    /// By gratings; `None` when it answers none, or none were shown.
    pub gratings: Option<GratingProfile>,
}

/// An invariant unit and some of the simple units it pools, strongest first.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningRow {
    /// The invariant unit: its curves are thick and on top.
    pub invariant: UnitTuning,
    /// The simple units.
    pub simple: Vec<UnitTuning>,
}

impl TuningRow {
    /// The orientation that its charts are centred on: the invariant unit's best, or, when that answers
    /// no edge, the best of the first simple unit that does.
    pub(super) fn best_theta(&self) -> usize {
        let mut units = std::iter::once(&self.invariant).chain(&self.simple);
        let first = units.find_map(|unit| unit.edges.as_ref());
        first.map_or(0, |edges| edges.best_theta)
    }
}

/// The tuning of an invariant unit and of the simple units in `strongest`, from responses of the simple
/// layer and to the same stimuli of the invariant one: to edges `[n_theta, n_b, units]`, to gratings
/// `[n_theta, n_freq, n_phase, units]`.
#[must_use]
pub fn tuning_row(
    unit: usize,
    strongest: &[Weight],
    edges: [ArrayView3<'_, f32>; 2],
    gratings: Option<[ArrayView4<'_, f32>; 2]>,
) -> TuningRow {
    let tuning = |layer: usize, index: usize, unit: TunedUnit| UnitTuning {
        unit,
        edges: EdgeProfile::new(edges[layer].index_axis(Axis(2), index)),
        gratings: gratings.and_then(|g| GratingProfile::new(g[layer].index_axis(Axis(3), index))),
    };
    let simple = strongest.iter().map(|weight| weight.unit);
    TuningRow {
        invariant: tuning(1, unit, TunedUnit::Invariant(unit)),
        simple: simple.map(|s| tuning(0, s, TunedUnit::Simple(s))).collect(),
    }
}
