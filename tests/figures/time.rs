//! Temporal continuity: against what complex cells must show.

use cellscope::figure::{Figure, Palette, Shape, time_chart};
use cellscope::telemetry::{Measured, TimeRun};

#[test]
fn models_are_compared_with_what_complex_cells_must_show() {
    // As the criteria have it: an F2/F0 of u of half that of abs(z), whatever the two are.
    let measured = |f2_over_f0_invariant| Measured {
        concentration: Some(0.8),
        width_ratio: Some(3.0),
        f2_over_f0_simple: Some(1.2),
        f2_over_f0_invariant: Some(f2_over_f0_invariant),
        ..Measured::default()
    };
    let runs = [("drift", 0.6), ("still", 0.3)].map(|(motion, f2_over_f0)| TimeRun {
        source: "embedded scenes".to_owned(),
        motion,
        seed: 0,
        measured: measured(f2_over_f0),
    });
    let Figure { scene, layout } = time_chart(&runs, f32::INFINITY, Palette::LIGHT);
    let narrow = time_chart(&runs, 500.0, Palette::LIGHT).scene;
    assert!(narrow.width <= 560.0 && narrow.height > 1.9 * scene.height);
    let criteria = runs[0].measured.criteria();
    let texts = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let texts: Vec<_> = texts.collect();
    for criterion in [0, 2, 4].map(|index| criteria[index]) {
        assert!(texts.contains(&criterion.name), "{texts:?}");
        let bound = format!("dashed: complex cells, {}", criterion.bound);
        assert!(texts.contains(&bound.as_str()), "{texts:?}");
    }
    // The last chart: the first model is at the bound, the second at half of it; 0 is at the bottom.
    let dots = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Disc { center, .. } => Some(*center),
        _ => None,
    });
    let dots: Vec<_> = dots.collect();
    let mut bounds = scene.shapes.iter().rev().filter_map(|shape| match shape {
        Shape::Polyline { points, dash, .. } if dash.is_some() => Some(points[0][1]),
        _ => None,
    });
    let bound = bounds.next().expect("a dashed line");
    let mut zeros = scene.shapes.iter().rev().filter_map(|shape| match shape {
        Shape::Text { at, text, .. } if text == "0" => Some(at[1]),
        _ => None,
    });
    let zero = zeros.next().expect("the axis begins at 0");
    let [.., first, second] = dots.as_slice() else {
        panic!("{dots:?}");
    };
    assert_eq!(layout.run_at([first[0] + 1.0, first[1]]), Some(0));
    assert_eq!(layout.run_at(*second), Some(1));
    assert_eq!(layout.run_at([0.0, 0.0]), None);
    assert!((first[1] - bound).abs() < 1e-3, "{dots:?} {bound}");
    assert!(
        (second[1] - (bound + zero) / 2.0).abs() < 1e-3,
        "{dots:?} {bound} {zero}"
    );
}
