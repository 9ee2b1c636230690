//! At which minibatches a moment is recorded: at each one at first and after a change of the settings, then the further
//! apart the longer the run.

/// Minibatches to the next moment, as a share of those since the run or its settings changed.
const SHARE: f64 = 0.03;
/// That share at most, however often there was no room: after every change there are some moments, in the place of others
/// of before it.
const MOST_SHARE: f64 = 0.5;

/// When the next moment is due.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spacing {
    share: f64,
    /// The last change: the start, or that of a setting.
    changed: u64,
    next: u64,
}

impl Spacing {
    /// For a run that begins; its first moment is due at once.
    pub(super) fn new() -> Self {
        Self {
            share: SHARE,
            changed: 0,
            next: 0,
        }
    }

    /// For a run that goes on after minibatch `step`, as far apart as it has come.
    pub(super) fn resumed(step: u64) -> Self {
        Self {
            next: step,
            ..Self::new()
        }
    }

    /// Whether a moment is due after minibatch `step`.
    pub(super) fn is_due(&self, step: u64) -> bool {
        step >= self.next
    }

    /// Notes that the moment after minibatch `step` is recorded.
    pub(super) fn recorded(&mut self, step: u64) {
        let since = step.saturating_sub(self.changed);
        self.next = step.saturating_add(((since as f64 * self.share) as u64).max(1));
    }

    /// Notes that the settings changed after minibatch `step`: moments come close together again.
    pub(super) fn changed(&mut self, step: u64) {
        (self.changed, self.next) = (step, step);
    }

    /// Puts moments twice as far apart from now on, as those are that there are, up to a limit.
    pub(super) fn widen(&mut self) {
        self.share = (2.0 * self.share).min(MOST_SHARE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(spacing: &mut Spacing, steps: std::ops::Range<u64>) -> Vec<u64> {
        let due = steps.filter(|&step| {
            let is_due = spacing.is_due(step);
            if is_due {
                spacing.recorded(step);
            }
            is_due
        });
        due.collect()
    }

    #[test]
    fn moments_are_dense_at_first_and_after_a_change_and_evenly_spaced_in_log_time_later() {
        let mut spacing = Spacing::new();
        let first = moments(&mut spacing, 0..400);
        assert_eq!(first[..34], (0..34).collect::<Vec<_>>());
        assert!(first.len() > 90, "{}", first.len());
        let later = moments(&mut spacing, 400..100_000);
        let gaps = later.windows(2).map(|pair| pair[1] as f64 / pair[0] as f64);
        assert!(
            gaps.into_iter()
                .all(|ratio| (1.02..=1.031).contains(&ratio))
        );
        assert!(later.len() < 250, "{}", later.len());
        spacing.changed(100_000);
        let again = moments(&mut spacing, 100_000..100_020);
        assert_eq!(again.len(), 20);
    }

    #[test]
    fn however_often_there_was_no_room_moments_are_recorded_after_a_change() {
        let mut spacing = Spacing::new();
        for _ in 0..40 {
            spacing.widen();
        }
        for changed in [0, 10_000, 20_000] {
            spacing.changed(changed);
            let recorded = moments(&mut spacing, changed..changed + 10_000);
            assert_eq!(recorded[..4], [0, 1, 2, 3].map(|since| changed + since));
            assert!((20..30).contains(&recorded.len()), "{recorded:?}");
        }
        spacing.recorded(u64::MAX);
        assert!(!spacing.is_due(u64::MAX - 1));
    }
}
