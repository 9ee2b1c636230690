//! Curves over training time, in bounded memory: dense where a run begins or changes, even in log time later.

use serde::{Deserialize, Serialize};

use super::marks::{Mark, Marks};
use super::measured::{MEASURES, Measured};
use super::point::{Point, mean_of_last, merged};
use crate::analysis::Concentration;

/// Points kept at most.
const MAX_POINTS: usize = 2048;
/// Movies that energies and densities are means over, at most.
const LATELY_MOVIES: u64 = 20_000;
/// Minibatches of a point, as a share of those since the run or its settings changed: one at first.
const STRETCH_SHARE: f64 = 0.01;
/// Notes kept at most.
const MAX_NOTES: usize = 512;

/// The curves and their marks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    points: Vec<Point>,
    /// Absent in files written before there were notes.
    #[serde(default)]
    notes: Vec<Measured>,
    marks: Marks,
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
            marks: Marks::default(),
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
        let notes = self.notes.iter().rev();
        let mut notes = notes.filter(|note| note.step <= step && note.is_of_edges());
        let last = notes.next();
        let tuning = last.map(|last| whole(last, notes)).copied();
        let concentrated = point.map(Point::concentrated).unwrap_or_default();
        tuning
            .unwrap_or_default()
            .with_concentration_of(&concentrated)
    }

    /// Energies and densities by minibatch `step`: means over the last tenth of the movies by then, at most 20,000, and those since a
    /// change.
    pub fn lately_by(&self, step: u64) -> Option<Point> {
        let until = self.points.partition_point(|point| point.step <= step);
        let last = self.points[..until].last()?;
        self.mean_by(step, (last.movies_seen / 10).min(LATELY_MOVIES))
    }

    /// The mean over the last `movies`, or a stretch more, dated at the end: over those since a change after which something was learned.
    pub fn mean_of_last(&self, movies: u64) -> Option<Point> {
        self.mean_by(u64::MAX, movies)
    }

    /// The same by minibatch `step`, over the stretches that were over then.
    pub fn mean_by(&self, step: u64, movies: u64) -> Option<Point> {
        let until = |step: u64| self.points.partition_point(|point| point.step <= step);
        let points = &self.points[..until(step)];
        let last = points.last()?.step;
        let changes = self.marks.iter().filter(|mark| mark.is_change());
        let changed = changes.map(Mark::last_step).filter(|step| *step < last);
        let first = changed.max().map_or(0, until);
        let before = points[..first].last().map_or(0, |point| point.movies_seen);
        mean_of_last(&points[first..], movies, before)
    }

    /// The stretch at whose end the concentration was measured last by minibatch `step`.
    pub fn concentration_point_by(&self, step: u64) -> Option<&Point> {
        let mut points = self.points.iter().rev();
        points.find(|point| point.step <= step && point.concentration.is_some())
    }

    /// Elapsed seconds since when complex cells showed all that they must, seen at an earlier moment; `None` if they did not
    /// then. `now` is what holds now: marks of long ago are removed.
    pub fn emerged_by(&self, elapsed_secs: f64, now: Option<f64>) -> Option<f64> {
        self.marks.emerged_by(elapsed_secs, now)
    }

    /// Adds one minibatch. A point stands for one at first and after a change, for a share of those since then later on.
    pub fn push(&mut self, minibatch: Point) {
        match self.points.last_mut() {
            Some(last) if self.filled < self.stretch => {
                *last = merged(last, self.filled, &minibatch, 1);
                self.filled += 1;
            }
            _ => {
                let changed = self.last_change().map_or(0, Mark::last_step);
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
                    self.drop_a_note();
                }
                self.notes.push(measured);
            }
        }
    }

    /// As [`Self::note`] of measures by few gratings: what is noted of that minibatch already stays, in whichever order they come.
    pub fn note_quick(&mut self, measured: Measured) {
        let last = self.notes.last().filter(|last| last.step == measured.step);
        self.note(last.map_or(measured, |last| last.or(&measured)));
    }

    /// Removes the note that the curves miss least; every number that stays is of its own moment. Each measure has a curve of its
    /// own: a note leaves a gap in it from the note before to the one after that have this measure too, as a ratio of their times. The
    /// note whose widest gap is narrowest goes. So those around the emergence stay, and so do slow measures, which few notes have,
    /// however many quick ones come between.
    fn drop_a_note(&mut self) {
        let mut widest = vec![0.0; self.notes.len()];
        let made: Vec<_> = self.notes.iter().map(Measured::made).collect();
        for measure in 0..MEASURES {
            let with_it = (0..made.len()).filter(|&at| made[at][measure]);
            let with_it: Vec<usize> = with_it.collect();
            // The first and the last are the ends of the curve.
            for at in with_it.first().into_iter().chain(with_it.last()) {
                widest[*at] = f64::INFINITY;
            }
            for around in with_it.windows(3) {
                let [before, after] = [around[0], around[2]].map(|at| self.notes[at].step);
                let gap = after as f64 / before.max(1) as f64;
                widest[around[1]] = gap.max(widest[around[1]]);
            }
        }
        let narrowest = (0..widest.len()).min_by(|&a, &b| widest[a].total_cmp(&widest[b]));
        if let Some(at) = narrowest {
            self.notes.remove(at);
        }
    }

    /// Adds a mark. No point is of what is before a change and of what is after it.
    pub fn mark(&mut self, mark: Mark) {
        if mark.is_change() {
            self.filled = self.stretch;
        }
        self.marks.add(mark);
    }

    /// What was changed last.
    pub(crate) fn last_change(&self) -> Option<&Mark> {
        self.marks.last_change()
    }

    /// Whether something was changed after minibatch `step` was learned from, and before the next: a model of then has not learned
    /// with that.
    pub(crate) fn is_changed_at(&self, step: u64) -> bool {
        self.last_change()
            .is_some_and(|mark| mark.last_step() == step)
    }

    /// Whether settings, pictures or units were changed after the model had begun to learn.
    pub fn has_changes(&self) -> bool {
        let mut marks = self.marks.iter();
        marks.any(|mark| mark.step > 0 && mark.is_change())
    }

    /// Marks that `name` went from `old` to `new`. Changes of one drag, whose last value before was set at minibatch `dragged_at`, and
    /// those before the next minibatch, are one mark from the first value to the last; what ends where it began, before anything was
    /// learned from, has none.
    pub fn mark_change(
        &mut self,
        name: &str,
        old: f32,
        new: f32,
        now: Mark,
        dragged_at: Option<u64>,
    ) {
        self.filled = self.stretch;
        if let Some(mark) = self.marks.change(name, old, new, now, dragged_at) {
            self.mark(mark);
        }
    }

    /// What `name` was before it was changed at minibatch `step`, or later; `None` where it was not.
    pub fn value_before(&self, name: &str, step: u64) -> Option<f32> {
        self.marks.value_before(name, step)
    }

    /// Whether `name` was being dragged at minibatch `step`: it had a value that no mark tells, and was changed once more.
    pub fn was_dragged_at(&self, name: &str, step: u64) -> bool {
        self.marks.was_dragged_at(name, step)
    }

    /// Adds a mark in the place of those of this very moment that begin with the same words.
    pub(crate) fn mark_latest(&mut self, beginning: &str, mark: Mark) {
        self.marks.remove_beginning(mark.step, beginning);
        self.mark(mark);
    }

    /// Marks what is switched, by `text`; where `opposite` is a mark of this very moment it is as it was, and neither stays.
    pub(crate) fn mark_switch(&mut self, text: &str, opposite: &str, now: Mark) {
        if !self.marks.remove(now.step, opposite) {
            let text = text.to_owned();
            self.mark(Mark { text, ..now });
        }
    }

    /// Removes what came after minibatch `step`, and unless `is_changed` the changes before the next one, too.
    pub fn truncate(&mut self, step: u64, is_changed: bool) {
        self.points.retain(|point| point.step <= step);
        self.notes.retain(|note| note.step <= step);
        self.marks.truncate(step, is_changed);
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

/// The last measures of edges, or those before, newest first, where they are of about as late and gratings were shown with edges then:
/// while learning goes on, at times they were not yet.
fn whole<'a>(last: &'a Measured, mut before: impl Iterator<Item = &'a Measured>) -> &'a Measured {
    // Where no unit of u responds to them, |z| does.
    let has_gratings = |note: &&Measured| note.f2_over_f0_simple.is_some();
    if has_gratings(&last) || last.is_without_width {
        return last;
    }
    let whole = before.find(has_gratings);
    whole
        .filter(|whole| last.movies_seen < 2 * whole.movies_seen)
        .unwrap_or(last)
}
