//! The curves of a run.

use std::collections::BTreeSet;

use std::sync::Arc;

use cellscope::figure::{
    Anchor, Chart, CurveColors, CurveOptions, Ghost, GhostName, Palette, Rect, Scene, Shape,
    curve_charts, curves, curves_table, curves_tables, placed_curves,
};
use cellscope::telemetry::{History, Measured, Point};

/// What becomes a history.
#[derive(Default)]
struct Run {
    points: Vec<Point>,
    notes: Vec<Measured>,
}

impl Run {
    fn of(steps: u64) -> Self {
        let points = (1..=steps).map(point).collect();
        Self {
            points,
            notes: Vec::new(),
        }
    }

    fn history(&self) -> History {
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
        "1,128,0.1,3,1,0.5,0,0,0.04,0,,",
        "2,256,0.2,3,1,0.5,0,0,0.04,0,,",
        "2,256,0.2,,,,,,,,,2.5",
        "3,384,0.30000000000000004,3,1,0.5,0,0,0.04,0,,",
    ];
    assert_eq!(table.lines().collect::<Vec<_>>(), expected);
}

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
    assert!(has("Adapted sparsities") && has("Units revived"));
}

#[test]
fn the_texts_of_marks_have_space_between_them_and_none_is_below_a_low_chart() {
    let nowhere = |_, _| false;
    let texts = [[0.0, 50.0], [52.0, 90.0], [54.0, 100.0], [120.0, 150.0]];
    let lines = Chart::text_lines(&texts, 2, nowhere);
    assert_eq!(lines, [Some(0), Some(1), None, Some(0)]);
    assert_eq!(Chart::text_lines(&texts, 0, nowhere), [None; 4]);
    // None lies over a curve.
    assert_eq!(Chart::text_lines(&texts, 2, |_, _| true), [None; 4]);
    // Where curves leave a line free, it is taken.
    let lines = Chart::text_lines(&texts[..1], 6, |line, _| line < 5);
    assert_eq!(lines, [Some(5)]);
}

/// A run that is pinned as B.
fn pinned(steps: u64) -> Ghost {
    Ghost {
        name: GhostName {
            letter: 'B',
            name: "before".to_owned(),
        },
        history: Arc::new(Run::of(steps).history()),
    }
}

#[test]
fn the_curves_of_another_run_are_behind_those_of_the_run_on_axes_for_both() {
    let (history, options) = (Run::of(20).history(), CurveOptions::default());
    let alone = curve_charts(&history, &[], &options);
    let both = curve_charts(&history, &[pinned(50)], &options);
    for (alone, both) in alone.iter().zip(&both) {
        let ghosts = both.series.iter().filter(|series| series.ghost.is_some());
        assert_eq!(ghosts.count(), alone.series.len());
        assert!(both.series[0].ghost == Some('B'), "drawn first");
        let of_run: Vec<_> = both.named().map(|series| &series.points).collect();
        let shown: Vec<_> = alone.shown().map(|series| &series.points).collect();
        assert_eq!(of_run, shown);
        assert!(both.x.range().end() > alone.x.range().end());
    }
    // At a moment of the run its own curves end there; the others are known to their end.
    let until = both[0].clone().until(128.0 * 10.0);
    let ends = |chart: &Chart, ghost: Option<char>| {
        let all = chart.series.iter().filter(|series| series.ghost == ghost);
        let ends = all.filter_map(|series| Some(series.points.last()?[0]));
        ends.fold(0.0, f64::max)
    };
    assert_eq!(ends(&until, None), 1_280.0);
    assert_eq!(ends(&until, Some('B')), 6_400.0);
    let hidden = CurveOptions {
        hidden: BTreeSet::from(["E"]),
        ..options
    };
    let charts = curve_charts(&history, &[pinned(50)], &hidden);
    assert!(charts[0].shown().all(|series| series.name != "E"));
}

#[test]
fn colours_tell_runs_apart_where_that_is_chosen() {
    let (history, palette) = (Run::of(20).history(), Palette::LIGHT);
    let mut third = pinned(30);
    third.name.letter = 'C';
    let options = CurveOptions {
        palette,
        colors: CurveColors::Runs,
        ..CurveOptions::default()
    };
    let ghosts = [pinned(50), third];
    let charts = curve_charts(&history, &ghosts, &options);
    for series in charts.iter().flat_map(|chart| &chart.series) {
        let is_first = charts.iter().any(|chart| {
            let first = chart.named().next().expect("a quantity");
            first.name == series.name
        });
        let run = match series.ghost {
            None => 0,
            Some('B') => 1,
            other => {
                assert_eq!(other, Some('C'));
                2
            }
        };
        // Further quantities are paler.
        let is_full = series.color == palette.series[run];
        assert_eq!(is_full, is_first, "{}", series.name);
    }
    // Runs that end at one place have their letters side by side, in their order.
    let [b, c] = ['B', 'C'].map(|letter| charts[0].letter_offset(letter));
    assert!(b >= c + 8.0 && c > 0.0, "{b} {c}");
    let usual = curve_charts(&history, &ghosts, &CurveOptions::default());
    let colors = usual[0].named().map(|series| series.color.0);
    assert!(colors.collect::<BTreeSet<_>>().len() > 1, "by quantity");
}

#[test]
fn the_table_of_several_runs_says_which_each_line_is_of() {
    let (history, none) = (Run::of(20).history(), BTreeSet::new());
    let alone = curves_tables(&history, &[], &none);
    assert_eq!(alone, curves_table(&history, &none));
    let both = curves_tables(&history, &[pinned(50)], &none);
    assert!(both.starts_with("run,step,movies_seen,"), "{both}");
    let lines = |of: &str| both.lines().filter(|line| line.starts_with(of)).count();
    assert_eq!((lines("A,"), lines("B,")), (20, 50));
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

#[test]
fn runs_are_named_once_below_the_charts_apart_from_each_other() {
    let (palette, mut third) = (Palette::LIGHT, pinned(30));
    third.name.letter = 'C';
    let options = CurveOptions {
        colors: CurveColors::Runs,
        ..CurveOptions::default()
    };
    let charts = curve_charts(&Run::of(20).history(), &[pinned(50), third], &options);
    // As narrow as in the window.
    let [width, bottom] = [600.0, 150.0];
    let place = |index: usize| Rect::new(40.0 + 150.0 * index as f32, 60.0, 110.0, bottom - 60.0);
    let charts: Vec<_> = charts.into_iter().enumerate().collect();
    let charts: Vec<_> = charts
        .into_iter()
        .map(|(index, chart)| (chart, place(index)))
        .collect();
    let scene = placed_curves(&charts, width, &palette);
    let below = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Text {
            at: [x, y],
            text,
            size,
            ..
        } if *y > bottom + 30.0 => {
            let end = x + 0.42 * size * text.chars().count() as f32;
            Some((text.to_string(), *x, end))
        }
        _ => None,
    });
    let mut below: Vec<_> = below.collect();
    below.sort_by(|a, b| a.1.total_cmp(&b.1));
    let names: Vec<_> = below.iter().map(|(text, ..)| text.as_str()).collect();
    assert_eq!(names, ["A the run", "B before", "C before"]);
    assert!(
        below.windows(2).all(|pair| pair[0].2 < pair[1].1),
        "{below:?}"
    );
    let all = scene
        .shapes
        .iter()
        .filter(|shape| matches!(shape, Shape::Text { text, .. } if text == "B before"));
    assert_eq!(all.count(), 1);
    // Where they do not fit side by side, some stand below others.
    let narrow = placed_curves(&charts, 160.0, &palette);
    assert!(narrow.height > scene.height);
    let lines = narrow.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { at, text, .. } if names.contains(&text.as_str()) => Some(at[1]),
        _ => None,
    });
    let lines: Vec<_> = lines.collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().any(|y| *y > lines[0]), "{lines:?}");
}
