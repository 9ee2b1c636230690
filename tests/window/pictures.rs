//! The controls of what is learned from: the source, its motion, and ffmpeg.

use std::ops::ControlFlow;
use std::sync::Arc;

use cellscope::app::{Action, Preferences};
use cellscope::config::Preset;
use cellscope::engine::{Command, Event};
use cellscope::parameter::Parameter;
use cellscope::source::{Motion, MovieParams, Pictures, SourceSpec, load};
use egui::{Key, Role};
use egui_kittest::kittest::NodeT as _;

use crate::test_window::TestWindow;
use crate::typing::type_into;

/// The pictures of a source, as the window's model would cut them.
fn pictures(window: &TestWindow, source: &SourceSpec) -> Option<Arc<Pictures>> {
    let (config, go_on) = (&window.config, |_, _| ControlFlow::Continue(()));
    let loaded = load(source, 0, &config.normalise, &config.movies, &go_on);
    Some(Arc::new(loaded.expect("pictures")))
}

fn on(source: &SourceSpec) -> TestWindow {
    let mut window = TestWindow::running();
    let pictures = pictures(&window, source);
    window.config.source = source.clone();
    window.publish(|snapshot| snapshot.pictures = pictures);
    window.unfold("Motion");
    window
}

fn is_disabled(window: &TestWindow, role: Role, label: &str) -> bool {
    window.node(role, label).accesskit_node().is_disabled()
}

#[test]
fn the_embedded_sources_are_chosen_by_button() {
    let mut window = TestWindow::running();
    for (label, source) in [
        ("Embedded movie", SourceSpec::Movie),
        ("Embedded scenes", SourceSpec::Scenes),
    ] {
        window.click(label);
        assert_eq!(window.commands(), [Command::NewSource(source)]);
    }
    window.act(Action::StartToy);
    let mut toy = window.config.clone();
    Preset::Toy.apply(&mut toy);
    assert_eq!(window.commands(), [Command::Rebuild(Box::new(toy))]);
}

#[test]
fn scenes_are_left_their_motion_when_that_of_movies_was_chosen() {
    let mut window = on(&SourceSpec::Movie);
    window.state().live.movies.motion = Motion::Movie;
    window.click("Embedded scenes");
    let movies = MovieParams {
        motion: Motion::Auto,
        ..window.config.movies
    };
    let source = Some(SourceSpec::Scenes);
    assert_eq!(window.commands(), [Command::Cut { source, movies }]);
}

#[test]
fn a_motion_that_the_source_cannot_have_is_disabled_with_the_reason() {
    let mut window = on(&SourceSpec::Scenes);
    window.node(Role::ComboBox, "Motion").click();
    window.settle();
    let refused = "movie: the source has stills only";
    assert!(is_disabled(&window, Role::Button, refused));
    assert!(is_disabled(
        &window,
        Role::CheckBox,
        "Patch follows its content"
    ));
    assert!(is_disabled(&window, Role::SpinButton, "Stride, frames"));
    window.node(Role::Button, "scrambled").click();
    window.settle();
    let movies = MovieParams {
        motion: Motion::Scrambled,
        ..window.config.movies
    };
    assert_eq!(
        window.commands(),
        [Command::Cut {
            source: None,
            movies
        }]
    );
    // What cannot be loaded leaves the motion as it is.
    assert_eq!(window.state().live.movies, movies);
    window.tell(Event::NotLoaded("no such pictures".to_owned()));
    let before = window.config.movies;
    assert_eq!(window.state().live.movies, before);
}

#[test]
fn a_movie_has_its_motion_stride_and_following_set_and_says_what_can_be_used() {
    let mut window = on(&SourceSpec::Movie);
    assert!(window.has_text("0 cuts"));
    assert!(window.has_text("\u{a0}% of patches usable"));
    let mut movies = window.config.movies;
    window.node(Role::ComboBox, "Motion").click();
    window.settle();
    window.node(Role::Button, "movie").click();
    window.settle();
    movies.motion = Motion::Movie;
    let cut = |movies| Command::Cut {
        source: None,
        movies,
    };
    assert_eq!(window.commands(), [cut(movies)]);
    window
        .node(Role::CheckBox, "Patch follows its content")
        .click();
    window.settle();
    movies.follow = true;
    assert_eq!(window.commands(), [cut(movies)]);
    type_into(&mut window, (Role::SpinButton, "Stride, frames"), "2");
    window.harness.key_press(Key::Enter);
    window.settle();
    movies.stride = 2;
    assert_eq!(window.commands(), [cut(movies)]);
    // A window at rest follows nothing.
    window.node(Role::ComboBox, "Motion").click();
    window.settle();
    window.node(Role::Button, "still").click();
    window.settle();
    (movies.motion, movies.follow) = (Motion::Still, false);
    assert_eq!(window.commands(), [cut(movies)]);
    let slowest = "Slowest motion, px/frame";
    window.node(Role::Slider, slowest).set_value_accesskit(0.5);
    window.settle();
    assert_eq!(
        window.commands(),
        [Command::Set(Parameter::SlowestMotion, 0.5)]
    );
}

#[test]
fn the_toy_example_has_no_motion_to_be_set() {
    let mut window = TestWindow::running();
    window.config.source = SourceSpec::Lines;
    assert!(window.has_control("Motion"));
    window.publish(|_| {});
    assert!(!window.has_control("Motion"));
}

#[test]
fn the_path_of_ffmpeg_is_a_preference() {
    let mut window = TestWindow::running();
    window.unfold("Motion");
    let field = window.node(Role::TextInput, "ffmpeg");
    field.focus();
    field.type_text("/opt/ffmpeg/bin/ffmpeg");
    window.settle();
    let named = window.state().settings.preferences.named_ffmpeg();
    assert_eq!(named, Some("/opt/ffmpeg/bin/ffmpeg".into()));
    assert_eq!(Preferences::default().named_ffmpeg(), None);
}

#[test]
fn an_ffmpeg_that_is_named_while_there_are_no_pictures_has_them_read_again() {
    for pictures in [0, 9] {
        let mut window = TestWindow::running();
        window.publish(|snapshot| snapshot.status.pictures = pictures);
        window.commands();
        window.state().settings.preferences.ffmpeg = "/opt/ffmpeg/bin/ffmpeg".to_owned();
        window.settle();
        let again = Command::NewSource(window.config.source.clone());
        assert_eq!(window.commands().contains(&again), pictures == 0);
    }
}

#[test]
fn before_pictures_are_read_it_is_not_said_how_many_there_are() {
    let mut window = TestWindow::running();
    window.publish(|snapshot| {
        snapshot.pictures = None;
        snapshot.status.pictures = 0;
    });
    window.tell(Event::Loading { done: 1, total: 9 });
    assert!(!window.has_text("0 pictures"));
}

#[test]
fn an_ffmpeg_that_is_no_program_is_told() {
    let mut window = on(&SourceSpec::Scenes);
    window.node(Role::TextInput, "ffmpeg").focus();
    window.settle();
    window.harness.event(egui::Event::Text("1".to_owned()));
    window.settle();
    window.harness.key_press(Key::Enter);
    window.wait_for_text("ffmpeg: the setting names 1, which is not a file");
    window.node(Role::TextInput, "ffmpeg").focus();
    window.settle();
    window.harness.key_press(Key::Backspace);
    window.harness.key_press(Key::Enter);
    window.wait_until("it is as it was", |window| {
        !window.has_text("which is not a file")
    });
}

#[test]
fn a_typed_path_goes_when_pictures_come_from_elsewhere() {
    let mut window = TestWindow::running();
    let field = (Role::TextInput, "Path of pictures");
    let typed = |window: &TestWindow| {
        let node = window.node(field.0, field.1);
        node.accesskit_node().value().unwrap_or_default()
    };
    type_into(&mut window, field, "/pictures/cats");
    window.press(Key::Enter);
    window.config.source = SourceSpec::images(["/pictures/cats".into()]);
    window.publish(|_| {});
    assert_eq!(typed(&window), "/pictures/cats");
    window.config.source = SourceSpec::Scenes;
    window.publish(|_| {});
    assert_eq!(typed(&window), "");
    // What is being typed as they come stays.
    type_into(&mut window, field, "/pictures/d");
    window.config.source = SourceSpec::Movie;
    window.publish(|_| {});
    assert_eq!(typed(&window), "/pictures/d");
}
