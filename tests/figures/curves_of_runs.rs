//! The curves of several runs on the same charts.

use std::collections::BTreeSet;
use std::sync::Arc;

use cellscope::figure::{
    Chart, CurveColors, CurveOptions, Ghost, GhostName, Palette, Rect, Shape, curve_charts,
    curves_table, curves_tables, placed_curves,
};

use super::curves::Run;

/// A run that is pinned as B.
fn pinned(steps: u64) -> Ghost {
    Ghost {
        name: GhostName {
            letter: 'B',
            name: "before".to_owned(),
        },
        history: Arc::new(Run::of(steps).history()),
        is_joint: false,
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
fn the_chart_of_the_energies_of_several_runs_tells_of_which_terms_are_halved() {
    let title = |joint: [bool; 3], with_top: [bool; 3]| {
        let run = |index: usize| {
            let mut run = Run::of(3);
            run.points[2].top_density = with_top[index].then_some(0.1);
            run.history()
        };
        let ghosts = ['B', 'C'].map(|letter| {
            let index = if letter == 'B' { 1 } else { 2 };
            let mut ghost = pinned(3);
            ghost.name.letter = letter;
            (ghost.history, ghost.is_joint) = (Arc::new(run(index)), joint[index]);
            ghost
        });
        let options = CurveOptions {
            is_joint: joint[0],
            ..CurveOptions::default()
        };
        let charts = curve_charts(&run(0), &ghosts, &options);
        let others = &charts[1..];
        assert!(others.iter().all(|chart| !chart.title.contains("halved")));
        // As it is written into files.
        let at = Rect::new(40.0, 60.0, 700.0, 90.0);
        let scene = placed_curves(&[(charts[0].clone(), at)], 760.0, &Palette::LIGHT);
        let is_title =
            |shape: &Shape| matches!(shape, Shape::Text { text, .. } if *text == *charts[0].title);
        assert!(scene.shapes.iter().any(is_title), "{}", charts[0].title);
        let said = charts[0].title.strip_prefix("Energy per movie");
        said.expect("energies").to_owned()
    };
    let [none, all] = [[false; 3], [true; 3]];
    for (joint, with_top, said) in [
        (none, none, ""),
        (none, all, ""),
        (all, none, " (α terms halved)"),
        (all, all, " (α, β terms halved)"),
        ([true, false, false], none, " (α terms of A halved)"),
        ([false, true, false], none, " (α terms of B halved)"),
        ([true, false, true], none, " (α terms of A and C halved)"),
        ([true, false, true], all, " (α, β terms of A and C halved)"),
        (
            all,
            [false, true, false],
            " (α terms of all, β terms of B halved)",
        ),
        (
            [true, true, false],
            [true, false, true],
            " (α terms of A and B, β terms of A halved)",
        ),
    ] {
        assert_eq!(title(joint, with_top), said, "{joint:?} {with_top:?}");
    }
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
fn the_letters_of_runs_are_apart_and_those_without_room_are_left_out_in_the_order_of_the_curves() {
    let ghosts = ['B', 'C', 'D'].map(|letter| {
        let mut run = pinned(50);
        run.name.letter = letter;
        run
    });
    let options = CurveOptions::default();
    let charts = curve_charts(&Run::of(20).history(), &ghosts, &options);
    let chart = &charts[0];
    let is_apart = |places: &[[f32; 2]]| {
        places.iter().enumerate().all(|(index, one)| {
            let before = places[..index].iter();
            let mut gaps = before.map(|other| [0, 1].map(|axis| (one[axis] - other[axis]).abs()));
            gaps.all(|[across, up]| across > 8.0 || up > 8.0)
        })
    };
    let curves = chart.shown().filter(|series| series.ghost == Some('B'));
    let names: Vec<_> = curves.map(|series| series.name).collect();
    // All curves end at one place, in the middle and near the top of the axes.
    for (y, first, count) in [(50.0, 44.0, names.len()), (10.0, 7.0, 3)] {
        let letters = chart.letters([&chart.x, &chart.y], |_| [100.0, y], [0.0, 100.0]);
        let places: Vec<_> = letters.iter().map(|(.., place)| *place).collect();
        assert!(is_apart(&places), "{places:?}");
        for run in ['B', 'C', 'D'] {
            let of_run = letters.iter().filter(|(_, letter, _)| *letter == run);
            let of_run: Vec<_> = of_run.collect();
            let named: Vec<_> = of_run.iter().map(|(series, ..)| series.name).collect();
            assert_eq!(named, names[..count]);
            assert_eq!(of_run[0].2[1], first, "where it belongs");
        }
    }
    // As they are drawn, in a low chart.
    let placed = [(chart.clone(), Rect::new(40.0, 60.0, 300.0, 50.0))];
    let scene = placed_curves(&placed, 400.0, &options.palette);
    let letters = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { at, text, .. } if ["B", "C", "D"].contains(&text.as_str()) => Some(*at),
        _ => None,
    });
    let letters: Vec<_> = letters.collect();
    assert!(letters.len() >= 3 && is_apart(&letters), "{letters:?}");
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
        } if *y > scene.height - 20.0 => {
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
