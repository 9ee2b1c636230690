//! What to do about movies of which hardly anything can be used.

use super::motion::Window;
use crate::source::movie_params::{Motion, MovieParams, SPEEDS_PX};

/// Least share of the windows that should be usable.
const LEAST_USABLE: f64 = 0.01;
/// Least share of the windows that should be found again in the next frame, moved or not.
const LEAST_FOUND: f64 = 0.1;
/// How all of it begins after a line about a movie.
const AFTER_LINE: &str = "; few are usable";

/// What to do where less than 1 percent of the windows at `places` move at a speed in the range; `sorted` are those whose motion was found.
pub(in crate::source) fn advice(
    sorted: &[Window],
    places: usize,
    movies: &MovieParams,
) -> Option<&'static str> {
    if movies.motion == Motion::Drift || movies.frames == 1 {
        return None;
    }
    let below =
        |holds: &dyn Fn(f32) -> bool| sorted.partition_point(|window| holds(window.speed_px));
    let at_rest = below(&|speed| speed <= 0.0);
    let range =
        below(&|speed| speed < movies.speed_min_px)..below(&|speed| speed <= movies.speed_max_px);
    let are_few = (range.len() as f64) < LEAST_USABLE * places as f64;
    let slower = range.start.saturating_sub(at_rest);
    let faster = sorted.len().saturating_sub(range.end);
    let is_little = |count: usize| (count as f64) < LEAST_FOUND * places as f64;
    let is_next = movies.stride == 1;
    are_few.then_some(if 2 * at_rest > places && is_little(slower + faster) {
        "few are usable, and hardly anything moves: take another movie, or motion drift"
    } else if faster < slower {
        "few are usable: lower the slowest motion"
    } else if is_little(sorted.len()) {
        match is_next {
            true => "few are usable, and little can be tracked: take a slower movie",
            false => "few are usable, and little can be tracked: lower the stride, or take a slower movie",
        }
    } else if movies.speed_max_px < *SPEEDS_PX.end() {
        "few are usable: raise the fastest motion"
    } else {
        match is_next {
            true => "few are usable, and most moves too fast: take a slower movie",
            false => "few are usable, and most moves too fast: lower the stride, or take a slower movie",
        }
    })
}

/// A line about a movie without what to do about it.
pub(in crate::source) fn without_advice(line: &str) -> &str {
    let parts = line.rsplit_once(AFTER_LINE);
    parts.map_or(line, |(line, _)| line)
}

/// What to do where nothing is usable, as [`advice`] has it.
pub(in crate::source) fn way_out(advice: Option<&'static str>) -> &'static str {
    let told = advice.and_then(|advice| advice.split_once(": "));
    told.map_or(
        "choose a range of speeds that they have, another stride, or motion drift",
        |(_, way_out)| way_out,
    )
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
        let says = |counts: &[(usize, f32)], movies: &MovieParams, words: &str| {
            let of = |&(count, speed): &(usize, f32)| vec![speed; count];
            let speeds: Vec<f32> = counts.iter().flat_map(of).collect();
            let told = advice(&sorted(&speeds), 1_000, movies).expect("few are usable");
            assert!(told.ends_with(words), "{counts:?}: {told}");
            let line = "a.gif: 9 frames";
            assert_eq!(without_advice(&format!("{line}; {told}")), line);
            let way_out = way_out(Some(told));
            assert!(told.ends_with(&format!(": {way_out}")), "{told}: {way_out}");
        };
        says(&[(960, 0.0), (3, slow)], &movies, "or motion drift");
        let strided = MovieParams {
            stride: 2,
            ..movies
        };
        let little = [(3, slow), (3, fast)];
        says(&little, &movies, "tracked: take a slower movie");
        says(&little, &strided, "or take a slower movie");
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
        assert_eq!(advice(&sorted(&[within; 10]), 1_000, &movies), None);
        assert_eq!(advice(&[], 0, &movies), None, "no movies");
    }
}
