//! Whether models made by hand have learned the toy example.

use cellscope::analysis::LineMeasures;
use cellscope::source::{LINES_SIDE, all_lines};
use cellscope::telemetry::{Criterion, line_criteria};
use ndarray::Array2;

/// The 40 lines as filters of norm 1 and one filter that is no line, `[100, 41]`.
fn dictionary() -> Array2<f32> {
    let mut dictionary = Array2::zeros((LINES_SIDE * LINES_SIDE, 41));
    let lines = all_lines() / (LINES_SIDE as f32).sqrt();
    dictionary
        .slice_mut(ndarray::s![.., ..40])
        .assign(&lines.t());
    dictionary[[0, 40]] = 1.0;
    dictionary
}

/// A unit on all lines of each orientation.
fn pooling() -> Array2<f32> {
    Array2::from_shape_fn((41, 4), |(simple, unit)| {
        f32::from(u8::from(simple < 40 && simple / LINES_SIDE == unit))
    })
}

fn is_right(measures: &LineMeasures) -> bool {
    line_criteria(measures).iter().all(Criterion::is_met)
}

#[test]
fn the_right_answer_is_right() {
    let measures = LineMeasures::new(dictionary().view(), pooling().view(), &[0.1; 4]);
    assert_eq!(measures.lines_found, 40);
    assert_eq!(measures.active_units, [0, 1, 2, 3]);
    assert_eq!(measures.orientations, 4);
    assert!(measures.purity_min() > 0.999);
    assert!(is_right(&measures));
}

#[test]
fn an_answer_with_a_unit_of_mixed_or_of_no_lines_is_not_right() {
    let mut mixed = pooling();
    mixed[[0, 1]] = 2.0;
    let measures = LineMeasures::new(dictionary().view(), mixed.view(), &[0.1; 4]);
    assert_eq!((measures.active_units.len(), measures.orientations), (4, 4));
    assert!(!is_right(&measures), "{measures:?}");
    let mut of_none = pooling();
    of_none.column_mut(3).fill(0.0);
    of_none[[40, 3]] = 1.0;
    let measures = LineMeasures::new(dictionary().view(), of_none.view(), &[0.1; 4]);
    assert_eq!(measures.orientations, 3);
    assert!(!is_right(&measures));
}

#[test]
fn a_uniform_filter_a_mixed_unit_and_weight_on_no_line_each_show() {
    let (mut dictionary, mut pooling) = (dictionary(), pooling());
    dictionary.column_mut(7).fill(0.1);
    pooling[[15, 1]] = 0.0;
    pooling[[25, 1]] = 3.0;
    pooling[[40, 3]] = 10.0f32.sqrt();
    let use_ = [0.1, 0.1, 0.0, 0.1];
    let measures = LineMeasures::new(dictionary.view(), pooling.view(), &use_);
    assert_eq!(measures.lines_found, 39);
    assert_eq!(measures.active_units, [0, 1, 3]);
    // Lines of every orientation explain the uniform filter 7, which has none.
    for (purity, expected) in measures.purity.iter().zip([0.9, 0.5, 0.5]) {
        assert!((purity - expected).abs() < 1e-6, "{measures:?}");
    }
}

#[test]
fn lines_drawn_upside_down_in_sign_count_and_no_active_unit_is_not_pure() {
    let measures = LineMeasures::new((-dictionary()).view(), pooling().view(), &[0.0; 4]);
    assert_eq!(measures.lines_found, 40);
    assert_eq!(measures.purity_min(), 0.0);
}
