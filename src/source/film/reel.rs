//! Movies too long to be held: a part of them at a time.
//!
//! Learning goes through rounds of equally many movies. Round r holds pieces of the movies that depend on the seed, on r
//! and on the files alone, so that a run that is opened again goes on with the same ones.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::Film;
use super::footage::{Footage, Treatment};
use crate::source::decode::budget::DECODING;
use crate::source::error::Skipped;
use crate::words::counted;

/// Normalised frames of a round, in bytes. About three rounds are in memory: the one learned from, the next, and one that
/// is shown.
const ROUND_BYTES: u64 = 48_000_000;
/// Movies learned from in a round.
const ROUND_MOVIES: u64 = 16_384;
/// Pieces of a round.
const PIECES: usize = 4;
/// How often other pieces are tried where nothing moves at a speed in the range.
const TRIES: usize = 8;
/// Keeps the numbers that choose pieces apart from those that cut movies.
const SALT: u64 = 0x5EED_F11A;

/// Movies that are read piece by piece.
#[derive(Clone, Debug)]
pub struct Reel {
    pub(in crate::source) films: Vec<Film>,
    pub(in crate::source) treatment: Treatment,
    pub(in crate::source) seed: u64,
}

impl Reel {
    /// The round in which the next movie is learned from.
    #[must_use]
    pub fn round_at(&self, movies_seen: u64) -> u64 {
        movies_seen / ROUND_MOVIES
    }

    /// The same movies, in pieces that another seed draws.
    #[must_use]
    pub fn drawn_by(&self, seed: u64) -> Self {
        Self {
            seed,
            ..self.clone()
        }
    }

    /// The pieces of a round, each with the index of its movie.
    ///
    /// # Errors
    /// A movie that cannot be read any more, or in which nothing moves.
    pub(in crate::source) fn pieces(
        &self,
        round: u64,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<(usize, Footage)>, Skipped> {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ SALT);
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(generator.random::<u64>() ^ round);
        let mut at_other_speeds = None;
        for _ in 0..TRIES {
            let (mut drawn, mut bytes) = (Vec::with_capacity(PIECES), 0);
            // Of long movies of large frames fewer pieces are a round.
            while drawn.len() < PIECES && bytes < ROUND_BYTES {
                let piece = self.draw(&mut generator);
                let (film, _, length) = piece;
                bytes += length as u64 * self.films[film].frame_bytes(&self.treatment.movies);
                // A movie that is a piece as a whole is in it once.
                if !drawn.contains(&piece) {
                    drawn.push(piece);
                }
            }
            let read = |(film, start, length): (usize, u64, usize)| {
                let footage = self.films[film].read(start, length, &self.treatment, goes_on)?;
                Ok((film, footage))
            };
            let mut pieces = Vec::new();
            let channels = self.treatment.movies.channels;
            let bytes =
                |&(film, ..): &(usize, u64, usize)| self.films[film].decoding_bytes(channels);
            for group in DECODING.groups(drawn, bytes) {
                let read: Result<Vec<_>, Skipped> = group.into_par_iter().map(&read).collect();
                pieces.extend(read?);
            }
            pieces.retain(|(_, piece)| !piece.frames.is_empty());
            let mut windows = pieces.iter().flat_map(|(_, piece)| &piece.windows);
            let has_windows = windows.clone().next().is_some();
            let has_usable = windows.any(|window| self.treatment.movies.has_speed(window.speed_px));
            if has_usable || !goes_on() || (!self.treatment.chooses() && !pieces.is_empty()) {
                return Ok(pieces);
            }
            if has_windows {
                at_other_speeds.get_or_insert(pieces);
            }
        }
        if let Some(pieces) = at_other_speeds {
            return Ok(pieces);
        }
        let of = match self.films.len() {
            1 => "it".to_owned(),
            films => format!("it and {}", counted(films - 1, "other movie file")),
        };
        let reason = format!(
            "nothing with texture is found again from frame to frame in {} pieces of {of}",
            TRIES * PIECES
        );
        Err(Skipped::new(&self.films[0].path, reason))
    }

    /// A movie, the first frame and the number of frames of a piece: of a longer movie as much more often.
    fn draw(&self, generator: &mut Xoshiro256PlusPlus) -> (usize, u64, usize) {
        let mut below = |n: u64| (generator.random::<f64>() * n as f64) as u64;
        let mut at = below(self.films.iter().map(|film| film.frames).sum());
        let index = self.films.iter().position(|film| {
            let is_it = at < film.frames;
            at = at.saturating_sub(film.frames);
            is_it
        });
        let index = index.unwrap_or(0);
        let (film, movies) = (&self.films[index], &self.treatment.movies);
        let length = ROUND_BYTES / PIECES as u64 / film.frame_bytes(movies);
        let length = length.max(movies.span() as u64 + 1).min(film.frames);
        (index, below(film.frames - length + 1), length as usize)
    }
}
