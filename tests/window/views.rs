//! What the views show, and how they follow a selection.

use cellscope::app::Selection;
use cellscope::config::{Config, Preset};
use cellscope::engine::Run;
use cellscope::figure::ColorMap;
use egui::{Key, Modifiers, Role, ThemePreference, vec2};
use egui_kittest::kittest::NodeT as _;

use crate::test_window::Desk;

#[test]
fn the_first_frame_needs_no_snapshot() {
    let mut desk = Desk::waiting();
    desk.settle();
    assert!(desk.has_text("Making scenes…"));
    assert!(
        desk.node(Role::Button, "Pause")
            .accesskit_node()
            .is_disabled()
    );
}

#[test]
fn canvases_say_what_they_show() {
    let desk = Desk::running();
    desk.node(Role::Canvas, "Filter grid: 100 filters");
    desk.node(Role::Canvas, "Pooling rows: 25 invariant units");
}

#[test]
fn a_click_marks_a_unit_and_another_click_unmarks_it() {
    let mut desk = Desk::running();
    for canvas in ["Filter grid", "Pooling rows"] {
        let is_marked =
            |selection: Selection| selection.simple.is_some() || selection.invariant.is_some();
        desk.click_about(canvas, |state| is_marked(state.selection));
        desk.click_about(canvas, |state| !is_marked(state.selection));
    }
}

#[test]
fn pointing_at_a_filter_tells_its_use_and_its_pools() {
    let mut desk = Desk::running();
    desk.node(Role::Canvas, "Filter grid: 100 filters").hover();
    desk.harness.run_steps(20);
    assert!(desk.has_text("on in 4.0% of frames"));
    assert!(desk.has_text("pooled most by"));
}

#[test]
fn a_smaller_model_takes_the_place_of_a_larger_one() {
    let mut desk = Desk::running();
    desk.state().selection.simple = Some(99);
    desk.state().selection.invariant = Some(24);
    desk.config = Config::default();
    desk.config.model.simple = 7;
    desk.config.model.invariant = 2;
    desk.publish(|_| {});
    desk.publish(|snapshot| snapshot.generation = 1);
    desk.node(Role::Canvas, "Filter grid: 7 filters");
    desk.node(Role::Canvas, "Pooling rows: 2 invariant units");
}

#[test]
fn every_preset_and_window_size_is_shown() {
    for preset in Preset::ALL {
        for size in [vec2(760.0, 520.0), vec2(1920.0, 1080.0)] {
            let mut desk = Desk::waiting();
            desk.config = Config::preset(preset);
            desk.harness.set_size(size);
            desk.publish(|_| {});
            let filters = format!("Filter grid: {} filters", desk.config.model.simple);
            desk.node(Role::Canvas, &filters);
        }
    }
}

#[test]
fn the_status_line_tells_the_run_and_its_figures() {
    let mut desk = Desk::running();
    desk.publish(|snapshot| {
        snapshot.status.movies_seen = 1_234_567;
        snapshot.status.concentration = Some(0.72);
        snapshot.status.emerged_secs = Some(21.4);
        snapshot.status.run = Run::Counting(12);
    });
    for text in [
        "1 234 567",
        "0.72",
        "complex cells emerged at 21 s",
        "12 steps to go",
    ] {
        assert!(desk.has_text(text), "{text}");
    }
}

#[test]
fn the_theme_can_be_chosen() {
    let mut desk = Desk::running();
    desk.click("Light");
    assert_eq!(desk.state().settings.theme, ThemePreference::Light);
    assert!(!desk.harness.ctx.global_style().visuals.dark_mode);
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::D);
    desk.settle();
    assert!(desk.harness.ctx.global_style().visuals.dark_mode);
}

#[test]
fn f1_opens_the_help_with_a_row_for_every_key() {
    let mut desk = Desk::running();
    desk.harness.key_press(Key::F1);
    desk.settle();
    assert!(desk.has_text("Filters: simple cells"));
    desk.click("Keys");
    assert!(!desk.has_text("Filters: simple cells"));
    for action in cellscope::app::Action::ALL {
        assert!(desk.has_text(action.tooltip()), "{action:?}");
    }
}

#[test]
fn help_shows_the_page_of_the_guide_that_is_chosen_or_linked() {
    let mut desk = Desk::running();
    desk.harness.key_press(Key::F1);
    desk.settle();
    for (page, text) in [
        ("Your own pictures", "Folders are searched recursively."),
        ("Results", "Complex cells emerge"),
        ("Command line", "Train and continue"),
        ("Speed", "scikit-learn lasso_cd"),
        ("Model", "Pooling over time."),
    ] {
        assert!(!desk.has_text(text), "{page} is shown too early");
        desk.click(page);
        assert!(desk.has_text(text), "{page}");
    }
    desk.node(Role::Link, "Your own pictures").click();
    desk.settle();
    assert!(desk.has_text("Folders are searched recursively."));
    assert!(!desk.has_text("Pooling over time."));
}

#[test]
fn colours_are_chosen_from_a_named_list() {
    let mut desk = Desk::running();
    desk.node(Role::ComboBox, "Colours of filters").click();
    desk.settle();
    desk.click("Blue–red");
    assert_eq!(desk.state().settings.color_map, ColorMap::Diverging);
}
