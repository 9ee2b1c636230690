//! What no joint code that is found by rounds can do without: z at the prices that the rounds end with, and u once.

use cellscope::model::{
    BatchCodes, GramCache, InvariantCoder, JOINT_SHARE, SimpleCoder, SparseRows,
};
use ndarray::{Array2, ArrayView2, ShapeBuilder, s};
use serde::Serialize;

use super::clock::interleaved;
use super::subject::Subject;

/// Movies that it is measured on: each has a W'W of its own.
const MOVIES: usize = 24;

/// Times over that of E1 of the same movies, on one thread.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct LastPrices {
    movies: usize,
    /// Of z at the last prices, which are lower where units of u are on, so that more of z is on.
    simple: f64,
    /// Of u at the last z*.
    invariant: f64,
    /// Share of entries of z that are not 0 in E1, and at the last prices.
    density: f64,
    density_at_last_prices: f64,
}

/// A dictionary with its W'W.
struct Known {
    dictionary: Array2<f32>,
    products: GramCache,
}

impl Known {
    /// A filter divided by its price over alpha has the code times it: E1 at alpha is that at the prices.
    fn scaled(dictionary: ArrayView2<'_, f32>, scales: &[f32]) -> Self {
        let mut scaled = Array2::zeros(dictionary.dim().f());
        scaled.assign(&dictionary);
        for (mut filter, &scale) in scaled.columns_mut().into_iter().zip(scales) {
            filter.mapv_inplace(|weight| weight * scale);
        }
        let products = GramCache::new(scaled.view());
        Self {
            dictionary: scaled,
            products,
        }
    }
}

/// Times E1 of the first movies of `movies` `[movies * n_t, P]`, E1 at the prices of their joint codes, and E2 at their z*.
pub(super) fn measure(
    subject: &Subject,
    movies: ArrayView2<'_, f32>,
    codes: &BatchCodes,
    gap: f64,
    runs: usize,
) -> LastPrices {
    let (weights, params) = (&subject.weights, &subject.config.model);
    let frames = subject.config.movies.frames;
    let few = MOVIES.min(movies.nrows() / frames);
    let invariant = &codes.invariant().codes;
    let scales = |movie| -> Vec<f32> {
        let mut drive = vec![0.0f32; params.simple];
        for (unit, u) in invariant.pairs(movie) {
            let pool = weights.pooling().column(unit);
            drive
                .iter_mut()
                .zip(pool)
                .for_each(|(a, weight)| *a += weight * u);
        }
        let share = |drive: f32| 1.0 - JOINT_SHARE + JOINT_SHARE * (-drive).exp();
        drive.into_iter().map(|drive| 1.0 / share(drive)).collect()
    };
    let plain = vec![1.0; params.simple];
    let dictionary = weights.dictionary.view();
    // E1 has copies, too, so that both find as little in the caches.
    let known: Vec<[Known; 2]> = (0..few)
        .map(|movie| [&plain, &scales(movie)].map(|scales| Known::scaled(dictionary, scales)))
        .collect();
    let frames_of = |movie: usize| movies.slice(s![movie * frames..(movie + 1) * frames, ..]);
    let simple = |movie: usize, at: usize| {
        let Known {
            dictionary,
            products,
        } = &known[movie][at];
        let coder = SimpleCoder::new(dictionary.view(), products, params.alpha, gap);
        coder.encode(frames_of(movie), frames).codes
    };
    let mut pooled = SparseRows::new(params.simple);
    for movie in 0..few {
        let (units, values) = codes.pooled.row(movie);
        pooled.push_row(units.iter().copied().zip(values.iter().copied()));
    }
    let alpha = JOINT_SHARE * params.alpha;
    let coder = InvariantCoder::new(weights.pooling().view(), alpha, params.beta, gap);
    let timings = interleaved(runs, 3, |case| match case {
        2 => drop(coder.encode(&pooled)),
        at => (0..few).for_each(|movie| drop(simple(movie, at))),
    });
    let entries = |at| -> f64 {
        let on = (0..few).map(|movie| simple(movie, at).entries());
        on.sum::<usize>() as f64 / (few * frames * params.simple) as f64
    };
    LastPrices {
        movies: few,
        simple: timings[1].median_secs / timings[0].median_secs,
        invariant: timings[2].median_secs / timings[0].median_secs,
        density: entries(0),
        density_at_last_prices: entries(1),
    }
}
