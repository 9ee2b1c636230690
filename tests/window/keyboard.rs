//! The whole window without a pointer: load pictures, mark a unit, sweep an edge, export, save, open again.

use std::path::PathBuf;

use cellscope::app::{Action, Sheet};
use cellscope::engine::Command;
use cellscope::source::SourceSpec;
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::NodeT as _;

use crate::exporting::wait_for;
use crate::test_window::{TestWindow, layout, view};

fn press(window: &mut TestWindow, modifiers: Modifiers, key: Key) {
    window.harness.key_press_modifiers(modifiers, key);
    window.settle();
}

fn type_text(window: &mut TestWindow, text: &str) {
    window.harness.event(egui::Event::Text(text.to_owned()));
    window.settle();
}

/// Finds a command by its words, and takes it.
fn take(window: &mut TestWindow, words: &str) {
    let keys = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    press(window, keys, Key::P);
    type_text(window, words);
    press(window, Modifiers::NONE, Key::Enter);
    assert!(!window.state().shows_palette, "{words} was taken");
}

#[test]
fn the_whole_window_is_driven_by_keys_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    window.commands();

    take(&mut window, "embedded movie");
    assert_eq!(window.commands(), [Command::NewSource(SourceSpec::Movie)]);

    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(window.state().selection.invariant, Some(1));

    take(&mut window, "view stimulus");
    take(&mut window, "sweep the stimulus");
    assert!(window.state().workers.stimulus.is_sweeping);
    take(&mut window, "sweep the stimulus");
    assert!(!window.state().workers.stimulus.is_sweeping);

    take(&mut window, "export filters");
    // What is typed takes the place of the name suggested.
    let path = folder.path().join("cells.svg");
    type_text(&mut window, &path.display().to_string());
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(!wait_for(&mut window, &path).is_empty());

    let model = PathBuf::from("/models/cells.safetensors");
    window.publish(|snapshot| snapshot.status.file = Some(model.clone()));
    window.commands();
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(window.commands(), [Command::Save(model.clone())]);
    take(&mut window, "open cells.safetensors");
    assert_eq!(window.commands(), [Command::Open(model)]);
}

#[test]
fn no_key_acts_on_the_run_behind_an_open_window() {
    let mut window = TestWindow::measured();
    let export = Action::Export(view("filters"));
    for action in [
        Action::Help,
        Action::Preferences,
        export,
        Action::ExportClip,
    ] {
        window.act(action);
        window.commands();
        let focused = window.harness.ctx.memory(|memory| memory.focused());
        if let Some(field) = focused {
            let leave = |memory: &mut egui::Memory| memory.surrender_focus(field);
            window.harness.ctx.memory_mut(leave);
        }
        for key in [
            Key::Space,
            Key::Period,
            Key::OpenBracket,
            Key::ArrowRight,
            Key::P,
        ] {
            press(&mut window, Modifiers::NONE, key);
        }
        for key in [Key::R, Key::B, Key::Num2] {
            press(&mut window, Modifiers::COMMAND, key);
        }
        assert_eq!(window.commands(), [], "{action:?}");
        press(&mut window, Modifiers::NONE, Key::Escape);
        press(&mut window, Modifiers::NONE, Key::Period);
        assert_eq!(window.commands(), [Command::Step(1)], "{action:?}");
    }
}

#[test]
fn a_screen_reader_finds_a_unit_hears_about_it_and_selects_it() {
    let mut window = TestWindow::measured();
    let role = Role::ListBoxOption;
    let about = |window: &TestWindow, name: &str| {
        let node = window.node(role, name).accesskit_node();
        let value = node.value().expect("something is known");
        (value, node.is_selected())
    };
    let (value, is_selected) = about(&window, "Simple unit 12");
    assert!(
        value.contains("active in ") && value.contains("pooled by invariant units"),
        "{value}"
    );
    assert_eq!(is_selected, Some(false));
    window.node(role, "Simple unit 12").click_accesskit();
    window.settle();
    assert_eq!(window.state().selection.simple, Some(12));
    assert_eq!(about(&window, "Simple unit 12").1, Some(true));
    let (value, _) = about(&window, "Invariant unit 3");
    assert!(value.contains("pools simple units"), "{value}");
    window.act(Action::Arrange(layout("bench")));
    window.answer();
    let (value, _) = about(&window, "Simple unit 3");
    assert!(value.contains("responds by 100\u{a0}%"), "{value}");
}

/// What has the keyboard's focus.
fn focused(window: &TestWindow) -> egui::Response {
    let ctx = &window.harness.ctx;
    let id = ctx.memory(|memory| memory.focused()).expect("a focus");
    ctx.read_response(id).expect("shown")
}

#[test]
fn the_controls_scroll_to_what_the_tab_key_comes_to() {
    let mut window = TestWindow::measured();
    window.harness.set_size(egui::vec2(1000.0, 560.0));
    window.settle();
    let top = |window: &TestWindow| window.node(Role::Button, "Step").rect().top();
    let (begun, mut highest) = (top(&window), f32::INFINITY);
    for _ in 0..45 {
        window.press(Key::Tab);
        window.settle();
        let at = focused(&window);
        let (shown, whole) = (at.interact_rect, at.rect);
        assert!(
            shown.height() > 0.5 * whole.height(),
            "{whole:?}, seen {shown:?}"
        );
        highest = top(&window).min(highest);
    }
    assert!(
        highest < begun - 50.0,
        "some of the controls are below the window"
    );
}

#[test]
fn the_tab_key_goes_on_where_the_focus_was() {
    let mut window = TestWindow::measured();
    window.node(Role::Button, "Step").focus();
    window.settle();
    let step = focused(&window).id;
    window.press(Key::Tab);
    let next = focused(&window).id;
    assert_ne!(step, next);
    window.node(Role::Button, "Step").focus();
    window.settle();
    window
        .harness
        .ctx
        .memory_mut(|memory| memory.surrender_focus(step));
    window.settle();
    window.press(Key::Tab);
    assert_eq!(focused(&window).id, next, "as after Enter in a field");
}

#[test]
fn help_takes_the_focus_and_gives_it_back() {
    let mut window = TestWindow::measured();
    window.node(Role::Button, "Step").focus();
    window.settle();
    let step = focused(&window);
    window.act(Action::Help);
    window.press(Key::Tab);
    assert_ne!(
        focused(&window).layer_id,
        step.layer_id,
        "it goes through Help"
    );
    window.state().sheets.close(Sheet::Help);
    window.settle();
    assert_eq!(focused(&window).id, step.id);
}

#[test]
fn a_path_that_is_typed_in_the_palette_is_opened_learned_from_or_written() {
    let mut window = TestWindow::measured();
    window.commands();
    let path = PathBuf::from("/models/my cells.safetensors");
    take(&mut window, "/models/my cells.safetensors");
    assert_eq!(window.commands(), [Command::Open(path.clone())]);
    take(&mut window, "save model to /models/my cells.safetensors");
    assert_eq!(window.commands(), [Command::Save(path)]);
    for words in ["", "learn ", "pictures from "] {
        take(&mut window, &format!("{words}/pictures"));
        let pictures = SourceSpec::images([PathBuf::from("/pictures")]);
        assert_eq!(window.commands(), [Command::NewSource(pictures)], "{words}");
    }
    take(&mut window, "sweep /no/sweep");
    window.wait_for_text("makes the folder of a sweep");
    assert_eq!(window.commands(), []);
}
