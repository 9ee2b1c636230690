//! Micro benchmarks of a minibatch of learning and its parts:
//! `cargo bench --no-default-features --bench learning`.

mod common;

use cellscope::model::{GramCache, Learner, LearningParams, dictionary_descent, pooling_descent};
use common::{FRAMES, PIXELS, movies, sparse, trained};
use criterion::{Criterion, criterion_group, criterion_main};
use ndarray::Array2;

fn parts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("learning");
    let (params, frames) = (sparse(), movies());
    let weights = trained(&params);
    let dictionary = weights.dictionary.view();
    let (codes, left) = weights.encode_with_residuals(frames.view(), FRAMES, &params, 1e-3);
    group.bench_function("products", |bencher| {
        bencher.iter(|| GramCache::new(dictionary))
    });
    group.bench_function("gradients of W", |bencher| {
        let by_unit = codes.simple.codes.transposed();
        let mut descent = Array2::zeros((dictionary.ncols(), dictionary.nrows()));
        bencher.iter(|| dictionary_descent(left.view(), &by_unit, descent.view_mut()));
    });
    let invariant = &codes.invariant();
    group.bench_function("gradients of A", |bencher| {
        bencher.iter(|| pooling_descent(params.alpha, &invariant.remaining, &invariant.codes));
    });
    let mut learner = Learner {
        weights: weights.clone(),
        ..Learner::new(PIXELS, &params, 0)
    };
    // At rate 0 the weights stay: the same work in every iteration.
    let learning = LearningParams {
        simple_rate: 0.0,
        invariant_rate: 0.0,
        ..LearningParams::default()
    };
    group.bench_function("minibatch", |bencher| {
        bencher.iter(|| learner.step(frames.view(), FRAMES, &params, &learning));
    });
    group.finish();
}

criterion_group!(benches, parts);
criterion_main!(benches);
