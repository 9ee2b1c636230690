//! What came of each change of a run's settings.

use super::history::History;
use super::marks::Mark;
use super::point::{Point, STATUS_MOVIES, mean_of_last};

/// Changes of one moment, and what a quantity was before them and at their end: at the next change, or now.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What was changed, and when.
    pub marks: Vec<Mark>,
    /// Share of entries of z that are not 0, over the last movies before and at the end.
    pub simple_density: [f64; 2],
    /// Share of entries of u that are not 0.
    pub invariant_density: [f64; 2],
    /// Median orientation concentration; `None` where it was not measured since.
    pub concentration: Option<[f64; 2]>,
}

impl History {
    /// The changes of settings after which something was learned, oldest first.
    pub fn changes(&self) -> impl DoubleEndedIterator<Item = Change> {
        let marks = self.marks().iter().filter(|mark| mark.is_change());
        let marks: Vec<&Mark> = marks.collect();
        // Changes of one moment act together.
        let moments: Vec<Vec<Mark>> = marks
            .chunk_by(|a, b| a.step == b.step)
            .map(|of_moment| of_moment.iter().copied().cloned().collect())
            .collect();
        (0..moments.len()).filter_map(move |index| {
            let at = |index: usize| moments.get(index).map(|of_moment| &of_moment[0]);
            let (before, now) = (index.checked_sub(1).and_then(at), at(index)?);
            let end = at(index + 1).map_or(u64::MAX, |next| next.step);
            let from = before.map_or(0, Mark::last_step);
            let stretches = [(from, now.step), (now.last_step(), end)];
            let [then, now] = stretches.map(|(from, to)| {
                let before = self.between(0, from).last();
                (
                    self.between(from, to),
                    before.map_or(0, |point| point.movies_seen),
                )
            });
            change(&moments[index], then, now)
        })
    }

    /// The points after minibatch `from`, up to minibatch `to`.
    fn between(&self, from: u64, to: u64) -> &[Point] {
        let points = self.points();
        let place = |step: u64| points.partition_point(|point| point.step <= step);
        // A file can hold marks in any order.
        &points[place(from).min(place(to))..place(to)]
    }
}

/// What came of changes between two stretches of points, each with the movies before it; `None` where one is empty.
fn change(
    marks: &[Mark],
    (before, before_from): (&[Point], u64),
    (after, after_from): (&[Point], u64),
) -> Option<Change> {
    let then = mean_of_last(before, STATUS_MOVIES, before_from)?;
    let now = mean_of_last(after, STATUS_MOVIES, after_from)?;
    let concentration = |points: &[Point]| points.iter().rev().find_map(|p| p.concentration);
    Some(Change {
        marks: marks.to_vec(),
        simple_density: [then.simple_density, now.simple_density],
        invariant_density: [then.invariant_density, now.invariant_density],
        concentration: concentration(before)
            .zip(concentration(after))
            .map(Into::into),
    })
}
