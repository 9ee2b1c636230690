//! The texts of marks on curves.

use cellscope::figure::{Anchor, Chart, CurveOptions, Shape, curves};
use cellscope::telemetry::History;

use super::curves::Run;

#[test]
fn the_name_of_a_mark_stands_where_no_curve_is() {
    let mut run = Run::of(40);
    // The energy comes down from the top left and goes up to the top right.
    for point in &mut run.points {
        let way = (point.step as f64 - 20.0) / 20.0;
        point.energies.reconstruction = 3.0 + 6.0 * way * way;
    }
    let mut history = serde_json::to_value(run.history()).expect("JSON");
    let mark = |step: u64| {
        serde_json::json!({
            "step": step, "movies_seen": 128 * step, "elapsed_secs": 0.1 * step as f64,
            "text": format!("mark {step}"),
        })
    };
    history["marks"] = [2, 20, 36].map(mark).to_vec().into();
    let history: History = serde_json::from_value(history).expect("a history");
    let options = CurveOptions {
        is_log: false,
        ..CurveOptions::default()
    };
    let scene = curves(&history, &options);
    let curves: Vec<_> = scene
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Polyline { points, color, .. } if options.palette.series.contains(color) => {
                Some(points)
            }
            _ => None,
        })
        .collect();
    let mut names = 0;
    for shape in &scene.shapes {
        let Shape::Text {
            at: [x, y],
            text,
            anchor,
            size,
            ..
        } = shape
        else {
            continue;
        };
        if !text.starts_with("mark ") {
            continue;
        }
        names += 1;
        let width = 0.5 * size * text.chars().count() as f32;
        let left = if *anchor == Anchor::Start {
            *x
        } else {
            x - width
        };
        let is_over = |[at_x, at_y]: [f32; 2]| {
            (left..=left + width).contains(&at_x) && (at_y - y).abs() < 0.4 * size
        };
        for points in &curves {
            for ends in points.windows(2) {
                let at = |share: f32| {
                    [0, 1].map(|axis| ends[0][axis] + share * (ends[1][axis] - ends[0][axis]))
                };
                let along = (0..=20_u8).map(|step| at(f32::from(step) / 20.0));
                assert!(!along.into_iter().any(is_over), "{text} at {x}, {y}");
            }
        }
    }
    assert!(names >= 3, "{names}");
}

#[test]
fn the_texts_of_marks_have_space_between_them_and_none_is_below_a_low_chart() {
    let nowhere = |_, _| false;
    let texts = [[0.0, 50.0], [52.0, 90.0], [54.0, 100.0], [120.0, 150.0]];
    // On a third of the lines at most.
    for (count, second) in [(3, None), (4, Some(1))] {
        let lines = Chart::text_lines(&texts, count, nowhere);
        assert_eq!(lines, [Some(0), second, None, Some(0)]);
    }
    assert_eq!(Chart::text_lines(&texts, 0, nowhere), [None; 4]);
    // None lies over a curve.
    assert_eq!(Chart::text_lines(&texts, 2, |_, _| true), [None; 4]);
    // Where curves leave a line free, it is taken.
    let lines = Chart::text_lines(&texts[..1], 6, |line, _| line < 5);
    assert_eq!(lines, [Some(5)]);
}
