//! Loops over long vectors, each compiled for the widest registers the machine has.

use ndarray::{ArrayView1, ArrayView2, ArrayViewMut1, Axis};
use pulp::{Arch, Simd};

use crate::compute::simd::{add_terms, dot};

/// Rows of a matrix that a thread takes at once.
pub const ROWS_AT_ONCE: usize = 16;

/// The values of a row.
///
/// # Panics
/// When the row is not contiguous in memory: the layout of its array is broken.
#[inline(always)]
pub fn contiguous(row: ArrayView1<'_, f32>) -> &[f32] {
    row.to_slice().expect("a row that is contiguous in memory")
}

/// The values of a row, to be changed.
///
/// # Panics
/// As [`contiguous`].
#[inline(always)]
pub fn contiguous_mut(row: ArrayViewMut1<'_, f32>) -> &mut [f32] {
    row.into_slice()
        .expect("a row that is contiguous in memory")
}

/// `y += values[0] * rows[units[0]] + ..`, the rows contiguous.
pub fn add_rows(y: &mut [f32], (units, values): (&[u32], &[f32]), rows: ArrayView2<'_, f32>) {
    struct AddRows<'a>(&'a mut [f32], (&'a [u32], &'a [f32]), ArrayView2<'a, f32>);

    impl pulp::WithSimd for AddRows<'_> {
        type Output = ();

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) {
            let Self(y, (units, values), rows) = self;
            add_terms(simd, y, units.len(), |index| {
                let row = rows.index_axis_move(Axis(0), units[index] as usize);
                (values[index], contiguous(row))
            });
        }
    }

    Arch::new().dispatch(AddRows(y, (units, values), rows));
}

/// abs(x)^2 in f64.
pub fn norm_sq(x: &[f32]) -> f64 {
    Arch::new().dispatch(|| dot(x, x))
}

/// `x *= scale`, each product rounded once.
pub fn scale_by(x: &mut [f32], scale: f64) {
    Arch::new().dispatch(|| {
        for x in x {
            *x = (f64::from(*x) * scale) as f32;
        }
    });
}

/// `y += scales * x`, entry by entry.
pub fn add_scaled_each(y: &mut [f32], scales: &[f32], x: &[f32]) {
    Arch::new().dispatch(|| {
        for ((y, &scale), &x) in y.iter_mut().zip(scales).zip(x) {
            *y += scale * x;
        }
    });
}

/// `x *= scales`, entry by entry, each product rounded once.
pub fn scale_each(x: &mut [f32], scales: &[f64]) {
    Arch::new().dispatch(|| {
        for (x, &scale) in x.iter_mut().zip(scales) {
            *x = (f64::from(*x) * scale) as f32;
        }
    });
}

/// `sums += x^2`, entry by entry.
pub fn add_squares(sums: &mut [f64], x: &[f32]) {
    Arch::new().dispatch(|| {
        for (sum, &x) in sums.iter_mut().zip(x) {
            *sum += f64::from(x) * f64::from(x);
        }
    });
}

/// Whether no entry is negative, or no number.
pub fn is_nonnegative(x: &[f32]) -> bool {
    Arch::new().dispatch(|| x.iter().fold(true, |all, &x| all & (x >= 0.0)))
}
