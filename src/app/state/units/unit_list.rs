//! Which units are shown, and in which order.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::app::same::Same;
use crate::app::state::model_view::ModelView;
use crate::app::state::units::per_layer::PerLayer;
use crate::app::state::units::selection::Selection;
use crate::engine::{Analysis, Layer};
use crate::figure::random_units;
use crate::named::named;

/// Units of a sample, as many as the paper's Figure 2 shows.
pub(crate) const SAMPLE: usize = 25;
/// Seed of the sample.
const SAMPLE_SEED: u64 = 0;
/// Bands of the patch, from top to bottom, that units are sorted into by position.
const BANDS: f64 = 8.0;
/// Weight from which a unit counts as connected, as a share of the strongest weight of the invariant one.
const CONNECTED_SHARE: f32 = 0.25;
/// Use from which a unit counts as active: once in a thousand.
const ACTIVE_USE: f32 = 1e-3;

named! {
    /// What units are sorted by.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum SortOrder {
        /// Their number.
        #[default]
        Number = "By number",
        /// How often they are on, most first.
        Use = "By use",
        /// Their orientation.
        Orientation = "By orientation",
        /// Their frequency, lowest first.
        Frequency = "By frequency",
        /// Their place in the patch, as one reads.
        Position = "By position",
        /// How well a Gabor describes the filter, or how much filters pooled agree on one orientation, best first.
        #[serde(rename = "fit", alias = "concentration")]
        Quality = "By fit",
        /// How strongly they answer to the stimulus or to what is filled in, most first.
        Answer = "By response",
    }
}

impl SortOrder {
    /// The name in the menu of a layer.
    pub fn name_for(self, layer: Layer) -> &'static str {
        match (self, layer) {
            (Self::Quality, Layer::Invariant) => "By concentration",
            (order, _) => order.name(),
        }
    }
}

named! {
    /// Which units are shown.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Choice {
        /// All.
        #[default]
        All = "All",
        /// Those on at least once in a thousand.
        Active = "Active",
        /// Filters that a Gabor describes.
        Good = "Good fits",
        /// 25 at random, the same in all views, as in the paper.
        Sample = "25 at random",
        /// Those connected to the marked unit of the other layer, the strongest first.
        Connected = "Connected to the selected unit",
    }
}

impl Choice {
    /// The choices that make sense for a layer.
    pub fn of(layer: Layer) -> &'static [Self] {
        match layer {
            Layer::Simple => &[Self::All, Self::Active, Self::Good, Self::Connected],
            Layer::Invariant => &[Self::All, Self::Active, Self::Sample, Self::Connected],
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

impl Listing {
    /// Order and choice of a layer.
    pub(crate) fn of(mut self, layer: Layer) -> (SortOrder, Choice) {
        let (order, choice) = self.of_mut(layer);
        (*order, *choice)
    }

    /// Order and choice of a layer, to be changed.
    pub(crate) fn of_mut(&mut self, layer: Layer) -> (&mut SortOrder, &mut Choice) {
        layer.of(
            (&mut self.simple_order, &mut self.simple_choice),
            (&mut self.invariant_order, &mut self.invariant_choice),
        )
    }
}

/// The units shown, in their order.
pub type UnitList = PerLayer<Vec<usize>>;

/// What a unit list was made from.
#[derive(Debug, PartialEq)]
pub(crate) struct ListKey {
    /// Simple and invariant units of the model.
    pub(crate) sizes: (usize, usize),
    /// Which model it is.
    pub(crate) generation: u64,
    /// The measures that it was sorted by.
    pub(crate) known: Option<Same<Analysis>>,
    pub(crate) listing: Listing,
    /// Where units connected to the marked ones are shown alone.
    pub(crate) selection: Option<Selection>,
    /// Units that answer to a stimulus, the strongest first, where units are sorted by them.
    pub(crate) active: PerLayer<Vec<usize>>,
}

/// What is measured of a unit of either layer.
struct UnitMeasures {
    theta_rad: f64,
    freq_cycles_per_px: Option<f64>,
    centre_px: [f64; 2],
    /// Correlation of the fit, or orientation concentration.
    quality: f64,
    is_good: bool,
}

impl UnitMeasures {
    fn of(model: &ModelView, layer: Layer, unit: usize) -> Option<Self> {
        Some(match layer {
            Layer::Simple => {
                let fit = model.fits().get(unit)?.as_ref()?;
                Self {
                    theta_rad: fit.theta_rad,
                    freq_cycles_per_px: Some(fit.peak_freq_cycles_per_px()),
                    centre_px: [fit.x0_px, fit.y0_px],
                    quality: fit.correlation,
                    is_good: fit.is_good(),
                }
            }
            Layer::Invariant => {
                let preference = model.preferences().get(unit)?.as_ref()?;
                Self {
                    theta_rad: preference.theta_rad,
                    freq_cycles_per_px: preference.freq_cycles_per_px,
                    centre_px: preference.centre_px,
                    quality: preference.concentration,
                    is_good: true,
                }
            }
        })
    }
}

/// The units of a layer that are chosen, in their order; `active` come first where they are sorted by response.
pub(crate) fn list_units(
    model: &ModelView,
    layer: Layer,
    listing: Listing,
    selection: Selection,
    active: &[usize],
) -> Vec<usize> {
    let (order, choice) = listing.of(layer);
    let usage = model.usage(layer);
    let measures = |unit: usize| UnitMeasures::of(model, layer, unit);
    let mut units: Vec<usize> = (0..usage.len()).collect();
    match choice {
        Choice::All => {}
        Choice::Active => units.retain(|&unit| usage[unit] >= ACTIVE_USE),
        Choice::Good => units.retain(|&unit| measures(unit).is_none_or(|found| found.is_good)),
        Choice::Sample => units = random_units(units.len(), SAMPLE, SAMPLE_SEED),
        Choice::Connected => {
            units.retain(|&unit| is_connected(model, selection.with(layer, unit)));
        }
    }
    let side = model.atlas.side() as f64;
    let mut by = |key: &dyn Fn(UnitMeasures) -> Option<f64>| {
        sort_by(&mut units, |unit| measures(unit).and_then(key));
    };
    match order {
        SortOrder::Number if choice == Choice::Connected => {
            let weight = |unit| selected_weight(model, layer, unit, selection);
            sort_by(&mut units, |unit| weight(unit).map(|weight| -weight));
        }
        SortOrder::Number => {}
        SortOrder::Use => sort_by(&mut units, |unit| Some(-f64::from(usage[unit]))),
        SortOrder::Orientation => by(&|found| Some(found.theta_rad)),
        SortOrder::Frequency => by(&|found| found.freq_cycles_per_px),
        SortOrder::Position => by(&|found| Some(reading(found.centre_px, side))),
        SortOrder::Quality => by(&|found| Some(-found.quality)),
        SortOrder::Answer => put_first(&mut units, active),
    }
    units
}

/// Whether the invariant unit of a pair pools the simple one; true where one of them is missing.
fn is_connected(model: &ModelView, pair: Selection) -> bool {
    let pooling = model.snapshot.pooling();
    let (Some(simple), Some(invariant)) = (pair.simple, pair.invariant) else {
        return true;
    };
    pooling.get([simple, invariant]).is_none_or(|&weight| {
        let strongest = model.strongest[invariant].first();
        let strongest = strongest.map_or(f32::MIN_POSITIVE, |first| first.weight);
        weight >= CONNECTED_SHARE * strongest
    })
}

/// The weight between a unit and the selected one of the other layer; `None` where none is.
fn selected_weight(
    model: &ModelView,
    layer: Layer,
    unit: usize,
    selection: Selection,
) -> Option<f64> {
    let pair = selection.with(layer, unit);
    let place = [pair.simple?, pair.invariant?];
    model.snapshot.pooling().get(place).copied().map(f64::from)
}

/// Sorts by a key, smallest first; units without one come last, ties keep their order.
fn sort_by(units: &mut [usize], key: impl Fn(usize) -> Option<f64>) {
    let key = |unit: usize| key(unit).unwrap_or(f64::INFINITY);
    units.sort_by(|&a, &b| key(a).total_cmp(&key(b)));
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
