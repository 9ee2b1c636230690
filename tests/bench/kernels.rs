//! The kernels against libraries, each on one thread: `cargo bench --no-default-features --bench kernels`.
//!
//! 1. W'x of a batch of frames, and W'W: ours are blocks of faer's products.
//! 2. dE1/dW: residuals times sparse codes against a dense product.
//! 3. Cholesky factors of the sizes of active sets.

use std::hint::black_box;
use std::time::Duration;

use cellscope::compute::cholesky::Cholesky;
use cellscope::compute::vectors::add_rows;
use cellscope::model::{GramCache, correlate};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use faer::linalg::cholesky::llt;
use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, ArrayViewMut2, ShapeBuilder};

/// Pixels of a frame.
const PIXELS: [usize; 2] = [144, 400];
/// Simple units.
const UNITS: [usize; 3] = [100, 400, 1000];
/// Frames of a batch: those that one thread codes at once, and a minibatch of learning.
const FRAMES: [usize; 2] = [192, 384];
/// Unknowns of a Newton step: numbers of active units.
const ACTIVE: [usize; 6] = [8, 16, 32, 64, 128, 256];
/// Share of the entries of z that are active in the codes that W learns from.
const DENSITY: f64 = 0.05;

/// A matrix product: to = a b.
type Product = fn(ArrayView2<'_, f32>, ArrayView2<'_, f32>, ArrayViewMut2<'_, f32>);

/// The libraries' products.
const PRODUCTS: [(&str, Product); 3] = [
    ("matrixmultiply", |a, b, mut to| {
        general_mat_mul(1.0, &a, &b, 0.0, &mut to);
    }),
    ("gemm", gemm_product),
    ("faer", |a, b, to| {
        faer_product(a, b, to);
    }),
];

#[expect(unsafe_code, reason = "the library takes pointers, shapes and strides")]
fn gemm_product(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>, mut to: ArrayViewMut2<'_, f32>) {
    let ((m, k), n) = (a.dim(), b.ncols());
    assert_eq!((b.nrows(), to.dim()), (k, (m, n)), "shapes of a product");
    let rows_columns = |strides: &[isize]| (strides[0], strides[1]);
    let (a_strides, b_strides) = (rows_columns(a.strides()), rows_columns(b.strides()));
    let to_strides = rows_columns(to.strides());
    // SAFETY: the pointers are of arrays of these shapes and strides, and `to` is borrowed alone.
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            to.as_mut_ptr(),
            to_strides.1,
            to_strides.0,
            false,
            a.as_ptr(),
            a_strides.1,
            a_strides.0,
            b.as_ptr(),
            b_strides.1,
            b_strides.0,
            0.0,
            1.0,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

#[expect(unsafe_code, reason = "no safe way in for arrays of any strides")]
fn faer_product(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>, mut to: ArrayViewMut2<'_, f32>) {
    // SAFETY: the pointers are of arrays of these shapes and strides, and `to` is borrowed alone.
    let (a, b, to) = unsafe {
        let view = |m: &ArrayView2<'_, f32>| {
            let ((rows, columns), strides) = (m.dim(), m.strides());
            faer::MatRef::from_raw_parts(m.as_ptr(), rows, columns, strides[0], strides[1])
        };
        let ((rows, columns), row, column) = (to.dim(), to.strides()[0], to.strides()[1]);
        let to = faer::MatMut::from_raw_parts_mut(to.as_mut_ptr(), rows, columns, row, column);
        (view(&a), view(&b), to)
    };
    faer::linalg::matmul::matmul(to, faer::Accum::Replace, a, b, 1.0, faer::Par::Seq);
}

/// Numbers from -1 to 1 in no order, column by column.
fn noise(shape: (usize, usize)) -> Array2<f32> {
    Array2::from_shape_fn(shape.f(), |(row, column)| {
        let noise = 1e4 * ((column * 1009 + row * 37) as f64).sin();
        2.0 * (noise - noise.floor()) as f32 - 1.0
    })
}

fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("a pool of threads").install(work)
}

fn products(criterion: &mut Criterion) {
    for pixels in PIXELS {
        for units in UNITS {
            let dictionary = noise((pixels, units));
            let w = dictionary.view();
            let mut group = criterion.benchmark_group(format!("W'x, P {pixels}, K {units}"));
            for frames in FRAMES {
                let x = noise((pixels, frames)).reversed_axes();
                let mut to = Array2::zeros((frames, units));
                group.throughput(Throughput::Elements((frames * pixels * units) as u64));
                group.bench_function(BenchmarkId::new("ours, in blocks", frames), |bencher| {
                    on_threads(1, || {
                        bencher.iter(|| correlate(w, x.view(), to.view_mut()));
                    });
                });
                for (name, product) in PRODUCTS {
                    group.bench_function(BenchmarkId::new(name, frames), |bencher| {
                        bencher.iter(|| product(x.view(), w, to.view_mut()));
                    });
                }
            }
            group.finish();
            // Ours computes half of the products and copies the other half.
            let mut group = criterion.benchmark_group(format!("W'W, P {pixels}, K {units}"));
            let (mut known, mut to) = (GramCache::default(), Array2::zeros((units, units)));
            group.bench_function("ours, in blocks", |bencher| {
                on_threads(1, || bencher.iter(|| known.update(w)));
            });
            for (name, product) in PRODUCTS {
                group.bench_function(name, |bencher| {
                    bencher.iter(|| product(w.t(), w, to.view_mut()));
                });
            }
            group.finish();
        }
    }
}

fn gradients(criterion: &mut Criterion) {
    const ROWS: usize = FRAMES[1];
    for units in [400, 1000] {
        let residuals = noise((400, ROWS)).reversed_axes();
        let dense = noise((ROWS, units)).mapv(|z| {
            let is_active = f64::from(z.abs()) < DENSITY;
            if is_active { z } else { 0.0 }
        });
        let of_unit = |unit: usize| -> (Vec<u32>, Vec<f32>) {
            let column = dense.column(unit).into_iter().zip(0u32..);
            column
                .filter(|(z, _)| **z != 0.0)
                .map(|(z, row)| (row, *z))
                .unzip()
        };
        let sparse: Vec<_> = (0..units).map(of_unit).collect();
        let mut group = criterion.benchmark_group(format!("dE1/dW, K {units}, {DENSITY} active"));
        let mut to = Array2::zeros((units, 400));
        group.bench_function("ours", |bencher| {
            bencher.iter(|| {
                to.fill(0.0);
                for (row, (rows, values)) in to.rows_mut().into_iter().zip(&sparse) {
                    let row = row.into_slice().expect("contiguous rows");
                    add_rows(row, (rows, values), residuals.view());
                }
            });
        });
        for (name, product) in PRODUCTS {
            group.bench_function(name, |bencher| {
                bencher.iter(|| product(dense.t(), residuals.view(), to.view_mut()));
            });
        }
        group.finish();
    }
}

/// Entries of a positive definite matrix.
fn entry(row: usize, column: usize) -> f32 {
    let decay = (-0.3 * (row as f32 - column as f32).abs()).exp();
    if row == column { decay + 0.1 } else { decay }
}

fn cholesky(criterion: &mut Criterion) {
    struct Solve<'a>(&'a mut Cholesky, &'a mut Vec<f32>);

    impl pulp::WithSimd for Solve<'_> {
        type Output = ();

        #[inline(always)]
        fn with_simd<S: pulp::Simd>(self, simd: S) {
            assert!(self.0.factor(simd), "positive definite");
            self.0.solve(simd, self.1);
        }
    }

    let mut group = criterion.benchmark_group("Cholesky factor and solve");
    for size in ACTIVE {
        let matrix = Array2::from_shape_fn((size, size), |(row, column)| entry(row, column));
        let right: Vec<f32> = (0..size).map(|row| (row as f32 * 0.7).sin()).collect();
        let (mut system, mut x) = (Cholesky::default(), Vec::new());
        group.bench_function(BenchmarkId::new("ours", size), |bencher| {
            bencher.iter(|| {
                system.begin(size);
                for (row, from) in matrix.rows().into_iter().enumerate() {
                    let from = from.to_slice().expect("contiguous rows");
                    system.row_mut(row).copy_from_slice(from);
                }
                x.clone_from(&right);
                pulp::Arch::new().dispatch(Solve(&mut system, &mut x));
                black_box(&x);
            });
        });
        let scratch = llt::factor::cholesky_in_place_scratch::<f32>(
            size,
            faer::Par::Seq,
            faer::Spec::default(),
        );
        let mut memory = faer::dyn_stack::MemBuffer::new(scratch);
        let (mut system, mut x) = (faer::Mat::<f32>::zeros(size, size), Vec::new());
        group.bench_function(BenchmarkId::new("faer", size), |bencher| {
            bencher.iter(|| {
                for (column, from) in matrix.rows().into_iter().enumerate() {
                    let from = from.to_slice().expect("contiguous rows");
                    system.col_as_slice_mut(column).copy_from_slice(from);
                }
                x.clone_from(&right);
                let stack = faer::dyn_stack::MemStack::new(&mut memory);
                llt::factor::cholesky_in_place(
                    system.as_mut(),
                    Default::default(),
                    faer::Par::Seq,
                    stack,
                    faer::Spec::default(),
                )
                .expect("positive definite");
                let right = faer::MatMut::from_column_major_slice_mut(&mut x, size, 1);
                llt::solve::solve_in_place(system.as_ref(), right, faer::Par::Seq, stack);
                black_box(&x);
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(700));
    targets = products, gradients, cholesky
}
criterion_main!(benches);
