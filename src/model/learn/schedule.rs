//! How the rates of learning and the sparsities change over time.

use serde::{Deserialize, Serialize};

use super::running_stats::USE_MOVIES;
use crate::model::params::ModelParams;

/// Rate of W at the start, at relative rate 1.
const SIMPLE_RATE: f64 = 0.06;
/// Rate of A at the start, at relative rate 1.
const INVARIANT_RATE: f64 = 0.2;
/// Simple units whose learning takes as many movies as said here. Each of more units is on in fewer of them: a frame
/// is explained by about as many filters however many there are.
const REFERENCE_UNITS: f64 = 400.0;
/// Movies after which the rates have fallen to half.
const HALVING_MOVIES: f64 = 30_000.0;
/// Movies over which the rate of W rises to its start. Random filters all begin with the same small
/// chance to be on; slow first steps leave each of them time to find something of its own.
const WARM_UP_MOVIES: f64 = 8_000.0;
/// Movies in the smallest minibatch that is learned from at the full rates of the steady course; smaller ones, whose gradients
/// are noisier, at rates in proportion.
const FULL_RATE_MOVIES: f64 = 128.0;
/// Most movies in a minibatch.
pub(super) const MAX_BATCH: usize = 4096;
/// Rates never fall below this share of their start.
const RATE_FLOOR: f64 = 0.05;

/// Movies after which a third layer turns on, and each further layer after as many more: the layer below must have
/// formed first.
pub const TOP_FROM_MOVIES: u64 = 60_000;

/// Movies that a competitive run takes.
pub const COMPETITIVE_MOVIES: u64 = 240_000;
/// Fractions of a competitive run at which u may turn on, beta begins to rise and beta reaches its final value.
const COMPETITIVE: [f64; 3] = [0.25, 0.6, 0.85];
/// Multiple of its sparsity at which a layer stays off.
const SPARSITY_OFF: f32 = 1_000.0;
/// Beta when u may turn on, as a fraction of its final value.
const BETA_START: f32 = 0.68;
/// Rate of W at the start of a competitive run.
const COMPETITIVE_SIMPLE_RATE: f64 = 0.1;
/// Rate of A at the start of a competitive run: it moves by its mean gradient times this.
const COMPETITIVE_INVARIANT_RATE: f64 = 0.7;

/// How the rates of learning and the sparsities change over time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Schedule {
    /// All units learn at the same rates, which fall with the movies seen, so that cells appear soon and then settle: for
    /// pictures.
    #[default]
    Steady,
    /// Units compete, so that one wins each group of filters and all others stay off: for the toy example,
    /// where the number of active units is the answer.
    ///
    /// 1. A quarter of [`COMPETITIVE_MOVIES`] is sparse coding alone: beta is so high that u stays off. All lines
    ///    become filters.
    /// 2. Then beta falls so far that a few lines of one orientation turn a unit of u on. The units begin almost
    ///    alike and learn by the plain gradient, so that the first to find an orientation wins it.
    /// 3. Beta rises by half to its final value, so that the units without an orientation, whose weights are
    ///    spread over all filters, are not turned on by rare patches of many lines.
    ///
    /// Units that begin as different as random weights are, or that all learn alike, share an orientation
    /// among several, which is no worse an answer by the energy; and so do some seeds at three times the rate
    /// of A and a quarter of the movies.
    #[serde(rename = "contest")]
    Competitive,
}

/// The step sizes of one minibatch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rates {
    /// Of W, as a fraction of the way to the filters that are best for the minibatch alone.
    pub(crate) simple: f32,
    /// Of the pooling weights of every layer.
    pub(crate) pooling: PoolingRate,
}

/// The step size of each column of pooling weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PoolingRate {
    /// The length of the step where the gradient has its running length: all units learn at the same rate.
    Normalised(f32),
    /// A multiple of the mean gradient over the movies, as in the paper: units that are on more learn
    /// faster, so that the first to find a group wins it.
    Plain(f32),
}

impl Schedule {
    /// How many times as many movies a model of `simple` units needs as one of 400, at least 1.
    pub(crate) fn movies_share(simple: usize) -> f64 {
        (simple as f64 / REFERENCE_UNITS).max(1.0)
    }

    /// Movies after which it is known which units of a model of `simple` units are dead.
    pub fn use_movies(simple: usize) -> u64 {
        (Self::movies_share(simple) * USE_MOVIES) as u64
    }

    /// Movies after which it is known which units of a pooling layer are dead: each is on as often however many simple units
    /// there are.
    pub const POOLING_USE_MOVIES: u64 = USE_MOVIES as u64;

    /// Movies after which a pooling layer, 0 for the invariant one, begins to learn on the steady course.
    pub(crate) fn steady_from(layer: usize) -> u64 {
        layer as u64 * TOP_FROM_MOVIES
    }

    /// Movies after which it is known which units of a layer are dead: 0 is the simple one, of `simple` units. Before, a layer above
    /// is off for a while.
    pub fn dead_known_from(self, layer: usize, simple: usize) -> u64 {
        let Some(below) = layer.checked_sub(1) else {
            return Self::use_movies(simple);
        };
        self.off_until(below) + Self::POOLING_USE_MOVIES
    }

    /// Movies until which a pooling layer, 0 for the invariant one, is held off.
    fn off_until(self, layer: usize) -> u64 {
        match self {
            Self::Steady => Self::steady_from(layer),
            Self::Competitive => (COMPETITIVE[0] * COMPETITIVE_MOVIES as f64) as u64,
        }
    }

    /// Movies from which on units of a pooling layer that are not on are dead: of one that was held off, once it was counted for
    /// long enough how often they are on.
    pub(crate) fn off_and_counted(self, layer: usize) -> u64 {
        match self.off_until(layer) {
            0 => 0,
            off => off + Self::POOLING_USE_MOVIES,
        }
    }

    /// Movies in a minibatch in which each of `simple` units is on as often as each of 400 is in 128, or the most that there
    /// can be.
    pub fn usual_batch(simple: usize) -> usize {
        MAX_BATCH.min((Self::movies_share(simple) * FULL_RATE_MOVIES) as usize)
    }

    /// The weight of a minibatch of `movies` in a model of `simple` units: 1, or less where it is small.
    pub(crate) fn minibatch_weight(movies: usize, simple: usize) -> f64 {
        (movies as f64 / (FULL_RATE_MOVIES * Self::movies_share(simple))).min(1.0)
    }

    /// The rates of a minibatch of `movies`, the last of the `movies_seen`, from the relative rates of W and A, in a model of
    /// `simple` units.
    pub(crate) fn rates(
        self,
        movies_seen: u64,
        movies: usize,
        simple: usize,
        relative: [f32; 2],
    ) -> Rates {
        let share = Self::movies_share(simple);
        let [of_simple, of_invariant] = relative.map(f64::from);
        match self {
            Self::Steady => {
                let seen = movies_seen as f64 / share;
                let decay = (1.0 / (1.0 + seen / HALVING_MOVIES)).max(RATE_FLOOR);
                let schedule = decay * Self::minibatch_weight(movies, simple);
                let warm = (seen / WARM_UP_MOVIES).min(1.0);
                Rates {
                    simple: (SIMPLE_RATE * of_simple * schedule * warm) as f32,
                    pooling: PoolingRate::Normalised(
                        (INVARIANT_RATE * of_invariant * schedule) as f32,
                    ),
                }
            }
            Self::Competitive => {
                let falling = 1.0 / (1.0 + progress(movies_seen));
                Rates {
                    simple: (COMPETITIVE_SIMPLE_RATE * of_simple * falling) as f32,
                    pooling: PoolingRate::Plain(
                        (COMPETITIVE_INVARIANT_RATE * of_invariant * falling) as f32,
                    ),
                }
            }
        }
    }

    /// `params` of a model of patches of `pixels`, with the sparsities that apply after `movies_seen`.
    pub fn in_force(self, params: &ModelParams, pixels: usize, movies_seen: u64) -> ModelParams {
        let (mut params, size) = (*params, [pixels, params.simple]);
        params.scale_sparsities(|layer| self.sparsity_share(layer, size, movies_seen));
        params
    }

    /// The sparsity of a pooling layer, 0 for the invariant one, after `movies_seen`, as a fraction of its final value, in a
    /// model of `size` P and K.
    pub(crate) fn sparsity_share(self, layer: usize, size: [usize; 2], movies_seen: u64) -> f32 {
        match self {
            Self::Steady if layer == 0 => first_beta_share(size, movies_seen),
            Self::Steady if movies_seen < Self::steady_from(layer) => SPARSITY_OFF,
            Self::Competitive if layer == 0 => competitive_beta_share(progress(movies_seen)),
            Self::Steady | Self::Competitive => 1.0,
        }
    }
}

/// Beta at first, as a fraction of its final value, in a model of this P and K: P / 400 / sqrt(K / 400), where that is below 1, and
/// K above 400.
///
/// A unit of u turns on when alpha A'z* is above beta. The random columns that learning begins with have entries of about
/// 1/sqrt(K), and z* sums to a multiple of P, so that A'z* is about P / sqrt(K) times a constant; pools that have formed hold few
/// large weights, whatever K. With far more units than 400 all of u would stay off, and never learn, if beta did not begin lower.
fn first_beta_share([pixels, simple]: [usize; 2], movies_seen: u64) -> f32 {
    let more = Schedule::movies_share(simple);
    let start = (pixels as f64 / REFERENCE_UNITS / more.sqrt()).min(1.0);
    if more == 1.0 || start == 1.0 {
        return 1.0;
    }
    let done = (movies_seen as f64 / (more * HALVING_MOVIES)).min(1.0);
    start.powf(1.0 - done) as f32
}

/// How much of [`COMPETITIVE_MOVIES`] has been seen, 0 to 1.
fn progress(movies_seen: u64) -> f64 {
    (movies_seen as f64 / COMPETITIVE_MOVIES as f64).min(1.0)
}

fn competitive_beta_share(progress: f64) -> f32 {
    let [on, rising, risen] = COMPETITIVE;
    if progress < on {
        return SPARSITY_OFF;
    }
    let share = ((progress - rising) / (risen - rising)).clamp(0.0, 1.0) as f32;
    BETA_START + share * (1.0 - BETA_START)
}
