//! The units of a page that has no room for all.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// `count` of the units `0..units` at random, or all when there are no more, in rising order: the
/// same seed gives the same units.
#[must_use]
pub fn random_units(units: usize, count: usize, seed: u64) -> Vec<usize> {
    first_in_order(shuffled(units, seed), count)
}

/// The same among those of the units for which `may_be` holds. One that joins them changes the choice
/// by one unit at most.
pub(in crate::figure) fn random_units_of(
    units: usize,
    may_be: impl Fn(usize) -> bool,
    count: usize,
    seed: u64,
) -> Vec<usize> {
    first_in_order(shuffled(units, seed).filter(|&unit| may_be(unit)), count)
}

fn first_in_order(units: impl Iterator<Item = usize>, count: usize) -> Vec<usize> {
    let mut chosen: Vec<usize> = units.take(count).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_distinct_and_rise_and_depend_on_the_seed_alone() {
        let chosen = random_units(100, 25, 1);
        assert_eq!(chosen.len(), 25);
        assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(chosen.iter().all(|&unit| unit < 100));
        assert_eq!(chosen, random_units(100, 25, 1));
        assert_ne!(chosen, random_units(100, 25, 2));
    }

    #[test]
    fn no_more_units_than_there_are() {
        assert_eq!(random_units(4, 25, 7), [0, 1, 2, 3]);
        assert!(random_units(0, 25, 7).is_empty());
    }

    #[test]
    fn one_unit_more_to_choose_from_changes_one_at_most() {
        let before = random_units_of(100, |unit| unit % 2 == 0, 20, 3);
        let after = random_units_of(100, |unit| unit % 2 == 0 || unit == 31, 20, 3);
        assert!(before.iter().all(|unit| unit % 2 == 0));
        let kept = before.iter().filter(|unit| after.contains(unit)).count();
        assert!(kept >= 19, "{kept}");
    }

    #[test]
    fn every_unit_has_its_chance() {
        let mut times = [0; 10];
        for seed in 0..2000 {
            random_units(10, 3, seed)
                .into_iter()
                .for_each(|unit| times[unit] += 1);
        }
        // 600 expected, with a standard deviation of 20.
        assert!(
            times.iter().all(|count| (500..700).contains(count)),
            "{times:?}"
        );
    }
}
