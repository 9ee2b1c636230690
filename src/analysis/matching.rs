//! Which units of two models are the same: the assignment of one to the other by which they correlate most.

use ndarray::{Array2, ArrayView2, Axis};
use pathfinding::prelude::{Weights as Gains, kuhn_munkres};
use thiserror::Error;

use super::stats::median;
use super::unit::Layer;
use crate::channels::Channels;
use crate::model::Weights;

/// Most units of a layer that are matched: the work grows with their cube.
pub const MAX_MATCHED: usize = 2_000;
/// The assignment is made over whole numbers: correlations in millionths.
const MILLIONTHS: f32 = 1e6;

/// Why the units of two models cannot be matched.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MatchError {
    /// Filters of patches of different sizes have no correlation.
    #[error("their patches have {first} x {first} and {second} x {second} pixels")]
    Patches {
        /// Side of a patch of the first model, in pixels.
        first: usize,
        /// That of the second.
        second: usize,
    },
    /// Filters of different channels have no correlation.
    #[error("their channels are {} and {}", .0.name(), .1.name())]
    Channels(Channels, Channels),
    /// It would take too long.
    #[error("{units} units of a layer are too many: at most {MAX_MATCHED} are matched")]
    Units {
        /// The larger number of units of a layer.
        units: usize,
    },
}

/// The unit of the other model that one is matched with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partner {
    /// Its number.
    pub unit: usize,
    /// How alike the two are: the magnitude of their correlation, 0 to 1.
    pub correlation: f32,
}

/// The units of a layer of two models, matched one to one; of the larger model some have no partner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayerMatching {
    /// By the units of the first model.
    forth: Vec<Option<Partner>>,
    /// By those of the second.
    back: Vec<Option<Partner>>,
}

/// The units of two models, matched: simple ones by their filters, invariant ones by what they pool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matching {
    simple: LayerMatching,
    invariant: LayerMatching,
    /// Whether both are moments of one run, whose units keep their numbers.
    pub is_one_run: bool,
}

impl LayerMatching {
    /// The partner of a unit of the first model.
    pub fn forth(&self, unit: usize) -> Option<Partner> {
        *self.forth.get(unit)?
    }

    /// The partner of a unit of the second model.
    pub fn back(&self, unit: usize) -> Option<Partner> {
        *self.back.get(unit)?
    }

    /// The median correlation of all pairs; `None` without any.
    pub fn median_correlation(&self) -> Option<f64> {
        let pairs = self.forth.iter().flatten();
        let correlations = pairs.map(|pair| f64::from(pair.correlation));
        median(correlations.collect())
    }

    /// The pairs `[first, second]`, in the order of the first model.
    fn pairs(&self) -> Vec<[usize; 2]> {
        let pairs = self.forth.iter().enumerate();
        let pairs = pairs.filter_map(|(unit, partner)| Some([unit, (*partner)?.unit]));
        pairs.collect()
    }

    /// Matches units by their correlations `[first, second]`: so that their sum over all pairs is largest.
    fn best(correlations: &Array2<f32>) -> Self {
        let (first, second) = correlations.dim();
        if first == 0 || second == 0 {
            return Self::of(correlations, std::iter::empty());
        }
        // Each row gets a column, so the fewer units are the rows.
        let is_turned = first > second;
        let gains = correlations.mapv(|value| (value * MILLIONTHS) as i64);
        let gains = if is_turned {
            gains.reversed_axes()
        } else {
            gains
        };
        let (_, columns) = kuhn_munkres(&Table(gains));
        let pairs = columns.into_iter().enumerate();
        Self::of(
            correlations,
            pairs.map(|(row, column)| {
                if is_turned {
                    [column, row]
                } else {
                    [row, column]
                }
            }),
        )
    }

    /// Matches each unit with that of the same number.
    fn by_number(correlations: &Array2<f32>) -> Self {
        let (first, second) = correlations.dim();
        Self::of(correlations, (0..first.min(second)).map(|unit| [unit; 2]))
    }

    fn of(correlations: &Array2<f32>, pairs: impl Iterator<Item = [usize; 2]>) -> Self {
        let (first, second) = correlations.dim();
        let mut matching = Self {
            forth: vec![None; first],
            back: vec![None; second],
        };
        for [one, other] in pairs {
            let correlation = correlations[[one, other]];
            let partner = |unit| Some(Partner { unit, correlation });
            (matching.forth[one], matching.back[other]) = (partner(other), partner(one));
        }
        matching
    }
}

impl Matching {
    /// Matches the units of two models: simple ones so that the correlations of their filters, whatever their sign, are
    /// largest in sum; then invariant ones by the squares of the weights with which they pool simple ones that are partners.
    /// Of one run the units keep their numbers, and only how much they have changed is computed.
    ///
    /// # Errors
    /// When a layer has too many units.
    ///
    /// # Panics
    /// When the filters are not of one size.
    pub fn new(first: &Weights, second: &Weights, is_one_run: bool) -> Result<Self, MatchError> {
        let [one, other] = [first, second].map(|weights| weights.dictionary.view());
        assert_eq!(one.nrows(), other.nrows(), "filters of one size");
        let sizes = [first, second].map(|weights| weights.pooling().dim());
        let units = sizes
            .iter()
            .flat_map(|&(simple, invariant)| [simple, invariant]);
        let units = units.max().unwrap_or(0);
        if units > MAX_MATCHED {
            return Err(MatchError::Units { units });
        }
        let assign = if is_one_run {
            LayerMatching::by_number
        } else {
            LayerMatching::best
        };
        // The sign of a filter is free.
        let simple = assign(&correlations(one, other).mapv_into(f32::abs));
        let pairs = simple.pairs();
        let pooled = |weights: &Weights, side: usize| {
            let rows: Vec<_> = pairs.iter().map(|pair| pair[side]).collect();
            weights.pooling().select(Axis(0), &rows).mapv(|a| a * a)
        };
        let pools = correlations(pooled(first, 0).view(), pooled(second, 1).view());
        // Pools of other filters are unlike.
        let invariant = assign(&pools.mapv_into(|alike| alike.max(0.0)));
        Ok(Self {
            simple,
            invariant,
            is_one_run,
        })
    }

    /// The matching of a layer.
    pub fn layer(&self, layer: Layer) -> &LayerMatching {
        layer.of(&self.simple, &self.invariant)
    }
}

/// The correlations of all columns of two arrays; 0 of a column whose values are all one.
fn correlations(first: ArrayView2<'_, f32>, second: ArrayView2<'_, f32>) -> Array2<f32> {
    let [first, second] = [first, second].map(standardised);
    let product = first.t().dot(&second);
    product.mapv_into(|value| value.clamp(-1.0, 1.0))
}

/// Columns of mean 0 and length 1.
fn standardised(columns: ArrayView2<'_, f32>) -> Array2<f32> {
    let mut columns = columns.to_owned();
    for mut column in columns.columns_mut() {
        let mean = column.mean().unwrap_or(0.0);
        column -= mean;
        let length = column.dot(&column).sqrt();
        if length > f32::EPSILON {
            column /= length;
        } else {
            column.fill(0.0);
        }
    }
    columns
}

/// What pairs are worth, `[row, column]`.
struct Table(Array2<i64>);

impl Gains<i64> for Table {
    fn rows(&self) -> usize {
        self.0.nrows()
    }

    fn columns(&self) -> usize {
        self.0.ncols()
    }

    fn at(&self, row: usize, column: usize) -> i64 {
        self.0[[row, column]]
    }

    fn neg(&self) -> Self {
        Self(-&self.0)
    }
}
