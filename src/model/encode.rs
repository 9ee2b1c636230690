//! From frames to codes: the one way into the solvers.
//!
//! A frame's code depends on nothing but its movie, the weights and the sparsities, so that the bits are the same on
//! any number of threads of one instruction set.

mod tasks;

use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis};
use pulp::Simd;

use super::batch::{BatchCodes, SimpleCodes};
use super::params::{Coupling, ModelParams};
use super::solve::lasso::SimpleCoder;
use super::solve::movie::{MovieCoder, MovieSolver};
use super::step_progress::StepProgress;
use super::weights::Weights;
use crate::compute::object_pool::ObjectPool;
use crate::compute::workspace::{Workspace, shaped};
use tasks::Task;

impl Weights {
    /// The codes of movies under these weights: `frames` `[n * n_t, P]`, each code accepted at
    /// `relative_gap` of its energy.
    ///
    /// # Panics
    /// When the frames do not fill whole movies, or the parameters have another number of layers than the weights.
    pub fn encode(
        &self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        relative_gap: f64,
    ) -> BatchCodes {
        let workspace = &mut Workspace::default();
        let movies = (frames, movie_frames);
        self.encode_in(workspace, movies, params, relative_gap, 0, None)
    }

    /// As [`Self::encode`], and x - W z of every frame, `[n * n_t, P]`, which W learns from.
    pub fn encode_with_residuals(
        &self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        relative_gap: f64,
    ) -> (BatchCodes, Array2<f32>) {
        let mut workspace = Workspace::default();
        let pixels = frames.ncols();
        let codes = self.encode_in(
            &mut workspace,
            (frames, movie_frames),
            params,
            relative_gap,
            pixels,
            None,
        );
        (codes, workspace.residuals)
    }

    /// As [`Self::encode`], with x - W z in the workspace if `residual_pixels` is P, and without it if that is 0. Once `progress`
    /// is stopped, the rest is not coded.
    pub(super) fn encode_in(
        &self,
        workspace: &mut Workspace,
        (frames, movie_frames): (ArrayView2<'_, f32>, usize),
        params: &ModelParams,
        relative_gap: f64,
        residual_pixels: usize,
        progress: Option<&StepProgress>,
    ) -> BatchCodes {
        let dictionary = self.dictionary.view();
        workspace.gram_cache.update(dictionary);
        let simple = SimpleCoder::new(
            dictionary,
            &workspace.gram_cache,
            params.alpha,
            relative_gap,
        );
        let sized = params.pooling_layers();
        assert_eq!(
            self.layers.len(),
            sized.len(),
            "layers of the weights and of the parameters"
        );
        let layers = self.layers.iter().zip(sized);
        let above: Vec<_> = layers
            .map(|(layer, params)| (layer.weights.view(), params.sparsity))
            .collect();
        let coder = MovieCoder::new(params.coupling, simple, &above);
        let coder = match progress {
            Some(progress) => coder.for_learning(progress),
            None => coder,
        };
        let residuals = shaped(&mut workspace.residuals, (frames.nrows(), residual_pixels));
        let correlations = &workspace.correlations;
        pulp::Arch::new().dispatch(coder.encoding(frames, movie_frames, residuals, correlations))
    }
}

impl MovieCoder<'_> {
    /// The codes of `frames` `[n * n_t, P]`.
    ///
    /// # Panics
    /// When the frames do not fill whole movies.
    pub fn encode(&self, frames: ArrayView2<'_, f32>, movie_frames: usize) -> BatchCodes {
        let mut no_residuals = Array2::zeros((frames.nrows(), 0));
        let correlations = &ObjectPool::default();
        let residuals = no_residuals.view_mut();
        pulp::Arch::new().dispatch(self.encoding(frames, movie_frames, residuals, correlations))
    }

    /// The work of encoding `frames` `[n * n_t, P]`, to be dispatched to an instruction set.
    ///
    /// x - W z of each frame goes to `residuals` `[n * n_t, P]`, or nowhere, `[n * n_t, 0]`. Arrays for W'x of a block of
    /// frames, `[.., K]`, are taken from `correlations` and put back.
    ///
    /// # Panics
    /// When the frames do not fill whole movies.
    pub fn encoding<'a>(
        &'a self,
        frames: ArrayView2<'a, f32>,
        movie_frames: usize,
        residuals: ArrayViewMut2<'a, f32>,
        correlations: &'a ObjectPool<Array2<f32>>,
    ) -> impl pulp::WithSimd<Output = BatchCodes> + 'a {
        assert_eq!(frames.nrows() % movie_frames, 0, "frames fill movies");
        Encode {
            coder: self,
            frames,
            movie_frames,
            residuals,
            correlations,
        }
    }
}

impl SimpleCoder<'_> {
    /// The codes of `frames` `[n, P]` under no other layer; each `movie_frames` successive rows are a movie.
    pub fn encode(&self, frames: ArrayView2<'_, f32>, movie_frames: usize) -> SimpleCodes {
        MovieCoder::new(Coupling::Split, self.clone(), &[])
            .encode(frames, movie_frames)
            .simple
    }
}

struct Encode<'a, 'w> {
    coder: &'a MovieCoder<'w>,
    frames: ArrayView2<'a, f32>,
    movie_frames: usize,
    residuals: ArrayViewMut2<'a, f32>,
    correlations: &'a ObjectPool<Array2<f32>>,
}

impl pulp::WithSimd for Encode<'_, '_> {
    type Output = BatchCodes;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> BatchCodes {
        let Self {
            coder,
            frames,
            movie_frames,
            residuals,
            correlations,
        } = self;
        let solvers = ObjectPool::default();
        let new = || MovieSolver::new(simd, coder, movie_frames);
        let work = |task: Task<'_>| {
            solvers.with(new, |solver| {
                simd.vectorize(EncodeMovies {
                    solver,
                    task,
                    movie_frames,
                    progress: coder.progress,
                })
            })
        };
        let dictionary = coder.simple.dictionary;
        let outputs = (residuals, correlations);
        let gather = |parts: Vec<BatchCodes>| {
            let mut all = coder.no_codes();
            all.append_all(&parts);
            all
        };
        gather(tasks::share_out(
            dictionary,
            (frames, movie_frames),
            outputs,
            work,
            gather,
        ))
    }
}

struct EncodeMovies<'a, 't, 'c, 'w, S> {
    solver: &'a mut MovieSolver<'c, 'w, S>,
    task: Task<'t>,
    movie_frames: usize,
    progress: Option<&'w StepProgress>,
}

impl<S: Simd> pulp::NullaryFnOnce for EncodeMovies<'_, '_, '_, '_, S> {
    type Output = BatchCodes;

    #[inline(always)]
    fn call(self) -> BatchCodes {
        let Self {
            solver,
            mut task,
            movie_frames,
            progress,
        } = self;
        let frames = task.frames.axis_chunks_iter(Axis(0), movie_frames);
        let correlations = task.correlations.axis_chunks_iter(Axis(0), movie_frames);
        let residuals = task.residuals.axis_chunks_iter_mut(Axis(0), movie_frames);
        for ((frames, correlations), residuals) in frames.zip(correlations).zip(residuals) {
            if progress.is_some_and(StepProgress::is_stopped) {
                break;
            }
            solver.solve(frames, correlations);
            solver.append_codes();
            if !residuals.is_empty() {
                solver.write_residuals(frames, residuals);
            }
            if let Some(progress) = progress {
                progress.count_movie();
            }
        }
        solver.take_codes()
    }
}
