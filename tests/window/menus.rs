//! The menus: what is on has a tick, keys follow the order, and a low window shows them whole.

use cellscope::app::{Action, LAYOUTS, Menu};
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
        (
            Action::ApplySizes,
            "The sizes and the contrast are those of this model.",
        ),
        (Action::PreviousMovie, "This is the first movie."),
        (Action::PreviousLayout, "There is no previous layout yet."),
        (Action::MaskUp, "The view In-painting is not in front."),
        (Action::Erase, "The view In-painting is not in front."),
        (Action::StopClip, "No clip is being made."),
        (Action::LeaveLesson, "No lesson is open."),
    ] {
        window.act(action);
        assert!(window.has_text(reason), "{reason}");
        window.act(Action::DismissAll);
    }
    assert_eq!(window.commands(), []);
}

#[test]
fn what_an_action_does_comes_into_sight() {
    for (action, title) in [
        (Action::ClearDrawing, "Stimulus"),
        (Action::ShowGrating, "Stimulus"),
        (Action::AnotherMask, "In-painting"),
        (Action::FillPicture, "In-painting"),
        (Action::MeasureConvergence, "Convergence"),
        (Action::OpenSweep, "Sweep"),
    ] {
        let mut window = TestWindow::measured();
        assert_eq!(window.tab(title), None, "{action:?}");
        window.act(action);
        assert!(window.tab(title).is_some(), "{action:?}");
    }
}

/// The part of the window that the open menu takes.
fn open_menu(window: &TestWindow) -> egui::Rect {
    let layer = window
        .harness
        .ctx
        .memory(|memory| memory.areas().top_layer_id(egui::Order::Foreground));
    let menu = layer.and_then(|layer| {
        window
            .harness
            .ctx
            .memory(|memory| memory.area_rect(layer.id))
    });
    menu.expect("an open menu")
}

#[test]
fn menus_are_whole_where_the_window_has_the_height() {
    for menu in ["Run", "View", "File"] {
        let mut window = TestWindow::running();
        window.harness.set_size(vec2(1280.0, 1200.0));
        window.settle();
        window.click(menu);
        let at = open_menu(&window);
        let entries = window.harness.query_all_by_role(Role::Button);
        let entries: Vec<_> = entries
            .map(|node| node.rect())
            .filter(|rect| at.x_range().contains(rect.center().x) && rect.top() > at.top())
            .collect();
        let last = entries
            .iter()
            .filter(|rect| rect.width() > 180.0)
            .map(|rect| rect.bottom())
            .fold(0.0, f32::max);
        assert!(last <= at.bottom() && last > 0.0, "{menu}: {last} {at:?}");
        assert!(at.height() > 400.0 || menu == "File", "{menu}: {at:?}");
    }
}

#[test]
fn the_menu_bar_of_a_narrow_window_does_not_overlap_itself() {
    for (width, zoom_percent) in [(400.0, 100), (400.0, 150), (560.0, 100), (1280.0, 150)] {
        let mut window = TestWindow::running();
        window.harness.set_size(vec2(width, 300.0));
        window.state().settings.preferences.zoom_percent = zoom_percent;
        window.settle();
        let named = Menu::ALL.map(Menu::name).into_iter();
        let named = named.chain(["System", "Light", "Dark"]);
        let bar: Vec<_> = named
            .flat_map(|name| {
                let role = Role::Button;
                let found = window.harness.query_all_by_role_and_label(role, name);
                let rects = found.map(|node| node.rect());
                rects
                    .filter(|rect| rect.top() < 50.0)
                    .map(move |rect| (name, rect))
            })
            .collect();
        let right = window.harness.ctx.content_rect().right();
        for (index, (name, rect)) in bar.iter().enumerate() {
            assert!(rect.right() <= right, "{name} at {width}");
            for (other, there) in &bar[index + 1..] {
                let both = rect.shrink(0.5).intersect(*there);
                assert!(
                    !both.is_positive(),
                    "{name} over {other} at {width}, {zoom_percent} %"
                );
            }
        }
        for menu in Menu::ALL.map(Menu::name) {
            assert!(
                bar.iter().any(|(name, _)| *name == menu),
                "{menu} at {width}"
            );
        }
    }
}

#[test]
fn keys_are_named_by_their_signs() {
    let mut window = TestWindow::running();
    window.click("Run");
    let shows = |window: &TestWindow, text: &str| {
        let buttons = window.harness.query_all_by_role(Role::Button);
        let mut labels = buttons.filter_map(|node| node.accesskit_node().label());
        labels.any(|label| label.ends_with(text))
    };
    assert!(shows(&window, " .") && !shows(&window, "Period"));
    assert!(shows(&window, " [") && !shows(&window, "OpenBracket"));
    window.harness.key_press(Key::Escape);
    window.settle();
    window.click("Edit");
    assert!(shows(&window, "+,") && !shows(&window, "Comma"));
}

#[test]
fn a_dialog_is_in_the_middle_again_when_the_window_has_grown() {
    let mut window = TestWindow::measured();
    let middle = |window: &TestWindow, name: &str| {
        let dialog = window.node(Role::Window, name).rect();
        (dialog.center() - window.harness.ctx.content_rect().center()).length()
    };
    window.harness.set_size(vec2(400.0, 300.0));
    window.settle();
    window.act(Action::Preferences);
    for size in [vec2(1280.0, 900.0), vec2(700.0, 700.0)] {
        window.harness.set_size(size);
        window.settle();
        let off = middle(&window, "Preferences");
        let dialog = window.node(Role::Window, "Preferences").rect();
        assert!(off < 2.0, "{dialog:?} in {size:?}");
    }
    // Also where it was closed meanwhile.
    window.act(Action::Preferences);
    window.harness.set_size(vec2(1280.0, 900.0));
    window.settle();
    window.act(Action::Preferences);
    assert!(middle(&window, "Preferences") < 2.0);
}
