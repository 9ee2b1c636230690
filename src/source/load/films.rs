//! Loads movies: short ones whole, longer ones a round at a time.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;

use crate::source::decode::budget::DECODING;
use crate::source::error::{Skipped, SourceError};
use crate::source::film::{Advice, Film, FilmKind, Footage, HELD_BYTES, Reel, Treatment, advice};
use crate::source::load::progress::Progress;
use crate::source::movie_totals::MovieTotals;
use crate::source::pictures::Pictures;
use crate::words::{counted, printable};

/// Frames by which a movie may be longer than it says.
const MORE_FRAMES: u64 = 64;

/// Opens movies, each or why it cannot be used. Where they are not held whole, where each ends is found out: by what video
/// files tell, pieces could be drawn in which there is only sound.
///
/// # Errors
/// [`SourceError::Cancelled`].
pub(in crate::source) fn open_films(
    movies: Vec<(PathBuf, FilmKind)>,
    treatment: &Treatment,
    progress: &Progress<'_>,
) -> Result<Vec<Result<Film, Skipped>>, SourceError> {
    let opened = |film: Result<Film, Skipped>| {
        match &film {
            // It is finished when it is read.
            Ok(_) => progress.check()?,
            Err(_) => progress.finish_one()?,
        }
        Ok(film)
    };
    let open = |(path, kind)| {
        let film = Film::open(path, kind, &treatment.movies, &|| progress.goes_on());
        opened(film)
    };
    let films: Result<Vec<_>, SourceError> = movies.into_par_iter().map(open).collect();
    let films = films?;
    if are_held(films.iter().flatten(), treatment) {
        return Ok(films);
    }
    let find_end = |film: Result<Film, Skipped>| match film {
        Ok(film) => opened(film.find_end(&treatment.movies, &|| progress.goes_on())),
        skipped => Ok(skipped),
    };
    films.into_par_iter().map(find_end).collect()
}

/// Whether all frames of these movies together are held.
pub(in crate::source) fn are_held<'a>(
    films: impl IntoIterator<Item = &'a Film>,
    treatment: &Treatment,
) -> bool {
    let bytes = films.into_iter().map(|film| {
        let each = film.frame_bytes(&treatment.movies);
        film.frames.saturating_mul(each)
    });
    bytes.fold(0, u64::saturating_add) <= HELD_BYTES
}

/// Adds the frames of movies: all, or those of the first round.
///
/// # Errors
/// [`SourceError::Cancelled`]; where not all frames are held, that of [`load_round`].
pub(in crate::source) fn load_films(
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
        progress.finish(reel.films.len())?;
        pictures
            .skipped()
            .iter()
            .for_each(|one| round.skip(one.clone()));
        *pictures = round;
        return Ok(());
    }
    let goes_on = || progress.goes_on();
    let read = |mut film: Film| {
        let most = (film.frames + MORE_FRAMES) as usize;
        let footage = film.read(0, most, treatment, &goes_on);
        if let Ok(whole) = &footage
            && whole.is_whole
        {
            film = film.without_sound_beyond(whole.frames_read(), &goes_on);
        }
        progress.finish_one()?;
        Ok((film, footage))
    };
    let mut all = Vec::new();
    let channels = treatment.movies.channels;
    for group in DECODING.groups(films, |film| film.decoding_bytes(channels)) {
        let read: Result<Vec<_>, SourceError> = group.into_par_iter().map(&read).collect();
        all.extend(read?);
    }
    for (film, footage) in all {
        match footage {
            Ok(footage) => {
                pictures.describe_movie(&describe(&film, &[&footage], treatment));
                pictures.push_movie(&film.path.display().to_string(), footage);
            }
            Err(skipped) => pictures.skip(skipped),
        }
    }
    Ok(())
}

/// Loads one round of movies that are not held whole. It depends on the files, the settings, the seed and its number alone.
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
        pictures.describe_movie(&describe(film, &of_film, &reel.treatment));
    }
    for (index, piece) in pieces {
        let name = reel.films[index].path.display().to_string();
        pictures.push_movie(&name, piece);
    }
    Ok(pictures.of_round(Arc::clone(reel), round))
}

/// Frames of a movie that are in one of these pieces of it or in several.
fn frames_read(pieces: &[&Footage]) -> u64 {
    if let [piece] = pieces {
        return piece.frames_read();
    }
    let ends = |piece: &&Footage| Some([*piece.numbers.first()?, piece.numbers.last()? + 1]);
    let mut spans: Vec<_> = pieces.iter().filter_map(ends).collect();
    spans.sort_unstable();
    let mut end = 0;
    let mut read = 0;
    for [from, to] in spans {
        read += to.saturating_sub(from.max(end));
        end = end.max(to);
    }
    read
}

/// One line about a movie and the pieces read of it, what to do where it needs advice, and what they count.
fn describe(
    film: &Film,
    pieces: &[&Footage],
    treatment: &Treatment,
) -> (String, Option<Advice>, MovieTotals) {
    let movies = &treatment.movies;
    let total =
        |count: fn(&Footage) -> usize| pieces.iter().map(|piece| count(piece)).sum::<usize>();
    let duplicates = total(|piece| piece.duplicates);
    let is_whole = matches!(pieces, [piece] if piece.is_whole);
    let read = frames_read(pieces);
    let count = |is_meant: &dyn Fn(f32) -> bool| {
        let windows = pieces.iter().flat_map(|piece| &piece.windows);
        windows.filter(|window| is_meant(window.speed_px)).count()
    };
    let totals = MovieTotals {
        frames: film.frames.max(read),
        secs: film.secs(),
        cuts: total(|piece| piece.cuts),
        usable: count(&|speed| movies.has_speed(speed)),
        places: total(|piece| piece.places),
    };
    let mut line = format!(
        "{}: {} frames of {} x {} pixels",
        printable(&film.path.display().to_string()),
        totals.frames,
        film.info.width,
        film.info.height
    );
    if let Some(secs) = film.secs() {
        line += &format!(", {secs:.1} s");
    }
    if read < film.frames {
        line += &match is_whole {
            true => format!("; only {read} of them can be decoded"),
            false => format!("; {read} read by now"),
        };
    }
    if pieces.iter().any(|piece| piece.is_damaged) {
        line += "; damaged in places: frames there are made up by ffmpeg";
    }
    let (cuts, duplicates) = (
        counted(totals.cuts, "cut"),
        counted(duplicates, "duplicate frame"),
    );
    line += &format!(", {cuts}, {duplicates}");
    let mut advised = None;
    if treatment.chooses() && totals.places > 0 && movies.frames > 1 {
        let percent = |count: usize| 100.0 * count as f64 / totals.places as f64;
        line += &format!(
            ", {:.1}\u{a0}% of patches move by {} to {} px per frame, {:.1}\u{a0}% stand still",
            percent(totals.usable),
            movies.speed_min_px,
            movies.speed_max_px,
            percent(count(&|speed| speed == 0.0))
        );
        let windows = pieces.iter().flat_map(|piece| &piece.windows);
        let mut windows: Vec<_> = windows.copied().collect();
        windows.sort_by(|a, b| a.speed_px.total_cmp(&b.speed_px));
        let frames = pieces.iter().flat_map(|piece| &piece.frames);
        advised = advice(&windows, &totals, frames, movies);
    }
    (line, advised, totals)
}
