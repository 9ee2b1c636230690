//! Everything by name: the palette of commands.

use cellscope::app::{Action, views};
use cellscope::engine::{Command, Layer};
use cellscope::parameter::Parameter;
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::test_window::{TestWindow, layout, view};

/// Opens the palette by its key.
pub(super) fn open(window: &mut TestWindow) {
    let keys = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    window.harness.key_press_modifiers(keys, Key::P);
    window.settle();
    assert!(
        window
            .harness
            .query_by_role_and_label(Role::TextInput, "Command")
            .is_some()
    );
}

/// Types instead of what was typed before.
pub(super) fn enter(window: &mut TestWindow, text: &str) {
    window
        .harness
        .key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(egui::Event::Text(text.to_owned()));
    window.harness.run_steps(3);
}

/// Whether the palette shows an entry of this text.
pub(super) fn offers(window: &TestWindow, text: &str) -> bool {
    let mut found = window
        .harness
        .query_all_by_role_and_label(Role::Button, text);
    found.any(|node| node.rect().height() == 26.0)
}

pub(super) fn is_open(window: &mut TestWindow) -> bool {
    window.state().shows_palette
}

#[test]
fn every_action_has_an_entry_a_line_of_help_and_words_of_its_own() {
    let mut window = TestWindow::measured();
    let all = Action::every(&views());
    for action in &all {
        let (name, row) = (action.name(), action.row());
        assert!(row.tooltip.ends_with('.'), "{name}: {}", row.tooltip);
        let same = all.iter().filter(|other| other.name() == name);
        assert_eq!(same.count(), 1, "{name}");
    }
    for action in Action::PLAIN {
        assert!(
            Action::all(&views()).contains(action),
            "{action:?} is not in the help"
        );
    }
    open(&mut window);
    for action in all {
        enter(&mut window, &action.name());
        assert!(offers(&window, &action.name()), "{}", action.name());
    }
}

#[test]
fn letters_find_and_enter_does_it() {
    let mut window = TestWindow::measured();
    window.commands();
    for (typed, command) in [
        ("step 100", Command::Step(100)),
        ("beta 0,2", Command::Set(Parameter::Beta, 0.2)),
        ("freeze a", Command::Freeze(Layer::Invariant, true)),
    ] {
        open(&mut window);
        enter(&mut window, typed);
        window.press(Key::Enter);
        assert!(!is_open(&mut window), "{typed}");
        assert_eq!(window.commands(), [command], "{typed}");
    }
    open(&mut window);
    enter(&mut window, "layout figure 2");
    window.press(Key::Enter);
    assert!(window.tab("Polar").is_some());
    assert!(window.tab("Curves").is_some() && window.tab("Unit").is_none());
    open(&mut window);
    enter(&mut window, "layout 4");
    window.press(Key::Enter);
    assert!(window.tab("Stimulus").is_some() && window.tab("Polar").is_none());
    // Before the size of the same name.
    open(&mut window);
    enter(&mut window, "top units");
    window.press(Key::Enter);
    assert!(window.tab("Top units").is_some());
    open(&mut window);
    enter(&mut window, "simple unit 12");
    window.press(Key::Enter);
    assert_eq!(window.state().selection.simple, Some(12));
    // As units are named on the command line.
    open(&mut window);
    enter(&mut window, "unit u3");
    window.press(Key::Enter);
    assert_eq!(window.state().selection.invariant, Some(3));
    // Before a new model of three simple units.
    open(&mut window);
    enter(&mut window, "simple 3");
    window.press(Key::Enter);
    assert_eq!(window.state().selection.simple, Some(3));
    assert!(
        window
            .commands()
            .iter()
            .all(|sent| !matches!(sent, Command::Rebuild(_)))
    );
}

#[test]
fn arrows_choose_escape_leaves_and_plain_keys_are_letters() {
    let mut window = TestWindow::measured();
    window.commands();
    window.state().selection.select(Layer::Simple, 7);
    open(&mut window);
    enter(&mut window, "zoom");
    window.press(Key::ArrowDown);
    window.press(Key::ArrowUp);
    window.press(Key::Space);
    window.press(Key::Period);
    window.press(Key::Escape);
    assert!(!is_open(&mut window));
    assert_eq!(window.commands(), []);
    assert_eq!(window.state().selection.simple, Some(7));
    // What was typed is gone, and the second entry is the second.
    open(&mut window);
    enter(&mut window, "theme light");
    assert!(offers(&window, "Theme: Light"));
    window.press(Key::Enter);
    assert_eq!(
        window.state().settings.preferences.theme,
        egui::ThemePreference::Light
    );
    window.settle();
    assert_eq!(window.harness.ctx.theme(), egui::Theme::Light);
}

#[test]
fn a_click_takes_an_entry_and_an_impossible_one_stays() {
    let mut window = TestWindow::measured();
    open(&mut window);
    enter(&mut window, "close curves");
    let entry = window.node(Role::Button, "Close Curves");
    entry.click();
    window.settle();
    assert!(window.tab("Curves").is_none());
    open(&mut window);
    enter(&mut window, "close curves");
    let entry = window.node(Role::Button, "Close Curves");
    assert!(entry.accesskit_node().is_disabled());
    window.press(Key::Enter);
    assert!(is_open(&mut window));
}

#[test]
fn tabs_move_by_name() {
    let mut window = TestWindow::measured();
    window.act(Action::Arrange(layout("overview")));
    let before = window.tab("Curves").expect("a tab");
    window.act(Action::Move(view("curves")));
    let after = window.tab("Curves").expect("a tab");
    assert!(after.min.y < before.min.y, "{before:?} {after:?}");
    window.act(Action::Close(view("curves")));
    assert!(window.tab("Curves").is_none());
}

#[test]
fn a_block_and_a_brush_go_by_keys() {
    let mut window = TestWindow::measured();
    let hidden = |window: &mut TestWindow| {
        let mask = window.state().workers.inpainting.mask_editor.mask(12);
        let pixels = mask.indexed_iter().filter(|(_, observed)| !**observed);
        pixels.map(|(at, _)| at).collect::<Vec<_>>()
    };
    window.act(Action::HideBlock);
    let before = hidden(&mut window);
    window
        .harness
        .key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    window.settle();
    let moved: Vec<_> = before.iter().map(|(y, x)| (*y, x + 1)).collect();
    assert_eq!(hidden(&mut window), moved);
    window.act(Action::HideByBrush);
    assert_eq!(hidden(&mut window), []);
    window.act(Action::Paint);
    let painted = hidden(&mut window);
    assert!(!painted.is_empty());
    window.act(Action::Erase);
    assert_eq!(hidden(&mut window), []);
    for _ in 0..40 {
        window.act(Action::MaskLeft);
    }
    window.act(Action::Paint);
    assert!(hidden(&mut window).iter().any(|(_, x)| *x == 0));
}

#[test]
fn curves_are_hidden_and_shown_by_their_name() {
    let mut window = TestWindow::measured();
    for (typed, is_hidden) in [("hide α|z|", true), ("show α|z|", false)] {
        open(&mut window);
        enter(&mut window, typed);
        window.press(Key::Enter);
        assert_eq!(window.state().hidden_series.contains("α|z|"), is_hidden);
    }
}

/// The entries on screen, from above.
pub(super) fn entries(window: &TestWindow) -> Vec<(String, egui::Rect)> {
    let buttons = window.harness.query_all_by_role(Role::Button);
    // Tabs are as high, but not as wide.
    let rows = buttons.filter(|node| node.rect().height() == 26.0 && node.rect().width() > 400.0);
    let mut rows: Vec<_> = rows
        .map(|node| {
            (
                node.accesskit_node().label().unwrap_or_default(),
                node.rect(),
            )
        })
        .collect();
    rows.sort_by(|(_, a), (_, b)| a.top().total_cmp(&b.top()));
    rows
}

#[test]
fn what_was_typed_as_it_stands_comes_first_and_what_cannot_be_done_after_what_can() {
    let mut window = TestWindow::measured();
    for (typed, first) in [
        ("close unit", "Close Unit"),
        ("export polar", "Export Polar…"),
        ("show curves", "Show Curves"),
    ] {
        open(&mut window);
        enter(&mut window, typed);
        let all = entries(&window);
        assert_eq!(all[0].0, first, "{all:?}");
        window.press(Key::Escape);
    }
    // Both have the word; only one can be done.
    open(&mut window);
    enter(&mut window, "lesson");
    let rows = entries(&window);
    let is_possible = |name: &str| {
        let node = window.node(Role::Button, name).accesskit_node();
        !node.is_disabled()
    };
    let of_lessons = rows.iter().filter(|(name, _)| name.starts_with("Lesson"));
    let possible: Vec<_> = of_lessons.map(|(name, _)| is_possible(name)).collect();
    assert!(possible.contains(&true) && possible.contains(&false));
    assert!(
        possible.is_sorted_by(|a, b| a >= b),
        "{rows:?} {possible:?}"
    );
}

#[test]
fn an_entry_that_cannot_be_done_is_still_there_after_enter() {
    let mut window = TestWindow::measured();
    open(&mut window);
    enter(&mut window, "leave lesson");
    window.harness.key_press(Key::Enter);
    for _ in 0..4 {
        window.harness.run_steps(1);
        assert!(!window.has_text("No match"));
    }
}

#[test]
fn a_few_entries_are_seen_whole() {
    let mut window = TestWindow::measured();
    open(&mut window);
    enter(&mut window, "theme");
    window.settle();
    enter(&mut window, "toggle theme");
    window.settle();
    let rows = entries(&window);
    assert!((1..4).contains(&rows.len()), "{rows:?}");
    let id = egui::Id::unique("palette");
    let area = window.harness.ctx.memory(|memory| memory.area_rect(id));
    let area = area.expect("open");
    assert!(
        rows.iter().all(|(_, row)| area.contains_rect(*row)),
        "{area:?} {rows:?}"
    );
}

#[test]
fn words_of_others_find_what_is_called_otherwise_here() {
    let mut window = TestWindow::measured();
    open(&mut window);
    for (typed, found) in [
        ("learning rate", "Rate of W: 1"),
        ("lambda 0.25", "α  simple units = 0.25"),
        ("dark mode", "Theme: Dark"),
        ("Screenshot", "Copy view"),
        ("video", "Export clip…"),
        ("stop", "Pause or resume"),
        ("load data", "Folder…"),
        ("start the toy", "New model: toy"),
        ("watch cells", "Welcome"),
        ("motion still", "Motion: still"),
        ("stride 3", "Stride = 3"),
        ("follow", "Patch follows its content"),
    ] {
        enter(&mut window, typed);
        window.settle();
        let rows = entries(&window);
        let texts: Vec<_> = rows.iter().map(|(text, _)| text.as_str()).collect();
        assert!(texts.contains(&found), "{typed}: {texts:?}");
    }
}

#[test]
fn what_keeps_the_model_comes_first_and_signs_around_words_do_not_matter() {
    let first = |typed: &str| {
        let mut window = TestWindow::measured();
        open(&mut window);
        enter(&mut window, typed);
        window.settle();
        entries(&window).first().map(|(text, _)| text.clone())
    };
    assert_eq!(first("joint").as_deref(), Some("Joint model"));
    for typed in ["lesson: sparsity", "lesson : sparsity"] {
        assert_eq!(first(typed).as_deref(), Some("Lesson Sparsity"));
    }
}

#[test]
fn the_map_comes_first_for_the_folder_of_a_sweep() {
    let folder = tempfile::tempdir().expect("a folder");
    let [plain, planned] = ["plain", "planned"].map(|name| folder.path().join(name));
    std::fs::create_dir(&plain).expect("made");
    crate::sweep_map::sweep(&planned);
    let [plain, planned] = [plain, planned].map(|path| path.display().to_string());
    let first = |window: &TestWindow| entries(window).first().map(|(text, _)| text.clone());
    let mut window = TestWindow::measured();
    open(&mut window);
    enter(&mut window, &planned);
    window.wait_until("the map", |window| {
        first(window) == Some(format!("Open sweep {planned}"))
    });
    // What was asked for comes before it.
    enter(&mut window, &format!("learn from {planned}"));
    window.settle();
    assert_eq!(first(&window), Some(format!("Learn from {planned}")));
    enter(&mut window, &plain);
    window.settle();
    assert_eq!(first(&window), Some(format!("Learn from {plain}")));
}
