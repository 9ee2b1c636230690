//! Loads movies: short ones whole, longer ones a round at a time.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;

use super::error::{Skipped, SourceError};
use super::film::{Film, FilmKind, Footage, Reel, Treatment};
use super::pictures::Pictures;
use super::progress::Progress;

/// Normalised frames held whole, in bytes; of more, a round at a time is held.
const HELD_BYTES: u64 = 200_000_000;
/// Frames by which a movie may be longer than it says.
const MORE_FRAMES: u64 = 64;

/// Opens movies, each or why it cannot be used.
///
/// # Errors
/// [`SourceError::Cancelled`].
pub(super) fn open_films(
    movies: Vec<(PathBuf, FilmKind)>,
    treatment: &Treatment,
    progress: &Progress<'_>,
) -> Result<Vec<Result<Film, Skipped>>, SourceError> {
    let open = |(path, kind)| {
        let film = Film::open(path, kind, &treatment.movies, &|| progress.goes_on());
        progress.check().map(|()| film)
    };
    movies.into_par_iter().map(open).collect()
}

/// Whether all frames of these movies together are held.
pub(super) fn are_held(films: &[Film], treatment: &Treatment) -> bool {
    let bytes = films.iter().map(|film| {
        let each = film.frame_bytes(&treatment.movies);
        film.frames.saturating_mul(each)
    });
    bytes.fold(0, u64::saturating_add) <= HELD_BYTES
}

/// Adds the frames of movies: all, or those of the first round.
///
/// # Errors
/// [`SourceError::Cancelled`]; where not all frames are held, that of [`load_round`].
pub(super) fn load_films(
    pictures: &mut Pictures,
    films: Vec<Film>,
    seed: u64,
    treatment: &Treatment,
    progress: &Progress<'_>,
) -> Result<(), SourceError> {
    if !are_held(&films, treatment) {
        let reel = Arc::new(Reel {
            films,
            treatment: *treatment,
            seed,
        });
        let mut round = load_round(&reel, 0, &|| progress.goes_on())?;
        pictures
            .skipped()
            .iter()
            .for_each(|one| round.skip(one.clone()));
        *pictures = round;
        return Ok(());
    }
    let read = |film: Film| {
        let most = (film.frames + MORE_FRAMES) as usize;
        let footage = film.read(0, most, treatment, &|| progress.goes_on());
        progress.finish_one()?;
        Ok((film, footage))
    };
    let read: Result<Vec<_>, SourceError> = films.into_par_iter().map(read).collect();
    for (film, footage) in read? {
        match footage {
            Ok(footage) => {
                pictures.describe_movie(describe(&film, &[&footage], treatment));
                pictures.push_movie(&film.path.display().to_string(), footage);
            }
            Err(skipped) => pictures.skip(skipped),
        }
    }
    Ok(())
}

/// Loads one round of movies that are not held whole. It depends on the files, the settings and the seed alone.
///
/// # Errors
/// [`SourceError::Unreadable`] for a movie that cannot be read any more, or in which nothing moves, and
/// [`SourceError::Cancelled`] when `goes_on` said so.
pub fn load_round(
    reel: &Arc<Reel>,
    round: u64,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<Pictures, SourceError> {
    let pieces = reel.pieces(round, goes_on);
    if !goes_on() {
        return Err(SourceError::Cancelled);
    }
    let pieces = pieces.map_err(SourceError::Unreadable)?;
    let mut pictures = Pictures::default();
    for (index, film) in reel.films.iter().enumerate() {
        let of_film = pieces.iter().filter(|(of, _)| *of == index);
        let of_film: Vec<_> = of_film.map(|(_, piece)| piece).collect();
        pictures.describe_movie(describe(film, &of_film, &reel.treatment));
    }
    for (index, piece) in pieces {
        let name = reel.films[index].path.display().to_string();
        pictures.push_movie(&name, piece);
    }
    Ok(pictures.of_round(Arc::clone(reel), round))
}

/// One line about a movie and the pieces read of it.
fn describe(film: &Film, pieces: &[&Footage], treatment: &Treatment) -> String {
    let movies = &treatment.movies;
    let total =
        |count: fn(&Footage) -> usize| pieces.iter().map(|piece| count(piece)).sum::<usize>();
    let read = total(|piece| piece.numbers.len()) + total(|piece| piece.duplicates);
    let mut line = format!(
        "{}: {} frames of {} x {} pixels",
        film.path.display(),
        film.frames.max(read as u64),
        film.info.width,
        film.info.height
    );
    if let Some(secs) = film.secs() {
        line += &format!(", {secs:.1} s");
    }
    if (read as u64) < film.frames {
        line += &format!("; in {read} of them");
    }
    line += &format!(
        ", {} cuts, {} duplicate frames",
        total(|piece| piece.cuts),
        total(|piece| piece.duplicates)
    );
    let places = total(|piece| piece.places);
    if treatment.chooses() && places > 0 && movies.frames > 1 {
        let speeds = movies.speed_min_px..=movies.speed_max_px;
        let windows = pieces.iter().flat_map(|piece| &piece.windows);
        let moving = windows
            .filter(|window| speeds.contains(&window.speed_px))
            .count();
        let still = pieces.iter().flat_map(|piece| &piece.windows);
        let still = still.filter(|window| window.speed_px == 0.0).count();
        let percent = |count: usize| 100.0 * count as f64 / places as f64;
        line += &format!(
            ", {:.1} percent of windows move by {} to {} px per frame, {:.1} percent stand still",
            percent(moving),
            movies.speed_min_px,
            movies.speed_max_px,
            percent(still)
        );
    }
    line
}
