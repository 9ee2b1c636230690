//! The marks on the curves: what happened to a run, and when.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// Between the values that a setting was changed from and to, in the text of its mark.
const TO: &str = " to ";
/// Marks kept at most; the oldest go first.
const MAX_MARKS: usize = 200;

/// The text of the mark where complex cells emerge.
pub const EMERGED_MARK: &str = "complex cells";
/// The text of the mark where they are lost.
pub(crate) const LOST_MARK: &str = "complex cells lost";

/// Something that happened to a run, to be marked on the curves: "alpha 0.5 to 0.7".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Minibatches seen when it happened.
    pub step: u64,
    /// Movies seen when it happened.
    pub movies_seen: u64,
    /// Seconds spent learning when it happened.
    pub elapsed_secs: f64,
    /// What happened.
    pub text: String,
    /// It happened by itself: nobody changed a setting. Absent in files of earlier versions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_event: bool,
    /// Minibatches seen when the drag that it marks had its last value, where that was later than at `step`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

impl Mark {
    /// The values that this setting was changed from and to, as written; `None` where the mark is of something else.
    fn values_of(&self, name: &str) -> Option<(&str, &str)> {
        let values = self.text.strip_prefix(name)?.strip_prefix(' ')?;
        values.split_once(TO)
    }

    /// Minibatches seen when the last value was set.
    pub(crate) fn last_step(&self) -> u64 {
        self.until.unwrap_or(self.step)
    }

    /// Whether what is learned from here on was changed.
    pub(crate) fn is_change(&self) -> bool {
        !self.is_event && ![EMERGED_MARK, LOST_MARK].contains(&self.text.as_str())
    }
}

/// The marks, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Marks(Vec<Mark>);

impl Deref for Marks {
    type Target = [Mark];

    fn deref(&self) -> &[Mark] {
        &self.0
    }
}

impl Marks {
    /// Adds a mark.
    pub(super) fn add(&mut self, mark: Mark) {
        if self.0.len() >= MAX_MARKS {
            self.0.drain(..=self.0.len() - MAX_MARKS);
        }
        // What is found out late is of the moment that was measured.
        let place = self.0.partition_point(|earlier| earlier.step <= mark.step);
        self.0.insert(place, mark);
    }

    /// What was changed last.
    pub(super) fn last_change(&self) -> Option<&Mark> {
        self.0.iter().rev().find(|mark| mark.is_change())
    }

    /// The mark that is to be added where `name` went from `old` to `new`; `None` where an earlier one says it now. Changes of one
    /// drag, whose last value before was set at minibatch `dragged_at`, and those before the next minibatch, are one mark from the first
    /// value to the last; what ends where it began, before anything was learned from, has none.
    pub(super) fn change(
        &mut self,
        name: &str,
        old: f32,
        new: f32,
        now: Mark,
        dragged_at: Option<u64>,
    ) -> Option<Mark> {
        let is_of_drag = |(index, mark): &(usize, &Mark)| {
            dragged_at == Some(mark.last_step()) && index + 1 == self.0.len()
        };
        let mut recent = self.0.iter().enumerate().rev();
        let before = recent.find_map(|marked| {
            let (index, mark) = marked;
            let (start, _) = mark.values_of(name)?;
            let is_one = mark.last_step() == now.step || is_of_drag(&marked);
            is_one.then(|| (index, start.to_owned()))
        });
        let text = format!("{name} {old}{TO}{new}");
        match before {
            Some((index, start)) if start != new.to_string() => {
                let mark = &mut self.0[index];
                mark.text = format!("{name} {start}{TO}{new}");
                mark.until = (now.step > mark.step).then_some(now.step);
                None
            }
            Some((index, _)) if self.0[index].step == now.step => {
                self.0.remove(index);
                None
            }
            // What was learned from meanwhile is not undone.
            _ => Some(Mark { text, ..now }),
        }
    }

    /// What `name` was before it was changed at minibatch `step`, or later; `None` where it was not.
    pub(super) fn value_before(&self, name: &str, step: u64) -> Option<f32> {
        let mut later = self.0.iter().filter(|mark| mark.step >= step);
        later.find_map(|mark| mark.values_of(name)?.0.parse().ok())
    }

    /// Whether `name` was being dragged at minibatch `step`: it had a value that no mark tells, and was changed once more.
    pub(super) fn was_dragged_at(&self, name: &str, step: u64) -> bool {
        let is_within = |mark: &Mark| mark.step < step && step <= mark.last_step();
        let mut within = self.0.iter().filter(|mark| is_within(mark));
        within.any(|mark| mark.values_of(name).is_some())
    }

    /// Removes the mark of minibatch `step` with this text; false where there is none.
    pub(super) fn remove(&mut self, step: u64, text: &str) -> bool {
        let is_it = |mark: &Mark| mark.step == step && mark.text == text;
        let index = self.0.iter().rposition(is_it);
        index.map(|index| self.0.remove(index)).is_some()
    }

    /// Removes the marks of minibatch `step` that begin with these words.
    pub(super) fn remove_beginning(&mut self, step: u64, words: &str) {
        self.0
            .retain(|mark| mark.step != step || !mark.text.starts_with(words));
    }

    /// Removes what came after minibatch `step`, and unless `is_changed` the changes before the next one, too.
    pub(super) fn truncate(&mut self, step: u64, is_changed: bool) {
        let is_before = |mark: &Mark| mark.step < step;
        let is_of_step = |mark: &Mark| mark.step == step && (is_changed || !mark.is_change());
        self.0.retain(|mark| is_before(mark) || is_of_step(mark));
        let last = if is_changed {
            step
        } else {
            step.saturating_sub(1)
        };
        // Of a drag that went on what it came to later is not of this moment.
        let went_on = |mark: &&mut Mark| mark.until.is_some_and(|until| until > last);
        for mark in self.0.iter_mut().filter(went_on) {
            if let Some((began, _)) = mark.text.split_once(TO) {
                mark.text = format!("{began}{TO}…");
            }
            mark.until = (last > mark.step).then_some(last);
        }
    }

    /// Elapsed seconds since when complex cells showed all that they must, seen at an earlier moment; `None` if they did not
    /// then. `now` is what holds now: marks of long ago are removed.
    pub(super) fn emerged_by(&self, elapsed_secs: f64, now: Option<f64>) -> Option<f64> {
        let verdicts = [EMERGED_MARK, LOST_MARK];
        let mut marks = self.0.iter().rev();
        let is_verdict = |mark: &&Mark| {
            mark.elapsed_secs <= elapsed_secs && verdicts.contains(&mark.text.as_str())
        };
        match marks.find(is_verdict) {
            Some(mark) => (mark.text == EMERGED_MARK).then_some(mark.elapsed_secs),
            None => now.filter(|&secs| secs <= elapsed_secs),
        }
    }
}
