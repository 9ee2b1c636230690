//! Random orders, for controls.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Seed of the shuffles.
const SHUFFLE_SEED: u64 = 11;

/// The generator of the shuffled controls.
pub(crate) fn shuffler() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(SHUFFLE_SEED)
}

/// Puts things into a random order.
pub(crate) fn shuffle<T>(things: &mut [T], generator: &mut Xoshiro256PlusPlus) {
    for last in (1..things.len()).rev() {
        things.swap(last, generator.random_range(0..=last));
    }
}
