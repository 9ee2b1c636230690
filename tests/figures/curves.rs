//! The curves of a run.

use std::collections::BTreeSet;

use cellscope::figure::{
    Abscissa, Anchor, CurveOptions, Palette, Rect, Scene, Shape, curve_charts, curves,
    curves_comments, curves_table, placed_curves,
};
use cellscope::telemetry::{History, Measured, Point};

/// What becomes a history.
#[derive(Default)]
pub(super) struct Run {
    pub(super) points: Vec<Point>,
    notes: Vec<Measured>,
}

impl Run {
    pub(super) fn of(steps: u64) -> Self {
        let points = (1..=steps).map(point).collect();
        Self {
            points,
            notes: Vec::new(),
        }
    }

    pub(super) fn history(&self) -> History {
        let history = serde_json::json!({
            "points": self.points, "notes": self.notes, "marks": [], "stretch": 1, "filled": 1,
        });
        serde_json::from_value(history).expect("a history")
    }
}

fn point(step: u64) -> Point {
    Point {
        step,
        movies_seen: 128 * step,
        elapsed_secs: 0.1 * step as f64,
        energies: serde_json::from_str(
            r#"{"reconstruction":3,"simple_sparsity":2,"modulated":1,"invariant_sparsity":0.5}"#,
        )
        .expect("energies"),
        simple_density: 0.04,
        invariant_density: 0.0,
        ..Point::default()
    }
}

fn lines(scene: &Scene, palette: &Palette, hue: usize) -> usize {
    let is_curve = |shape: &&Shape| {
        matches!(shape, Shape::Polyline { color, points, .. }
            if *color == palette.series[hue] && points.len() == 20)
    };
    scene.shapes.iter().filter(is_curve).count()
}

#[test]
fn every_term_is_a_curve_and_what_was_not_measured_is_none() {
    let history = Run::of(20).history();
    let options = CurveOptions::default();
    let scene = curves(&history, &options);
    let found: Vec<_> = (0..5)
        .map(|hue| lines(&scene, &options.palette, hue))
        .collect();
    // Hue 2 is also z's density; u's density is 0 and has no place on a logarithmic axis.
    assert_eq!(found, [1, 1, 2, 1, 1]);
}

#[test]
fn notes_are_curves_of_their_own() {
    let mut run = Run::of(20);
    for step in 1..=20 {
        run.notes.push(Measured {
            step,
            movies_seen: 128 * step,
            elapsed_secs: 0.1 * step as f64,
            width_ratio: Some(2.5),
            ..Measured::default()
        });
    }
    let options = CurveOptions::default();
    // Hue 3 is also the modulated energy.
    assert_eq!(
        lines(&curves(&run.history(), &options), &options.palette, 3),
        2
    );
}

#[test]
fn hidden_curves_are_left_out() {
    let history = Run::of(20).history();
    let options = CurveOptions {
        hidden: BTreeSet::from(["E", "z"]),
        ..CurveOptions::default()
    };
    let scene = curves(&history, &options);
    let found: Vec<_> = (0..5)
        .map(|hue| lines(&scene, &options.palette, hue))
        .collect();
    assert_eq!(found, [0, 1, 1, 1, 1]);
}

#[test]
fn the_chart_of_the_energies_of_a_joint_model_tells_that_terms_are_halved() {
    let mut run = Run::of(3);
    let title = |run: &Run, is_joint| {
        let options = CurveOptions {
            is_joint,
            ..CurveOptions::default()
        };
        curve_charts(&run.history(), &[], &options)[0].title.clone()
    };
    assert_eq!(title(&run, false), "Energy per movie");
    assert_eq!(title(&run, true), "Energy per movie (α terms halved)");
    run.points[2].top_density = Some(0.1);
    assert_eq!(title(&run, true), "Energy per movie (α, β terms halved)");
}

#[test]
fn a_silent_stretch_is_a_gap_and_a_third_layer_has_curves_of_its_own() {
    let mut run = Run::of(20);
    for point in &mut run.points {
        point.invariant_density = if (8..12).contains(&point.step) {
            0.0
        } else {
            0.01
        };
    }
    let options = CurveOptions::default();
    let pieces = |run: &Run, hue: usize| {
        let scene = curves(&run.history(), &options);
        let of = |shape: &Shape| match shape {
            Shape::Polyline { color, points, .. } if *color == options.palette.series[hue] => {
                Some(points.len())
            }
            _ => None,
        };
        scene.shapes.iter().filter_map(of).collect::<Vec<_>>()
    };
    // The price of u, then its share: 7 points, and 9 after the gap.
    assert_eq!(pieces(&run, 4), [20, 7, 9]);
    assert!(pieces(&run, 5).is_empty());
    let mut last = point(21);
    last.energies.layers[1].modulated = 0.3;
    last.energies.layers[1].sparsity = 0.1;
    run.points.push(last);
    for point in run.points.iter_mut().skip(15) {
        point.top_density = Some(0.05);
    }
    assert_eq!(pieces(&run, 5), [21]);
    assert_eq!(pieces(&run, 6), [21, 6], "its price, then its share");
    let mut off = point(22);
    off.top_density = Some(0.0);
    run.points.push(off);
    assert_eq!(pieces(&run, 5), [22], "it stays where u falls silent");
}

#[test]
fn no_points_draw_empty_axes() {
    let scene = curves(&History::default(), &CurveOptions::default());
    assert!(!scene.shapes.is_empty());
}

#[test]
fn a_table_has_a_line_for_each_stretch_and_each_note_without_what_is_hidden() {
    let mut run = Run::of(3);
    run.notes.push(Measured {
        step: 2,
        movies_seen: 256,
        elapsed_secs: 0.2,
        width_ratio: Some(2.5),
        ..Measured::default()
    });
    let hidden = BTreeSet::from([
        "E",
        "α|z|",
        "median",
        "shuffled",
        "F₂/F₀ of u",
        "F₂/F₀ of |z|",
    ]);
    let table = curves_table(&run.history(), &hidden);
    let expected = [
        "step,movies_seen,elapsed_secs,reconstruction,modulated,invariant_sparsity,top_modulated,top_sparsity,density_z,density_u,density_v,width_ratio",
        "1,128,0.1,3,1,0.5,,,0.04,0,,",
        "2,256,0.2,3,1,0.5,,,0.04,0,,",
        "2,256,0.2,,,,,,,,,2.5",
        "3,384,0.30000000000000004,3,1,0.5,,,0.04,0,,",
    ];
    assert_eq!(table.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_table_tells_of_how_many_phases_its_modulation_is() {
    let said = |run: &Run, hidden: &[&'static str]| {
        let hidden = hidden.iter().copied().collect();
        curves_comments([&run.history()], &hidden)
    };
    let mut run = Run::of(3);
    assert_eq!(said(&run, &[]), "", "none was measured");
    run.notes.push(Measured {
        step: 2,
        f2_over_f0_simple: Some(1.2),
        ..Measured::default()
    });
    let told = said(&run, &["F₂/F₀ of u"]);
    assert!(
        told.starts_with("# f2_over_f0: of 12 phases of each grating") && told.ends_with('\n'),
        "{told}"
    );
    assert!(told.contains("of 32 where the window"), "{told}");
    assert_eq!(said(&run, &["F₂/F₀ of |z|"]), "", "what it has is hidden");
}

#[test]
fn sparsities_that_are_adapted_and_units_revived_are_charts_of_their_own() {
    let charts = |run: &Run| curves_table(&run.history(), &BTreeSet::new());
    let mut run = Run::of(20);
    assert!(!charts(&run).contains("alpha"), "nothing is adapted");
    for point in &mut run.points {
        point.prices = Some([0.5, 0.125 * point.step as f32]);
        point.revived = point.step / 10;
    }
    let table = charts(&run);
    let mut lines = table.lines();
    assert!(
        lines
            .next()
            .is_some_and(|line| line.ends_with("alpha,beta,units_revived"))
    );
    assert!(
        lines.last().is_some_and(|line| line.ends_with("0.5,2.5,2")),
        "{table}"
    );
    let scene = curves(&run.history(), &CurveOptions::default());
    let has = |title: &str| {
        let mut shapes = scene.shapes.iter();
        shapes.any(|shape| matches!(shape, Shape::Text { text, .. } if text == title))
    };
    assert!(has("Sparsities α and β") && has("Units revived"));
}

#[test]
fn neighbouring_minibatches_are_joined_however_far_apart_and_measures_are_not() {
    let mut run = Run::of(3);
    for (point, secs) in run.points.iter_mut().zip([0.01, 0.1, 1.0]) {
        point.elapsed_secs = secs;
        // Measured at the first and at the last alone.
        point.concentration = (secs != 0.1).then_some(0.5);
    }
    let options = CurveOptions {
        abscissa: Abscissa::Seconds,
        ..CurveOptions::default()
    };
    let charts = curve_charts(&run.history(), &[], &options);
    let series = |name: &str| {
        let mut all = charts.iter().flat_map(|chart| &chart.series);
        let series = all.find(|one| one.name == name).expect("a curve");
        series
            .points
            .iter()
            .map(|[_, value]| value.is_nan())
            .collect::<Vec<_>>()
    };
    assert_eq!(series("E"), [false; 3]);
    assert_eq!(series("median"), [false, true, false], "a gap");
}

#[test]
fn several_measures_at_one_place_are_one_point() {
    let mut run = Run::of(20);
    for (step, width_ratio) in [(1, 2.0), (2, 2.1), (2, 2.9), (2, 2.5), (3, 2.2)] {
        run.notes.push(Measured {
            step,
            movies_seen: 128 * step,
            width_ratio: Some(width_ratio),
            ..Measured::default()
        });
    }
    let charts = curve_charts(&run.history(), &[], &CurveOptions::default());
    let series = charts.iter().flat_map(|chart| &chart.series);
    let width = series.into_iter().find(|one| one.name.starts_with("width"));
    let points = &width.expect("a curve").points;
    assert_eq!(points[..], [[128.0, 2.0], [256.0, 2.5], [384.0, 2.2]]);
}

#[test]
fn a_legend_stays_on_the_page() {
    let charts = curve_charts(&Run::of(20).history(), &[], &CurveOptions::default());
    let width = 300.0;
    for chart in charts {
        let at = Rect::new(40.0, 60.0, width - 60.0, 90.0);
        let scene = placed_curves(&[(chart, at)], width, &Palette::LIGHT);
        for shape in &scene.shapes {
            // Half its size is more than a character of the font is wide, on the mean.
            if let Shape::Text {
                at: [x, _],
                anchor: Anchor::Start,
                text,
                size,
                ..
            } = shape
                && *size < 11.0
            {
                let end = x + 0.42 * size * text.chars().count() as f32;
                assert!(end <= width, "{text} ends at {end}");
            }
        }
    }
}
