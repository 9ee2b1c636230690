//! The model from outside: gradients against finite differences, fast codes against the reference
//! solver and the duality gap, and what learning must keep.

mod cholesky;
mod codes;
mod dictionary;
mod elementary;
mod energies;
mod gradients;
mod gram;
mod hierarchy;
mod instruction_sets;
mod joint;
mod kernels;
mod learning;
mod normal_equations;
mod parallel;
mod parameters;
#[path = "../common/problems.rs"]
mod problems;
mod reference;
mod reviving;
mod shares;
mod sparse;
mod weights;

use cellscope::model::{ModelParams, Weights};
use ndarray::{Array1, Array2};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Pixels of the small models tested on: 6 x 6.
const PIXELS: usize = 36;

fn params(alpha: f32, beta: f32) -> ModelParams {
    ModelParams {
        simple: 60,
        invariant: 12,
        alpha,
        beta,
        ..ModelParams::default()
    }
}

fn weights(seed: u64) -> Weights {
    weights_of(PIXELS, seed)
}

fn weights_of(pixels: usize, seed: u64) -> Weights {
    Weights::random(pixels, &params(0.5, 0.3), seed)
}

/// Frames with structure: each is a few random filters of `weights(seed)` and noise, `[n, P]`.
fn frames(count: usize, seed: u64) -> Array2<f32> {
    frames_of(PIXELS, count, seed)
}

fn frames_of(pixels: usize, count: usize, seed: u64) -> Array2<f32> {
    let filters = weights_of(pixels, seed).dictionary;
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed + 1);
    let mut frames = Array2::zeros((count, pixels));
    for mut frame in frames.outer_iter_mut() {
        for _ in 0..4 {
            let unit = generator.random_range(0..filters.ncols());
            frame.scaled_add(generator.random_range(-3.0..3.0), &filters.column(unit));
        }
        frame.mapv_inplace(|x: f32| x + generator.random_range(-0.2..0.2));
    }
    frames
}

fn doubles(values: &Array2<f32>) -> Array2<f64> {
    values.mapv(f64::from)
}

/// A vector of uniform numbers.
fn uniform(length: usize, low: f64, high: f64, seed: u64) -> Array1<f64> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    Array1::from_shape_simple_fn(length, || generator.random_range(low..high))
}
