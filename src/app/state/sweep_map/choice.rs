//! What the map of a sweep shows.

use crate::figure::HeatMap;
use crate::sweep::{MapError, Measures, SweepProgress};
use crate::words::{capital, name_said};

/// The measure shown at first.
const FIRST_MEASURE: &str = "concentration";

/// What the map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapChoice {
    /// The measure, by its place among [`Measures::NAMES`].
    pub measure: usize,
    /// The settings across, upwards and with a panel for each value, by their places among those that vary. Where there is none
    /// upwards, the measure is, and there is one panel.
    pub over: [Option<usize>; 3],
}

impl MapChoice {
    /// Where a setting was chosen that another menu had `before`, that one takes what this one had, so that none is there twice.
    pub(crate) fn swap_from(&mut self, before: Self) {
        let (was, is) = (before.over, &mut self.over);
        let Some(changed) = (0..3).find(|&menu| is[menu] != was[menu]) else {
            return;
        };
        let taken =
            (0..3).find(|&menu| menu != changed && is[menu].is_some() && is[menu] == is[changed]);
        if let Some(taken) = taken {
            is[taken] = was[changed];
        }
        if is[0].is_none() {
            // Across there is always a setting.
            *self = before;
        }
    }

    /// What is shown at first: the first two settings that vary, but the seed; where but one does, that one.
    pub(super) fn first(settings: &[String]) -> Self {
        let is_seed = |place: &usize| settings[*place] == "seed";
        let all = 0..settings.len();
        let (seeds, mut others): (Vec<_>, Vec<_>) = all.partition(is_seed);
        let upwards = others.get(1).copied();
        others.extend(seeds);
        Self {
            measure: Measures::place(FIRST_MEASURE).unwrap_or(0),
            over: [others.first().copied(), upwards, None],
        }
    }

    pub(super) fn map(self, progress: &SweepProgress) -> Result<HeatMap, String> {
        let settings = progress.folder().sweep().settings();
        let over = self
            .over
            .into_iter()
            .map_while(|place| settings.get(place?));
        let over: Vec<_> = over.cloned().collect();
        let map = progress.map(Measures::NAMES[self.measure], &over);
        let said = |error| match error {
            MapError::Values { name, values } => MapError::Values {
                name: name_said(&name),
                values,
            },
            other => other,
        };
        map.map_err(|error| capital(said(error).to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No setting.
    const NO: usize = usize::MAX;

    fn choice(over: [usize; 3]) -> MapChoice {
        MapChoice {
            measure: 0,
            over: over.map(|place| (place != NO).then_some(place)),
        }
    }

    #[test]
    fn a_setting_that_another_menu_has_is_swapped_with_it() {
        for (before, chosen, becomes) in [
            ([0, 1, NO], [1, 1, NO], [1, 0, NO]),
            ([0, 1, 2], [0, 2, 2], [0, 2, 1]),
            ([0, 1, 2], [0, 1, 0], [2, 1, 0]),
            // None upwards, and the setting of the other menu.
            ([0, 1, NO], [0, NO, NO], [0, NO, NO]),
            ([0, NO, NO], [0, 1, NO], [0, 1, NO]),
            // There is nothing to swap with.
            ([0, 1, NO], [0, 1, 0], [0, 1, NO]),
            ([0, NO, NO], [0, 0, NO], [0, NO, NO]),
            ([0, 1, NO], [2, 1, NO], [2, 1, NO]),
        ] {
            let mut now = choice(chosen);
            now.swap_from(choice(before));
            assert_eq!(now, choice(becomes), "{chosen:?}");
        }
    }

    #[test]
    fn one_setting_beside_the_seed_is_shown_alone() {
        for (settings, over) in [
            (["model.beta", "seed"].as_slice(), [0, NO, NO]),
            (&["seed", "model.beta"], [1, NO, NO]),
            (&["seed"], [0, NO, NO]),
            (&["seed", "model.alpha", "model.beta"], [1, 2, NO]),
            (&[], [NO; 3]),
        ] {
            let settings: Vec<_> = settings.iter().map(|&path| path.to_owned()).collect();
            assert_eq!(MapChoice::first(&settings).over, choice(over).over);
        }
    }
}
