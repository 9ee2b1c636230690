//! The comparison of two momenta on trials made by hand.

use cellscope::analysis::convergence::{Ends, Method, MethodRun, MomentumComparison, Trial};

fn trial(none: [f64; 3], capped: [f64; 3]) -> Trial {
    let run = |method, excess: [f64; 3]| MethodRun {
        method,
        excess: excess.to_vec(),
        rises: 0,
        multiply_adds: 1.0,
    };
    Trial {
        best: 1.0,
        start: 3.0,
        known_excess: None,
        minimum: Vec::new(),
        minimum_converged: true,
        distance_sq: 1.0,
        top_on: 1,
        lipschitz: 1.0,
        runs: vec![run(Method::Ista, none), run(Method::Capped, capped)],
    }
}

#[test]
fn ends_above_and_below_are_told_apart_and_iterations_are_compared() {
    let trials = [
        trial([2.0, 1.0, 0.0], [2.0, 0.0, 0.0]),
        trial([2.0, 1.0, 0.0], [2.0, 0.5, 0.5]),
        trial([2.0, 1.0, 1.0], [2.0, 0.0, 0.0]),
        // At its minimum from the start: no iterations to compare.
        trial([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
    ];
    let ends: Vec<Ends> = trials.iter().filter_map(Ends::new).collect();
    let found = MomentumComparison::of(&ends).expect("samples");
    assert_eq!((found.samples, found.both_converged), (4, 1));
    assert_eq!((found.ended_above, found.ended_below), (1, 1));
    assert_eq!((found.farthest_above, found.farthest_below), (0.5, 0.5));
    assert_eq!(
        found.fewer_iterations.map(|spread| spread.median),
        Some(2.0)
    );
    assert_eq!(MomentumComparison::of(&[]), None);
}
