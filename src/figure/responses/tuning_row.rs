//! What an invariant unit and the simple units it pools are tuned to.

use ndarray::Axis;

use crate::analysis::tuning::{
    EdgeGrid, EdgeProfile, EdgeResponses, GratingGrid, GratingProfile, GratingStudy,
};
use crate::analysis::{Layer, Unit, unit_name};
use crate::figure::write::Csv;

/// What one unit is tuned to.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitTuning {
    /// The unit.
    pub unit: Unit,
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

impl UnitTuning {
    /// The response of the unit and its number.
    pub(super) fn name(&self) -> String {
        unit_name(self.unit)
    }
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
///
/// An edge at theta + pi and -b is the one at theta and b. So where the best orientations of both lie on two sides of 0, positions b
/// of the simple unit have the other sign, to be on the side of the patch where they are for the invariant unit.
pub fn tuning_row(
    invariant: usize,
    simple: impl IntoIterator<Item = usize>,
    edges: &EdgeResponses,
    gratings: Option<&GratingStudy>,
) -> TuningRow {
    let tuning = |layer: Layer, number| {
        let to_edges = layer.of(&edges.simple, &edges.invariant[0]);
        let to_gratings =
            gratings.map(|study| layer.of(&study.simple_means, &study.invariant_means));
        UnitTuning {
            unit: (layer, number),
            edges: EdgeProfile::new(to_edges.index_axis(Axis(2), number)),
            gratings: to_gratings
                .and_then(|means| GratingProfile::of_means(means.index_axis(Axis(2), number))),
        }
    };
    let mut row = TuningRow {
        invariant: tuning(Layer::Invariant, invariant),
        simple: simple
            .into_iter()
            .map(|unit| tuning(Layer::Simple, unit))
            .collect(),
    };
    let (thetas, best) = (edges.grid.theta_rad.len(), row.best_theta());
    let profiles = row
        .simple
        .iter_mut()
        .filter_map(|simple| simple.edges.as_mut());
    for profile in profiles.filter(|of| 2 * of.best_theta.abs_diff(best) > thetas) {
        profile.over_b.reverse();
        profile.best_b = profile.over_b.len() - 1 - profile.best_b;
    }
    row
}

/// Tuning curves: for each invariant unit its own and those of simple units it pools. `along` names what
/// is varied and its unit; responses to gratings are means over a drifting cycle.
pub fn tuning_table(
    edges: &EdgeGrid,
    gratings: Option<&GratingGrid>,
    rows: &[TuningRow],
) -> String {
    let mut table = Csv::new("invariant_unit,layer,unit,along,value,response");
    let freqs = gratings.map_or(&[][..], |grid| &grid.freq_cycles_per_px);
    for row in rows {
        let (_, of) = row.invariant.unit;
        for tuning in std::iter::once(&row.invariant).chain(&row.simple) {
            let (layer, unit) = (tuning.unit.0.code(), tuning.unit.1);
            let mut curve = |along: &str, values: &[f64], responses: &[f64]| {
                for (value, response) in values.iter().zip(responses) {
                    table.line(format_args!(
                        "{of},{layer},{unit},{along},{value},{response}"
                    ));
                }
            };
            if let Some(profile) = &tuning.edges {
                curve("b_px", &edges.b_px, &profile.over_b);
                curve("theta_rad", &edges.theta_rad, &profile.over_theta);
            }
            if let Some(profile) = &tuning.gratings {
                curve("freq_cycles_per_px", freqs, &profile.over_freq);
            }
        }
    }
    table.finish()
}
