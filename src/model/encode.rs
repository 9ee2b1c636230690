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
    #[must_use]
    pub fn encode(
        &self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        relative_gap: f64,
    ) -> BatchCodes {
        let workspace = &mut Workspace::default();
        self.encode_in(workspace, frames, movie_frames, params, relative_gap, 0)
    }

    /// As [`Self::encode`], and x - W z of every frame, `[n * n_t, P]`, which W learns from.
    #[must_use]
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
            frames,
            movie_frames,
            params,
            relative_gap,
            pixels,
        );
        (codes, workspace.residuals)
    }

    /// As [`Self::encode`], with x - W z in the workspace if `residual_pixels` is P, and without it if that is 0.
    pub(crate) fn encode_in(
        &self,
        workspace: &mut Workspace,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        params: &ModelParams,
        relative_gap: f64,
        residual_pixels: usize,
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
        let residuals = shaped(&mut workspace.residuals, (frames.nrows(), residual_pixels));
        coder.encode_with_residuals(frames, movie_frames, residuals, &workspace.correlations)
    }
}

impl MovieCoder<'_> {
    /// The codes of `frames` `[n * n_t, P]`.
    ///
    /// # Panics
    /// When the frames do not fill whole movies.
    #[must_use]
    pub fn encode(&self, frames: ArrayView2<'_, f32>, movie_frames: usize) -> BatchCodes {
        let mut no_residuals = Array2::zeros((frames.nrows(), 0));
        self.encode_with_residuals(
            frames,
            movie_frames,
            no_residuals.view_mut(),
            &ObjectPool::default(),
        )
    }

    /// The same, and x - W z of each frame goes to `residuals` `[n * n_t, P]`, or nowhere, `[n * n_t, 0]`. Arrays for W'x
    /// of a block of frames, `[.., K]`, are taken from `correlations` and put back.
    ///
    /// # Panics
    /// When the frames do not fill whole movies.
    pub(crate) fn encode_with_residuals(
        &self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        residuals: ArrayViewMut2<'_, f32>,
        correlations: &ObjectPool<Array2<f32>>,
    ) -> BatchCodes {
        assert_eq!(frames.nrows() % movie_frames, 0, "frames fill movies");
        pulp::Arch::new().dispatch(Encode {
            coder: self,
            frames,
            movie_frames,
            residuals,
            correlations,
        })
    }
}

impl SimpleCoder<'_> {
    /// The codes of `frames` `[n, P]` under no other layer; each `movie_frames` successive rows are a movie.
    #[must_use]
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
                })
            })
        };
        let dictionary = coder.simple.dictionary();
        let outputs = (residuals, correlations);
        tasks::share_out(dictionary, (frames, movie_frames), outputs, work, |parts| {
            let mut all = coder.no_codes();
            parts.iter().for_each(|part| all.append(part));
            all
        })
    }
}

struct EncodeMovies<'a, 't, 'c, 'w, S> {
    solver: &'a mut MovieSolver<'c, 'w, S>,
    task: Task<'t>,
    movie_frames: usize,
}

impl<S: Simd> pulp::NullaryFnOnce for EncodeMovies<'_, '_, '_, '_, S> {
    type Output = BatchCodes;

    #[inline(always)]
    fn call(self) -> BatchCodes {
        let Self {
            solver,
            mut task,
            movie_frames,
        } = self;
        let frames = task.frames.axis_chunks_iter(Axis(0), movie_frames);
        let correlations = task.correlations.axis_chunks_iter(Axis(0), movie_frames);
        let residuals = task.residuals.axis_chunks_iter_mut(Axis(0), movie_frames);
        for ((frames, correlations), residuals) in frames.zip(correlations).zip(residuals) {
            solver.solve(frames, correlations);
            solver.append_codes();
            if !residuals.is_empty() {
                solver.write_residuals(frames, residuals);
            }
        }
        solver.take_codes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    /// The instruction sets that this machine has kernels for, plain code first.
    fn instruction_sets() -> Vec<pulp::Arch> {
        let mut sets = vec![pulp::Arch::Scalar];
        #[cfg(target_arch = "x86_64")]
        sets.extend(pulp::x86::V3::try_new().map(pulp::Arch::V3));
        #[cfg(target_arch = "x86_64")]
        sets.extend(pulp::x86::V4::try_new().map(pulp::Arch::V4));
        #[cfg(target_arch = "aarch64")]
        sets.extend(pulp::aarch64::Neon::try_new().map(pulp::Arch::Neon));
        sets
    }

    #[test]
    fn codes_reach_the_same_energies_on_all_instruction_sets() {
        const PIXELS: usize = 300;
        const GAP: f64 = 1e-6;
        let params = ModelParams {
            simple: 90,
            invariant: 20,
            alpha: 0.3,
            beta: 0.1,
            ..ModelParams::default()
        };
        let weights = Weights::random(PIXELS, &params, 1);
        let frames = Array2::from_shape_fn((60, PIXELS), |(row, pixel)| {
            let wave = ((row * 977 + pixel * 37) as f32 * 0.73).sin();
            let near = weights.dictionary[[pixel, row]] - weights.dictionary[[pixel, row / 2]];
            3.0 * near + 0.1 * wave
        });
        let gram_cache = weights.gram_cache();
        let dictionary = weights.dictionary.view();
        let simple = SimpleCoder::new(dictionary, &gram_cache, params.alpha, GAP);
        let above = [(weights.pooling().view(), params.beta)];
        let coder = MovieCoder::new(Coupling::Split, simple, &above);
        let encode = |set: pulp::Arch| {
            let mut no_residuals = Array2::zeros((frames.nrows(), 0));
            set.dispatch(Encode {
                coder: &coder,
                frames: frames.view(),
                movie_frames: 3,
                residuals: no_residuals.view_mut(),
                correlations: &ObjectPool::default(),
            })
        };
        let all: Vec<_> = instruction_sets().into_iter().map(encode).collect();
        let energies = |codes: &BatchCodes| {
            let terms = codes.simple.reconstruction.iter();
            let terms = terms.zip(&codes.simple.sparsity);
            terms.map(|(a, b)| a + b).collect::<Vec<_>>()
        };
        assert!(all[0].invariant().codes.entries() > 0, "u is on");
        for codes in &all {
            assert_eq!(codes.convergence().unconverged, 0);
            for (plain, other) in energies(&all[0]).into_iter().zip(energies(codes)) {
                assert!(
                    (plain - other).abs() <= 4.0 * GAP * plain,
                    "{plain} against {other}"
                );
            }
            // z of near energies may differ by more, and u with it.
            let of_u = |codes: &BatchCodes| codes.energies().invariant().total();
            assert!((of_u(&all[0]) - of_u(codes)).abs() <= 1e-2 * of_u(&all[0]));
        }
    }
}
