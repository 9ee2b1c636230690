//! Simple codes, fast: E1 of eq. (1) by coordinate descent on a growing working set.
//!
//! A code of K units has few that are on, so almost all work can be done on a small block of W'W:
//!
//! 1. One matrix product gives c = W'x for many frames.
//! 2. The working set starts with the units of the movie's last frame and grows by the worst
//!    violators of optimality, abs(g_i) > alpha, where g = c - W'W z.
//! 3. Coordinate descent minimises E1 over the working set exactly, one unit at a time, on a packed
//!    copy of its block of W'W, which stays in the nearest cache.
//! 4. g is recomputed for all K units, and with it the duality gap. Small enough: done.
//!    Otherwise the set grows or the descent goes on with a finer tolerance.
//!
//! Where filters overlap much, coordinate descent crawls. So once the set has stopped growing, a
//! Newton step on the units that are on, their signs held, goes straight to the minimum between the
//! kinks of abs(z), with units that would change sign on the way stopped at 0.
//!
//! Step 4 reads g off W'W in f32, which blurs the gap by a few millionths of the energy. A gap asked
//! for below that is finished with r = x - W z and g = W'r summed in f64, and the descent starts from
//! this g: iterative refinement, which f32 codes are fine enough for.
//!
//! A frame's code depends on nothing but the frame, its movie's last code, W and alpha, so that the
//! bits are the same on any number of threads.

mod solver;

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, Axis, s};
use pulp::Simd;
use rayon::prelude::*;

use super::codes::SparseRows;
use super::spare::Spare;
pub(super) use solver::Solver;

/// Frames whose W'x is in memory at once.
const FRAMES_AT_ONCE: usize = 768;
/// Frames and units of one block of a product W'x.
const PRODUCT_FRAMES: usize = 96;
const PRODUCT_UNITS: usize = 512;
/// Frames a task codes; rounded down to whole movies.
const TASK_FRAMES: usize = 12;

/// Codes frames under one dictionary.
#[derive(Clone, Debug)]
pub struct SimpleCoder<'a> {
    dictionary: ArrayView2<'a, f32>,
    gram: ArrayView2<'a, f32>,
    alpha: f32,
    relative_gap: f64,
}

/// The codes of a batch of frames, with the energies and gaps they were accepted at.
#[derive(Clone, Debug, PartialEq)]
pub struct SimpleCodes {
    /// z, one row per frame.
    pub codes: SparseRows,
    /// 1/2 abs(x - W z)^2 per frame.
    pub reconstruction: Vec<f64>,
    /// alpha abs(z)_1 per frame.
    pub sparsity: Vec<f64>,
    /// Duality gap per frame: a bound on E1(z) - min E1.
    pub gap: Vec<f64>,
}

impl SimpleCodes {
    pub(super) fn new(width: usize) -> Self {
        Self {
            codes: SparseRows::new(width),
            reconstruction: Vec::new(),
            sparsity: Vec::new(),
            gap: Vec::new(),
        }
    }

    pub(super) fn append(&mut self, other: &Self) {
        self.codes.append(&other.codes);
        self.reconstruction.extend_from_slice(&other.reconstruction);
        self.sparsity.extend_from_slice(&other.sparsity);
        self.gap.extend_from_slice(&other.gap);
    }
}

impl<'a> SimpleCoder<'a> {
    /// A coder for a dictionary `[P, K]`, its Gram matrix W'W `[K, K]`, alpha > 0, and the duality
    /// gap, as a share of the energy, at which a code is accepted (1e-3 learns, 1e-6 is exact).
    #[must_use]
    pub fn new(
        dictionary: ArrayView2<'a, f32>,
        gram: ArrayView2<'a, f32>,
        alpha: f32,
        relative_gap: f64,
    ) -> Self {
        assert_eq!(dictionary.ncols(), gram.ncols(), "units of W against W'W");
        assert!(gram.is_standard_layout(), "W'W in row-major order");
        assert!(
            dictionary.t().is_standard_layout(),
            "W in column-major order"
        );
        Self {
            dictionary,
            gram,
            alpha,
            relative_gap,
        }
    }

    /// Simple units, K.
    pub(super) fn units(&self) -> usize {
        self.dictionary.ncols()
    }

    pub(super) fn alpha(&self) -> f32 {
        self.alpha
    }

    pub(super) fn relative_gap(&self) -> f64 {
        self.relative_gap
    }

    /// Shares out `frames`, each `movie_frames` successive rows a movie, in tasks of a few movies: their frames and
    /// W'x, of which the [`first_frames`] are `known` where they were worked out before. What the tasks return comes
    /// in the order of the movies.
    pub(super) fn share_out<T: Send>(
        &self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        mut known: Option<Array2<f32>>,
        task: impl Fn(ArrayView2<'_, f32>, ArrayView2<'_, f32>) -> T + Sync,
    ) -> Vec<T> {
        let of_task = whole_movies(TASK_FRAMES, movie_frames);
        let at_once = whole_movies(FRAMES_AT_ONCE, movie_frames);
        let mut results = Vec::new();
        for frames in frames.axis_chunks_iter(Axis(0), at_once) {
            let known = known.take();
            let correlations = known.unwrap_or_else(|| correlations(self.dictionary, frames));
            let tasks = frames.axis_chunks_iter(Axis(0), of_task).into_par_iter();
            let tasks = tasks.zip(correlations.axis_chunks_iter(Axis(0), of_task));
            // A task each, so that no thread waits long for another in the end.
            let tasks = tasks.with_max_len(1);
            results.par_extend(tasks.map(|(frames, correlations)| task(frames, correlations)));
        }
        results
    }

    /// The codes of `frames` `[n, P]`, where each `movie_frames` successive rows are a movie.
    #[must_use]
    pub fn encode(&self, frames: ArrayView2<'_, f32>, movie_frames: usize) -> SimpleCodes {
        pulp::Arch::new().dispatch(Encode {
            coder: self,
            frames,
            movie_frames,
        })
    }
}

/// c = W'x of each frame, `[n, K]`, in blocks over the cores.
pub(super) fn correlations(
    dictionary: ArrayView2<'_, f32>,
    frames: ArrayView2<'_, f32>,
) -> Array2<f32> {
    let mut all = Array2::zeros((frames.nrows(), dictionary.ncols()));
    let rows = all.axis_chunks_iter_mut(Axis(0), PRODUCT_FRAMES);
    let rows = rows.into_par_iter();
    rows.zip(frames.axis_chunks_iter(Axis(0), PRODUCT_FRAMES))
        .for_each(|(mut rows, frames)| {
            let blocks = rows.axis_chunks_iter_mut(Axis(1), PRODUCT_UNITS);
            let filters = dictionary.axis_chunks_iter(Axis(1), PRODUCT_UNITS);
            let blocks = blocks.into_par_iter().zip(filters);
            blocks.for_each(|(mut to, filters)| {
                general_mat_mul(1.0, &frames, &filters, 0.0, &mut to);
            });
        });
    all
}

/// The first of the frames of movies: those whose W'x is in memory at once.
pub(super) fn first_frames(
    frames: ArrayView2<'_, f32>,
    movie_frames: usize,
) -> ArrayView2<'_, f32> {
    let at_once = whole_movies(FRAMES_AT_ONCE, movie_frames).min(frames.nrows());
    frames.slice_move(s![..at_once, ..])
}

/// So many frames, rounded down to whole movies; one at least.
fn whole_movies(frames: usize, movie_frames: usize) -> usize {
    (frames / movie_frames).max(1) * movie_frames
}

struct Encode<'a, 'w> {
    coder: &'a SimpleCoder<'w>,
    frames: ArrayView2<'a, f32>,
    movie_frames: usize,
}

impl pulp::WithSimd for Encode<'_, '_> {
    type Output = SimpleCodes;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> SimpleCodes {
        let solvers = Spare::new(|| Solver::new(simd, self.coder));
        let task = |frames: ArrayView2<'_, f32>, correlations: ArrayView2<'_, f32>| {
            solvers.with(|solver| {
                simd.vectorize(EncodeMovies {
                    solver,
                    frames,
                    correlations,
                    movie_frames: self.movie_frames,
                })
            })
        };
        let mut all = SimpleCodes::new(self.coder.units());
        for part in self
            .coder
            .share_out(self.frames, self.movie_frames, None, task)
        {
            all.append(&part);
        }
        all
    }
}

struct EncodeMovies<'a, 'w, S> {
    solver: &'a mut Solver<'w, S>,
    frames: ArrayView2<'a, f32>,
    correlations: ArrayView2<'a, f32>,
    movie_frames: usize,
}

impl<S: Simd> pulp::NullaryFnOnce for EncodeMovies<'_, '_, S> {
    type Output = SimpleCodes;

    #[inline(always)]
    fn call(self) -> SimpleCodes {
        let mut codes = SimpleCodes::new(self.correlations.ncols());
        let rows = self.frames.rows().into_iter();
        let rows = rows.zip(self.correlations.rows());
        for (row, (frame, correlation)) in rows.enumerate() {
            if row % self.movie_frames == 0 {
                self.solver.forget();
            }
            self.solver.start_from_last();
            self.solver.solve(frame, correlation);
            self.solver.accept(&mut codes);
        }
        codes
    }
}
