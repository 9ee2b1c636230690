//! What to do about movies of which hardly anything can be used.

use std::fmt;

use ndarray::Array3;

use super::motion::{Window, grid_step};
use crate::source::movie_params::{Motion, MovieParams, SPEEDS_PX};
use crate::source::movie_totals::MovieTotals;

/// Least share of the windows that should be usable.
const LEAST_USABLE: f64 = 0.01;
/// Least share of the windows that should be found again in the next frame, moved or not.
const LEAST_FOUND: f64 = 0.1;

/// What to do with frames that have nothing in common.
const NONE_ALIKE: &str =
    "no two successive frames are alike; to learn from them as still pictures, take motion drift";

/// Why few windows of movies are usable, and what to do about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Why, after "few are usable"; empty where the way out tells it.
    why: &'static str,
    /// What to do.
    pub(in crate::source) way_out: String,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { why, way_out } = self;
        write!(f, "few are usable{why}: {way_out}")
    }
}

/// Whether so many windows of all are too few for motion to have been found again.
pub(super) fn is_little(count: usize, places: usize) -> bool {
    (count as f64) < LEAST_FOUND * places as f64
}

/// What to do where less than 1 percent of the windows of the grid of these frames move at a speed in the range; `sorted` are those
/// whose motion was found.
pub(in crate::source) fn advice<'a>(
    sorted: &[Window],
    &MovieTotals { places, cuts, .. }: &MovieTotals,
    frames: impl Iterator<Item = &'a Array3<f32>> + Clone,
    movies: &MovieParams,
) -> Option<Advice> {
    if movies.motion == Motion::Drift || movies.frames == 1 {
        return None;
    }
    let below =
        |holds: &dyn Fn(f32) -> bool| sorted.partition_point(|window| holds(window.speed_px));
    let at_rest = below(&|speed| speed <= 0.0);
    let range =
        below(&|speed| speed < movies.speed_min_px)..below(&|speed| speed <= movies.speed_max_px);
    let are_few = |count: usize| (count as f64) < LEAST_USABLE * places as f64;
    if !are_few(range.len()) {
        return None;
    }
    let slower = range.start.saturating_sub(at_rest);
    let faster = sorted.len().saturating_sub(range.end);
    let is_little = |count: usize| is_little(count, places);
    // Cuts that stand apart from what is next to them are before at most every other frame.
    let are_unlike = 2 * cuts > frames.clone().count();
    // At the slowest and at the fastest motion that can be asked for.
    let at_least = range.end.saturating_sub(at_rest);
    let at_most = below(&|speed| speed <= *SPEEDS_PX.end()).saturating_sub(range.start);
    // However few are found: motion is searched beyond the fastest that can be asked for, whatever is asked for.
    let would_be_more = at_most.saturating_sub(range.len()) > slower;
    let needed_px = smallest_measured_px(movies);
    let side_px = frames.map(|frame| frame.dim().1.min(frame.dim().2)).max();
    let slower_movie = match movies.stride {
        1 => "take a slower movie",
        _ => "lower the stride, or take a slower movie",
    };
    let stands_still = 2 * at_rest > sorted.len() && is_little(slower + faster);
    let (why, way_out) = if stands_still && !is_little(sorted.len()) {
        let still = "take another movie, or motion drift";
        (", and hardly anything moves", still.to_owned())
    } else if is_little(sorted.len()) && side_px < Some(needed_px) {
        let larger = format!("take a movie of at least {needed_px} x {needed_px} pixels");
        (", and frames are too small to measure motion in", larger)
    } else if is_little(sorted.len()) && are_unlike {
        ("", NONE_ALIKE.to_owned())
    } else if faster < slower && !are_few(at_least) {
        ("", "lower the slowest motion".to_owned())
    } else if is_little(sorted.len()) {
        let way_out = match would_be_more {
            true if movies.stride == 1 => format!("raise the fastest motion, or {slower_movie}"),
            true => format!("raise the fastest motion, {slower_movie}"),
            false => slower_movie.to_owned(),
        };
        (", and little can be tracked", way_out)
    } else if !are_few(at_most) {
        ("", "raise the fastest motion".to_owned())
    } else {
        (", and most moves too fast", slower_movie.to_owned())
    };
    Some(Advice { why, way_out })
}

/// The smallest height and width in pixels of a frame in which a window of the grid has room for the fastest motion, whichever way it goes.
fn smallest_measured_px(movies: &MovieParams) -> usize {
    let steps = match movies.follow {
        true => movies.frames - 1,
        false => 1,
    };
    let reach = movies.speed_max_px.ceil() as usize * steps;
    // From the first place of the grid that is so far from the border.
    let first = reach.next_multiple_of(grid_step(movies.patch_side));
    first + movies.patch_side + reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::movie_params::Steps;

    #[test]
    fn what_to_do_follows_from_how_most_windows_move() {
        let movies = MovieParams::default();
        let (slow, fast) = (movies.speed_min_px / 2.0, movies.speed_max_px * 2.0);
        let within = movies.speed_max_px;
        let sorted = |speeds: &[f32]| {
            let mut speeds = speeds.to_vec();
            speeds.sort_by(f32::total_cmp);
            let window = |speed_px| Window {
                speed_px,
                image: 0,
                top: 0,
                left: 0,
                steps_px: Steps::default(),
            };
            speeds.into_iter().map(window).collect::<Vec<_>>()
        };
        let fastest = MovieParams {
            speed_max_px: *SPEEDS_PX.end(),
            ..movies
        };
        let beyond = 2.0 * fastest.speed_max_px;
        let with_cuts =
            |cuts: usize, speeds: &[f32], [height, width]: [usize; 2], movies: &MovieParams| {
                let frames = vec![Array3::zeros((1, height, width)); 9];
                let totals = MovieTotals {
                    cuts,
                    places: if speeds.is_empty() { 0 } else { 1_000 },
                    ..MovieTotals::default()
                };
                let told = advice(&sorted(speeds), &totals, frames.iter(), movies)?;
                Some(told.to_string())
            };
        let advised = |speeds: &[f32], size: [usize; 2], movies: &MovieParams| {
            with_cuts(0, speeds, size, movies)
        };
        let says = |counts: &[(usize, f32)], movies: &MovieParams, words: &str| {
            let of = |&(count, speed): &(usize, f32)| vec![speed; count];
            let speeds: Vec<f32> = counts.iter().flat_map(of).collect();
            let told = advised(&speeds, [90, 120], movies).expect("few are usable");
            assert!(told.ends_with(words), "{counts:?}: {told}");
        };
        says(&[(960, 0.0), (3, slow)], &movies, "or motion drift");
        let strided = MovieParams {
            stride: 2,
            ..movies
        };
        let little = [(3, slow), (3, fast)];
        says(&little, &movies, "tracked: take a slower movie");
        says(&little, &strided, "or take a slower movie");
        // Most of what is found would be usable.
        says(
            &[(1, 0.0), (3, slow), (20, fast)],
            &movies,
            "tracked: raise the fastest motion, or take a slower movie",
        );
        says(
            &[(4, fast)],
            &strided,
            "tracked: raise the fastest motion, lower the stride, or take a slower movie",
        );
        says(&[(20, beyond)], &movies, "tracked: take a slower movie");
        says(&[(20, beyond)], &fastest, "tracked: take a slower movie");
        // Of these too few would be usable at any range.
        says(
            &[(4, slow), (2, fast)],
            &movies,
            "tracked: take a slower movie",
        );
        says(
            &[(400, 0.0), (4, slow), (2, fast)],
            &movies,
            "or motion drift",
        );
        says(
            &[(200, fast), (100, slow)],
            &movies,
            "raise the fastest motion",
        );
        says(
            &[(100, fast), (200, slow), (1, within)],
            &movies,
            "lower the slowest motion",
        );
        says(&[(200, beyond)], &fastest, "fast: take a slower movie");
        // Faster than can be asked for.
        says(&[(200, beyond)], &movies, "fast: take a slower movie");
        says(
            &[(200, beyond), (20, fast)],
            &movies,
            "usable: raise the fastest motion",
        );
        let unlike = |cuts, speeds: &[f32]| with_cuts(cuts, speeds, [90, 120], &movies);
        let told = Some(format!("few are usable: {NONE_ALIKE}"));
        assert_eq!(unlike(8, &[slow; 6]), told, "false matches");
        assert_ne!(unlike(4, &[slow; 6]), told, "shots of two frames");
        assert_ne!(unlike(8, &[slow; 200]), told, "they are found again");
        assert_eq!(advised(&[within; 10], [90, 120], &movies), None);
        assert_eq!(advised(&[], [90, 120], &movies), None, "no movies");
        // A patch of 10 pixels at rest on the grid at 5 has 2 pixels on both sides.
        let small = MovieParams {
            patch_side: 10,
            ..movies
        };
        let told = advised(&[fast], [90, 16], &small).expect("few are usable");
        let too_small = "few are usable, and frames are too small to measure motion in: \
                         take a movie of at least 17 x 17 pixels";
        assert_eq!(told, too_small);
        let told = advised(&[slow], [90, 17], &small).expect("few are usable");
        assert!(told.ends_with("tracked: take a slower movie"), "{told}");
    }
}
