//! What the map of a sweep shows.

use crate::sweep::{Measures, SweepMap, SweepProgress};

/// The measure shown at first.
const FIRST_MEASURE: &str = "concentration";

/// What the map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapChoice {
    /// The measure, by its place among [`Measures::NAMES`].
    pub measure: usize,
    /// The settings across and upwards, by their places among those that vary.
    pub over: [usize; 2],
    /// That with a panel for each value, if there is one.
    pub third: Option<usize>,
}

impl MapChoice {
    /// Where a setting was chosen that another menu had `before`, that one takes what this one had, so that none is there twice.
    pub(crate) fn swap_from(&mut self, before: Self) {
        let places = |of: &Self| [Some(of.over[0]), Some(of.over[1]), of.third];
        let (was, mut is) = (places(&before), places(self));
        let Some(changed) = (0..3).find(|&menu| is[menu] != was[menu]) else {
            return;
        };
        let taken =
            (0..3).find(|&menu| menu != changed && is[menu].is_some() && is[menu] == is[changed]);
        if let Some(taken) = taken {
            is[taken] = was[changed];
        }
        match is {
            [Some(x), Some(y), third] => (self.over, self.third) = ([x, y], third),
            // An axis cannot be without a setting.
            _ => *self = before,
        }
    }

    /// What is shown at first: the first two settings that vary, but the seed.
    pub(super) fn first(settings: &[String]) -> Self {
        let is_seed = |place: &usize| settings[*place] == "seed";
        let all = 0..settings.len();
        let (seeds, mut others): (Vec<_>, Vec<_>) = all.partition(is_seed);
        others.extend(seeds);
        Self {
            measure: Measures::place(FIRST_MEASURE).unwrap_or(0),
            over: [0, 1].map(|place| others.get(place).copied().unwrap_or(0)),
            third: None,
        }
    }

    pub(super) fn map(self, progress: &SweepProgress) -> Result<SweepMap, String> {
        let settings = progress.folder().sweep().settings();
        let over = self.over.into_iter().chain(self.third);
        let over: Vec<_> = over
            .filter_map(|place| settings.get(place).cloned())
            .collect();
        let map = progress.map(Measures::NAMES[self.measure], &over);
        map.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_that_another_menu_has_is_swapped_with_it() {
        let choice = |x, y, third| MapChoice {
            measure: 0,
            over: [x, y],
            third,
        };
        for (before, chosen, becomes) in [
            (choice(0, 1, None), choice(1, 1, None), choice(1, 0, None)),
            (
                choice(0, 1, Some(2)),
                choice(0, 2, Some(2)),
                choice(0, 2, Some(1)),
            ),
            (
                choice(0, 1, Some(2)),
                choice(0, 1, Some(0)),
                choice(2, 1, Some(0)),
            ),
            // There is nothing to swap with.
            (
                choice(0, 1, None),
                choice(0, 1, Some(0)),
                choice(0, 1, None),
            ),
            (choice(0, 1, None), choice(2, 1, None), choice(2, 1, None)),
        ] {
            let mut now = chosen;
            now.swap_from(before);
            assert_eq!(now, becomes, "{chosen:?}");
        }
    }
}
