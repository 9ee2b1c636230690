//! What to do about movies of which hardly anything can be used.

use super::motion::Window;
use crate::source::movie_params::{Motion, MovieParams};

/// Least share of the windows that should be usable.
const LEAST_USABLE: f64 = 0.01;

/// What to do where less than 1 percent of so many windows move at a speed in the range; `sorted` are those whose motion was found.
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
    let moving = below(&|speed| speed <= 0.0);
    let range =
        below(&|speed| speed < movies.speed_min_px)..below(&|speed| speed <= movies.speed_max_px);
    let are_few = (range.len() as f64) < LEAST_USABLE * places as f64;
    let slower = range.start.saturating_sub(moving);
    let faster = sorted.len().saturating_sub(range.end);
    are_few.then_some(match (slower, faster) {
        (0, 0) => "few to learn from, and hardly anything moves: take another movie",
        _ if faster >= slower => "few to learn from: raise the fastest motion",
        _ => "few to learn from: lower the slowest motion",
    })
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
        let told = |speeds: &[f32]| advice(&sorted(speeds), 1_000, &movies);
        let says = |speeds: &[f32], words: &str| {
            let told = told(speeds).expect("few are usable");
            assert!(told.ends_with(words), "{told}");
        };
        says(&[0.0, 0.0], "take another movie");
        says(&[fast, fast, slow], "raise the fastest motion");
        says(&[fast, slow, slow, within], "lower the slowest motion");
        assert_eq!(told(&[within; 10]), None);
        assert_eq!(advice(&[], 0, &movies), None, "no movies");
    }
}
