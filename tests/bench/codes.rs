//! Micro benchmarks of both layers' codes: `cargo bench --no-default-features --bench codes`.

mod common;

use cellscope::model::{InvariantCoder, ModelParams, SimpleCoder, Weights};
use common::{FRAMES, MOVIES, movies, sparse, trained};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Relative duality gaps: what learning asks for, and two finer ones.
const GAPS: [f64; 3] = [1e-3, 1e-4, 1e-6];

/// A fifth of z is on.
fn dense() -> ModelParams {
    ModelParams {
        alpha: 0.2,
        beta: 0.12,
        ..ModelParams::default()
    }
}

fn simple_codes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("simple codes");
    group.throughput(Throughput::Elements((MOVIES * FRAMES) as u64));
    let frames = movies();
    for (name, params) in [("sparse", sparse()), ("dense", dense())] {
        let Weights { dictionary, .. } = trained(&params);
        let products = cellscope::model::GramCache::new(dictionary.view());
        for gap in GAPS {
            let coder = SimpleCoder::new(dictionary.view(), &products, params.alpha, gap);
            group.bench_function(format!("{name}, gap {gap:e}"), |bencher| {
                bencher.iter(|| coder.encode(frames.view(), FRAMES));
            });
        }
    }
    group.finish();
}

fn invariant_codes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("invariant codes");
    group.throughput(Throughput::Elements(MOVIES as u64));
    let frames = movies();
    for (name, params) in [("sparse", sparse()), ("dense", dense())] {
        let weights = trained(&params);
        let pooled = weights.encode(frames.view(), FRAMES, &params, 1e-4).pooled;
        for gap in GAPS {
            let coder =
                InvariantCoder::new(weights.pooling().view(), params.alpha, params.beta, gap);
            group.bench_function(format!("{name}, gap {gap:e}"), |bencher| {
                bencher.iter(|| coder.encode(&pooled));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, simple_codes, invariant_codes);
criterion_main!(benches);
