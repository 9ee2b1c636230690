//! Codes on every instruction set that the machine has.

use cellscope::compute::object_pool::ObjectPool;
use cellscope::model::{BatchCodes, Coupling, ModelParams, MovieCoder, SimpleCoder, Weights};
use ndarray::Array2;

use super::kernels::instruction_sets;

#[test]
fn codes_reach_the_same_energies_on_all_instruction_sets() {
    const PIXELS: usize = 300;
    const GAP: f64 = 1e-6;
    let params = ModelParams {
        simple: 90,
        invariant: 20,
        alpha: 0.3,
        beta: 0.1,
        ..ModelParams::default()
    };
    let weights = Weights::random(PIXELS, &params, 1);
    let frames = Array2::from_shape_fn((60, PIXELS), |(row, pixel)| {
        let wave = ((row * 977 + pixel * 37) as f32 * 0.73).sin();
        let near = weights.dictionary[[pixel, row]] - weights.dictionary[[pixel, row / 2]];
        3.0 * near + 0.1 * wave
    });
    let gram_cache = weights.gram_cache();
    let dictionary = weights.dictionary.view();
    let simple = SimpleCoder::new(dictionary, &gram_cache, params.alpha, GAP);
    let above = [(weights.pooling().view(), params.beta)];
    let coder = MovieCoder::new(Coupling::Split, simple, &above);
    let encode = |set: pulp::Arch| {
        let mut no_residuals = Array2::zeros((frames.nrows(), 0));
        let (frames, correlations) = (frames.view(), ObjectPool::default());
        set.dispatch(coder.encoding(frames, 3, no_residuals.view_mut(), &correlations))
    };
    let all: Vec<_> = instruction_sets().into_iter().map(encode).collect();
    let energies = |codes: &BatchCodes| {
        let terms = codes.simple.reconstruction.iter();
        let terms = terms.zip(&codes.simple.sparsity);
        terms.map(|(a, b)| a + b).collect::<Vec<_>>()
    };
    assert!(all[0].invariant().codes.entries() > 0, "u is on");
    for codes in &all {
        assert_eq!(codes.accuracy().unconverged, 0);
        for (plain, other) in energies(&all[0]).into_iter().zip(energies(codes)) {
            assert!(
                (plain - other).abs() <= 4.0 * GAP * plain,
                "{plain} against {other}"
            );
        }
        // z of near energies may differ by more, and u with it.
        let of_u = |codes: &BatchCodes| codes.energies().layers[0].total();
        assert!((of_u(&all[0]) - of_u(codes)).abs() <= 1e-2 * of_u(&all[0]));
    }
}
