//! What the machine can do at best, measured in the same run as the rest.

use cellscope::model::GramCache;
use ndarray::{Array2, ShapeBuilder, Zip};
use rayon::prelude::*;
use serde::Serialize;

use super::clock::{Crew, interleaved};

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
    /// Floating-point operations per second of f32 products W'x, by the routine that coding and learning use.
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
    let side = (PEAK_SIDE, PEAK_SIDE);
    let (dictionary, frames) = (Array2::from_elem(side.f(), 0.5f32), Array2::ones(side));
    let mut product = Array2::zeros(side);
    let known = GramCache::new(dictionary.view());
    let products = interleaved(runs, crews.len(), |crew| {
        let pool = &crews[crew].pool;
        pool.install(|| {
            (0..PEAK_ROUNDS).for_each(|_| known.correlate(frames.view(), product.view_mut()));
        });
    });
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
    crews
        .iter()
        .zip(products.iter().zip(&sums))
        .map(|(crew, (product, sum))| Rates {
            threads: crew.threads,
            matrix_flop_per_second: operations / product.fastest_secs,
            memory_bytes_per_second: bytes / sum.fastest_secs,
        })
        .collect()
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
