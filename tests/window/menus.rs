//! The menus: what is on has a tick, keys follow the order, and a low window shows them whole.

use cellscope::app::{Action, LAYOUTS};
use egui::{Key, Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::test_window::{TestWindow, layout, view};

/// Whether the entry of the open menu is on.
fn is_on(window: &TestWindow, entry: &str) -> bool {
    let entries = window.harness.query_all_by_role(Role::Button);
    let mut named = entries.filter(|node| {
        let label = node.accesskit_node().label();
        label.is_some_and(|label| label.starts_with(entry))
    });
    let on = Some(egui::accesskit::Toggled::True);
    named.any(|node| node.accesskit_node().toggled() == on)
}

#[test]
fn the_keys_of_layouts_follow_the_menu() {
    let keys = [
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
    ];
    assert_eq!(
        LAYOUTS
            .iter()
            .map(|layout| layout.shortcut)
            .collect::<Vec<_>>(),
        keys
    );
}

#[test]
fn what_is_open_has_a_tick() {
    let mut window = TestWindow::measured();
    window.act(Action::Arrange(layout("figure3")));
    window.click("Layout");
    assert!(is_on(&window, "Figure 3"));
    assert!(!is_on(&window, "Overview"));
    window.harness.key_press(Key::Escape);
    window.settle();
    window.act(Action::Show(view("curves")));
    window.click("View");
    assert!(is_on(&window, "Curves"));
    assert!(!is_on(&window, "Polar"));
    assert!(is_on(&window, "Timeline"));
}

#[test]
fn the_view_menu_fits_a_low_window() {
    let mut window = TestWindow::running();
    window.harness.set_size(vec2(640.0, 400.0));
    window.settle();
    window.click("View");
    let height = window.harness.ctx.content_rect().height();
    let menu = window
        .harness
        .ctx
        .memory(|memory| memory.areas().top_layer_id(egui::Order::Foreground))
        .and_then(|layer| {
            window
                .harness
                .ctx
                .memory(|memory| memory.area_rect(layer.id))
        })
        .expect("an open menu");
    assert!(
        menu.height() > 0.5 * height && menu.bottom() <= height,
        "{menu:?}"
    );
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason_wherever_it_is_asked_for() {
    let mut window = TestWindow::measured();
    window.commands();
    for (action, reason) in [
        (Action::ApplySizes, "The sizes are those of this model."),
        (Action::PreviousMovie, "This is the first movie."),
        (Action::StopClip, "No clip is being made."),
        (Action::LeaveLesson, "No lesson is open."),
    ] {
        window.act(action);
        assert!(window.has_text(reason), "{reason}");
        window.act(Action::DismissAll);
    }
    assert_eq!(window.commands(), []);
}
