//! Curves over training time, in bounded memory: dense where a run begins or changes, even in log time later.

use serde::{Deserialize, Serialize};

use super::measured::Measured;
use crate::analysis::Concentration;
use crate::model::Energies;

/// Points kept at most.
const MAX_POINTS: usize = 2048;
/// Between the values that a setting was changed from and to, in the text of its mark.
const TO: &str = " to ";
/// Movies that energies are means over, at most.
const ENERGY_MOVIES: u64 = 20_000;
/// Minibatches of a point, as a share of those since the run or its settings changed: one at first.
const STRETCH_SHARE: f64 = 0.01;
/// Notes kept at most.
const MAX_NOTES: usize = 512;
/// Marks kept at most; the oldest go first.
const MAX_MARKS: usize = 200;

/// Means over one stretch of minibatches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Minibatches seen at the end of the stretch.
    pub step: u64,
    /// Movies seen at the end of the stretch.
    pub movies_seen: u64,
    /// Seconds spent learning at the end of the stretch.
    pub elapsed_secs: f64,
    /// Energies by term, mean per movie.
    pub energies: Energies,
    /// Share of entries of z that are not 0.
    pub simple_density: f64,
    /// Share of entries of u that are not 0.
    pub invariant_density: f64,
    /// Share of entries of v that are not 0, where there is a third layer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_density: Option<f64>,
    /// Median orientation concentration, where it was measured.
    pub concentration: Option<f64>,
    /// The same with the rows of A shuffled.
    pub concentration_shuffled: Option<f64>,
    /// Alpha and beta, where one of them is adapted to a share of units on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prices: Option<[f32; 2]>,
    /// Units reinitialised so far to keep all of them alive.
    #[serde(default, skip_serializing_if = "is_none")]
    pub revived: u64,
}

fn is_none(units: &u64) -> bool {
    *units == 0
}

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
}

impl Mark {
    /// Whether what is learned from here on was changed.
    pub(crate) fn is_change(&self) -> bool {
        !self.is_event && ![EMERGED_MARK, LOST_MARK].contains(&self.text.as_str())
    }
}

/// The curves and their marks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    points: Vec<Point>,
    /// Absent in files written before there were notes.
    #[serde(default)]
    notes: Vec<Measured>,
    marks: Vec<Mark>,
    /// Minibatches of the last point.
    stretch: u64,
    /// Minibatches merged into the last point so far.
    filled: u64,
}

impl Default for History {
    fn default() -> Self {
        Self {
            points: Vec::new(),
            notes: Vec::new(),
            marks: Vec::new(),
            stretch: 1,
            filled: 1,
        }
    }
}

impl History {
    /// The points, oldest first, at most some two thousand.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Minibatches of the last point, and those merged into it so far.
    pub(super) fn stretch(&self) -> [u64; 2] {
        [self.stretch, self.filled]
    }

    /// The slower measures that were noted, oldest first, at most a few hundred.
    pub fn notes(&self) -> &[Measured] {
        &self.notes
    }

    /// The marks, oldest first.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// What was measured last by minibatch `step`: the concentration, unless the model had learned from as many movies again since,
    /// and the tuning, whose moment it tells.
    pub fn measured_by(&self, step: u64) -> Measured {
        let after = self.points.partition_point(|point| point.step <= step);
        let movies_seen = self.points[..after]
            .last()
            .map_or(0, |last| last.movies_seen);
        let point = self.concentration_point_by(step);
        let point = point.filter(|point| movies_seen < 2 * point.movies_seen.max(1));
        let mut notes = self.notes.iter().rev();
        let note = notes.find(|note| note.step <= step && note.is_of_edges());
        Measured {
            concentration: point.and_then(|point| point.concentration),
            concentration_shuffled: point.and_then(|point| point.concentration_shuffled),
            ..note.copied().unwrap_or_default()
        }
    }

    /// Energies by minibatch `step`: means over the last tenth of the movies by then, at most 20,000.
    pub fn energies_by(&self, step: u64) -> Option<Energies> {
        let until = self.points.partition_point(|point| point.step <= step);
        let points = &self.points[..until];
        let movies = (points.last()?.movies_seen / 10).min(ENERGY_MOVIES);
        mean_of_last(points, movies).map(|mean| mean.energies)
    }

    /// The mean over the last movies, so many or a stretch more, dated at the end.
    pub fn mean_of_last(&self, movies: u64) -> Option<Point> {
        mean_of_last(&self.points, movies)
    }

    /// The same by minibatch `step`, over the stretches that were over then.
    pub fn mean_by(&self, step: u64, movies: u64) -> Option<Point> {
        let until = self.points.partition_point(|point| point.step <= step);
        mean_of_last(&self.points[..until], movies)
    }

    /// The stretch at whose end the concentration was measured last by minibatch `step`.
    pub fn concentration_point_by(&self, step: u64) -> Option<&Point> {
        let mut points = self.points.iter().rev();
        points.find(|point| point.step <= step && point.concentration.is_some())
    }

    /// Elapsed seconds since when complex cells showed all that they must, seen at an earlier moment; `None` if they did not
    /// then. `now` is what holds now: marks of long ago are removed.
    pub fn emerged_by(&self, elapsed_secs: f64, now: Option<f64>) -> Option<f64> {
        let verdicts = [EMERGED_MARK, LOST_MARK];
        let mut marks = self.marks.iter().rev();
        let is_verdict = |mark: &&Mark| {
            mark.elapsed_secs <= elapsed_secs && verdicts.contains(&mark.text.as_str())
        };
        match marks.find(is_verdict) {
            Some(mark) => (mark.text == EMERGED_MARK).then_some(mark.elapsed_secs),
            None => now.filter(|&secs| secs <= elapsed_secs),
        }
    }

    /// Adds one minibatch. A point stands for one at first and after a change, for a share of those since then later on.
    pub fn push(&mut self, minibatch: Point) {
        match self.points.last_mut() {
            Some(last) if self.filled < self.stretch => {
                *last = merged(last, self.filled, &minibatch, 1);
                self.filled += 1;
            }
            _ => {
                let changed = self.last_change().map_or(0, |mark| mark.step);
                let since = minibatch.step.saturating_sub(changed);
                self.stretch = ((since as f64 * STRETCH_SHARE) as u64).max(1);
                self.thin_if_full();
                self.points.push(minibatch);
                self.filled = 1;
            }
        }
    }

    /// Notes the concentration measured after minibatch `step`. What has learned nothing yet is no part of the curves.
    pub fn note_concentration(&mut self, step: u64, found: &Concentration) {
        if step == 0 {
            return;
        }
        let at = self.points.partition_point(|point| point.step < step);
        if let Some(point) = self.points.get_mut(at) {
            point.concentration = Some(found.median);
            point.concentration_shuffled = Some(found.shuffled_median);
        }
    }

    /// The point that minibatch `step` is part of, if it is there yet.
    pub fn point_of(&self, step: u64) -> Option<&Point> {
        let at = self.points.partition_point(|point| point.step < step);
        self.points.get(at)
    }

    /// Notes slower measures. Those of one moment are one note; those older than the last note come
    /// too late to be a point of a curve, and are left out.
    pub fn note(&mut self, measured: Measured) {
        match self.notes.last_mut() {
            Some(last) if last.step > measured.step => {}
            Some(last) if last.step == measured.step => *last = measured.or(last),
            _ => {
                if self.notes.len() >= MAX_NOTES {
                    self.merge_closest_notes();
                }
                self.notes.push(measured);
            }
        }
    }

    /// Merges the note whose neighbours are closest in log time into the one after it: those around the emergence stay.
    fn merge_closest_notes(&mut self) {
        let gap =
            |&at: &usize| self.notes[at + 1].step as f64 / self.notes[at - 1].step.max(1) as f64;
        let inner = 1..self.notes.len() - 1;
        if let Some(at) = inner.min_by(|a, b| gap(a).total_cmp(&gap(b))) {
            self.notes[at + 1] = self.notes[at + 1].or(&self.notes[at]);
            self.notes.remove(at);
        }
    }

    /// Adds a mark. No point is of what is before a change and of what is after it.
    pub fn mark(&mut self, mark: Mark) {
        if mark.is_change() {
            self.filled = self.stretch;
        }
        if self.marks.len() >= MAX_MARKS {
            self.marks.drain(..=self.marks.len() - MAX_MARKS);
        }
        // What is found out late is of the moment that was measured.
        let place = self
            .marks
            .partition_point(|earlier| earlier.step <= mark.step);
        self.marks.insert(place, mark);
    }

    /// What was changed last.
    pub(crate) fn last_change(&self) -> Option<&Mark> {
        self.marks.iter().rev().find(|mark| mark.is_change())
    }

    /// Whether settings, pictures or units were changed after the model had begun to learn.
    pub fn has_changes(&self) -> bool {
        let mut marks = self.marks.iter();
        marks.any(|mark| mark.step > 0 && mark.is_change())
    }

    /// Marks that `name` went from `old` to `new`. Changes of one drag, whose later ones are `is_dragged`, and those before the next
    /// minibatch, are one mark from the first value to the last; what ends where it began, before anything was learned from, has none.
    pub fn mark_change(&mut self, name: &str, old: f32, new: f32, now: Mark, is_dragged: bool) {
        let prefix = format!("{name} ");
        let is_of_drag = |(index, _): &(usize, &Mark)| is_dragged && index + 1 == self.marks.len();
        let mut recent = self.marks.iter().enumerate().rev();
        let before = recent.find_map(|marked| {
            let (index, mark) = marked;
            let values = mark.text.strip_prefix(&prefix)?;
            let (start, _) = values.split_once(TO)?;
            let is_one = mark.step == now.step || is_of_drag(&marked);
            is_one.then(|| (index, start.to_owned()))
        });
        let Some((index, start)) = before else {
            let text = format!("{prefix}{old}{TO}{new}");
            return self.mark(Mark { text, ..now });
        };
        if start == new.to_string() {
            // What was learned from meanwhile is not undone.
            if self.marks[index].step == now.step {
                self.marks.remove(index);
            } else {
                let text = format!("{prefix}{old}{TO}{new}");
                self.mark(Mark { text, ..now });
            }
        } else {
            self.marks[index].text = format!("{prefix}{start}{TO}{new}");
        }
    }

    /// What `name` was before it was changed at minibatch `step`, or later; `None` where it was not.
    pub fn value_before(&self, name: &str, step: u64) -> Option<f32> {
        let mut later = self.marks.iter().filter(|mark| mark.step >= step);
        later.find_map(|mark| {
            let values = mark.text.strip_prefix(name)?.strip_prefix(' ')?;
            values.split_once(TO)?.0.parse().ok()
        })
    }

    /// Marks what is switched, by `text`; where `opposite` is a mark of this very moment it is as it was, and neither stays.
    pub(crate) fn mark_switch(&mut self, text: &str, opposite: &str, now: Mark) {
        let is_undone = |mark: &Mark| mark.step == now.step && mark.text == opposite;
        match self.marks.iter().rposition(is_undone) {
            Some(index) => drop(self.marks.remove(index)),
            None => self.mark(Mark {
                text: text.to_owned(),
                ..now
            }),
        }
    }

    /// Removes what came after minibatch `step`, and unless `is_changed` the changes before the next one, too.
    pub fn truncate(&mut self, step: u64, is_changed: bool) {
        self.points.retain(|point| point.step <= step);
        self.notes.retain(|note| note.step <= step);
        let is_before = |mark: &Mark| mark.step < step;
        let is_of_step = |mark: &Mark| mark.step == step && (is_changed || !mark.is_change());
        self.marks
            .retain(|mark| is_before(mark) || is_of_step(mark));
        self.filled = self.stretch;
    }

    /// When there are too many points, merges half of the pairs of neighbours: those whose points are nearest to each other, as a
    /// share of the minibatches since the start or the change before them. So the emergence stays, however much comes after.
    fn thin_if_full(&mut self) {
        if self.points.len() < MAX_POINTS {
            return;
        }
        let share = |pair: &[Point]| {
            let (from, to) = (pair[0].step, pair[1].step);
            let changes = self.marks.iter().filter(|mark| mark.is_change());
            let before = changes.map(|mark| mark.step);
            let changed = before.filter(|step| *step < to).max().unwrap_or(0);
            to.saturating_sub(from) as f64 / (to - changed).max(1) as f64
        };
        let shares: Vec<f64> = self.points.chunks_exact(2).map(share).collect();
        let mut sorted = shares.clone();
        sorted.sort_by(f64::total_cmp);
        let nearest = sorted[sorted.len() / 2];
        let mut thinned = Vec::with_capacity(self.points.len());
        let mut before = 0;
        for (index, pair) in self.points.chunks(2).enumerate() {
            match pair {
                [first, second] if shares[index] <= nearest => {
                    let weights = [first.step - before, second.step - first.step];
                    thinned.push(merged(first, weights[0], second, weights[1]));
                }
                _ => thinned.extend_from_slice(pair),
            }
            before = pair[pair.len() - 1].step;
        }
        self.points = thinned;
    }
}

/// The mean of the stretches that reach into the last movies, so many, dated at the end.
fn mean_of_last(points: &[Point], movies: u64) -> Option<Point> {
    let from = points.last()?.movies_seen.saturating_sub(movies);
    let first = points.partition_point(|point| point.movies_seen <= from);
    let (earlier, of_last) = points.split_at(first.min(points.len() - 1));
    // A stretch is of the movies since the one before it.
    let mut before = earlier.last().map_or(0, |point| point.movies_seen);
    let weighed = of_last.iter().map(|point| {
        let weight = (point.movies_seen - before).max(1);
        before = point.movies_seen;
        (*point, weight)
    });
    let mean = weighed.reduce(|(mean, of_mean), (point, weight)| {
        let mean = merged(&mean, of_mean, &point, weight);
        (mean, of_mean + weight)
    });
    mean.map(|(mean, _)| mean)
}

/// The mean of two neighbouring stretches of so many minibatches or movies each, dated at the later one's end.
fn merged(first: &Point, first_weight: u64, second: &Point, second_weight: u64) -> Point {
    let share = second_weight as f64 / (first_weight + second_weight) as f64;
    let mean = |first: f64, second: f64| first + share * (second - first);
    Point {
        energies: first.energies.towards(&second.energies, share),
        simple_density: mean(first.simple_density, second.simple_density),
        invariant_density: mean(first.invariant_density, second.invariant_density),
        top_density: match (first.top_density, second.top_density) {
            (Some(first), Some(second)) => Some(mean(first, second)),
            (first, second) => second.or(first),
        },
        concentration: second.concentration.or(first.concentration),
        concentration_shuffled: second
            .concentration_shuffled
            .or(first.concentration_shuffled),
        ..*second
    }
}
