//! The patches or movies of the pictures that drive a unit most.
//!
//! A grid of places over all pictures is coded in random order, so that good ones are there from the first moment on;
//! each that is kept is then moved, pixel by pixel and turn by turn, as long as the unit answers more.

use std::f64::consts::TAU;

use ndarray::{Array2, Axis};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::unit::{Layer, Unit};
use crate::analysis::MEASURED_GAP;
use crate::channels::Channels;
use crate::model::{Coupling, ModelParams, Weights};
use crate::source::{
    Motion, MovieParams, MoviePath, Pictures, Steps, displacement_px, draw_velocity,
};

/// Patches or movies that are kept.
pub const KEPT: usize = 9;

/// Places coded at once.
const BLOCK: usize = 256;
/// Most places of the grid, in all pictures; more pictures make it coarser.
const MOST_PLACES: usize = 1_000_000;
/// Steps of the grid in a patch.
const STEPS_IN_PATCH: usize = 4;
/// Moves of a window that are tried, in pixels along each axis.
const MOVES_PX: [isize; 5] = [-2, -1, 0, 1, 2];
/// Directions of motion that are tried.
const DIRECTIONS: usize = 16;

/// A patch or a movie that drives a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct StrongPatch {
    /// Where it is cut.
    pub path: MoviePath,
    /// z, signed, or u.
    pub answer: f32,
    /// Its frames, `[n, P]`: one for a patch, n_t for a movie.
    pub frames: Array2<f32>,
    /// Whether no move makes it stronger.
    is_settled: bool,
}

impl StrongPatch {
    /// Side of its frames, in pixels.
    pub fn side(&self) -> usize {
        Channels::side_of(self.frames.ncols())
    }
}

/// A search that goes on step by step.
pub struct StrongestSearch<'a> {
    pictures: &'a Pictures,
    weights: &'a Weights,
    model: &'a ModelParams,
    movies: MovieParams,
    unit: Unit,
    /// Corners that are yet to be coded: picture, row, column.
    corners: Vec<(usize, usize, usize)>,
    /// Ways through movie files that are yet to be coded.
    films: Vec<MoviePath>,
    total: usize,
    /// Step of the grid, in pixels.
    step: usize,
    found: Vec<StrongPatch>,
    generator: Xoshiro256PlusPlus,
}

impl<'a> StrongestSearch<'a> {
    /// A search over these pictures, under this model, in movies cut with these parameters: for what drives an invariant unit, among
    /// movies as it learns from them, but in order where that scrambles them; what drives a simple one stands still. The same
    /// seed finds the same.
    ///
    /// # Panics
    /// If the model has no such unit.
    pub fn new(
        pictures: &'a Pictures,
        weights: &'a Weights,
        model: &'a ModelParams,
        movies: &MovieParams,
        unit: Unit,
        seed: u64,
    ) -> Self {
        let (layer, index) = unit;
        let units = layer.of(model.simple, model.invariant);
        assert!(index < units, "unit {index} of {units}");
        let mut movies = *movies;
        if layer == Layer::Simple {
            (movies.speed_min_px, movies.speed_max_px) = (0.0, 0.0);
            if model.coupling == Coupling::Split {
                movies.frames = 1;
            }
        }
        let mut films = Vec::new();
        if layer == Layer::Invariant {
            films = MoviePath::all_in_films(pictures, &movies);
            if movies.motion == Motion::Still {
                (movies.speed_min_px, movies.speed_max_px) = (0.0, 0.0);
            }
        }
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        // The frames of movie files are seen as they follow each other, not one by one.
        let singly = if films.is_empty() {
            pictures.len()
        } else {
            pictures.stills()
        };
        let sizes: Vec<_> = (0..singly).map(|at| pictures.size_px(at)).collect();
        let (mut corners, step) = corners(&sizes, movies.patch_side);
        corners.shuffle(&mut generator);
        films.shuffle(&mut generator);
        films.truncate(MOST_PLACES);
        Self {
            pictures,
            weights,
            model,
            movies,
            unit,
            total: corners.len() + films.len(),
            corners,
            films,
            step,
            found: Vec::new(),
            generator,
        }
    }

    /// Codes some more places; false when nothing is left to try.
    pub fn advance(&mut self) -> bool {
        let left = self.corners.len().saturating_sub(BLOCK);
        let block = self.corners.split_off(left);
        let mut paths: Vec<_> = block.into_iter().map(|at| self.path_near(at)).collect();
        let left = self.films.len().saturating_sub(BLOCK - paths.len());
        paths.extend(self.films.drain(left..));
        self.try_out(&paths);
        let moved = self.moved();
        self.try_out(&moved);
        let is_tried = self.corners.is_empty() && self.films.is_empty();
        !(is_tried && self.found.iter().all(|found| found.is_settled))
    }

    /// The strongest so far, the strongest first, at most [`KEPT`].
    pub fn found(&self) -> &[StrongPatch] {
        &self.found
    }

    /// Share of the places and of the ways through movie files that was coded, 0 to 1.
    pub fn share_done(&self) -> f32 {
        let left = (self.corners.len() + self.films.len()) as f32;
        1.0 - left / self.total.max(1) as f32
    }

    /// A path that starts near a corner of the grid, moved where it would leave the picture.
    fn path_near(&mut self, (picture, top, left): (usize, usize, usize)) -> MoviePath {
        let (side, last) = (self.movies.patch_side, self.movies.frames - 1);
        let (height, width) = self.pictures.size_px(picture);
        let [down, right] = draw_velocity(&self.movies, &mut self.generator);
        let step = self.step;
        let mut start = |at: usize, length: usize, velocity: f64| {
            let travel = displacement_px(last, velocity);
            let first = travel.min(0).unsigned_abs();
            let end = (length - side).saturating_sub(travel.max(0).unsigned_abs());
            (at + self.generator.random_range(0..step))
                .min(end)
                .max(first)
        };
        MoviePath {
            picture,
            top: start(top, height, down),
            left: start(left, width, right),
            down_px_per_frame: down,
            right_px_per_frame: right,
            steps_px: Steps::default(),
            pictures_per_frame: 0,
        }
    }

    /// What lies around those that are not settled: windows moved by a pixel or two, and other directions at the lowest and
    /// the highest speed. Marks them as settled; a stronger one takes the place of its origin, and is not.
    fn moved(&mut self) -> Vec<MoviePath> {
        let mut paths = Vec::new();
        for found in self.found.iter_mut().filter(|found| !found.is_settled) {
            found.is_settled = true;
            let moves = MOVES_PX.iter().flat_map(|&y| MOVES_PX.map(|x| (y, x)));
            paths.extend(moves.filter_map(|(y, x)| {
                Some(MoviePath {
                    top: found.path.top.checked_add_signed(y)?,
                    left: found.path.left.checked_add_signed(x)?,
                    ..found.path
                })
            }));
            let drifts = found.path.pictures_per_frame == 0;
            if drifts && self.movies.speed_max_px > 0.0 {
                for speed_px in [self.movies.speed_min_px, self.movies.speed_max_px] {
                    paths.extend((0..DIRECTIONS).map(|turn| {
                        // Along an axis exactly 0.
                        let exact = |part: f64| if part.abs() < 1e-12 { 0.0 } else { part };
                        let (sin, cos) = (TAU * turn as f64 / DIRECTIONS as f64).sin_cos();
                        MoviePath {
                            down_px_per_frame: f64::from(speed_px) * exact(sin),
                            right_px_per_frame: f64::from(speed_px) * exact(cos),
                            ..found.path
                        }
                    }));
                }
            }
        }
        paths
    }

    /// Codes the movies on these paths, those that leave their picture aside, and keeps the strongest.
    fn try_out(&mut self, paths: &[MoviePath]) {
        let (side, n_t) = (self.movies.patch_side, self.movies.frames);
        let images = self.pictures.images();
        let fits = |path: &&MoviePath| path.fits(self.pictures.size_px(path.picture), side, n_t);
        let paths: Vec<_> = paths.iter().filter(fits).collect();
        if paths.is_empty() {
            return;
        }
        let mut frames = Array2::zeros((paths.len() * n_t, self.movies.pixels()));
        for (path, movie) in paths.iter().zip(frames.axis_chunks_iter_mut(Axis(0), n_t)) {
            path.copy(images, side, movie);
        }
        let codes = self
            .weights
            .encode(frames.view(), n_t, self.model, MEASURED_GAP);
        let (layer, unit) = self.unit;
        let (z, u) = (&codes.simple.codes, &codes.invariant().codes);
        let (codes, rows_each, shown) = layer.of((z, n_t, 1), (u, 1, n_t));
        for (movie, path) in paths.into_iter().enumerate() {
            let mut on = codes.pairs(movie * rows_each);
            let Some((_, answer)) = on.find(|&(on, _)| on == unit) else {
                continue;
            };
            let rows = ndarray::s![movie * n_t..movie * n_t + shown, ..];
            let frames = || frames.slice(rows).to_owned();
            self.keep(*path, answer, frames);
        }
    }

    /// Keeps a movie if it is one of the strongest. Of those that overlap by more than half along both axes the strongest
    /// stays.
    fn keep(&mut self, path: MoviePath, answer: f32, frames: impl FnOnce() -> Array2<f32>) {
        let reach = self.movies.patch_side / 2;
        let overlaps = |found: &StrongPatch| {
            found.path.picture == path.picture
                && found.path.top.abs_diff(path.top) < reach
                && found.path.left.abs_diff(path.left) < reach
        };
        let is_stronger = |found: &StrongPatch| answer.abs() > found.answer.abs();
        let is_beaten = |found: &StrongPatch| overlaps(found) && !is_stronger(found);
        let is_full = self.found.len() == KEPT && !self.found.iter().any(overlaps);
        if self.found.iter().any(is_beaten)
            || (is_full && !self.found.last().is_some_and(is_stronger))
        {
            return;
        }
        self.found.retain(|found| !overlaps(found));
        let rank = self.found.partition_point(|found| !is_stronger(found));
        self.found.insert(
            rank,
            StrongPatch {
                path,
                answer,
                frames: frames(),
                is_settled: false,
            },
        );
        self.found.truncate(KEPT);
    }
}

/// The corners of a grid over pictures of these heights and widths, as fine as [`MOST_PLACES`] allows, and its step in pixels.
fn corners(sizes: &[(usize, usize)], side: usize) -> (Vec<(usize, usize, usize)>, usize) {
    let starts = |length: usize, step: usize| (0..(length + 1).saturating_sub(side)).step_by(step);
    let places = |step: usize| -> usize {
        let of = |&(height, width): &(usize, usize)| {
            starts(height, step).len() * starts(width, step).len()
        };
        sizes.iter().map(of).sum()
    };
    let finest = (side / STEPS_IN_PATCH).max(1);
    let mut step = finest;
    while places(step) > MOST_PLACES {
        step += finest;
    }
    let of = |(picture, &(height, width)): (usize, &(usize, usize))| {
        let (rows, columns) = (starts(height, step), starts(width, step));
        rows.flat_map(move |top| columns.clone().map(move |left| (picture, top, left)))
            .collect::<Vec<_>>()
    };
    (sizes.iter().enumerate().flat_map(of).collect(), step)
}
