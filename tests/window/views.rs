//! What the views show, and how they follow a selection.

use cellscope::app::{Action, Selection};
use cellscope::config::{Config, Preset};
use cellscope::engine::Run;
use cellscope::figure::ColorMap;
use cellscope::telemetry::{Bound, Criterion};
use egui::{Key, Modifiers, Role, ThemePreference, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::test_window::TestWindow;

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
