//! Pictures ready to be cut into movies, and those that were left out.

use std::sync::{Arc, OnceLock};

use ndarray::{Array2, Array3, ArrayView2, ArrayView3, Axis};

use super::clearest::clearest_place;
use super::error::{Skipped, SourceError};
use super::film::{Advice, Footage, Reel, Window, advice};
use super::movie_params::{Motion, MovieParams};
use super::movie_totals::MovieTotals;

/// Windows of the nearest speeds, at most, where none has one in the range.
const NEAREST: usize = 512;

/// A picture or a part of one `[channels, height, width]` with its planes one below the other, `[channels * height, width]`.
pub fn stacked(picture: ArrayView3<'_, f32>) -> Array2<f32> {
    let (planes, height, width) = picture.dim();
    let picture = picture.as_standard_layout();
    let stacked = picture.to_shape((planes * height, width));
    stacked.expect("planes of one size").into_owned()
}

/// Contrast-normalised pictures, and the files that were skipped on the way.
#[derive(Clone, Debug, Default)]
pub struct Pictures {
    images: Vec<Array3<f32>>,
    names: Vec<String>,
    /// Computed on first use.
    clearest: Vec<OnceLock<[usize; 2]>>,
    skipped: Vec<Skipped>,
    are_lines: bool,
    /// Pictures before the frames of movies.
    stills: usize,
    /// A line about each movie, with what to do where few of its windows are usable.
    movies: Vec<String>,
    /// The same without that.
    plain: Vec<String>,
    totals: MovieTotals,
    /// Whether some stills are numbered as the frames of a movie are.
    are_numbered: bool,
    /// Where something moves in them, the slowest first.
    windows: Vec<Window>,
    reel: Option<Arc<Reel>>,
    round: u64,
}

impl Pictures {
    /// Normalised grey pictures, each with its display name.
    pub fn new(named: Vec<(String, Array2<f32>)>) -> Self {
        let in_planes = named.into_iter();
        Self::of_planes(in_planes.map(|(name, image)| (name, image.insert_axis(Axis(0)))))
    }

    /// Normalised pictures in planes, each with its display name.
    pub fn of_planes(named: impl IntoIterator<Item = (String, Array3<f32>)>) -> Self {
        let mut pictures = Self::default();
        for (name, image) in named {
            pictures.push(name, image);
        }
        pictures
    }

    /// The lines of the toy example: movies are drawn each time; these patches are for display.
    pub(super) fn lines(patches: Vec<(String, Array3<f32>)>) -> Self {
        Self {
            are_lines: true,
            ..Self::of_planes(patches)
        }
    }

    /// Checks that movies can be cut from every picture and, where movie files are held whole, that something in them
    /// moves at such a speed.
    ///
    /// # Errors
    /// The first picture that is too small, with its size and the one that is needed; or what moves.
    pub fn check(&self, movies: &MovieParams) -> Result<(), SourceError> {
        let needed = |index| {
            if index < self.stills {
                movies.smallest_picture_px()
            } else {
                movies.smallest_frame_px()
            }
        };
        let is_small = |&index: &usize| {
            let (height, width) = self.size_px(index);
            height.min(width) < needed(index)
        };
        if let Some(index) = (0..self.len()).find(is_small) {
            return Err(SourceError::TooSmall {
                name: self.names[index].clone(),
                size_px: self.size_px(index),
                needed_px: needed(index),
            });
        }
        let chooses = movies.motion != Motion::Drift && !self.movies.is_empty();
        if chooses && self.reel.is_none() && self.moving(movies).is_empty() {
            return Err(SourceError::NothingMoves {
                slowest_px: movies.speed_min_px,
                fastest_px: movies.speed_max_px,
                movies: self.plain.clone(),
                way_out: match self.advice(movies) {
                    Some(advice) => advice.way_out,
                    None => self.way_out_of_rest(movies).to_owned(),
                },
            });
        }
        Ok(())
    }

    /// What to do where there are no windows at all: frames that are as the one before are left out, and too few stay.
    fn way_out_of_rest(&self, movies: &MovieParams) -> &'static str {
        let are_alike = self.len() - self.stills <= self.movies.len();
        if are_alike || movies.frames == 1 {
            "take another movie, or motion drift"
        } else if movies.stride == 1 {
            "too few frames differ: lower the frames of a movie, take another movie, or motion drift"
        } else {
            "too few frames differ: lower the stride, take another movie, or motion drift"
        }
    }

    /// Adds the frames of a movie, with a line about it. Pictures come before movies.
    pub(super) fn push_movie(&mut self, name: &str, footage: Footage) {
        let first = self.images.len() as u32;
        for (number, frame) in footage.numbers.iter().zip(footage.frames) {
            self.images.push(frame);
            self.names.push(format!("{name}, frame {}", number + 1));
            self.clearest.push(OnceLock::new());
        }
        self.windows
            .extend(footage.windows.iter().map(|window| Window {
                image: first + window.image,
                ..*window
            }));
        self.windows
            .sort_by(|a, b| a.speed_px.total_cmp(&b.speed_px));
    }

    /// Adds a line about a movie, what to do where it needs advice, and what it counts.
    pub(super) fn describe_movie(
        &mut self,
        (line, advice, totals): &(String, Option<Advice>, MovieTotals),
    ) {
        self.movies.push(match advice {
            Some(advice) => format!("{line}; {advice}"),
            None => line.clone(),
        });
        self.plain.push(line.clone());
        self.totals.add(totals);
    }

    /// Notes that some of the pictures are numbered as the frames of a movie are.
    pub(super) fn note_numbered(&mut self, are_numbered: bool) {
        self.are_numbered = are_numbered;
    }

    /// What to do where so few windows of the movies can be used, as patches are cut now, that the same few patches are learned from
    /// again and again.
    pub fn advice(&self, movies: &MovieParams) -> Option<Advice> {
        let frames = self.images[self.stills..].iter();
        advice(&self.windows, &self.totals, frames, movies)
    }

    /// What the movies have together, the usable windows at the speeds of `movies`.
    #[must_use]
    pub fn totals(&self, movies: &MovieParams) -> MovieTotals {
        MovieTotals {
            usable: self.moving(movies).len(),
            ..self.totals.clone()
        }
    }

    /// Why movies of so many frames cannot have this motion here, in a few words; `None` where they can.
    #[must_use]
    pub fn refuses(&self, motion: Motion, frames: usize) -> Option<&'static str> {
        let has_movies = !self.movies.is_empty() || self.are_numbered;
        match motion {
            Motion::Auto => None,
            _ if self.are_lines => Some("lines do not move"),
            Motion::Movie if !has_movies => Some("the source has stills only"),
            Motion::Drift | Motion::Movie => None,
            Motion::Scrambled | Motion::Still if frames == 1 => Some("movies have one frame"),
            Motion::Scrambled | Motion::Still => None,
        }
    }

    /// A line about each movie: frames, seconds, cuts and the share of its windows that can be used, with what to do where few can.
    pub fn movies(&self) -> &[String] {
        &self.movies
    }

    /// How many of the pictures are no frames of movies; these come first.
    #[must_use]
    pub fn stills(&self) -> usize {
        self.stills
    }

    /// The windows that something moves in at a speed in the range. Where there are none in this round of a longer movie,
    /// those at the nearest speeds.
    pub(super) fn windows_at(&self, movies: &MovieParams) -> &[Window] {
        let moving = self.moving(movies);
        if moving.is_empty() {
            self.nearest(movies)
        } else {
            moving
        }
    }

    /// The windows at the speeds nearest to the range, slower and faster ones, some hundreds at most; of those none is in it.
    fn nearest(&self, movies: &MovieParams) -> &[Window] {
        let at = self.below(movies.speed_min_px);
        let (slower, faster) = self.windows.split_at(at);
        let [mut before, mut after] = [0, 0];
        let distance = |window: &Window| {
            let speed = window.speed_px;
            (movies.speed_min_px - speed).max(speed - movies.speed_max_px)
        };
        while before + after < NEAREST {
            let next = [slower.iter().rev().nth(before), faster.get(after)];
            match next.map(|window| window.map(distance)) {
                [None, None] => break,
                [Some(slower), Some(faster)] if slower > faster => after += 1,
                [None, Some(_)] => after += 1,
                [Some(_), _] => before += 1,
            }
        }
        &self.windows[at - before..at + after]
    }

    /// The windows that something moves in at a speed in the range; all, where movies have one frame.
    fn moving(&self, movies: &MovieParams) -> &[Window] {
        if movies.frames == 1 {
            return &self.windows;
        }
        let end = |window: &Window| window.speed_px <= movies.speed_max_px;
        let (start, end) = (
            self.below(movies.speed_min_px),
            self.windows.partition_point(end),
        );
        self.windows.get(start..end).unwrap_or_default()
    }

    /// How many windows are slower than this.
    fn below(&self, speed_px: f32) -> usize {
        self.windows
            .partition_point(|window| window.speed_px < speed_px)
    }

    /// Makes these the pictures of one round of longer movies.
    pub(super) fn of_round(self, reel: Arc<Reel>, round: u64) -> Self {
        Self {
            reel: Some(reel),
            round,
            ..self
        }
    }

    /// The movies that these are a round of, and which; `None` where everything is held.
    pub fn reel(&self) -> Option<(&Arc<Reel>, u64)> {
        self.reel.as_ref().map(|reel| (reel, self.round))
    }

    /// The round to learn from after so many movies, and the movies it is of, where these are the pictures of another.
    pub fn round_due(&self, movies_seen: u64) -> Option<(&Arc<Reel>, u64)> {
        let (reel, round) = self.reel()?;
        let due = reel.round_at(movies_seen);
        (due != round).then_some((reel, due))
    }

    /// Whether movies are drawn, not cut.
    pub(super) fn are_lines(&self) -> bool {
        self.are_lines
    }

    /// Adds a picture.
    pub(super) fn push(&mut self, name: String, image: Array3<f32>) {
        self.stills += 1;
        self.names.push(name);
        self.images.push(image);
        self.clearest.push(OnceLock::new());
    }

    /// Adds a file that cannot be used.
    pub(super) fn skip(&mut self, skipped: Skipped) {
        self.skipped.push(skipped);
    }

    /// The pictures, each `[channels, height, width]`.
    pub fn images(&self) -> &[Array3<f32>] {
        &self.images
    }

    /// One plane of a picture, `[height, width]`.
    ///
    /// # Panics
    /// If there is no such picture or plane.
    pub fn plane(&self, picture: usize, plane: usize) -> ArrayView2<'_, f32> {
        self.images[picture].index_axis(Axis(0), plane)
    }

    /// Height and width of a picture, in pixels.
    ///
    /// # Panics
    /// If there is no such picture.
    pub fn size_px(&self, picture: usize) -> (usize, usize) {
        let (_, height, width) = self.images[picture].dim();
        (height, width)
    }

    /// The name of each picture: the path of a file, "scene 1" for a scene.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The centre of the clearest edge or stripes of one orientation in a picture, x and y in pixels. `None` if there
    /// is no such picture.
    pub fn clearest_place(&self, picture: usize) -> Option<[usize; 2]> {
        let (place, image) = (self.clearest.get(picture)?, self.images.get(picture)?);
        Some(*place.get_or_init(|| clearest_place(image)))
    }

    /// The files that cannot be used, each with the reason.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// How many pictures there are.
    pub fn len(&self) -> usize {
        self.images.len()
    }

    /// Whether there is no picture at all.
    pub fn is_empty(&self) -> bool {
        self.images.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A round whose windows have these speeds, ascending.
    fn round(speeds_px: &[f32]) -> Pictures {
        let window = |&speed_px: &f32| Window {
            speed_px,
            image: 0,
            top: 0,
            left: 0,
            steps_px: Default::default(),
        };
        Pictures {
            windows: speeds_px.iter().map(window).collect(),
            ..Pictures::default()
        }
    }

    fn speeds(pictures: &Pictures) -> Vec<f32> {
        let windows = pictures.windows_at(&MovieParams::default());
        windows.iter().map(|window| window.speed_px).collect()
    }

    #[test]
    fn where_nothing_moves_at_a_speed_in_the_range_the_nearest_speeds_are_taken() {
        assert_eq!(speeds(&round(&[0.3, 1.0, 1.7, 2.5])), [1.0, 1.7]);
        assert_eq!(speeds(&round(&[0.3, 0.9, 9.0])), [0.3, 0.9, 9.0]);
        let mut many = vec![0.1; 1000];
        many.extend([0.9; 300]);
        many.extend([2.1; 200]);
        many.extend([7.0; 1000]);
        let found = speeds(&round(&many));
        assert_eq!(found.len(), NEAREST);
        let of = |speed: f32| found.iter().filter(|found| **found == speed).count();
        assert_eq!([of(0.1), of(0.9), of(2.1), of(7.0)], [12, 300, 200, 0]);
        assert!(speeds(&round(&[])).is_empty());
    }
}
