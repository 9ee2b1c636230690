//! In-painting: hidden pixels do not influence the fill, the fill is W z, and comparisons are paired.

mod command;
#[path = "../common/mod.rs"]
mod common;
mod filler;
mod masks;
mod measures;
mod picture;
mod tuning;

use cellscope::analysis::inpainting::{Mask, MaskKind, Sparsities};
use cellscope::model::{ModelParams, Weights};
use ndarray::Array2;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const SIDE: usize = 8;
const ONE: Sparsities = Sparsities {
    alpha: 0.1,
    beta: None,
};
const TWO: Sparsities = Sparsities {
    alpha: 0.1,
    beta: Some(0.02),
};

fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn weights() -> Weights {
    let params = ModelParams {
        simple: 100,
        invariant: 12,
        ..ModelParams::default()
    };
    Weights::random(SIDE * SIDE, &params, 1)
}

fn patches(count: usize) -> Array2<f32> {
    let mut generator = generator(2);
    Array2::from_shape_simple_fn((count, SIDE * SIDE), || generator.random_range(-0.5..0.5))
}

fn half_observed() -> Vec<bool> {
    Mask::draw(MaskKind::Random(0.5), SIDE, 0, &mut generator(3)).patch()
}
