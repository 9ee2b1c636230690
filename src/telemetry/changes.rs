//! What came of each change of a run's settings.

use super::history::History;
use super::marks::Mark;
use super::point::Point;

/// A change, and what a quantity was before it and at its end: at the next change, or now.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What was changed, and when.
    pub mark: Mark,
    /// Share of entries of z that are not 0, just before and at the end.
    pub simple_density: [f64; 2],
    /// Share of entries of u that are not 0.
    pub invariant_density: [f64; 2],
    /// Median orientation concentration; `None` where it was not measured since.
    pub concentration: Option<[f64; 2]>,
}

impl History {
    /// The changes of settings after which something was learned, oldest first.
    pub fn changes(&self) -> impl DoubleEndedIterator<Item = Change> {
        let marks: Vec<&Mark> = self
            .marks()
            .iter()
            .filter(|mark| mark.is_change())
            .collect();
        (0..marks.len()).filter_map(move |index| {
            let mark = marks[index];
            // Changes of one moment act together.
            let (earlier, later) = (marks[..index].iter().rev(), marks[index..].iter());
            let apart = |other: &Mark| (other.step != mark.step).then_some(other.step);
            let start = earlier.copied().find_map(apart).unwrap_or(0);
            let end = later.copied().find_map(apart).unwrap_or(u64::MAX);
            let before = self.between(start, mark.step);
            change(mark, before, self.between(mark.step, end))
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

/// What came of a change between two stretches of points; `None` where one is empty.
fn change(mark: &Mark, before: &[Point], after: &[Point]) -> Option<Change> {
    let (then, now) = (before.last()?, after.last()?);
    let concentration = |points: &[Point]| points.iter().rev().find_map(|p| p.concentration);
    Some(Change {
        mark: mark.clone(),
        simple_density: [then.simple_density, now.simple_density],
        invariant_density: [then.invariant_density, now.invariant_density],
        concentration: concentration(before)
            .zip(concentration(after))
            .map(Into::into),
    })
}
