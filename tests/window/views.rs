//! What the views show, and how they follow a selection.

use std::sync::Arc;

use cellscope::analysis::Concentration;
use cellscope::app::{Action, Selection};
use cellscope::config::{Config, Preset};
use cellscope::engine::{Analysis, Answer, Run, Snapshot};
use cellscope::figure::ColorMap;
use cellscope::telemetry::{Bound, Criterion, EMERGED_MARK, Mark, Measured};
use egui::{Key, Modifiers, Role, ThemePreference, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::pins::history;
use crate::test_window::TestWindow;
use crate::timeline;

#[test]
fn the_first_frame_needs_no_snapshot() {
    let mut window = TestWindow::waiting();
    window.settle();
    assert!(window.has_text("Generating scenes…"));
    assert!(
        window
            .node(Role::Button, "Pause")
            .accesskit_node()
            .is_disabled()
    );
}

#[test]
fn canvases_say_what_they_show() {
    let window = TestWindow::running();
    window.node(Role::Canvas, "Filter grid: 100 filters");
    window.node(Role::Canvas, "Pooling rows: 25 invariant units");
}

#[test]
fn a_click_marks_a_unit_and_another_click_unmarks_it() {
    let mut window = TestWindow::running();
    for canvas in ["Filter grid", "Pooling rows"] {
        let is_marked =
            |selection: Selection| selection.simple.is_some() || selection.invariant.is_some();
        window.click_about(canvas, |state| is_marked(state.selection));
        window.click_about(canvas, |state| !is_marked(state.selection));
    }
}

#[test]
fn pointing_at_a_filter_tells_its_use_and_its_pools() {
    let mut window = TestWindow::running();
    window
        .node(Role::Canvas, "Filter grid: 100 filters")
        .hover();
    window.harness.run_steps(20);
    assert!(window.has_text("active in 4.0\u{a0}% of frames"));
    assert!(window.has_text("pooled most by"));
}

#[test]
fn a_smaller_model_takes_the_place_of_a_larger_one() {
    let mut window = TestWindow::running();
    window.state().selection.simple = Some(99);
    window.state().selection.invariant = Some(24);
    window.config = Config::default();
    window.config.model.simple = 7;
    window.config.model.invariant = 2;
    window.publish(|_| {});
    window.publish(|snapshot| snapshot.generation = 1);
    window.node(Role::Canvas, "Filter grid: 7 filters");
    window.node(Role::Canvas, "Pooling rows: 2 invariant units");
}

#[test]
fn every_preset_and_window_size_is_shown() {
    for preset in Preset::ALL {
        for size in [vec2(760.0, 520.0), vec2(1920.0, 1080.0)] {
            let mut window = TestWindow::waiting();
            window.config = Config::preset(preset);
            window.harness.set_size(size);
            window.publish(|_| {});
            let filters = format!("Filter grid: {} filters", window.config.model.simple);
            window.node(Role::Canvas, &filters);
        }
    }
}

#[test]
fn the_status_line_tells_the_run_and_its_figures() {
    let mut window = TestWindow::running();
    window.publish(|snapshot| {
        snapshot.status.movies_seen = 1_234_567;
        snapshot.status.concentration = Some(0.72);
        snapshot.status.emerged_secs = Some(21.58);
        snapshot.status.elapsed_secs = 21.58;
        snapshot.status.run = Run::Counting(12);
    });
    for text in [
        "1\u{a0}234\u{a0}567",
        "0.72",
        "complex cells emerged at 21 s",
        "00:21",
        "12 steps left",
    ] {
        assert!(window.has_text(text), "{text}");
    }
    let sign = |value: Option<f64>| Criterion {
        name: "a sign",
        value,
        bound: Bound::AtLeast(0.5),
        is_count: false,
    };
    window.publish(|snapshot| {
        snapshot.status.emerged_secs = None;
        snapshot.status.criteria = vec![sign(Some(0.4)), sign(Some(0.6)), sign(None)];
    });
    assert!(window.has_text("1 of 3 complex-cell criteria"));
    // The last tells nothing before units pool filters of one orientation.
    for (first, says) in [
        (0.4, "1 of 3 complex-cell criteria"),
        (0.6, "complex cells emerged"),
    ] {
        window.publish(|snapshot| {
            snapshot.status.criteria = [first, 0.6, 0.9].map(|value| sign(Some(value))).to_vec();
        });
        assert!(window.has_text(says));
    }
    window.publish(|snapshot| snapshot.status.criteria = vec![sign(None); 3]);
    assert!(
        !window.has_text("0 of 3 complex-cell criteria"),
        "nothing is measured"
    );
}

#[test]
fn thousands_are_set_apart_and_time_is_read_like_a_clock() {
    let mut window = TestWindow::running();
    for (number, text) in [
        (0, "0"),
        (999, "999"),
        (1000, "1\u{a0}000"),
        (1_234_567, "1\u{a0}234\u{a0}567"),
    ] {
        window.publish(|snapshot| snapshot.status.movies_seen = number);
        window.node(Role::Label, &format!("{text:>9}"));
    }
    for (secs, text) in [
        (0.0, "00:00"),
        (59.9, "00:59"),
        (61.0, "01:01"),
        (3725.0, "1:02:05"),
    ] {
        window.publish(|snapshot| snapshot.status.elapsed_secs = secs);
        window.node(Role::Label, text);
    }
}

#[test]
fn codes_that_did_not_converge_are_counted_and_the_way_out_is_said() {
    let mut window = TestWindow::running();
    assert!(!window.has_text("not converged"));
    window.publish(|snapshot| {
        snapshot.status.unconverged = 1_234;
        snapshot.status.worst_gap = 0.0321;
    });
    let text = "1\u{a0}234 codes not converged";
    window.node(Role::Label, text).hover();
    window.harness.run_steps(20);
    assert!(window.has_text("3.21e-2 of its energy"));
    assert!(window.has_text("raise α or β"));
    window.publish(|_| {});
    assert!(!window.has_text("not converged"));
}

#[test]
fn figures_without_room_are_left_out_and_never_overlap() {
    let mut window = TestWindow::running();
    // Their labels may be scrolled to the height of the line.
    window.act(Action::ToggleControls);
    // 1280 and 800 points, also at 130, 150 and 200 percent.
    for width in [400.0, 533.0, 615.0, 640.0, 760.0, 853.0, 985.0, 1280.0] {
        window.harness.set_size(vec2(width, 520.0));
        window.publish(|snapshot| {
            snapshot.status.unconverged = 12;
            snapshot.status.emerged_secs = Some(21.4);
            snapshot.status.concentration = Some(0.62);
        });
        window.settle();
        let line = window.node(Role::Label, "concentration").rect();
        let labels = window.harness.get_all_by_role(Role::Label);
        let mut on_line: Vec<_> = labels
            .map(|label| label.rect())
            // Of the views above some reach as low, where they are scrolled.
            .filter(|rect| (rect.center().y - line.center().y).abs() < 4.0)
            .collect();
        on_line.sort_by(|a, b| a.left().total_cmp(&b.left()));
        let least = if width < 760.0 { 3 } else { 6 };
        assert!(on_line.len() >= least, "{on_line:?}");
        let is_apart = |pair: &[egui::Rect]| pair[0].right() <= pair[1].left();
        assert!(on_line.windows(2).all(is_apart), "{on_line:?}");
    }
}

#[test]
fn the_theme_can_be_chosen() {
    let mut window = TestWindow::running();
    window.click("Light");
    assert_eq!(
        window.state().settings.preferences.theme,
        ThemePreference::Light
    );
    assert!(!window.harness.ctx.global_style().visuals.dark_mode);
    window
        .harness
        .key_press_modifiers(Modifiers::COMMAND, Key::D);
    window.settle();
    assert!(window.harness.ctx.global_style().visuals.dark_mode);
}

#[test]
fn f1_opens_the_help_with_a_row_for_every_key() {
    let mut window = TestWindow::running();
    window.harness.key_press(Key::F1);
    window.settle();
    assert!(window.has_text("Filters: simple cells"));
    window.click("Keys");
    assert!(!window.has_text("Filters: simple cells"));
    for action in Action::all(&cellscope::app::views()) {
        assert!(window.has_text(action.row().tooltip), "{action:?}");
    }
}

#[test]
fn help_shows_the_page_of_the_guide_that_is_chosen_or_linked() {
    let mut window = TestWindow::running();
    window.harness.key_press(Key::F1);
    window.settle();
    for (page, text) in [
        ("Your own pictures", "Folders are searched recursively."),
        ("Results", "Complex cells emerge"),
        ("Command line", "Train and continue"),
        ("Speed", "scikit-learn lasso_cd"),
        ("Model", "Pooling over time."),
    ] {
        assert!(!window.has_text(text), "{page} is shown too early");
        window.click(page);
        assert!(window.has_text(text), "{page}");
    }
    window.node(Role::Link, "Your own pictures").click();
    window.settle();
    assert!(window.has_text("Folders are searched recursively."));
    assert!(!window.has_text("Pooling over time."));
}

#[test]
fn colours_are_chosen_from_a_named_list() {
    let mut window = TestWindow::running();
    window.node(Role::ComboBox, "Colours of filters").click();
    window.settle();
    window.click("Blue–red");
    assert_eq!(
        window.state().settings.preferences.filter_colors,
        ColorMap::Diverging
    );
}

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
