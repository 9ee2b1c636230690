//! What the controls send.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cellscope::channels::Channels;
use cellscope::config::Preset;
use cellscope::engine::{Command, Event, Layer, Run, Snapshot};
use cellscope::source::SourceSpec;
use cellscope::telemetry::Mark;
use egui::{DroppedFile, Key, Modifiers, Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::test_window::TestWindow;

#[test]
fn the_large_button_pauses_and_resumes_as_the_engine_says() {
    let mut window = TestWindow::running();
    window.click("Pause");
    assert_eq!(window.commands(), [Command::Pause]);
    window.publish(|snapshot| snapshot.status.run = Run::Paused);
    window.click("Resume");
    assert_eq!(window.commands(), [Command::Resume]);
}

#[test]
fn run_controls_send_their_commands() {
    let mut window = TestWindow::running();
    for (label, command) in [
        ("Step", Command::Step(1)),
        ("Step 100", Command::Step(100)),
        ("Restart", Command::Reset),
    ] {
        window.click(label);
        assert_eq!(window.commands(), [command]);
    }
}

#[test]
fn new_seed_takes_the_next_seed_unless_one_was_entered() {
    let mut window = TestWindow::running();
    window.click("New seed");
    assert_eq!(window.commands(), [Command::NewSeed(1)]);
    window.state().next_seed = 77;
    window.click("New seed");
    assert_eq!(window.commands(), [Command::NewSeed(77)]);
}

#[test]
fn nothing_is_sent_when_nothing_was_touched() {
    let mut window = TestWindow::running();
    for _ in 0..5 {
        window.publish(|_| {});
    }
    assert_eq!(window.commands(), []);
}

#[test]
fn escape_closes_a_menu_or_a_question_and_nothing_else() {
    let mut window = TestWindow::measured();
    window.commands();
    window.state().selection.select(Layer::Simple, 7);
    window.click("Run");
    assert!(window.has_text("Step 100"));
    window.harness.key_press(Key::Escape);
    window.settle();
    window.tell(Event::WouldReplace(PathBuf::from("cells.safetensors")));
    assert!(window.has_text("Replace this file?"));
    window.harness.key_press(Key::Escape);
    window.settle();
    assert!(!window.has_text("Replace this file?"));
    assert_eq!(window.commands(), []);
    assert_eq!(window.state().selection.simple, Some(7));
}

#[test]
fn layers_are_frozen_and_revived() {
    let mut window = TestWindow::running();
    window.unfold("Learning");
    window.node(Role::CheckBox, "Freeze A").click();
    window.settle();
    assert_eq!(window.commands(), [Command::Freeze(Layer::Invariant, true)]);
    let none = window.node(Role::Button, "Revive 0 dead simple units");
    assert!(none.accesskit_node().is_disabled());
    // After a few minibatches nobody knows which units are dead.
    window.publish(|snapshot| snapshot.status.dead_by_layer = vec![3, 0]);
    let unknown = window.node(Role::Button, "Revive 0 dead simple units");
    assert!(unknown.accesskit_node().is_disabled());
    window.publish(|snapshot| {
        snapshot.status.dead_by_layer = vec![3, 0];
        snapshot.status.movies_seen = 1_000_000;
    });
    window.click("Revive 3 dead simple units");
    assert_eq!(window.commands(), [Command::Revive(Layer::Simple)]);
}

#[test]
fn sizes_are_applied_together() {
    let mut window = TestWindow::running();
    // High enough for all of the fold, which scrolls in a lower window.
    window.harness.set_size(vec2(1280.0, 1400.0));
    window.unfold("Sizes");
    let apply = window.node(Role::Button, "Apply and restart");
    assert!(apply.accesskit_node().is_disabled(), "nothing to apply");
    assert!(!window.has_text("pools stay narrow"));
    Preset::Large.apply(&mut window.state().draft);
    window.settle();
    assert!(window.has_text("pools stay narrow"));
    window.click("Apply and restart");
    let mut expected = window.config.clone();
    Preset::Large.apply(&mut expected);
    assert_eq!(window.commands(), [Command::Rebuild(Box::new(expected))]);
}

#[test]
fn a_preset_with_sparsities_of_its_own_is_applied_with_them_and_left_with_none() {
    let mut window = TestWindow::running();
    window.harness.set_size(vec2(1280.0, 1400.0));
    window.unfold("Sizes");
    let run = window.config.clone();
    let presets = [(Preset::Large, Preset::Huge), (Preset::Huge, Preset::Large)];
    for (generation, (from, to)) in (1..).zip(presets) {
        window.config = run.clone();
        from.apply(&mut window.config);
        let config = window.config.clone();
        window.publish(|snapshot| snapshot.generation = generation);
        to.apply(&mut window.state().draft);
        window.settle();
        window.click("Apply and restart");
        let mut expected = config;
        to.apply(&mut expected);
        assert_eq!(expected.learning.keep_alive, to == Preset::Huge);
        assert_eq!(window.commands(), [Command::Rebuild(Box::new(expected))]);
    }
}

#[test]
fn the_channels_of_pictures_are_set_with_the_sizes_and_start_a_new_run() {
    let mut window = TestWindow::running();
    window.harness.set_size(vec2(1280.0, 1200.0));
    window.unfold("Sizes");
    window.node(Role::ComboBox, "Channels").click();
    window.settle();
    window.click("opponent: luminance, red-green and blue-yellow");
    window.settle();
    window.click("Apply and restart");
    let mut expected = window.config.clone();
    expected.movies.channels = Channels::Opponent;
    assert_eq!(window.commands(), [Command::Rebuild(Box::new(expected))]);
}

#[test]
fn a_size_out_of_range_is_explained_and_not_applied() {
    let mut window = TestWindow::running();
    window.unfold("Contrast");
    window.state().draft.normalise.window_px = 8;
    window.settle();
    assert!(window.has_text("window should be an odd number"));
    let apply = window.node(Role::Button, "Apply and restart");
    assert!(apply.accesskit_node().is_disabled());
}

#[test]
fn a_path_is_typed_and_loaded() {
    let mut window = TestWindow::running();
    let field = window.node(Role::TextInput, "Path of pictures");
    field.focus();
    field.type_text("my pictures");
    window.settle();
    window.click("Load");
    let path = std::env::current_dir().expect("a folder");
    let paths = vec![path.join("my pictures")];
    assert_eq!(
        window.commands(),
        [Command::NewSource(SourceSpec::Images(paths))]
    );
}

#[test]
fn loading_shows_how_far_it_is_and_can_be_cancelled() {
    let mut window = TestWindow::running();
    assert!(window.harness.query_by_label("Cancel").is_none());
    window.tell(Event::Loading { done: 3, total: 40 });
    assert!(window.has_text("3 of 40"));
    window.click("Cancel");
    assert_eq!(window.commands(), [Command::CancelLoading]);
    window.tell(Event::LoadingCancelled);
    assert!(window.harness.query_by_label("Cancel").is_none());
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }
    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the window reads no files".to_owned())
    }
}

#[test]
fn dropped_pictures_are_learned_from_and_a_dropped_model_is_opened() {
    let mut window = TestWindow::running();
    let mut drop = |names: &[&str]| {
        let files = names
            .iter()
            .map(|name| Arc::new(Dropped(PathBuf::from(name))) as _);
        window.harness.input_mut().dropped_files = files.collect();
        window.settle();
        window.commands()
    };
    let pictures = ["a.png", "folder"].map(PathBuf::from).to_vec();
    assert_eq!(
        drop(&["a.png", "folder"]),
        [Command::NewSource(SourceSpec::images(pictures))]
    );
    for model in ["m.safetensors", "M.SafeTensors"] {
        assert_eq!(drop(&[model]), [Command::Open(model.into())]);
    }
    // One clear line says what was not done, and what to do.
    let picture = SourceSpec::images(vec!["a.png".into()]);
    assert_eq!(
        drop(&["a.png", "m.safetensors"]),
        [Command::NewSource(picture)]
    );
    assert_eq!(drop(&["m.safetensors", "n.safetensors"]), []);
    let left_out = "m.safetensors: a model, left out of the pictures; to open it, drop it alone";
    assert!(window.has_text(left_out));
    assert!(window.has_text("m.safetensors and 1 more: models, not opened; drop one model alone"));
}

#[test]
fn keys_do_what_the_help_table_says() {
    let mut window = TestWindow::running();
    window.publish(|snapshot| snapshot.status.file = Some("cells.safetensors".into()));
    let shifted = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    for (modifiers, key, command) in [
        (Modifiers::NONE, Key::Space, Command::Pause),
        (Modifiers::NONE, Key::Period, Command::Step(1)),
        (Modifiers::COMMAND, Key::R, Command::Reset),
        (shifted, Key::R, Command::NewSeed(1)),
        (
            Modifiers::COMMAND,
            Key::S,
            Command::Save("cells.safetensors".into()),
        ),
    ] {
        window.harness.key_press_modifiers(modifiers, key);
        window.settle();
        assert_eq!(window.commands(), [command], "{modifiers:?} {key:?}");
    }
}

#[test]
fn a_key_that_is_held_starts_again_only_once_but_goes_on_stepping() {
    for (key, modifiers, commands) in [
        (Key::R, Modifiers::COMMAND, vec![Command::Reset]),
        (Key::Period, Modifiers::NONE, vec![Command::Step(1); 4]),
    ] {
        let mut window = TestWindow::running();
        for repeat in [false, true, true, true] {
            window.harness.event(egui::Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat,
                modifiers,
            });
            window.harness.run_steps(1);
        }
        window.settle();
        assert_eq!(window.commands(), commands);
    }
}

#[test]
fn a_space_typed_into_a_field_does_not_pause() {
    let mut window = TestWindow::running();
    window.node(Role::TextInput, "Path of pictures").focus();
    window.settle();
    window.harness.key_press(Key::Space);
    window.settle();
    assert_eq!(window.commands(), []);
}

#[test]
fn a_command_without_room_is_sent_when_there_is() {
    let mut window = TestWindow::running();
    window.wire.borrow_mut().room = Some(0);
    window.click("Step");
    window.click("Restart");
    assert_eq!(window.commands(), []);
    window.wire.borrow_mut().room = None;
    window.settle();
    assert_eq!(window.commands(), [Command::Step(1), Command::Reset]);
}

#[test]
fn another_number_of_layers_keeps_pictures_and_rates() {
    let mut window = TestWindow::running();
    let pictures = SourceSpec::Images(vec!["folder".into()]);
    window.state().live.source = pictures.clone();
    let source = pictures.clone();
    window.publish(|snapshot| Arc::make_mut(&mut snapshot.config).source = source);
    window.state().live.learning.simple_rate = 3.0;
    Preset::Deep.apply(&mut window.state().draft);
    // High enough for all of the fold, which scrolls in a lower window.
    window.harness.set_size(vec2(1280.0, 1200.0));
    window.unfold("Sizes");
    window.click("Apply and restart");
    let [Command::Rebuild(config)] = &window.commands()[..] else {
        panic!("one command");
    };
    assert!(config.model.top > 0);
    assert_eq!(config.source, pictures);
    assert_eq!(config.learning.simple_rate, 3.0);
}

#[test]
fn no_more_patches_are_told_than_the_pace_allows() {
    let mut window = TestWindow::running();
    window.publish(|snapshot| snapshot.status.patches_per_sec = 185_458.0);
    assert!(window.has_text("185\u{a0}458"));
    let config = window.config.clone();
    let frames = config.learning.batch_movies * config.movies.frames;
    window.state().settings.pace_per_sec = 1.0;
    window.settle();
    assert!(!window.has_text("185\u{a0}458"));
    assert!(window.has_text(&frames.to_string()));
}

#[test]
fn the_status_line_has_the_share_of_a_third_layer_where_there_is_one() {
    let mut window = TestWindow::running();
    assert!(window.has_text("u active"));
    let learned = |top_density| {
        move |snapshot: &mut Snapshot| {
            Arc::make_mut(&mut snapshot.config).model.top = 25;
            snapshot.status.top_density = top_density;
        }
    };
    window.publish(learned(None));
    assert!(window.has_text("u, v active"), "nothing learned yet");
    window.publish(learned(Some(0.034)));
    assert!(window.has_text("u, v active") && window.has_text("3.4\u{a0}%"));
}

#[test]
fn pointing_at_the_name_of_a_figure_tells_what_it_is() {
    let mut window = TestWindow::running();
    window.harness.set_size(vec2(1600.0, 800.0));
    window.settle();
    for (name, told) in [
        ("patches/s", "Patches (frames of movies) learned from"),
        ("time", "Time spent learning"),
        ("z active", "Share of active simple units"),
        ("u active", "Share of active invariant units"),
        ("dead", "Rarely active units of each layer"),
        ("concentration", "Orientation concentration, median"),
    ] {
        // What is told of another place goes first.
        window.harness.hover_at(egui::pos2(1.0, 1.0));
        window.harness.run_steps(20);
        assert!(!window.has_text(told), "{name}");
        let labels = window
            .harness
            .query_all_by_role_and_label(Role::Label, name);
        let lowest = labels.max_by(|a, b| a.rect().min.y.total_cmp(&b.rect().min.y));
        let at = lowest.expect(name).rect().center();
        window.harness.hover_at(at);
        window.harness.run_steps(20);
        assert!(window.has_text(told), "{name}");
    }
}

#[test]
fn shares_of_active_units_of_before_alpha_was_changed_are_said_to_be_so() {
    let mut window = TestWindow::running();
    window.config.model.alpha = 0.7;
    for (step, is_earlier) in [(10, true), (11, false)] {
        window.publish(|snapshot| {
            let mark = Mark {
                step: 10,
                movies_seen: 1280,
                elapsed_secs: 1.5,
                text: "alpha 0.5 to 0.7".to_owned(),
                is_event: false,
                until: None,
            };
            Arc::make_mut(&mut snapshot.history).mark(mark);
            snapshot.status.step = step;
        });
        for share in ["4.0\u{a0}%", "10.0\u{a0}%"] {
            // What is told of another place goes first.
            window.harness.hover_at(egui::pos2(1.0, 1.0));
            window.harness.run_steps(20);
            window.node(Role::Label, &format!("{share:>7}")).hover();
            window.harness.run_steps(20);
            assert!(window.has_text("Share of active "), "{share}");
            let is_said = window.has_text("Measured before the last change.");
            assert_eq!(is_said, is_earlier, "{share}");
        }
    }
}
