//! Curves over training time: bounded, and true to what was added.

use cellscope::analysis::Concentration;
use cellscope::model::Energies;
use cellscope::telemetry::{History, Mark, Measured, Point};

/// Points kept at most.
const MAX_POINTS: usize = 2048;

/// Notes kept at most.
const MAX_NOTES: usize = 512;

pub(crate) fn point(step: u64) -> Point {
    Point {
        step,
        movies_seen: step,
        elapsed_secs: step as f64,
        energies: Energies {
            reconstruction: step as f64,
            ..Energies::default()
        },
        simple_density: 0.1,
        invariant_density: 0.2,
        ..Point::default()
    }
}

/// Curves of so many minibatches.
pub(crate) fn curves(steps: u64) -> History {
    let mut history = History::default();
    (1..=steps).for_each(|step| history.push(point(step)));
    history
}

/// The minibatches that each point stands for.
fn stretches(history: &History) -> Vec<u64> {
    let mut before = 0;
    let stretch = |point: &Point| point.step - std::mem::replace(&mut before, point.step);
    history.points().iter().map(stretch).collect()
}

#[test]
fn energies_are_means_over_the_last_tenth_of_the_movies() {
    let mut history = History::default();
    assert_eq!(history.lately_by(9), None);
    for step in 1..=100 {
        let mut point = Point {
            step,
            movies_seen: 128 * step,
            ..Point::default()
        };
        // Noise that a mean takes away.
        point.energies.reconstruction = if step % 2 == 0 { 4.0 } else { 6.0 };
        history.push(point);
    }
    let of = |step| {
        history
            .lately_by(step)
            .expect("points")
            .energies
            .reconstruction
    };
    assert!((of(100) - 5.0).abs() < 1e-9, "{}", of(100));
    assert!((of(40) - 5.0).abs() < 1e-9, "{}", of(40));
    assert_eq!(of(1), 6.0, "of one point that");
}

#[test]
fn the_mean_of_the_last_movies_is_over_them_alone() {
    let mut history = History::default();
    assert_eq!(history.mean_of_last(2_560), None);
    for step in 1..=100 {
        history.push(Point {
            step,
            movies_seen: 128 * step,
            simple_density: if step > 80 { step as f64 } else { 1e9 },
            ..Point::default()
        });
    }
    let mean = history.mean_of_last(20 * 128).expect("points");
    assert!((mean.simple_density - 90.5).abs() < 1e-9, "{mean:?}");
    assert_eq!(mean.step, 100);
    let last = history.mean_of_last(1).expect("points");
    assert_eq!(last.simple_density, 100.0);
}

#[test]
fn the_beginning_of_a_long_run_stays_and_the_rest_is_even_in_log_time() {
    let history = curves(1_000_000);
    let stretches = stretches(&history);
    assert_eq!(stretches[..199], [1; 199]);
    assert!(stretches.len() < MAX_POINTS, "{}", stretches.len());
    for (stretch, point) in stretches.iter().zip(history.points()).skip(200) {
        assert!(
            stretch * 95 <= point.step,
            "{stretch} before {}",
            point.step
        );
    }
    assert_eq!(history.points().last().map(|p| p.step), Some(1_000_000));
}

#[test]
fn every_point_is_the_mean_of_its_stretch() {
    let history = curves(50_000);
    for (stretch, point) in stretches(&history).into_iter().zip(history.points()) {
        let mean = point.step as f64 - (stretch - 1) as f64 / 2.0;
        let found = point.energies.reconstruction;
        assert!((found - mean).abs() < 1e-6 * mean, "{found}, {mean}");
    }
}

#[test]
fn memory_is_bounded_and_the_mean_is_kept_where_settings_change_all_the_time() {
    let mut history = History::default();
    let steps = 8 * MAX_POINTS as u64;
    for step in 1..=steps {
        if step % 50 == 0 {
            history.mark(Mark {
                step,
                movies_seen: step,
                elapsed_secs: step as f64,
                text: "alpha 0.5 to 0.6".to_owned(),
                is_event: false,
                until: None,
            });
        }
        history.push(point(step));
    }
    assert!(history.points().len() <= MAX_POINTS);
    let weighted = stretches(&history).into_iter().zip(history.points());
    let sum: f64 = weighted
        .map(|(stretch, p)| stretch as f64 * p.energies.reconstruction)
        .sum();
    let mean = sum / steps as f64;
    assert!((mean - (steps + 1) as f64 / 2.0).abs() < 1e-6, "{mean}");
}

#[test]
fn the_beginning_stays_where_settings_change_now_and_then() {
    let mut history = History::default();
    for step in 1..=40_000 {
        if step % 2_000 == 0 {
            let text = "alpha 0.5 to 0.6".to_owned();
            history.mark(Mark {
                text,
                ..at(step, step as f64)
            });
        }
        history.push(point(step));
    }
    let stretches = stretches(&history);
    assert!(stretches.len() < MAX_POINTS, "{}", stretches.len());
    assert_eq!(stretches[..10], [1; 10]);
    let early = history
        .points()
        .iter()
        .take_while(|point| point.step <= 2_000);
    assert!(early.count() >= 50);
}

#[test]
fn notes_are_bounded_and_those_of_one_moment_are_one() {
    let mut history = History::default();
    let at = |step, width_ratio, gabor_good| Measured {
        step,
        width_ratio,
        gabor_good,
        ..Measured::default()
    };
    let last = 10 * MAX_NOTES as u64;
    for step in 1..=last {
        history.note(at(step, None, Some(0.5)));
        history.note(at(step, Some(2.0), None));
    }
    history.note(at(1, Some(9.0), None));
    let notes = history.notes();
    assert!(notes.len() <= MAX_NOTES && notes.len() > MAX_NOTES / 4);
    assert!(notes.is_sorted_by_key(|note| note.step));
    assert_eq!(notes.last(), Some(&at(last, Some(2.0), Some(0.5))));
    assert!(notes.iter().all(|note| note.width_ratio == Some(2.0)));
    assert!(notes.iter().all(|note| note.gabor_good == Some(0.5)));
}

#[test]
fn notes_that_go_take_no_rare_measure_along_and_those_that_stay_are_of_their_own_moment() {
    let mut history = History::default();
    let steps = 1..=10 * MAX_NOTES as u64;
    let is_slow = |step: &u64| step.is_multiple_of(50);
    for step in steps.clone() {
        history.note(Measured {
            step,
            width_ratio: Some(step as f64),
            gabor_good: is_slow(&step).then_some(step as f64),
            ..Measured::default()
        });
    }
    let notes = history.notes();
    assert_eq!(notes.len(), MAX_NOTES);
    for note in notes {
        let own = Some(note.step as f64);
        assert_eq!(note.width_ratio, own);
        assert!(note.gabor_good.is_none() || note.gabor_good == own);
    }
    let slow = notes.iter().filter(|note| note.gabor_good.is_some());
    let (kept, made) = (slow.count(), steps.filter(is_slow).count());
    assert!(10 * kept >= 9 * made, "{kept} of {made}");
}

#[test]
fn measures_by_few_gratings_do_not_replace_those_by_many() {
    let measured = |f2_over_f0_invariant, width_ratio| Measured {
        step: 7,
        f2_over_f0_invariant: Some(f2_over_f0_invariant),
        width_ratio,
        ..Measured::default()
    };
    let (many, few) = (measured(0.147, None), measured(0.129, Some(2.3)));
    for quick_first in [true, false] {
        let mut history = History::default();
        if quick_first {
            history.note_quick(few);
        }
        history.note(many);
        history.note_quick(few);
        assert_eq!(history.notes(), [measured(0.147, Some(2.3))]);
        let later = Measured { step: 8, ..few };
        history.note_quick(later);
        assert_eq!(history.notes().last(), Some(&later));
    }
}

#[test]
fn means_are_of_what_was_learned_since_a_change() {
    let mut history = History::default();
    let point = |step, simple_density| Point {
        step,
        movies_seen: 128 * step,
        simple_density,
        ..Point::default()
    };
    (1..=20).for_each(|step| history.push(point(step, 0.054)));
    let mark = Mark {
        movies_seen: 128 * 20,
        ..at(20, 2.0)
    };
    history.mark_change("alpha", 0.5, 1.0, mark, None);
    let mean = |history: &History| history.mean_of_last(2560).expect("points").simple_density;
    assert_eq!(mean(&history), 0.054, "nothing was learned since");
    history.push(point(21, 0.02));
    assert_eq!(mean(&history), 0.02);
    history.push(point(22, 0.03));
    assert_eq!(mean(&history), 0.025);
    assert_eq!(
        history.mean_by(20, 2560).expect("points").simple_density,
        0.054
    );
}

pub(crate) fn at(step: u64, elapsed_secs: f64) -> Mark {
    Mark {
        step,
        movies_seen: step,
        elapsed_secs,
        text: String::new(),
        is_event: false,
        until: None,
    }
}

#[test]
fn what_a_change_did_is_told_from_just_before_it_to_the_next_one() {
    let mut history = History::default();
    let push = |history: &mut History, step: u64, simple_density, per_step_secs: f64| {
        let before = history.points().last();
        let elapsed_secs = before.map_or(0.0, |point| point.elapsed_secs) + per_step_secs;
        history.push(Point {
            elapsed_secs,
            simple_density,
            concentration: Some(1.0 - simple_density),
            ..point(step)
        });
    };
    let mark = |history: &mut History, step: u64, text: &str| {
        history.mark(Mark {
            step,
            movies_seen: step,
            elapsed_secs: 0.0,
            text: text.to_owned(),
            is_event: false,
            until: None,
        });
    };
    (1..=10).for_each(|step| push(&mut history, step, 0.1, 0.1));
    mark(&mut history, 10, "alpha 0.5 to 0.1");
    mark(&mut history, 10, "complex cells");
    assert_eq!(history.changes().count(), 0, "nothing was learned since");
    (11..=20).for_each(|step| push(&mut history, step, 0.3, 0.4));
    mark(&mut history, 20, "alpha 0.1 to 0.5");
    (21..=22).for_each(|step| push(&mut history, step, 0.2, 0.1));
    let changes: Vec<_> = history.changes().collect();
    let told: Vec<_> = changes
        .iter()
        .map(|change| (change.marks[0].text.as_str(), change.simple_density))
        .collect();
    let first = ("alpha 0.5 to 0.1", [0.1, 0.3]);
    assert_eq!(told, [first, ("alpha 0.1 to 0.5", [0.3, 0.2])]);
    assert_eq!(changes[0].concentration, Some([0.9, 0.7]));
}

#[test]
fn no_point_is_of_what_is_before_a_change_and_after_it() {
    let mut history = curves(100_050);
    let before = history.points().len();
    history.mark_change("beta", 0.5, 0.2, at(100_050, 1e9), None);
    history.push(point(100_051));
    let points = history.points();
    assert_eq!(points.len(), before + 1);
    assert_eq!(points[before - 1].step, 100_050);
    assert_eq!(points[before].energies.reconstruction, 100_051.0);
}

#[test]
fn what_happens_by_itself_changes_no_point_of_the_curves() {
    let mut plain = History::default();
    let mut marked = History::default();
    for step in 1..=900 {
        plain.push(point(step));
        marked.push(point(step));
        if step % 70 == 0 {
            marked.mark(Mark {
                is_event: true,
                ..at(step, 0.0)
            });
        }
    }
    assert!(!marked.marks().is_empty());
    assert_eq!(plain.points(), marked.points());
}

#[test]
fn the_concentration_of_what_has_not_learned_is_no_part_of_the_curves() {
    let mut history = curves(9);
    let found = Concentration {
        median: 0.5,
        shuffled_median: 0.2,
        per_unit: Vec::new(),
    };
    history.note_concentration(0, &found);
    assert!(
        history
            .points()
            .iter()
            .all(|point| point.concentration.is_none())
    );
    history.note_concentration(1, &found);
    assert_eq!(history.points()[0].concentration, Some(0.5));
}

#[test]
fn what_came_of_a_change_is_a_mean_over_what_was_learned_since() {
    let mut history = curves(100_000);
    history.mark_change("alpha", 0.5, 0.7, at(100_000, 1e9), None);
    for (step, density) in [(100_001, 0.2), (100_002, 0.6)] {
        history.push(Point {
            simple_density: density,
            ..point(step)
        });
    }
    let changes: Vec<_> = history.changes().collect();
    let [before, after] = changes[0].simple_density;
    assert!((before - 0.1).abs() < 1e-12 && (after - 0.4).abs() < 1e-12);
}
