//! The units of a page that has no room for all.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// `count` of the units `0..units` at random, or all when there are no more, in rising order: the
/// same seed gives the same units.
pub fn random_units(units: usize, count: usize, seed: u64) -> Vec<usize> {
    first_in_order(shuffled(units, seed), count)
}

/// The same among those of the units for which `may_be` holds, each with its place in the random order of all. A unit that joins
/// them changes the choice by one at most, and no place.
pub fn random_units_of(
    units: usize,
    may_be: impl Fn(usize) -> bool,
    count: usize,
    seed: u64,
) -> Vec<(usize, usize)> {
    let placed = shuffled(units, seed)
        .enumerate()
        .map(|(place, unit)| (unit, place));
    first_in_order(placed.filter(|&(unit, _)| may_be(unit)), count)
}

fn first_in_order<T: Ord>(units: impl Iterator<Item = T>, count: usize) -> Vec<T> {
    let mut chosen: Vec<T> = units.take(count).collect();
    chosen.sort_unstable();
    chosen
}

/// The units in a random order.
fn shuffled(units: usize, seed: u64) -> impl Iterator<Item = usize> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    // Every unit draws a lot; the lowest win.
    let mut lots: Vec<(u64, usize)> = (0..units).map(|unit| (generator.random(), unit)).collect();
    lots.sort_unstable();
    lots.into_iter().map(|(_, unit)| unit)
}
