//! Drawings of units without a mouse: Tab to one, the arrow keys, Home, End and Enter.

use cellscope::app::{Action, Zoom};
use cellscope::engine::Layer;
use egui::{Key, Modifiers, Rect, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::test_window::{TestWindow, layout, view};

/// Gives the focus to the canvas whose name begins like this.
fn focus(window: &mut TestWindow, canvas: &str) {
    let name = window.canvas(canvas);
    window.node(Role::Canvas, &name).focus();
    window.settle();
}

/// What is told of the canvas beside its name.
fn value(window: &TestWindow, canvas: &str) -> String {
    let name = window.canvas(canvas);
    let node = window.node(Role::Canvas, &name);
    node.accesskit_node().value().unwrap_or_default()
}

/// Where the selected unit of a layer is drawn.
fn selected(window: &mut TestWindow, layer: Layer) -> Rect {
    let unit = window.state().selection.of(layer).expect("selected");
    let name = format!("{} unit {unit}", layer.title());
    window.node(Role::ListBoxOption, &name).rect()
}

fn has_focus(window: &TestWindow) -> bool {
    let ctx = &window.harness.ctx;
    ctx.memory(|memory| memory.focused().is_some())
}

#[test]
fn the_arrow_keys_select_the_neighbour_in_the_drawing_that_has_the_focus() {
    for (shown, canvas, layer) in [
        ("filters", "Filter grid", Layer::Simple),
        ("maps", "Pooling maps", Layer::Invariant),
        ("polar", "Polar plots", Layer::Invariant),
        ("centres", "Centres", Layer::Invariant),
    ] {
        let mut window = TestWindow::measured();
        window.act(Action::Show(view(shown)));
        // So that no other view shows units of the layer.
        window.act(Action::Maximise(view(shown)));
        focus(&mut window, canvas);
        assert_eq!(value(&window, canvas), "", "nothing is selected");
        window.press(Key::ArrowRight);
        assert_eq!(window.state().selection.of(layer), Some(0), "{canvas}");
        let first = selected(&mut window, layer);
        window.press(Key::ArrowRight);
        assert_eq!(window.state().selection.of(layer), Some(1), "{canvas}");
        let told = value(&window, canvas);
        let about = format!("{} unit 1: active in ", layer.title());
        assert!(told.starts_with(&about), "{told}");
        let name = format!("{} unit 1 selected", layer.name());
        assert!(window.canvas(canvas).contains(&name), "{canvas}");
        let second = selected(&mut window, layer);
        assert!(second.left() >= first.right() - 1.0, "{canvas}");
        window.press(Key::ArrowDown);
        let below = selected(&mut window, layer);
        assert!(below.top() >= second.bottom() - 1.0, "{canvas}");
        assert!((below.center().x - second.center().x).abs() < 1.0);
        window.press(Key::ArrowLeft);
        window.press(Key::ArrowUp);
        window.press(Key::ArrowLeft);
        assert_eq!(window.state().selection.of(layer), Some(0), "an edge");
        window.press(Key::End);
        let last = window.state().unit_list[layer].last().copied();
        assert_eq!(window.state().selection.of(layer), last, "{canvas}");
        window.press(Key::Home);
        assert_eq!(window.state().selection.of(layer), Some(0), "{canvas}");
        assert!(has_focus(&window), "{canvas}");
    }
}

#[test]
fn rows_of_pools_are_walked_up_and_down() {
    let mut window = TestWindow::measured();
    focus(&mut window, "Pooling rows");
    for (key, unit) in [
        (Key::ArrowDown, 0),
        (Key::ArrowDown, 1),
        (Key::ArrowDown, 2),
        (Key::ArrowUp, 1),
        (Key::Home, 0),
        (Key::ArrowUp, 0),
    ] {
        window.press(key);
        assert_eq!(window.state().selection.invariant, Some(unit), "{key:?}");
    }
    assert_eq!(window.state().selection.simple, None);
    assert!(value(&window, "Pooling rows").contains("pools simple units"));
}

#[test]
fn enter_clicks_the_unit_that_keys_came_to_and_a_card_tells_of_it() {
    let mut window = TestWindow::measured();
    focus(&mut window, "Filter grid");
    assert!(!window.has_text("pooled most by"));
    for selected in [Some(0), None, Some(0)] {
        window.press(Key::Enter);
        assert_eq!(window.state().selection.simple, selected);
        window.harness.run_steps(10);
        assert!(window.has_text("pooled most by"));
    }
    // Also where the pointer rests on another unit.
    let other = window.node(Role::ListBoxOption, "Simple unit 12").rect();
    window.harness.hover_at(other.center());
    window.settle();
    window.press(Key::ArrowRight);
    window.press(Key::Enter);
    window.press(Key::Enter);
    assert_eq!(window.state().selection.simple, Some(1));
    window.harness.event(egui::Event::PointerGone);
    window.settle();
    window.act(Action::Help);
    assert!(!window.has_text("pooled most by"), "not over Help");
    window.press(Key::ArrowRight);
    assert_eq!(window.state().selection.simple, Some(1), "nor behind it");
}

#[test]
fn keys_act_only_while_a_drawing_has_the_focus_and_only_alone() {
    let mut window = TestWindow::measured();
    focus(&mut window, "Filter grid");
    window.press(Key::ArrowRight);
    for key in [Key::ArrowRight, Key::ArrowDown] {
        window.harness.key_press_modifiers(Modifiers::ALT, key);
        window.settle();
    }
    assert_eq!(window.state().selection.simple, Some(0));
    window.press(Key::Escape);
    assert!(!has_focus(&window));
    assert_eq!(window.state().selection.simple, Some(0), "as it was");
    window.state().selection.layer = Layer::Invariant;
    window.press(Key::ArrowRight);
    let selection = window.state().selection;
    assert_eq!((selection.simple, selection.invariant), (Some(0), Some(0)));
}

#[test]
fn the_selected_unit_is_scrolled_into_sight() {
    let mut window = TestWindow::measured();
    window.state().settings.zoom = Zoom::Fixed(8);
    window.settle();
    focus(&mut window, "Filter grid");
    for (key, unit) in [(Key::End, 99), (Key::Home, 0)] {
        let name = format!("Simple unit {unit}");
        window.press(key);
        window.harness.run_steps(20);
        let tile = window
            .harness
            .query_by_role_and_label(Role::ListBoxOption, &name);
        assert!(tile.is_some(), "{name}");
    }
}

#[test]
fn rows_of_responses_are_walked_too() {
    let mut window = TestWindow::measured();
    window.act(Action::Arrange(layout("bench")));
    window.answer();
    focus(&mut window, "Stimulus and responses");
    // Filter 3 responds more than filter 7.
    for unit in [3, 7] {
        window.press(Key::ArrowDown);
        assert_eq!(window.state().selection.simple, Some(unit));
    }
    assert!(value(&window, "Stimulus and responses").starts_with("Simple unit 7: active in "));
}
