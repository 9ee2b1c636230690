//! The verdict on complex cells in the status line: what it says, of which settings and moment, and what it is judged by.

use std::sync::Arc;

use cellscope::analysis::Concentration;
use cellscope::engine::{Analysis, Answer, Snapshot};
use cellscope::telemetry::{Criterion, EMERGED_MARK, Mark, Measured};
use egui::{Key, Role};

use crate::pins::history;
use crate::test_window::TestWindow;
use crate::timeline;

#[test]
fn pointing_at_what_emerged_tells_both_its_step_and_its_seconds() {
    let mut window = TestWindow::running();
    window.publish(|snapshot| {
        let mut history = snapshot.history.as_ref().clone();
        history.mark(Mark {
            step: 112,
            movies_seen: 7_168,
            elapsed_secs: 2.4,
            text: EMERGED_MARK.to_owned(),
            is_event: false,
            until: None,
        });
        snapshot.history = history.into();
        snapshot.status.elapsed_secs = 30.0;
        snapshot.status.emerged_secs = Some(2.4);
    });
    let text = "complex cells emerged at 2.4 s";
    window.node(Role::Label, text).hover();
    window.harness.run_steps(20);
    assert!(window.has_text("Emerged at step 112, after 2.4 s of learning."));
}

/// All that complex cells must show.
fn of_complex_cells() -> Measured {
    Measured {
        concentration: Some(0.9),
        concentration_shuffled: Some(0.2),
        width_ratio: Some(2.05),
        bandwidth_ratio: Some(1.0),
        f2_over_f0_simple: Some(1.0),
        f2_over_f0_invariant: Some(0.2),
        ..Measured::default()
    }
}

/// A run that shows all of it, as it was measured after ten minibatches.
fn emerged() -> Vec<Criterion> {
    of_complex_cells().criteria()
}

/// Makes a run one whose cells emerged, judged after ten minibatches, before these changes.
fn emerged_before(snapshot: &mut Snapshot, changes: &[String]) {
    let history = Arc::make_mut(&mut snapshot.history);
    for text in changes {
        history.mark(Mark {
            step: 10,
            movies_seen: 640,
            elapsed_secs: 3.9,
            text: text.clone(),
            is_event: false,
            until: None,
        });
    }
    let status = &mut snapshot.status;
    (status.step, status.elapsed_secs) = (10, 4.0);
    (status.judged_step, status.emerged_secs) = (Some(10), Some(3.78));
    status.criteria = emerged();
}

/// Points at a text of the status line until more is told of it.
fn point_at(window: &mut TestWindow, text: &str) {
    // What is told of another place goes first.
    window.harness.hover_at(egui::pos2(1.0, 1.0));
    window.harness.run_steps(20);
    window.node(Role::Label, text).hover();
    window.harness.run_steps(20);
}

/// Has what was measured beside learning come, as the known measures but for these.
fn measure_beside(window: &mut TestWindow, change: impl FnOnce(&mut Measured)) {
    let mut analysis = Analysis::clone(&window.analysis());
    change(&mut analysis.measured);
    let answer = Answer::Analysis(Arc::new(analysis));
    window.wire.borrow_mut().answers.push(answer);
    window.settle();
}

#[test]
fn what_was_judged_before_alpha_was_changed_says_at_which() {
    let mut window = TestWindow::running();
    window.config.model.alpha = 0.7;
    for (judged_step, is_old) in [(10, true), (11, false)] {
        window.publish(|snapshot| {
            emerged_before(snapshot, &["alpha 0.5 to 0.7".to_owned()]);
            let status = &mut snapshot.status;
            (status.step, status.judged_step) = (judged_step, Some(judged_step));
        });
        let text = match is_old {
            true => "complex cells emerged at 3.7 s; last measured at α 0.5",
            false => "complex cells emerged at 3.7 s",
        };
        point_at(&mut window, text);
        assert!(window.has_text("✔ orientation concentration 0.90"));
        for (said, is_said) in [
            ("edges and gratings at α 0.5", is_old),
            ("~ width ratio of u to |z| 2.05", is_old),
            ("~ measured before a change, at α 0.5", is_old),
            ("✔ width ratio of u to |z| 2.05", !is_old),
        ] {
            assert_eq!(window.has_text(said), is_said, "{said}");
        }
    }
}

#[test]
fn what_was_measured_beside_the_run_is_told_where_the_run_was_not_judged_by_it() {
    let counted = "counted once units pool one orientation";
    for is_measured in [false, true] {
        let mut window = match is_measured {
            true => TestWindow::measured(),
            false => TestWindow::running(),
        };
        window.publish(|snapshot| {
            let measured = Measured {
                concentration: Some(0.5),
                concentration_shuffled: Some(0.2),
                ..Measured::default()
            };
            snapshot.status.criteria = measured.criteria();
        });
        window
            .node(Role::Label, "0 of 5 complex-cell criteria")
            .hover();
        window.harness.run_steps(20);
        assert!(window.has_text("✖ orientation concentration 0.50"));
        assert_eq!(
            window.has_text("– width ratio of u to |z| not measured"),
            !is_measured
        );
        assert_eq!(window.has_text("· width ratio of u to |z| "), is_measured);
        assert_eq!(window.has_text(counted), is_measured);
    }
}

#[test]
fn what_was_measured_beside_learning_at_the_settings_of_now_is_the_verdict() {
    let mut window = TestWindow::measured();
    let change = format!("alpha 7 to {}", window.config.model.alpha);
    for (width_ratio, sign, text) in [
        (3.16, "✔", "complex cells emerged at 3.7 s"),
        // Enough for cells that have emerged.
        (1.9, "✖", "complex cells emerged at 3.7 s"),
        (1.5, "✖", "4 of 5 complex-cell criteria"),
    ] {
        measure_beside(&mut window, |measured| {
            *measured = Measured {
                width_ratio: Some(width_ratio),
                step: measured.step,
                movies_seen: measured.movies_seen,
                ..of_complex_cells()
            };
        });
        window.publish(|snapshot| emerged_before(snapshot, std::slice::from_ref(&change)));
        point_at(&mut window, text);
        let told = format!("{sign} width ratio of u to |z| {width_ratio:.2}");
        assert!(window.has_text(&told), "{told}");
        for of_before in ["last measured", "~ width", "α 7"] {
            assert!(!window.has_text(of_before), "{of_before}");
        }
    }
    // At settings that nothing was measured at, it is as the run was judged.
    window.config.model.alpha *= 2.0;
    window.publish(|snapshot| emerged_before(snapshot, std::slice::from_ref(&change)));
    assert!(window.has_text("complex cells emerged at 3.7 s; last measured at α 7"));
}

#[test]
fn a_share_that_is_held_since_the_last_judgement_says_at_which_alpha_that_was() {
    let mut window = TestWindow::running();
    (window.config.model.alpha, window.config.model.simple_share) = (1.2, 0.04);
    let changes = ["alpha 0.5 to 1", "simple-share 0 to 0.04"].map(str::to_owned);
    window.publish(|snapshot| emerged_before(snapshot, &changes));
    assert!(window.has_text("last measured at a fixed α of 0.5"));
    window.publish(|snapshot| emerged_before(snapshot, &changes[1..]));
    window.node(
        Role::Label,
        "complex cells emerged at 3.7 s; last measured at a fixed α",
    );
}

#[test]
fn where_most_units_are_dead_no_concentration_is_told_and_why() {
    let mut window = TestWindow::running();
    window.publish(|snapshot| {
        snapshot.status.movies_seen = 1_000_000;
        snapshot.status.dead_by_layer = vec![0, 20];
        snapshot.status.criteria = emerged();
    });
    point_at(&mut window, "0 of 5 complex-cell criteria");
    assert!(window.has_text("– orientation concentration not measured"));
    assert!(window.has_text("No concentration: most invariant units are dead"));
    assert!(!window.has_text("orientation concentration 0.90"));
}

#[test]
fn a_concentration_whose_control_the_run_lacks_is_told_as_it_was_measured_beside_it() {
    let mut window = TestWindow::measured();
    measure_beside(&mut window, |measured| {
        (measured.concentration, measured.concentration_shuffled) = (Some(0.65), Some(0.2));
    });
    window.publish(|snapshot| {
        let measured = Measured {
            concentration: Some(0.65),
            ..Measured::default()
        };
        snapshot.status.criteria = measured.criteria();
    });
    point_at(&mut window, "1 of 5 complex-cell criteria");
    assert!(window.has_text("✖ orientation concentration 0.65"));
    assert!(window.has_text("✔ concentration above shuffled 0.45"));
}

#[test]
fn the_criteria_of_a_moment_of_the_past_are_told_where_they_are_known() {
    let mut window = timeline::window();
    timeline::publish(&mut window, |snapshot| {
        let mut history = history(12);
        let found = Concentration {
            per_unit: Vec::new(),
            median: 0.5,
            shuffled_median: 0.2,
        };
        Arc::make_mut(&mut history).note_concentration(11, &found);
        snapshot.history = history;
    });
    for (step, is_known) in [(11, true), (10, false)] {
        window.press(Key::OpenBracket);
        assert_eq!(timeline::shown(&mut window), step);
        let is_told = window.has_text("0 of 5 complex-cell criteria");
        assert_eq!(is_told, is_known, "{step}");
    }
}
