//! The innermost loops, written so that the compiler vectorises them.
//!
//! All are `inline(always)`: called inside [`pulp::Arch::dispatch`] they are compiled for the
//! widest vectors the machine has. Those that take a `Simd` use its vectors explicitly, where the compiler does not
//! vectorise. Loops to be called from anywhere are in [`crate::compute::vectors`].

use pulp::Simd;

/// Independent partial sums of a reduction: two AVX-512 or four AVX2 registers.
const LANES: usize = 32;

/// Numbers in the widest register. Rows padded to a multiple of it have no remainder.
pub const WIDTH: usize = 16;

/// `y += scale * x`. Here and below a product and its sum are rounded once where the machine has an instruction for that;
/// elsewhere twice, as one rounding would cost a function call.
#[inline(always)]
pub fn add_scaled<S: Simd>(simd: S, y: &mut [f32], scale: f32, x: &[f32]) {
    let x = &x[..y.len()];
    let ((ys, y_rest), (xs, x_rest)) = (S::as_mut_simd_f32s(y), S::as_simd_f32s(x));
    let factor = simd.splat_f32s(scale);
    for (y, &x) in ys.iter_mut().zip(xs) {
        *y = simd.mul_add_e_f32s(factor, x, *y);
    }
    for (y, &x) in y_rest.iter_mut().zip(x_rest) {
        *y += scale * x;
    }
}

/// `y += scales[0] * xs[0] + .. + scales[3] * xs[3]`.
#[inline(always)]
fn add_scaled_four<S: Simd>(simd: S, y: &mut [f32], scales: [f32; 4], xs: [&[f32]; 4]) {
    let xs = xs.map(|x| &x[..y.len()]);
    let (ys, y_rest) = S::as_mut_simd_f32s(y);
    let whole = xs[0].len() - y_rest.len();
    for (index, y) in y_rest.iter_mut().enumerate() {
        let terms = scales.iter().zip(&xs);
        *y += terms
            .map(|(scale, x)| scale * x[whole + index])
            .sum::<f32>();
    }
    let [a, b, c, d] = xs.map(|x| S::as_simd_f32s(x).0);
    let scales = scales.map(|scale| simd.splat_f32s(scale));
    for ((((y, &a), &b), &c), &d) in ys.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        let first = simd.mul_add_e_f32s(scales[0], a, *y);
        let second = simd.mul_add_e_f32s(scales[1], b, first);
        let third = simd.mul_add_e_f32s(scales[2], c, second);
        *y = simd.mul_add_e_f32s(scales[3], d, third);
    }
}

/// `y += scale_0 * x_0 + scale_1 * x_1 + ..`, of `count` terms (scale, x), four at a time.
#[inline(always)]
pub fn add_terms<'a, S: Simd>(
    simd: S,
    y: &mut [f32],
    count: usize,
    term: impl Fn(usize) -> (f32, &'a [f32]),
) {
    let fours = count / 4 * 4;
    for first in (0..fours).step_by(4) {
        let (a, b) = (term(first), term(first + 1));
        let (c, d) = (term(first + 2), term(first + 3));
        add_scaled_four(simd, y, [a.0, b.0, c.0, d.0], [a.1, b.1, c.1, d.1]);
    }
    for index in fours..count {
        let (scale, x) = term(index);
        add_scaled(simd, y, scale, x);
    }
}

/// `ys[i] -= row[first + i] * row[from..]` for rows of this length, one after the other. Two registers of each y stay where
/// they are while all rows are subtracted: eight sums, which with scales and rows take no more than the 16 registers of AVX2.
/// Of a length, a `from` and y that are multiples of [`WIDTH`]: an odd last register exists with AVX-512 only.
#[inline(always)]
pub fn subtract_rows_from_four<S: Simd>(
    simd: S,
    ys: &mut [&mut [f32]; 4],
    rows: &[f32],
    length: usize,
    [first, from]: [usize; 2],
) {
    let [a, b, c, d] = ys;
    let (a, b) = (S::as_mut_simd_f32s(a).0, S::as_mut_simd_f32s(b).0);
    let (c, d) = (S::as_mut_simd_f32s(c).0, S::as_mut_simd_f32s(d).0);
    let registers = S::as_simd_f32s(rows).0.chunks_exact(length / S::F32_LANES);
    let terms = rows.chunks_exact(length).zip(registers);
    let from = from / S::F32_LANES;
    let whole = a.len() / 2 * 2;
    // Written out, as closures over arrays of registers are not always inlined.
    for at in (0..whole).step_by(2) {
        let (mut a0, mut b0, mut c0, mut d0) = (a[at], b[at], c[at], d[at]);
        let (mut a1, mut b1, mut c1, mut d1) = (a[at + 1], b[at + 1], c[at + 1], d[at + 1]);
        for (row, x) in terms.clone() {
            let scales = &row[first..first + 4];
            let x = &x[from + at..from + at + 2];
            let scale = simd.splat_f32s(scales[0]);
            a0 = simd.negate_mul_add_e_f32s(scale, x[0], a0);
            a1 = simd.negate_mul_add_e_f32s(scale, x[1], a1);
            let scale = simd.splat_f32s(scales[1]);
            b0 = simd.negate_mul_add_e_f32s(scale, x[0], b0);
            b1 = simd.negate_mul_add_e_f32s(scale, x[1], b1);
            let scale = simd.splat_f32s(scales[2]);
            c0 = simd.negate_mul_add_e_f32s(scale, x[0], c0);
            c1 = simd.negate_mul_add_e_f32s(scale, x[1], c1);
            let scale = simd.splat_f32s(scales[3]);
            d0 = simd.negate_mul_add_e_f32s(scale, x[0], d0);
            d1 = simd.negate_mul_add_e_f32s(scale, x[1], d1);
        }
        (a[at], b[at], c[at], d[at]) = (a0, b0, c0, d0);
        (a[at + 1], b[at + 1], c[at + 1], d[at + 1]) = (a1, b1, c1, d1);
    }
    for at in whole..a.len() {
        let (mut a0, mut b0, mut c0, mut d0) = (a[at], b[at], c[at], d[at]);
        for (row, x) in terms.clone() {
            let (scales, x) = (&row[first..first + 4], x[from + at]);
            a0 = simd.negate_mul_add_e_f32s(simd.splat_f32s(scales[0]), x, a0);
            b0 = simd.negate_mul_add_e_f32s(simd.splat_f32s(scales[1]), x, b0);
            c0 = simd.negate_mul_add_e_f32s(simd.splat_f32s(scales[2]), x, c0);
            d0 = simd.negate_mul_add_e_f32s(simd.splat_f32s(scales[3]), x, d0);
        }
        (a[at], b[at], c[at], d[at]) = (a0, b0, c0, d0);
    }
}

/// Finishes four rows of a Cholesky factor: each row less those above it, as often as the factor of the diagonal block says, times 1 / its
/// diagonal. Of a length that is a multiple of [`WIDTH`].
#[inline(always)]
pub fn finish_four<S: Simd>(
    simd: S,
    rows: [&mut [f32]; 4],
    factor: &[[f32; 4]; 4],
    inverses: [f32; 4],
) {
    let [a, b, c, d] = rows;
    let (a, b) = (S::as_mut_simd_f32s(a).0, S::as_mut_simd_f32s(b).0);
    let (c, d) = (S::as_mut_simd_f32s(c).0, S::as_mut_simd_f32s(d).0);
    let less = |y, above: usize, row: usize, x| {
        simd.negate_mul_add_e_f32s(simd.splat_f32s(factor[above][row]), x, y)
    };
    let times = |y, row: usize| simd.mul_f32s(y, simd.splat_f32s(inverses[row]));
    for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
        *a = times(*a, 0);
        *b = times(less(*b, 0, 1, *a), 1);
        *c = times(less(less(*c, 0, 2, *a), 1, 2, *b), 2);
        *d = times(less(less(less(*d, 0, 3, *a), 1, 3, *b), 2, 3, *c), 3);
    }
}

/// `x . y` in f32 of each x, rows that are multiples of [`WIDTH`]. y is loaded once for all of them.
#[inline(always)]
pub fn dots<const ROWS: usize, S: Simd>(simd: S, xs: [&[f32]; ROWS], y: &[f32]) -> [f32; ROWS] {
    let ys = S::as_simd_f32s(y).0;
    let xs = xs.map(|x| &S::as_simd_f32s(x).0[..ys.len()]);
    let mut sums = [simd.splat_f32s(0.0); ROWS];
    for (at, &y) in ys.iter().enumerate() {
        for row in 0..ROWS {
            sums[row] = simd.mul_add_e_f32s(xs[row][at], y, sums[row]);
        }
    }
    // Not `map`, which is not always inlined, and then calls a function for each instruction.
    std::array::from_fn(|row| simd.reduce_sum_f32s(sums[row]))
}

/// sum_i x_i y_i and sum_i x_i^2 y_i of rows that are multiples of [`WIDTH`].
#[inline(always)]
pub fn first_two_moments(x: &[f32], y: &[f32]) -> [f32; 2] {
    let (mut first, mut second) = ([0.0f32; WIDTH], [0.0f32; WIDTH]);
    for (x, y) in x
        .as_chunks::<WIDTH>()
        .0
        .iter()
        .zip(y.as_chunks::<WIDTH>().0)
    {
        for lane in 0..WIDTH {
            let product = x[lane] * y[lane];
            first[lane] += product;
            second[lane] += x[lane] * product;
        }
    }
    [first.iter().sum(), second.iter().sum()]
}

/// `to = y * exp(scale * x)` of rows that are multiples of [`WIDTH`]; returns sum_i y_i - to_i in f64.
#[inline(always)]
pub fn decay(to: &mut [f32], y: &[f32], scale: f32, x: &[f32]) -> f64 {
    let mut fall = [0.0f64; WIDTH];
    let rows = y
        .as_chunks::<WIDTH>()
        .0
        .iter()
        .zip(x.as_chunks::<WIDTH>().0);
    for (to, (y, x)) in to.as_chunks_mut::<WIDTH>().0.iter_mut().zip(rows) {
        for lane in 0..WIDTH {
            to[lane] = y[lane] * exp(scale * x[lane]);
            fall[lane] += f64::from(y[lane] - to[lane]);
        }
    }
    fall.iter().sum()
}

/// e^x within two units of the last place, for x up to 88; below -87 as at -87.
///
/// With n = x / ln 2 rounded to a whole number and r = x - n ln 2, e^x = 2^n e^r, and e^r is a short series. The rounding
/// adds a number so large that its sum with x / ln 2 has no fraction. There is no branch, so that loops are vectorised.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    const ROUNDER: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 355.0 / 512.0;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    const SERIES: [f32; 6] = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0];
    let x = x.clamp(-87.0, 88.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUNDER;
    let whole = shifted - ROUNDER;
    let r = (x - whole * LN_2_HIGH) - whole * LN_2_LOW;
    let series = SERIES.iter().fold(0.0, |sum, term| sum * r + term) * r + 1.0;
    // The whole number, in the last bits of the shifted one, moves the exponent.
    f32::from_bits(series.to_bits().wrapping_add(shifted.to_bits() << 23))
}

/// The largest of abs(values) times their scales; 0 for none.
#[inline(always)]
pub fn max_abs_scaled(values: &[f32], scales: &[f32]) -> f32 {
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
pub fn dot<X: Copy + Into<f64>, Y: Copy + Into<f64>>(x: &[X], y: &[Y]) -> f64 {
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

/// Numbers that are widened to f64 together, to a register of AVX-512.
const WIDENED: usize = 8;

/// `x . y` of four x, in f64. y is loaded once for all of them.
#[inline(always)]
pub fn dot_four<S: Simd>(simd: S, xs: [&[f32]; 4], y: &[f64]) -> [f64; 4] {
    #[inline(always)]
    fn add<S: Simd>(simd: S, sums: &mut [f64; WIDENED], x: &[f32; WIDENED], y: &[f64; WIDENED]) {
        let x = x.map(f64::from);
        let terms = S::as_simd_f64s(&x).0.iter().zip(S::as_simd_f64s(y).0);
        for (sum, (&x, &y)) in S::as_mut_simd_f64s(sums).0.iter_mut().zip(terms) {
            *sum = simd.mul_add_e_f64s(x, y, *sum);
        }
    }
    let xs = xs.map(|x| &x[..y.len()]);
    let (ys, y_rest) = y.as_chunks::<WIDENED>();
    let [a, b, c, d] = xs.map(|x| x.as_chunks::<WIDENED>().0);
    let [mut of_a, mut of_b, mut of_c, mut of_d] = [[0.0; WIDENED]; 4];
    for (y, (((a, b), c), d)) in ys.iter().zip(a.iter().zip(b).zip(c).zip(d)) {
        add(simd, &mut of_a, a, y);
        add(simd, &mut of_b, b, y);
        add(simd, &mut of_c, c, y);
        add(simd, &mut of_d, d, y);
    }
    let rest = xs.map(|x| {
        let rest = x[x.len() - y_rest.len()..].iter().zip(y_rest);
        rest.map(|(&x, y)| f64::from(x) * y).sum::<f64>()
    });
    let lanes = [of_a, of_b, of_c, of_d].map(|[a, b, c, d, e, f, g, h]| {
        // In pairs, so that no sum waits for the one before it.
        ((a + e) + (b + f)) + ((c + g) + (d + h))
    });
    std::array::from_fn(|row| lanes[row] + rest[row])
}

/// `y += scale_0 * x_0`, then `y += scale_1 * x_1` and so on, in f64, of `count` terms (scale, x). y is loaded and stored once
/// for four terms.
#[inline(always)]
pub fn add_terms_f64<'a, S: Simd>(
    simd: S,
    y: &mut [f64],
    count: usize,
    mut term: impl FnMut(usize) -> (f64, &'a [f32]),
) {
    #[inline(always)]
    fn add<S: Simd>(simd: S, y: &mut [f64; WIDENED], scale: S::f64s, x: &[f32; WIDENED]) {
        let x = x.map(f64::from);
        let registers = S::as_mut_simd_f64s(y).0.iter_mut();
        for (y, &x) in registers.zip(S::as_simd_f64s(&x).0) {
            *y = simd.mul_add_e_f64s(scale, x, *y);
        }
    }
    let fours = count / 4 * 4;
    for first in (0..fours).step_by(4) {
        let (a, b) = (term(first), term(first + 1));
        let terms = [a, b, term(first + 2), term(first + 3)];
        let scales = terms.map(|(scale, _)| simd.splat_f64s(scale));
        let [a, b, c, d] = terms.map(|(_, x)| x.as_chunks::<WIDENED>().0);
        let (ys, y_rest) = y.as_chunks_mut::<WIDENED>();
        let whole = ys.len() * WIDENED;
        for (y, (((a, b), c), d)) in ys.iter_mut().zip(a.iter().zip(b).zip(c).zip(d)) {
            let mut sum = *y;
            add(simd, &mut sum, scales[0], a);
            add(simd, &mut sum, scales[1], b);
            add(simd, &mut sum, scales[2], c);
            add(simd, &mut sum, scales[3], d);
            *y = sum;
        }
        for (index, y) in y_rest.iter_mut().enumerate() {
            for (scale, x) in terms {
                *y += scale * f64::from(x[whole + index]);
            }
        }
    }
    for index in fours..count {
        let (scale, x) = term(index);
        for (y, &x) in y.iter_mut().zip(x) {
            *y += scale * f64::from(x);
        }
    }
}

/// How many of abs(values) are above their bounds by more than `by`, and by how much the furthest is above its own; 0 if none is.
#[inline(always)]
pub fn count_above<S: Simd>(simd: S, values: &[f32], bounds: &[f32], by: f32) -> (usize, f32) {
    let (registers, rest) = S::as_simd_f32s(values);
    let (bound_registers, bound_rest) = S::as_simd_f32s(bounds);
    let (zero, one, by_all) = (
        simd.splat_f32s(0.0),
        simd.splat_f32s(1.0),
        simd.splat_f32s(by),
    );
    let (mut counts, mut furthest) = (zero, zero);
    for (&value, &bound) in registers.iter().zip(bound_registers) {
        let excess = simd.sub_f32s(simd.abs_f32s(value), bound);
        let is_above = simd.greater_than_f32s(excess, by_all);
        counts = simd.add_f32s(counts, simd.select_f32s(is_above, one, zero));
        furthest = simd.max_f32s(furthest, excess);
    }
    let mut count = simd.reduce_sum_f32s(counts) as usize;
    let mut furthest = simd.reduce_max_f32s(furthest);
    for (value, bound) in rest.iter().zip(bound_rest) {
        let excess = value.abs() - bound;
        count += usize::from(excess > by);
        furthest = furthest.max(excess);
    }
    (count, furthest)
}

/// Writes down the places of the values for which a condition on the value and its bound holds, ascending; returns how many.
/// There is room for all places.
#[inline(always)]
pub fn places_where(
    places: &mut [u32],
    values: &[f32],
    bounds: &[f32],
    holds: impl Fn(f32, f32) -> bool,
) -> usize {
    let mut count = 0;
    let registers = values.chunks(WIDTH).zip(bounds.chunks(WIDTH));
    for (register, (values, bounds)) in registers.enumerate() {
        let mut bits = bits_where(values, bounds, &holds);
        while bits != 0 {
            places[count] = (register * WIDTH) as u32 + bits.trailing_zeros();
            count += 1;
            bits &= bits - 1;
        }
    }
    count
}

/// For which of at most [`WIDTH`] values a condition on the value and its bound holds, a bit each.
#[inline(always)]
fn bits_where(values: &[f32], bounds: &[f32], holds: impl Fn(f32, f32) -> bool) -> u32 {
    let bit = |lane: usize, value: f32, bound: f32| u32::from(holds(value, bound)) << lane;
    if let (Some(values), Some(bounds)) = (values.as_array::<WIDTH>(), bounds.as_array::<WIDTH>()) {
        let mut bits = [0; WIDTH];
        for lane in 0..WIDTH {
            bits[lane] = bit(lane, values[lane], bounds[lane]);
        }
        return bits.iter().fold(0, |all, bit| all | bit);
    }
    let pairs = values.iter().zip(bounds).enumerate();
    pairs.fold(0, |all, (lane, (&value, &bound))| {
        all | bit(lane, value, bound)
    })
}
