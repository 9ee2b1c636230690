//! Preferences in a file, and configurations as text.

use std::path::Path;
use std::sync::Arc;

use cellscope::app::{Action, Lesson, Preferences, views};
use cellscope::config::{Config, Preset};
use cellscope::engine::Command;
use cellscope::figure::ColorMap;
use cellscope::telemetry::{History, Mark};
use egui::style::ScrollAnimation;
use egui::{OutputCommand, Role, ThemePreference, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::memory::Memory;
use crate::test_window::TestWindow;

/// A window with this file of preferences.
fn preferring(path: &Path) -> TestWindow {
    let mut window = TestWindow::measured();
    window.commands();
    let ctx = window.harness.ctx.clone();
    window.app().use_preferences(path.to_owned(), &ctx);
    window.settle();
    window
}

/// Goes on until the file says this.
fn wait(window: &mut TestWindow, path: &Path, text: &str) {
    let says = |file: String| file.contains(text);
    window.wait_until(text, |_| std::fs::read_to_string(path).is_ok_and(says));
}

#[test]
fn what_is_chosen_is_written_and_holds_at_the_next_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("preferences.toml");
    let mut window = preferring(&path);
    assert!(!path.exists(), "nothing was changed yet");
    window.act(Action::Preferences);
    assert!(window.has_text("preferences.toml"));
    window
        .node(Role::ComboBox, "Preferred colours of filters")
        .click();
    window.settle();
    window.click("Blue–red");
    wait(&mut window, &path, "filter_colors = \"diverging\"");
    window.act(Action::ToggleTheme);
    wait(&mut window, &path, "theme = \"Light\"");
    window.act(Action::ZoomIn);
    wait(&mut window, &path, "zoom_percent = 110");
    let mut window = preferring(&path);
    assert_eq!(
        window.state().settings.preferences.filter_colors,
        ColorMap::Diverging
    );
    assert_eq!(
        window.state().settings.preferences.theme,
        ThemePreference::Light
    );
    assert_eq!(window.harness.ctx.zoom_factor(), 1.1);
}

#[test]
fn an_unknown_key_and_a_value_out_of_range_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("preferences.toml");
    for (text, name) in [
        (
            "threads = 1\ntheem = \"Dark\"",
            "line 2: unknown key `theem`",
        ),
        (
            "threads = 5000",
            "threads should be from 0 to 256, but is 5000",
        ),
        (
            "zoom_percent = 7",
            "zoom_percent should be from 20 to 500, but is 7",
        ),
        ("theme = \"Pink\"", "Pink"),
    ] {
        std::fs::write(&path, text).expect("written");
        let error = Preferences::read(&path).expect_err(text);
        assert!(
            error.contains(name) && error.contains("preferences.toml"),
            "{error}"
        );
        let mut window = preferring(&path);
        assert!(window.has_text(name), "{name}");
        assert_eq!(window.state().settings.preferences.threads, 0);
        assert_eq!(
            std::fs::read_to_string(&path).expect("there"),
            text,
            "left as it is"
        );
    }
    std::fs::write(&path, "threads = 3\n").expect("written");
    let read = Preferences::read(&path).expect("readable").expect("there");
    assert_eq!(
        read,
        Preferences {
            threads: 3,
            ..Preferences::default()
        }
    );
    assert_eq!(Preferences::read(&folder.path().join("none")), Ok(None));
}

/// What an action copies.
fn copied(window: &mut TestWindow, action: Action) -> String {
    window.state().act(action);
    let mut texts = Vec::new();
    for _ in 0..4 {
        window.harness.run_steps(1);
        let commands = &window.harness.output().platform_output.commands;
        texts.extend(commands.iter().filter_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        }));
    }
    assert_eq!(texts.len(), 1);
    texts.remove(0)
}

#[test]
fn the_command_of_a_run_whose_settings_were_changed_says_that_it_is_another() {
    let said = "Settings were changed during the run";
    let mut window = TestWindow::measured();
    copied(&mut window, Action::CopyCommand);
    assert!(!window.has_text(said));
    // Before it learned, and what came of itself.
    for (step, text, is_event, is_changed) in [
        (0, "alpha 0.5 to 0.7", false, false),
        (4, "layer 3 begins to learn", true, false),
        (4, "W frozen", false, true),
    ] {
        let mut history = History::default();
        history.mark(Mark {
            step,
            movies_seen: 128 * step,
            elapsed_secs: 0.1,
            text: text.to_owned(),
            is_event,
            until: None,
        });
        window.publish(|snapshot| snapshot.history = Arc::new(history.clone()));
        copied(&mut window, Action::CopyCommand);
        assert_eq!(window.has_text(said), is_changed, "{text}");
    }
}

#[test]
fn a_configuration_is_copied_and_pasted_and_what_is_wrong_is_named() {
    let mut window = TestWindow::measured();
    let text = copied(&mut window, Action::CopyConfiguration);
    assert_eq!(
        Config::from_json(&text).expect("a configuration"),
        Config::preset(Preset::Quick)
    );
    let command = copied(&mut window, Action::CopyCommand);
    assert_eq!(
        command,
        "cellscope train --preset quick --steps 10 --out cells.safetensors"
    );
    window.commands();
    window.act(Action::PasteConfiguration);
    window
        .harness
        .event(egui::Event::Paste("{\"model\": {\"alpa\": 1}}".to_owned()));
    window.settle();
    assert!(window.has_text("unknown key `alpa`"));
    let start = window.node(Role::Button, "Start with it");
    assert!(start.accesskit_node().is_disabled());
    let place = start.rect();
    window.harness.run_steps(10);
    let now = window.node(Role::Button, "Start with it").rect();
    assert_eq!(now, place, "the dialog keeps its size");
    for (text, name) in [
        ("{\"model\": {\"alpha\": -1}}", "alpha should be"),
        (&text.replace("100", "64"), ""),
    ] {
        window
            .harness
            .key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        window.harness.event(egui::Event::Paste(text.to_owned()));
        window.settle();
        assert!(window.has_text(name), "{name}");
    }
    // Tab leaves the text, for the button.
    window.press(egui::Key::Tab);
    window.press(egui::Key::Space);
    let mut expected = Config::preset(Preset::Quick);
    expected.model.simple = 64;
    assert_eq!(window.commands(), [Command::Rebuild(Box::new(expected))]);
    assert!(!window.has_text("Paste configuration"));
}

#[test]
fn two_windows_write_into_one_file_what_each_changed_and_spare_one_that_cannot_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("preferences.toml");
    let (mut one, mut other) = (preferring(&path), preferring(&path));
    one.act(Action::ToggleTheme);
    wait(&mut one, &path, "theme = \"Light\"");
    other.act(Action::ZoomIn);
    wait(&mut other, &path, "zoom_percent = 110");
    let both = Preferences::read(&path).expect("readable").expect("there");
    assert_eq!(both.theme, ThemePreference::Light, "of the first window");
    let broken = "zoom_percent = 110\ntheem = \"Dark\"\n";
    std::fs::write(&path, broken).expect("written");
    other.act(Action::ToggleCaptions);
    other.wait_for_text("theem");
    assert_eq!(std::fs::read_to_string(&path).expect("there"), broken);
}

#[test]
fn without_animations_nothing_glides_blinks_or_moves_by_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("preferences.toml");
    let mut window = preferring(&path);
    let moves = |window: &TestWindow| {
        let style = window.harness.ctx.global_style();
        let glides = style.scroll_animation != ScrollAnimation::none();
        [
            style.animation_time > 0.0,
            style.visuals.text_cursor.blink,
            glides,
        ]
    };
    assert_eq!(moves(&window), [true; 3]);
    window.act(Action::Preferences);
    window
        .node(Role::CheckBox, "Fades, glides, automatic motion")
        .click();
    window.settle();
    assert_eq!(moves(&window), [false; 3]);
    wait(&mut window, &path, "animations = false");
    // In the other theme as well, and at the next start.
    window.act(Action::ToggleTheme);
    assert_eq!(moves(&window), [false; 3]);
    let mut window = preferring(&path);
    assert_eq!(moves(&window), [false; 3]);
    let sweep = "title = \"A sweep\"\n[[step]]\ntext = \"Look.\"\nset = { model = \"trained\", sweep = true }\n";
    for animates in [true, false] {
        window.state().settings.preferences.animations = animates;
        window.state().workers.stimulus.is_sweeping = false;
        let lesson = Lesson::parse("a sweep", sweep, &views()).expect("a lesson");
        window.app().take_lesson(lesson);
        window.settle();
        assert_eq!(window.state().workers.stimulus.is_sweeping, animates);
        window.act(Action::LeaveLesson);
    }
}

#[test]
fn preferences_fit_a_small_window_and_scroll() {
    let mut window = TestWindow::measured();
    window.harness.set_size(vec2(400.0, 300.0));
    window.act(Action::Preferences);
    let all = window.harness.ctx.content_rect();
    let shown = window
        .harness
        .get_by_role_and_label(Role::Window, "Preferences");
    assert!(all.contains_rect(shown.rect()), "{:?}", shown.rect());
    let close = window
        .harness
        .get_by_role_and_label(Role::Button, "Close window");
    assert!(all.contains_rect(close.rect()), "{:?}", close.rect());
}

#[test]
fn what_is_given_for_one_start_is_not_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("preferences.toml");
    let mut window = preferring(&path);
    let before = window.state().settings.preferences.zoom_percent;
    let theme = ThemePreference::Light;
    assert_ne!(window.state().settings.preferences.theme, theme);
    window.app().set_for_once(Some(7), Some(200), Some(theme));
    window.settle();
    assert_eq!(window.state().settings.preferences.zoom_percent, 200);
    assert_eq!(window.state().settings.preferences.theme, theme);
    // What people choose since is theirs.
    window.act(Action::ToggleCaptions);
    wait(&mut window, &path, "captions = false");
    let next = preferring(&path).state().settings.preferences.clone();
    assert_eq!(next.zoom_percent, before);
    assert_ne!(next.history_mb, 7);
    assert_ne!(next.theme, theme);
    window.state().settings.preferences.zoom_percent = 150;
    window.settle();
    wait(&mut window, &path, "zoom_percent = 150");
}

#[test]
fn what_the_file_does_not_say_is_as_by_default_whatever_else_was_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("preferences.toml");
    let mut window = preferring(&path);
    window.act(Action::ToggleCaptions);
    wait(&mut window, &path, "captions = false");
    let mut storage = Memory::default();
    window.app().store(&mut storage);
    std::fs::remove_file(&path).expect("there");
    let mut next = TestWindow::measured();
    next.restore(&storage);
    let ctx = next.harness.ctx.clone();
    next.app().use_preferences(path, &ctx);
    let preferences = &next.state().settings.preferences;
    assert_eq!(*preferences, Preferences::default());
}
