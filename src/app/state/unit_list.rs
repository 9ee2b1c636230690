//! Which units are shown, and in which order.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::analysis::{GaborFit, Preference};
use crate::app::state::model_view::ModelView;
use crate::app::state::selection::Selection;
use crate::engine::Layer;
use crate::figure::{MIN_SHARE, random_units};

/// Units of a sample, as many as the paper's Figure 2 shows.
pub(crate) const SAMPLE: usize = 25;
/// Seed of the sample.
const SAMPLE_SEED: u64 = 0;
/// Bands of the patch, from top to bottom, that units are sorted into by position.
const BANDS: f64 = 8.0;
/// Use from which a unit counts as active: once in a thousand.
const ACTIVE_USE: f32 = 1e-3;

/// What units are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SortOrder {
    /// Their number.
    #[default]
    Number,
    /// How often they are on, most first.
    Use,
    /// Their orientation.
    Orientation,
    /// Their frequency, lowest first.
    Frequency,
    /// Their place in the patch, as one reads.
    Position,
    /// How well a Gabor describes the filter, best first.
    Fit,
    /// How much they agree on one orientation, most first.
    Concentration,
    /// How strongly they answer to the bench or to what is filled in, most first.
    Answer,
}

impl SortOrder {
    /// The orders that make sense for a layer.
    #[must_use]
    pub fn of(layer: Layer) -> &'static [Self] {
        const SIMPLE: [SortOrder; 7] = [
            SortOrder::Number,
            SortOrder::Use,
            SortOrder::Orientation,
            SortOrder::Frequency,
            SortOrder::Position,
            SortOrder::Fit,
            SortOrder::Answer,
        ];
        const INVARIANT: [SortOrder; 7] = [
            SortOrder::Number,
            SortOrder::Use,
            SortOrder::Orientation,
            SortOrder::Frequency,
            SortOrder::Position,
            SortOrder::Concentration,
            SortOrder::Answer,
        ];
        match layer {
            Layer::Simple => &SIMPLE,
            Layer::Invariant => &INVARIANT,
        }
    }

    /// The name in menus.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "By number",
            Self::Use => "By use",
            Self::Orientation => "By orientation",
            Self::Frequency => "By frequency",
            Self::Position => "By position",
            Self::Fit => "By fit",
            Self::Concentration => "By concentration",
            Self::Answer => "By response",
        }
    }
}

/// Which units are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// All.
    #[default]
    All,
    /// Those on at least once in a thousand.
    Active,
    /// Filters that a Gabor describes.
    Good,
    /// 25 at random, the same in all views, as in the paper.
    Sample,
    /// Those connected to the marked unit of the other layer.
    Connected,
}

impl Choice {
    /// The choices that make sense for a layer.
    #[must_use]
    pub fn of(layer: Layer) -> &'static [Self] {
        match layer {
            Layer::Simple => &[Self::All, Self::Active, Self::Good, Self::Connected],
            Layer::Invariant => &[Self::All, Self::Active, Self::Sample, Self::Connected],
        }
    }

    /// The name in menus.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Active => "Active",
            Self::Good => "Good fits",
            Self::Sample => "25 at random",
            Self::Connected => "Connected to the selected unit",
        }
    }
}

/// Order and choice of both layers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Listing {
    /// Order of the simple units.
    pub simple_order: SortOrder,
    /// Simple units shown.
    pub simple_choice: Choice,
    /// Order of the invariant units.
    pub invariant_order: SortOrder,
    /// Invariant units shown.
    pub invariant_choice: Choice,
}

/// The units shown, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitList {
    /// Simple units.
    pub simple: Vec<usize>,
    /// Invariant units.
    pub invariant: Vec<usize>,
}

impl UnitList {
    /// The units of a layer.
    #[must_use]
    pub fn units(&self, layer: Layer) -> &[usize] {
        match layer {
            Layer::Simple => &self.simple,
            Layer::Invariant => &self.invariant,
        }
    }

    /// Chooses and sorts the units of a model.
    pub(crate) fn new(
        model: &ModelView,
        listing: Listing,
        selection: Selection,
        active: &ActiveUnits,
    ) -> Self {
        Self {
            simple: simple(model, listing, selection, &active.simple),
            invariant: invariant(model, listing, selection, &active.invariant),
        }
    }
}

/// Units that answer to a stimulus, the strongest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ActiveUnits {
    /// Simple units.
    pub(crate) simple: Vec<usize>,
    /// Invariant units.
    pub(crate) invariant: Vec<usize>,
}

/// What a roster was made from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ListKey {
    /// Simple and invariant units of the model.
    pub(crate) sizes: (usize, usize),
    /// Which model it is.
    pub(crate) generation: u64,
    /// Where the measures are that it was sorted by.
    pub(crate) known: Option<usize>,
    pub(crate) listing: Listing,
    /// Where units connected to the marked ones are shown alone.
    pub(crate) selection: Option<Selection>,
    /// Where units are sorted by them.
    pub(crate) active: ActiveUnits,
}

fn simple(
    model: &ModelView,
    listing: Listing,
    selection: Selection,
    active: &[usize],
) -> Vec<usize> {
    let snapshot = &model.snapshot;
    let (usage, pooling) = (&snapshot.simple_use(), snapshot.pooling().view());
    let fit = |unit: usize| model.fits().get(unit).and_then(Option::as_ref);
    let marked = selection.invariant.filter(|&unit| unit < pooling.ncols());
    let connected = |unit: usize| {
        let Some(marked) = marked else { return true };
        let column = pooling.column(marked);
        let strongest = column.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        column[unit] >= MIN_SHARE * strongest
    };
    let mut units: Vec<usize> = (0..pooling.nrows()).collect();
    match listing.simple_choice {
        Choice::All | Choice::Sample => {}
        Choice::Active => units.retain(|&unit| usage[unit] >= ACTIVE_USE),
        Choice::Good => units.retain(|&unit| fit(unit).is_none_or(GaborFit::is_good)),
        Choice::Connected => units.retain(|&unit| connected(unit)),
    }
    let side = model.atlas.side() as f64;
    let by_fit = |units: &mut Vec<usize>, key: &dyn Fn(&GaborFit) -> f64| {
        sort_by(units, |unit| fit(unit).map(key));
    };
    match listing.simple_order {
        SortOrder::Number | SortOrder::Concentration => {}
        SortOrder::Use => sort_by(&mut units, |unit| Some(-f64::from(usage[unit]))),
        SortOrder::Orientation => by_fit(&mut units, &|fit| fit.theta_rad),
        SortOrder::Frequency => by_fit(&mut units, &GaborFit::peak_freq_cycles_per_px),
        SortOrder::Position => by_fit(&mut units, &|fit| reading([fit.x0_px, fit.y0_px], side)),
        SortOrder::Fit => by_fit(&mut units, &|fit| -fit.correlation),
        SortOrder::Answer => put_first(&mut units, active),
    }
    units
}

fn invariant(
    model: &ModelView,
    listing: Listing,
    selection: Selection,
    active: &[usize],
) -> Vec<usize> {
    let snapshot = &model.snapshot;
    let (usage, pooling) = (&snapshot.invariant_use(), snapshot.pooling().view());
    let marked = selection.simple.filter(|&unit| unit < pooling.nrows());
    let connected = |unit: usize| {
        let Some(marked) = marked else { return true };
        let column = pooling.column(unit);
        let strongest = column.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        column[marked] >= MIN_SHARE * strongest
    };
    let mut units: Vec<usize> = (0..pooling.ncols()).collect();
    match listing.invariant_choice {
        Choice::All | Choice::Good => {}
        Choice::Active => units.retain(|&unit| usage[unit] >= ACTIVE_USE),
        Choice::Sample => units = random_units(units.len(), SAMPLE, SAMPLE_SEED),
        Choice::Connected => units.retain(|&unit| connected(unit)),
    }
    let side = model.atlas.side() as f64;
    let preference = |unit: usize| model.preferences().get(unit).and_then(Option::as_ref);
    let by = |units: &mut Vec<usize>, key: &dyn Fn(&Preference) -> Option<f64>| {
        sort_by(units, |unit| preference(unit).and_then(key));
    };
    match listing.invariant_order {
        SortOrder::Number | SortOrder::Fit => {}
        SortOrder::Use => sort_by(&mut units, |unit| Some(-f64::from(usage[unit]))),
        SortOrder::Orientation => by(&mut units, &|p| Some(p.theta_rad)),
        SortOrder::Frequency => by(&mut units, &|p| p.freq_cycles_per_px),
        SortOrder::Position => by(&mut units, &|p| Some(reading(p.centre_px, side))),
        SortOrder::Concentration => by(&mut units, &|p| Some(-p.concentration)),
        SortOrder::Answer => put_first(&mut units, active),
    }
    units
}

/// Sorts by a key, smallest first; units without one come last, ties keep their order.
fn sort_by(units: &mut [usize], key: impl Fn(usize) -> Option<f64>) {
    units.sort_by(|&a, &b| match (key(a), key(b)) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    });
}

/// Puts those of a list first, in its order; the others keep theirs.
fn put_first(units: &mut [usize], list: &[usize]) {
    let places: HashMap<_, _> = list.iter().zip(0..).collect();
    units.sort_by_key(|unit| places.get(unit).copied().unwrap_or(list.len()));
}

/// A key that sorts places of a patch of this side as one reads: band by band, then from left to right.
fn reading([x_px, y_px]: [f64; 2], side: f64) -> f64 {
    let share = |at: f64| (at / side + 0.5).clamp(0.0, 1.0);
    (BANDS * share(y_px)).floor() + 0.999 * share(x_px)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_without_a_key_come_last_and_ties_keep_their_order() {
        let keys = [Some(2.0), None, Some(1.0), Some(2.0), None, Some(0.5)];
        let mut units = vec![0, 1, 2, 3, 4, 5];
        sort_by(&mut units, |unit| keys[unit]);
        assert_eq!(units, [5, 2, 0, 3, 1, 4]);
    }

    #[test]
    fn places_are_read_from_top_left_to_bottom_right() {
        let keys = [
            [-9.0, -9.0],
            [9.0, -9.0],
            [-9.0, 0.0],
            [0.0, 9.0],
            [9.0, 9.9],
        ]
        .map(|at| reading(at, 20.0));
        assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "{keys:?}");
    }
}
