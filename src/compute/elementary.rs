//! Elementary functions in f64, written so that the compiler vectorises them.
//!
//! All are `inline(always)`: called inside [`pulp::Arch::dispatch`] they are compiled for the
//! widest vectors the machine has. None fuses a product with a sum and sums go over a fixed number
//! of lanes, so that every machine computes the same bits.

use std::f64::consts::{FRAC_PI_2, LN_2, LOG2_E};

/// Independent partial sums of a reduction: four AVX-512 registers.
const LANES: usize = 32;
/// 1.5 * 2^52: added to a number of at most 2^51, it leaves the nearest integer in the low bits.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0;
/// Below this, exp is taken as exp of this: its square is still a normal number.
const LOWEST: f64 = -300.0;

/// exp(x) for x <= 0, to 1e-13 of itself down to x = -300 and constant below.
#[inline(always)]
pub fn exp(x: f64) -> f64 {
    let x = if x > LOWEST { x } else { LOWEST };
    let shifted = x * LOG2_E + TO_INTEGER;
    let r = x - (shifted - TO_INTEGER) * LN_2;
    // The Taylor series to r^11, abs(r) <= ln(2) / 2.
    let mut series = 1.0 / 39_916_800.0;
    for over in [
        3_628_800.0,
        362_880.0,
        40_320.0,
        5_040.0,
        720.0,
        120.0,
        24.0,
        6.0,
        2.0,
        1.0,
        1.0,
    ] {
        series = series * r + 1.0 / over;
    }
    let power = f64::from_bits((shifted.to_bits() << 52).wrapping_add(1.0f64.to_bits()));
    series * power
}

/// (cos, sin) of an angle in turns of 2 pi, to 1e-13, for fewer than 2^51 turns.
#[inline(always)]
pub fn cos_sin_turns(turns: f64) -> (f64, f64) {
    let part = turns - ((turns + TO_INTEGER) - TO_INTEGER);
    // The Taylor series of a quarter of the angle, at most pi / 4, and the angle doubled twice.
    let angle = part * FRAC_PI_2;
    let square = angle * angle;
    let mut cos = 1.0;
    for step in [182.0, 132.0, 90.0, 56.0, 30.0, 12.0, 2.0] {
        cos = 1.0 - cos * square * (1.0 / step);
    }
    let mut sin = 1.0;
    for step in [210.0, 156.0, 110.0, 72.0, 42.0, 20.0, 6.0] {
        sin = 1.0 - sin * square * (1.0 / step);
    }
    sin *= angle;
    for _ in 0..2 {
        (cos, sin) = (1.0 - 2.0 * sin * sin, 2.0 * sin * cos);
    }
    (cos, sin)
}

/// `x . y`.
#[inline(always)]
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut lanes = [0.0; LANES];
    let (mut xs, mut ys) = (x.chunks_exact(LANES), y.chunks_exact(LANES));
    for (x, y) in (&mut xs).zip(&mut ys) {
        for ((lane, x), y) in lanes.iter_mut().zip(x).zip(y) {
            *lane += x * y;
        }
    }
    let rest = xs.remainder().iter().zip(ys.remainder());
    for (lane, (x, y)) in lanes.iter_mut().zip(rest) {
        *lane += x * y;
    }
    // Halves onto halves: a tree of sums is short and vectorises.
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
        width /= 2;
    }
    lanes[0]
}
