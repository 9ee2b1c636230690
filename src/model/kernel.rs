//! The few loops everything else spends its time in, written so that the compiler vectorises them.
//!
//! All are `inline(always)`: called inside [`pulp::Arch::dispatch`] they are compiled for the
//! widest vectors the machine has.

/// Independent partial sums of a reduction: two AVX-512 or four AVX2 registers.
const LANES: usize = 32;

/// `y += scale * x`.
#[inline(always)]
pub(super) fn add_scaled(y: &mut [f32], scale: f32, x: &[f32]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y += scale * x;
    }
}

/// The largest of abs(values) times their scales; 0 for none.
#[inline(always)]
pub(super) fn max_abs_scaled(values: &[f32], scales: &[f32]) -> f32 {
    let mut lanes = [0.0f32; LANES];
    let (mut chunks, mut scale_chunks) = (values.chunks_exact(LANES), scales.chunks_exact(LANES));
    for (chunk, scales) in (&mut chunks).zip(&mut scale_chunks) {
        for ((lane, &value), &scale) in lanes.iter_mut().zip(chunk).zip(scales) {
            let size = value.abs() * scale;
            *lane = if size > *lane { size } else { *lane };
        }
    }
    let rest = chunks.remainder().iter().zip(scale_chunks.remainder());
    let rest = rest.map(|(value, scale)| value.abs() * scale);
    lanes.into_iter().chain(rest).fold(0.0, f32::max)
}

/// `x . y` in f64, whatever x and y are in.
#[inline(always)]
pub(super) fn dot<X: Copy + Into<f64>, Y: Copy + Into<f64>>(x: &[X], y: &[Y]) -> f64 {
    const LANES: usize = 16;
    let mut lanes = [0.0f64; LANES];
    let (mut xs, mut ys) = (x.chunks_exact(LANES), y.chunks_exact(LANES));
    for (x, y) in (&mut xs).zip(&mut ys) {
        for ((lane, &x), &y) in lanes.iter_mut().zip(x).zip(y) {
            *lane += x.into() * y.into();
        }
    }
    let rest = xs.remainder().iter().zip(ys.remainder());
    lanes.iter().sum::<f64>() + rest.map(|(&x, &y)| x.into() * y.into()).sum::<f64>()
}

/// `y += scale * x` in f64.
#[inline(always)]
pub(super) fn add_scaled_f64(y: &mut [f64], scale: f64, x: &[f32]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y += scale * f64::from(x);
    }
}

/// sign(v) max(abs(v) - threshold, 0): the shrinkage function sh of eq. (11).
#[inline(always)]
pub(super) fn shrink(value: f32, threshold: f32) -> f32 {
    (value - threshold).max(0.0) + (value + threshold).min(0.0)
}
