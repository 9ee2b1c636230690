//! A point of the curves: means over one stretch of minibatches.

use serde::{Deserialize, Serialize};

use super::measured::Measured;
use crate::model::Energies;

/// The number of [`STATUS_MOVIES`], for texts.
macro_rules! status_movies {
    () => {
        2560
    };
}
#[cfg(feature = "window")]
pub(crate) use status_movies;

/// Movies over which densities of now are means, or a point of the curves where that is longer, or those since a change.
pub(crate) const STATUS_MOVIES: u64 = status_movies!();

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

impl Point {
    /// Its concentration alone, as a measure of this moment.
    pub(crate) fn concentrated(&self) -> Measured {
        Measured {
            concentration: self.concentration,
            concentration_shuffled: self.concentration_shuffled,
            ..Measured::at(self.step, self.movies_seen, self.elapsed_secs)
        }
    }
}

fn is_none(units: &u64) -> bool {
    *units == 0
}

/// The mean of the stretches that reach into the last `movies`, dated at the end; the first of these points begins after
/// `since` movies.
pub(super) fn mean_of_last(points: &[Point], movies: u64, since: u64) -> Option<Point> {
    let from = points.last()?.movies_seen.saturating_sub(movies);
    let first = points.partition_point(|point| point.movies_seen <= from);
    let (earlier, of_last) = points.split_at(first.min(points.len() - 1));
    // A stretch is of the movies since the one before it.
    let mut before = earlier.last().map_or(since, |point| point.movies_seen);
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

/// The mean of two neighbouring stretches, weighted by their minibatches or movies, dated at the later one's end.
pub(super) fn merged(
    first: &Point,
    first_weight: u64,
    second: &Point,
    second_weight: u64,
) -> Point {
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
