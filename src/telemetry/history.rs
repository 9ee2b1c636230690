//! Curves over training time, in bounded memory: when full, neighbours are merged in pairs.

use serde::{Deserialize, Serialize};

use super::measured::Measured;
use crate::analysis::Concentration;
use crate::model::Energies;

/// Points kept at most.
const MAX_POINTS: usize = 1024;
/// Notes kept at most.
const MAX_NOTES: usize = 512;
/// Marks kept at most; the oldest go first.
const MAX_MARKS: usize = 200;
/// Changes of one setting within so many seconds of learning are one mark: a slider being dragged.
const ONE_DRAG_SECS: f64 = 1.0;

/// Means over one stretch of minibatches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Median orientation concentration, where it was measured.
    pub concentration: Option<f64>,
    /// The same with the rows of A shuffled.
    pub concentration_shuffled: Option<f64>,
}

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
    /// Minibatches per point.
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
    /// The points, oldest first, at most a thousand or so.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The slower measures that were noted, oldest first, at most a few hundred.
    #[must_use]
    pub fn notes(&self) -> &[Measured] {
        &self.notes
    }

    /// The marks, oldest first.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Adds one minibatch.
    pub(crate) fn push(&mut self, minibatch: Point) {
        match self.points.last_mut() {
            Some(last) if self.filled < self.stretch => {
                *last = merged(last, self.filled, &minibatch, 1);
                self.filled += 1;
            }
            _ => {
                self.halve_if_full();
                self.points.push(minibatch);
                self.filled = 1;
            }
        }
    }

    /// Notes the concentration measured after minibatch `step`.
    pub(crate) fn note_concentration(&mut self, step: u64, found: &Concentration) {
        let at = self.points.partition_point(|point| point.step < step);
        if let Some(point) = self.points.get_mut(at) {
            point.concentration = Some(found.median);
            point.concentration_shuffled = Some(found.shuffled_median);
        }
    }

    /// Notes slower measures. Those of one moment are one note; those older than the last note come
    /// too late to be a point of a curve, and are left out.
    pub(crate) fn note(&mut self, measured: Measured) {
        match self.notes.last_mut() {
            Some(last) if last.step > measured.step => {}
            Some(last) if last.step == measured.step => *last = measured.or(last),
            _ => {
                if self.notes.len() == MAX_NOTES {
                    let pairs = self.notes.chunks(2);
                    let halves = pairs.map(|pair| match pair {
                        [first, second] => second.or(first),
                        _ => pair[0],
                    });
                    self.notes = halves.collect();
                }
                self.notes.push(measured);
            }
        }
    }

    /// Adds a mark.
    pub(crate) fn mark(&mut self, mark: Mark) {
        if self.marks.len() == MAX_MARKS {
            self.marks.remove(0);
        }
        self.marks.push(mark);
    }

    /// Marks that `name` went from `old` to `new`; a mark of the same drag is extended instead.
    pub(crate) fn mark_change(&mut self, name: &str, old: f32, new: f32, now: Mark) {
        let prefix = format!("{name} ");
        if let Some(last) = self.marks.last_mut()
            && last.text.starts_with(&prefix)
            && now.elapsed_secs - last.elapsed_secs < ONE_DRAG_SECS
            && let Some((start, _)) = last.text.split_once(" to ")
        {
            last.text = format!("{start} to {new}");
            return;
        }
        let text = format!("{prefix}{old} to {new}");
        self.mark(Mark { text, ..now });
    }

    fn halve_if_full(&mut self) {
        if self.points.len() < MAX_POINTS {
            return;
        }
        let halves = self.points.chunks(2).map(|pair| match pair {
            [first, second] => merged(first, self.stretch, second, self.stretch),
            _ => pair[0],
        });
        self.points = halves.collect();
        self.stretch *= 2;
    }
}

/// The mean of two neighbouring stretches of so many minibatches each, dated at the later one's end.
fn merged(first: &Point, first_weight: u64, second: &Point, second_weight: u64) -> Point {
    let share = second_weight as f64 / (first_weight + second_weight) as f64;
    let mean = |first: f64, second: f64| first + share * (second - first);
    Point {
        energies: first.energies.towards(&second.energies, share),
        simple_density: mean(first.simple_density, second.simple_density),
        invariant_density: mean(first.invariant_density, second.invariant_density),
        concentration: second.concentration.or(first.concentration),
        concentration_shuffled: second
            .concentration_shuffled
            .or(first.concentration_shuffled),
        ..*second
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(step: u64) -> Point {
        Point {
            step,
            movies_seen: step,
            elapsed_secs: step as f64,
            energies: Energies {
                reconstruction: step as f64,
                ..Energies::default()
            },
            simple_density: 0.1,
            invariant_density: 0.2,
            concentration: None,
            concentration_shuffled: None,
        }
    }

    #[test]
    fn memory_is_bounded_and_the_mean_is_kept() {
        let mut history = History::default();
        let steps = 64 * MAX_POINTS as u64;
        (1..=steps).for_each(|step| history.push(point(step)));
        assert!(history.points().len() <= MAX_POINTS);
        let weight = steps as f64 / history.points().len() as f64;
        assert_eq!(weight.fract(), 0.0, "every point stands for as many steps");
        let sum: f64 = history
            .points()
            .iter()
            .map(|p| p.energies.reconstruction)
            .sum();
        let mean = sum / history.points().len() as f64;
        assert!((mean - (steps + 1) as f64 / 2.0).abs() < 1e-6, "{mean}");
        assert_eq!(history.points().last().map(|p| p.step), Some(steps));
    }

    #[test]
    fn notes_are_bounded_and_those_of_one_moment_are_one() {
        let mut history = History::default();
        let at = |step, width_ratio, gabor_good| Measured {
            step,
            width_ratio,
            gabor_good,
            ..Measured::default()
        };
        let last = 10 * MAX_NOTES as u64;
        for step in 1..=last {
            history.note(at(step, None, Some(0.5)));
            history.note(at(step, Some(2.0), None));
        }
        history.note(at(1, Some(9.0), None));
        let notes = history.notes();
        assert!(notes.len() <= MAX_NOTES && notes.len() > MAX_NOTES / 4);
        assert!(notes.is_sorted_by_key(|note| note.step));
        assert_eq!(notes.last(), Some(&at(last, Some(2.0), Some(0.5))));
        assert!(notes.iter().all(|note| note.width_ratio == Some(2.0)));
        assert!(notes.iter().all(|note| note.gabor_good == Some(0.5)));
    }

    #[test]
    fn a_dragged_slider_leaves_one_mark_from_first_to_last() {
        let mut history = History::default();
        let at = |elapsed_secs| Mark {
            step: 1,
            movies_seen: 1,
            elapsed_secs,
            text: String::new(),
        };
        history.mark_change("alpha", 0.5, 0.6, at(1.0));
        history.mark_change("alpha", 0.6, 0.75, at(1.1));
        history.mark_change("alpha", 0.75, 0.5, at(9.0));
        let texts: Vec<_> = history.marks().iter().map(|mark| &mark.text).collect();
        assert_eq!(texts, ["alpha 0.5 to 0.75", "alpha 0.75 to 0.5"]);
    }
}
