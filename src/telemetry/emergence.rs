//! What complex cells must show, and how much of it a model shows.

use std::fmt;

use super::measured::Measured;
use crate::analysis::{LineMeasures, PURE};
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
/// Cells that have emerged are kept while no measure misses its bound by more than this share of it: measures rise and fall
/// by a few percent from one to the next.
pub(crate) const SLACK: f64 = 0.1;

/// How many of the criteria, the first, are that units pool filters of one orientation.
const ORIENTED: usize = 2;

/// One thing that complex cells must show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Criterion {
    /// What is measured.
    pub name: &'static str,
    /// The measure; `None` where it is not known, as when no unit responds.
    pub value: Option<f64>,
    /// What it must be.
    pub bound: Bound,
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
            },
            self.tolerant(),
            Criterion {
                name: "bandwidth ratio of u to |z|",
                value: self.bandwidth_ratio,
                bound: Bound::AtMost(BANDWIDTH_RATIO),
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
        }
    }

    /// That they tolerate other positions.
    pub fn tolerant(&self) -> Criterion {
        Criterion {
            name: "width ratio of u to |z|",
            value: self.width_ratio,
            bound: Bound::AtLeast(WIDTH_RATIO),
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

/// What the cells of the toy example must show.
pub fn line_criteria(lines: &LineMeasures) -> Vec<Criterion> {
    let criterion = |name, value, bound| Criterion {
        name,
        value: Some(value),
        bound,
    };
    let (found, active) = (lines.lines_found as f64, lines.active_units.len() as f64);
    vec![
        criterion("lines found", found, Bound::AtLeast(LINES as f64)),
        criterion(
            "orientations with a unit",
            lines.orientations as f64,
            Bound::AtLeast(LINE_ORIENTATIONS as f64),
        ),
        criterion(
            "active invariant units",
            active,
            Bound::AtMost(LINE_ORIENTATIONS as f64),
        ),
        criterion("lowest purity", lines.purity_min(), Bound::AtLeast(PURE)),
    ]
}
