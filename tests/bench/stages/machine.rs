//! What the machine can do at best, measured in the same run as the rest.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis, Zip};
use rayon::prelude::*;
use serde::Serialize;

use super::clock::{Crew, Timing, interleaved};

/// Pixels and units of the dictionary, and frames, whose product is timed: few enough for a core's own cache.
const PEAK_SIDE: usize = 480;
/// Times that they are multiplied in one run.
const PEAK_ROUNDS: usize = 50;
/// Values in each of the three arrays whose sum is timed: 64 MB each.
const STREAM_VALUES: usize = 16 << 20;

/// The machine, and its best rates.
#[derive(Debug, Serialize)]
pub(super) struct Machine {
    pub(super) processor: String,
    pub(super) system: String,
    pub(super) cores: usize,
    /// One for each number of threads; none where they are not asked for.
    pub(super) rates: Vec<Rates>,
}

/// Best rates of so many threads, each the fastest of the runs.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Rates {
    pub(super) threads: usize,
    /// Floating-point operations per second of f32 matrix products, by the fastest of several libraries.
    pub(super) matrix_flop_per_second: f64,
    /// Bytes per second to and from main memory, of a = b + s c over large f32 arrays.
    pub(super) memory_bytes_per_second: f64,
}

impl Machine {
    /// The machine, and the best rates of these crews.
    pub(super) fn measure(crews: &[Crew], runs: usize) -> Self {
        Self {
            processor: processor(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            rates: if crews.is_empty() {
                Vec::new()
            } else {
                rates(crews, runs)
            },
        }
    }

    /// The rates of a crew of so many threads.
    pub(super) fn rates_of(&self, threads: usize) -> Option<&Rates> {
        self.rates.iter().find(|rates| rates.threads == threads)
    }
}

fn rates(crews: &[Crew], runs: usize) -> Vec<Rates> {
    let products = PRODUCTS.map(|product| product_timings(product, crews, runs));
    let fastest_secs = |crew: usize| {
        let secs = products.iter().map(|timings| timings[crew].fastest_secs);
        secs.fold(f64::INFINITY, f64::min)
    };
    let (b, c) = (vec![1.0f32; STREAM_VALUES], vec![2.0f32; STREAM_VALUES]);
    let mut a = vec![0.0f32; STREAM_VALUES];
    let sums = interleaved(runs, crews.len(), |crew| {
        let crew = &crews[crew];
        let part = STREAM_VALUES.div_ceil(crew.threads);
        crew.pool.install(|| {
            a.par_chunks_mut(part)
                .zip(b.par_chunks(part).zip(c.par_chunks(part)))
                .for_each(|(a, (b, c))| {
                    Zip::from(a)
                        .and(b)
                        .and(c)
                        .for_each(|a, b, c| *a = b + 3.0 * c);
                });
        });
    });
    let bytes = (3 * STREAM_VALUES * size_of::<f32>()) as f64;
    let operations = (2 * PEAK_ROUNDS * PEAK_SIDE.pow(3)) as f64;
    let crews = crews.iter().zip(&sums).enumerate();
    crews
        .map(|(index, (crew, sum))| Rates {
            threads: crew.threads,
            matrix_flop_per_second: operations / fastest_secs(index),
            memory_bytes_per_second: bytes / sum.fastest_secs,
        })
        .collect()
}

/// A matrix product: to = a b, all row-major.
type Product = fn(ArrayView2<'_, f32>, ArrayView2<'_, f32>, ArrayViewMut2<'_, f32>);

/// The products of the libraries matrixmultiply and faer.
const PRODUCTS: [Product; 2] = [
    |a, b, mut to| general_mat_mul(1.0, &a, &b, 0.0, &mut to),
    faer_product,
];

fn faer_product(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>, to: ArrayViewMut2<'_, f32>) {
    let ((rows, inner), columns) = (a.dim(), b.ncols());
    let (a, b) = (a.to_slice(), b.to_slice());
    let (a, b) = a.zip(b).expect("row-major factors");
    let to = to.into_slice().expect("a row-major product");
    faer::linalg::matmul::matmul(
        faer::MatMut::from_row_major_slice_mut(to, rows, columns),
        faer::Accum::Replace,
        faer::MatRef::from_row_major_slice(a, rows, inner),
        faer::MatRef::from_row_major_slice(b, inner, columns),
        1.0,
        faer::Par::Seq,
    );
}

/// A product's timings for each crew, the rows shared out over its threads.
fn product_timings(product: Product, crews: &[Crew], runs: usize) -> Vec<Timing> {
    let side = (PEAK_SIDE, PEAK_SIDE);
    let (a, b) = (Array2::from_elem(side, 0.5f32), Array2::ones(side));
    let mut to = Array2::zeros(side);
    interleaved(runs, crews.len(), |crew| {
        let part = PEAK_SIDE.div_ceil(crews[crew].threads);
        crews[crew].pool.install(|| {
            for _ in 0..PEAK_ROUNDS {
                let parts = to.axis_chunks_iter_mut(Axis(0), part).into_par_iter();
                parts
                    .zip(a.axis_chunks_iter(Axis(0), part))
                    .for_each(|(to, a)| product(a, b.view(), to));
            }
        });
    })
}

/// The processor's name where the system tells it.
fn processor() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .and_then(|rest| rest.split_once(':'));
    name.map_or_else(|| "unknown".to_owned(), |(_, name)| name.trim().to_owned())
}
