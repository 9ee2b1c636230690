//! What complex cells must show, and how much of it a model shows.

use std::fmt;

use super::measured::Measured;
use crate::analysis::LineMeasures;
use crate::source::{LINE_ORIENTATIONS, LINES};

/// Least median orientation concentration of the invariant units.
const CONCENTRATION: f64 = 0.7;
/// How far above its control it must be: a column of A that holds but one or two filters is concentrated too, and no
/// less so with its rows shuffled.
const ABOVE_SHUFFLED: f64 = 0.4;
/// Least position tolerance: the width of u over b, in that of its strongest abs(z).
const WIDTH_RATIO: f64 = 2.0;
/// Most that orientation tuning may widen by.
const BANDWIDTH_RATIO: f64 = 1.4;
/// Most modulation by a drifting grating: F2/F0 of u, in that of abs(z).
const MODULATION_RATIO: f64 = 0.5;
/// Purity from which a unit of the toy example counts as one of a single orientation.
const PURE: f64 = 0.95;
/// Cells that have emerged are kept while no measure misses its bound by more than this share of it: measures rise and fall
/// by a few percent from one to the next.
pub(crate) const SLACK: f64 = 0.1;

/// How many of the criteria, the first, are that units pool filters of one orientation; the others are of their answers to edges and
/// gratings.
pub(crate) const ORIENTED: usize = 2;

/// One thing that complex cells must show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Criterion {
    /// What is measured.
    pub name: &'static str,
    /// The measure; `None` where it is not known, as when no unit responds.
    pub value: Option<f64>,
    /// What it must be.
    pub bound: Bound,
    /// Whether it is a number of things, which is whole.
    pub is_count: bool,
}

/// A limit of a measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// This or more.
    AtLeast(f64),
    /// This or less.
    AtMost(f64),
}

impl Criterion {
    /// Whether the measure is known and as it must be.
    pub fn is_met(&self) -> bool {
        self.is_met_within(0.0)
    }

    /// Whether it is known, and misses its bound by at most a tenth of it: enough for cells that have emerged.
    pub fn is_kept(&self) -> bool {
        self.is_met_within(SLACK)
    }

    fn is_met_within(&self, slack: f64) -> bool {
        self.value.is_some_and(|value| match self.bound {
            Bound::AtLeast(bound) => value >= bound * (1.0 - slack),
            Bound::AtMost(bound) => value <= bound * (1.0 + slack),
        })
    }
}

impl fmt::Display for Criterion {
    /// "width ratio of u to |z| 2.41 (at least 2)".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.name)?;
        match self.value {
            Some(value) if self.is_count => write!(f, "{value:.0}")?,
            Some(value) => write!(f, "{value:.2}")?,
            None => f.write_str("not measured")?,
        }
        write!(f, " ({})", self.bound)
    }
}

impl Bound {
    /// The limit.
    pub fn value(self) -> f64 {
        match self {
            Self::AtLeast(bound) | Self::AtMost(bound) => bound,
        }
    }
}

impl fmt::Display for Bound {
    /// "at least 2".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(bound) => write!(f, "at least {bound}"),
            Self::AtMost(bound) => write!(f, "at most {bound}"),
        }
    }
}

impl Measured {
    /// What complex cells must show, the orientation concentration first.
    pub fn criteria(&self) -> Vec<Criterion> {
        let difference = |of: Option<f64>, from: Option<f64>| Some(of? - from?);
        let above = difference(self.concentration, self.concentration_shuffled);
        vec![
            self.concentrated(),
            Criterion {
                name: "concentration above shuffled",
                value: above,
                bound: Bound::AtLeast(ABOVE_SHUFFLED),
                is_count: false,
            },
            self.tolerant(),
            Criterion {
                name: "bandwidth ratio of u to |z|",
                value: self.bandwidth_ratio,
                bound: Bound::AtMost(BANDWIDTH_RATIO),
                is_count: false,
            },
            self.steady(),
        ]
    }

    /// That units pool filters of one orientation.
    pub fn concentrated(&self) -> Criterion {
        Criterion {
            name: "orientation concentration",
            value: self.concentration,
            bound: Bound::AtLeast(CONCENTRATION),
            is_count: false,
        }
    }

    /// That they tolerate other positions.
    pub fn tolerant(&self) -> Criterion {
        Criterion {
            name: "width ratio of u to |z|",
            value: self.width_ratio,
            bound: Bound::AtLeast(WIDTH_RATIO),
            is_count: false,
        }
    }

    /// That they answer evenly to a drifting grating.
    pub fn steady(&self) -> Criterion {
        let ratio = |of: Option<f64>, to: Option<f64>| Some(of? / to?);
        let modulation = ratio(self.f2_over_f0_invariant, self.f2_over_f0_simple);
        Criterion {
            name: "F₂/F₀ of u over that of |z|",
            value: modulation.filter(|ratio| ratio.is_finite()),
            bound: Bound::AtMost(MODULATION_RATIO),
            is_count: false,
        }
    }

    /// Whether the invariant units are concentrated enough to be complex cells, or to be kept as such, whatever else they
    /// show.
    pub(crate) fn is_concentrated(&self, holds: impl Fn(&Criterion) -> bool) -> bool {
        self.criteria()[..ORIENTED].iter().all(holds)
    }
}

/// The criteria of complex cells that tell something, the first of all. While units do not pool filters of one orientation, the others
/// tell nothing: units that pool everything respond everywhere.
#[cfg(feature = "window")]
pub(crate) fn telling(criteria: &[Criterion]) -> &[Criterion] {
    let (oriented, _) = criteria.split_at(ORIENTED.min(criteria.len()));
    match oriented.iter().all(Criterion::is_met) {
        true => criteria,
        false => oriented,
    }
}

/// These criteria with the concentration of `measured` and how far that is above its control, where they lack one of them and it has
/// both.
#[cfg(feature = "window")]
pub(crate) fn with_concentration_of(criteria: &[Criterion], measured: &Measured) -> Vec<Criterion> {
    let (oriented, tuning) = criteria.split_at(ORIENTED.min(criteria.len()));
    let other = measured.criteria();
    let other = &other[..oriented.len()];
    let are_known = |of: &[Criterion]| of.iter().all(|one| one.value.is_some());
    let are_better = !are_known(oriented) && are_known(other);
    [if are_better { other } else { oriented }, tuning].concat()
}

/// These criteria with the answers to edges and gratings of `measured`, where it `is_newer`, or they have none and it has.
#[cfg(feature = "window")]
pub(crate) fn with_tuning_of(
    criteria: &[Criterion],
    measured: &Measured,
    is_newer: bool,
) -> Option<Vec<Criterion>> {
    let (oriented, tuning) = criteria.split_at(ORIENTED.min(criteria.len()));
    let other = measured.criteria().split_off(ORIENTED);
    let is_known = |of: &[Criterion]| of.iter().any(|one| one.value.is_some());
    let are_better = is_newer || (!is_known(tuning) && is_known(&other));
    (!tuning.is_empty() && are_better).then(|| [oriented, &other].concat())
}

/// What the cells of the toy example must show.
pub fn line_criteria(lines: &LineMeasures) -> Vec<Criterion> {
    let criterion = |name, value, bound| Criterion {
        name,
        value: Some(value),
        bound,
        is_count: false,
    };
    let count = |name, value: usize, bound| Criterion {
        is_count: true,
        ..criterion(name, value as f64, bound)
    };
    let orientations = LINE_ORIENTATIONS as f64;
    vec![
        count(
            "lines found",
            lines.lines_found,
            Bound::AtLeast(LINES as f64),
        ),
        count(
            "orientations with a unit",
            lines.orientations,
            Bound::AtLeast(orientations),
        ),
        count(
            "active invariant units",
            lines.active_units.len(),
            Bound::AtMost(orientations),
        ),
        criterion("lowest purity", lines.purity_min(), Bound::AtLeast(PURE)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lines_and_units_are_whole() {
        let lines = LineMeasures {
            lines_found: 40,
            active_units: vec![0, 1, 2],
            orientations: 4,
            purity: vec![0.987],
        };
        let told: Vec<_> = line_criteria(&lines)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(told[0], format!("lines found 40 (at least {LINES})"));
        assert!(told[1].starts_with("orientations with a unit 4 ("));
        assert!(told[2].starts_with("active invariant units 3 ("));
        assert!(told[3].starts_with("lowest purity 0.99 ("));
    }

    #[test]
    #[cfg(feature = "window")]
    fn answers_that_were_measured_elsewhere_stand_where_there_are_none() {
        let none = Measured::default().criteria();
        let measured = Measured {
            concentration: Some(0.9),
            width_ratio: Some(1.5),
            ..Measured::default()
        };
        let filled = with_tuning_of(&none, &measured, false).expect("there are some");
        assert_eq!(
            filled[0].value, None,
            "the concentration is that of the run"
        );
        assert_eq!(filled[ORIENTED].value, Some(1.5));
        assert_eq!(with_tuning_of(&filled, &measured, false), None);
        assert_eq!(with_tuning_of(&none, &Measured::default(), false), None);
        let newer = Measured {
            width_ratio: Some(3.0),
            ..measured
        };
        let newer = with_tuning_of(&filled, &newer, true).expect("it is newer");
        assert_eq!(newer[ORIENTED].value, Some(3.0));
    }

    #[test]
    #[cfg(feature = "window")]
    fn a_concentration_is_taken_with_its_control_and_only_where_one_is_missing() {
        let of = |concentration, concentration_shuffled| Measured {
            concentration: Some(concentration),
            concentration_shuffled,
            ..Measured::default()
        };
        let measured = of(0.9, Some(0.25));
        for (own, expected) in [
            (of(0.5, None), [Some(0.9), Some(0.65)]),
            (of(0.5, Some(0.25)), [Some(0.5), Some(0.25)]),
        ] {
            let filled = with_concentration_of(&own.criteria(), &measured);
            assert_eq!([filled[0].value, filled[1].value], expected);
        }
        assert_eq!(with_concentration_of(&[], &measured), []);
    }
}
