//! Codes of movies under all layers.
//!
//! The split model takes each layer to the minimum of its own energy, from the frames up: E1 of every frame, then
//! E2 of what is pooled of them.
//!
//! The joint model has all layers in one energy: E = sum_t 1/2 abs(x_t - W z_t)^2 + alpha sum_i z*_i (1 +
//! exp(-(A u)_i)) / 2 + beta abs(u)_1, and with a third layer v the last term becomes beta sum_j u_j (1 +
//! exp(-(B v)_j)) / 2 + gamma abs(v)_1. With all else held, each layer is a convex problem that the split model's
//! solvers take to its minimum: z is a lasso in which unit i pays alpha (1 + exp(-(A u)_i)) / 2, and u is E2 at
//! alpha / 2. So a round solves z, then u, then v, from where the last round ended, and no part of it raises E.
//! Rounds end when one of them lowers E by less than the share asked for; a movie whose u stays off is done after
//! the first.
//!
//! What is found is a minimum along each layer, as by the paper's Hierarchical FISTA
//! ([`super::hierarchy`]), beside which it is tested; the joint energy is not convex, and either may find the
//! lower one.

mod tasks;
mod tower;

use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis};
use pulp::Simd;

use super::Coupling;
use super::batch::BatchCodes;
use super::lasso::{SimpleCoder, SimpleCodes};
use super::pooled::InvariantCoder;
use super::spare::Spare;
use tasks::Task;
use tower::Tower;

/// Codes movies under all layers.
#[derive(Clone, Debug)]
pub struct MovieCoder<'a> {
    coupling: Coupling,
    simple: SimpleCoder<'a>,
    above: Vec<Above<'a>>,
    relative_gap: f64,
    repeats: usize,
}

/// A layer above the simple one.
#[derive(Clone, Debug)]
struct Above<'a> {
    coder: InvariantCoder<'a>,
    pooling: ArrayView2<'a, f32>,
    /// What a unit below pays where this layer is off: alpha, beta and on.
    price_below: f32,
}

impl<'a> MovieCoder<'a> {
    /// A coder on top of a simple layer, of which it takes alpha and the relative gap to accept codes at. The layers
    /// above follow, none, one or two: each one's pooling weights `[units below, units]`, >= 0, row-major, and sparsity > 0.
    #[must_use]
    pub fn new(
        coupling: Coupling,
        simple: SimpleCoder<'a>,
        above: &[(ArrayView2<'a, f32>, f32)],
    ) -> Self {
        let (mut price_below, relative_gap) = (simple.alpha(), simple.relative_gap());
        let mut layers = Vec::new();
        for &(pooling, price) in above {
            let alpha = coupling.share() * price_below;
            layers.push(Above {
                coder: InvariantCoder::new(pooling, alpha, price, relative_gap),
                pooling,
                price_below,
            });
            price_below = price;
        }
        Self {
            coupling,
            simple,
            above: layers,
            relative_gap,
            repeats: 1,
        }
    }

    /// Each frame given stands for so many equal ones in a row, all with the same code.
    #[must_use]
    pub fn repeats(self, repeats: usize) -> Self {
        Self { repeats, ..self }
    }

    /// The codes of `frames` `[n * n_t, P]`.
    #[must_use]
    pub fn encode(&self, frames: ArrayView2<'_, f32>, movie_frames: usize) -> BatchCodes {
        let mut nowhere = Array2::zeros((frames.nrows(), 0));
        self.encode_leaving(frames, movie_frames, nowhere.view_mut(), &Spare::default())
    }

    /// The same, and x - W z of each frame goes to `left` `[n * n_t, P]`, or nowhere, `[n * n_t, 0]`. There may be room for
    /// W'x of some frames `[.., K]`.
    pub(super) fn encode_leaving(
        &self,
        frames: ArrayView2<'_, f32>,
        movie_frames: usize,
        left: ArrayViewMut2<'_, f32>,
        correlations: &Spare<Array2<f32>>,
    ) -> BatchCodes {
        assert_eq!(frames.nrows() % movie_frames, 0, "frames fill movies");
        pulp::Arch::new().dispatch(Encode {
            coder: self,
            frames,
            movie_frames,
            left,
            correlations,
        })
    }

    fn no_codes(&self) -> BatchCodes {
        let widths = self.above.iter().map(|above| above.pooling.ncols());
        let widths: Vec<usize> = widths.collect();
        BatchCodes::new(self.simple.units(), &widths)
    }

    /// The share of a price that a unit pays whatever the layer above does. In the split model none takes anything
    /// away: z* e^(-A u) is an energy of its own.
    fn plain_share(&self) -> f32 {
        match self.coupling {
            Coupling::Split => 1.0,
            Coupling::Joint => 1.0 - self.coupling.share(),
        }
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
    left: ArrayViewMut2<'a, f32>,
    correlations: &'a Spare<Array2<f32>>,
}

impl pulp::WithSimd for Encode<'_, '_> {
    type Output = BatchCodes;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> BatchCodes {
        let Self {
            coder,
            frames,
            movie_frames,
            left,
            correlations,
        } = self;
        let towers = Spare::default();
        let new = || Tower::new(simd, coder, movie_frames);
        let work = |task: Task<'_>| {
            towers.with(new, |tower| {
                simd.vectorize(EncodeMovies {
                    tower,
                    task,
                    movie_frames,
                })
            })
        };
        let products = coder.simple.products();
        let places = (left, correlations);
        tasks::share_out(products, (frames, movie_frames), places, work, |parts| {
            let mut all = coder.no_codes();
            parts.iter().for_each(|part| all.append(part));
            all
        })
    }
}

struct EncodeMovies<'a, 't, 'c, 'w, S> {
    tower: &'a mut Tower<'c, 'w, S>,
    task: Task<'t>,
    movie_frames: usize,
}

impl<S: Simd> pulp::NullaryFnOnce for EncodeMovies<'_, '_, '_, '_, S> {
    type Output = BatchCodes;

    #[inline(always)]
    fn call(self) -> BatchCodes {
        let Self {
            tower,
            mut task,
            movie_frames,
        } = self;
        let frames = task.frames.axis_chunks_iter(Axis(0), movie_frames);
        let correlations = task.correlations.axis_chunks_iter(Axis(0), movie_frames);
        let left = task.left.axis_chunks_iter_mut(Axis(0), movie_frames);
        for ((frames, correlations), left) in frames.zip(correlations).zip(left) {
            tower.settle(frames, correlations);
            tower.accept();
            if !left.is_empty() {
                tower.leave(frames, left);
            }
        }
        tower.take_codes()
    }
}
