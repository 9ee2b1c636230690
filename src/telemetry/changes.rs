//! What came of each change of a run's settings.

use super::history::{History, Mark, Point};

/// Shortest stretch before and after a change over which a speed is told, in seconds of learning.
const SPEED_SECS: f64 = 0.2;

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
    /// Movies learned per second of learning; `None` where too little was learned for a speed.
    pub movies_per_sec: Option<[f64; 2]>,
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
        concentration: pair(concentration(before), concentration(after)),
        movies_per_sec: pair(speed(before), speed(after)),
    })
}

fn pair(before: Option<f64>, after: Option<f64>) -> Option<[f64; 2]> {
    Some([before?, after?])
}

/// Movies per second from the first point to the last.
fn speed(points: &[Point]) -> Option<f64> {
    let (first, last) = (points.first()?, points.last()?);
    let secs = last.elapsed_secs - first.elapsed_secs;
    let movies = last.movies_seen - first.movies_seen;
    (secs >= SPEED_SECS).then(|| movies as f64 / secs)
}
