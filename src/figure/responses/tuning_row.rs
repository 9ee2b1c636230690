//! What an invariant unit and the simple units it pools are tuned to.

use ndarray::Axis;

use crate::analysis::tuning::{EdgeProfile, EdgeResponses, GratingProfile, GratingStudy};

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

/// The tuning of an invariant unit and of some simple units that it pools, from their answers to edges,
/// those of u at the model's own beta, and to gratings.
#[must_use]
pub fn tuning_row(
    invariant: usize,
    simple: impl IntoIterator<Item = usize>,
    edges: &EdgeResponses,
    gratings: Option<&GratingStudy>,
) -> TuningRow {
    let tuning = |unit: TunedUnit| {
        let (number, to_edges) = match unit {
            TunedUnit::Simple(number) => (number, &edges.simple),
            TunedUnit::Invariant(number) => (number, &edges.invariant[0]),
        };
        let to_gratings = gratings.map(|study| match unit {
            TunedUnit::Simple(_) => &study.simple_means,
            TunedUnit::Invariant(_) => &study.invariant_means,
        });
        UnitTuning {
            unit,
            edges: EdgeProfile::new(to_edges.index_axis(Axis(2), number)),
            gratings: to_gratings
                .and_then(|means| GratingProfile::of_means(means.index_axis(Axis(2), number))),
        }
    };
    TuningRow {
        invariant: tuning(TunedUnit::Invariant(invariant)),
        simple: simple
            .into_iter()
            .map(|s| tuning(TunedUnit::Simple(s)))
            .collect(),
    }
}
