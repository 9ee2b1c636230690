//! The timeline plays the past.

use cellscope::app::{Action, PlaySpeed};
use cellscope::engine::Command;
use egui::{Key, Role};

use crate::timeline::{STEPS, chosen, window};

#[test]
fn playing_goes_through_the_moments_in_the_seconds_chosen_and_ends_now() {
    let mut window = window();
    window.state().settings.play_speed = PlaySpeed::Fastest;
    window.click("Play the past");
    let mut seen = vec![chosen(&mut window).expect("the past")];
    let mut frames = 8;
    while let Some(step) = chosen(&mut window) {
        seen.push(step);
        assert!(frames < 100, "{seen:?}");
        window.harness.run_steps(1);
        frames += 1;
    }
    // 5 seconds, of a tenth a frame.
    assert!((45..=56).contains(&frames), "{frames} frames");
    assert!(seen.is_sorted(), "{seen:?}");
    // Which moments, and how many, depends on how long each minibatch took.
    seen.dedup();
    assert!(seen[0] < STEPS / 2 && seen.len() > 2, "{seen:?}");
    assert!(!window.state().timeline.is_playing());
}

#[test]
fn playing_can_be_paused_and_begins_again_where_it_loops() {
    let mut window = window();
    window.state().settings.play_speed = PlaySpeed::Fastest;
    window.node(Role::CheckBox, "loop").click();
    window.settle();
    window.click("Play the past");
    window.wait_until("it plays", |window| {
        chosen(window).is_some_and(|step| step > 0)
    });
    window.click("Pause the past");
    let paused = chosen(&mut window);
    window.harness.run_steps(60);
    assert_eq!(chosen(&mut window), paused);
    window.act(Action::PlayPast);
    let mut steps = Vec::new();
    for _ in 0..60 {
        window.harness.run_steps(1);
        steps.push(chosen(&mut window).expect("the past"));
    }
    assert!(!steps.is_sorted(), "it never began again: {steps:?}");
    // A hand on it plays no further.
    window.press(Key::OpenBracket);
    assert!(!window.state().timeline.is_playing());
}

#[test]
fn space_stops_the_past_that_plays_and_not_the_run() {
    let mut window = window();
    window.press(Key::End);
    window.act(Action::PlayPast);
    assert!(window.state().timeline.is_playing());
    window.commands();
    window.harness.key_press(Key::Space);
    window.settle();
    assert!(!window.state().timeline.is_playing());
    assert!(!window.commands().contains(&Command::Pause));
}
