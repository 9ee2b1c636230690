//! Tasks at random.

use std::collections::BTreeSet;
use std::ops::Range;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

use super::values::Values;

/// Draws for each task, on average, before the plan is found to have too few different ones.
const PATIENCE: usize = 100;

/// How many tasks to draw.
pub(super) struct Draw {
    pub(super) count: usize,
    pub(super) seed: u64,
    /// Bytes of the text that say so.
    pub(super) span: Range<usize>,
}

impl Draw {
    /// Draws the values of each task, no two alike. The same seed draws the same.
    pub(super) fn tasks(&self, settings: &[&Values]) -> Result<Vec<Vec<Value>>, String> {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let (mut tasks, mut seen) = (Vec::new(), BTreeSet::new());
        let listed = settings
            .iter()
            .map(|values| values.listed().map(<[_]>::len));
        let all = listed.map(|count| count.unwrap_or(usize::MAX));
        let all = all.fold(1, usize::saturating_mul);
        for _ in 0..self.count.min(all) * PATIENCE {
            let drawn = settings.iter().map(|values| values.draw(&mut generator));
            let drawn: Vec<_> = drawn.collect();
            if seen.insert(Value::from(drawn.clone()).to_string()) {
                tasks.push(drawn);
            }
            if tasks.len() == self.count {
                return Ok(tasks);
            }
            if tasks.len() == all {
                break;
            }
        }
        Err(format!(
            "{} different tasks are to be drawn, but only {} were found; draw fewer, or leave draw out for all of them",
            self.count,
            tasks.len()
        ))
    }
}
