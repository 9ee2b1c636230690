//! A pinned run that is shown in place of the run.

use std::sync::Arc;

use cellscope::analysis::Layer;
use cellscope::app::{Action, MaskShape};
use cellscope::engine::{Engine, Event, Options, Run, Snapshot};
use egui::{Key, Role};
use egui_kittest::kittest::Queryable as _;

use crate::models::known;
use crate::palette;
use crate::pins::{letters, rotated, rotated_window};
use crate::test_window::{TestWindow, layout, view};

#[test]
fn all_views_show_the_pinned_run_while_the_run_goes_on_and_back() {
    let mut window = rotated_window();
    window.press(Key::B);
    assert!(window.has_text("Pinned: B  seed 0, step 10"));
    assert_eq!(window.state().status().map(|status| status.step), Some(10));
    window.act(Action::Show(view("bench")));
    {
        let wire = window.wire.borrow();
        let shown = &wire.shown.last().expect("the stimulus is shown").snapshot;
        assert_eq!(shown.dictionary(), known().0.dictionary());
    }
    let mut later = rotated(10);
    later.status.step = 99;
    window.wire.borrow_mut().snapshot = Some(Arc::new(later));
    window.settle();
    assert_eq!(window.state().status().map(|status| status.step), Some(10));
    window.press(Key::B);
    assert!(!window.has_text("Pinned: B"));
    assert_eq!(window.state().status().map(|status| status.step), Some(99));
    // What is pinned meanwhile changes nothing on screen, and what is selected has the numbers of what is shown.
    window.state().selection.select(Layer::Simple, 3);
    window.settle();
    window.press(Key::B);
    // By number until the units are matched.
    window.wait_until("the units are matched", |window| {
        window.state().selection.simple != Some(3)
    });
    let there = window.state().selection.simple;
    window.press(Key::P);
    assert_eq!(letters(&mut window), "BC");
    assert!(window.has_text("Pinned: B  seed 0, step 10"));
    assert_eq!(window.state().selection.simple, there);
    window.press(Key::B);
    assert_eq!(window.state().selection.simple, Some(3));
    // Showing it is no step back.
    window.act(Action::Undo);
    assert_ne!(window.state().selection.simple, there);
    // The way out of the past is the way out of it, too.
    window.press(Key::B);
    window.press(Key::End);
    assert!(!window.state().pins.is_shown());
}

#[test]
fn a_step_back_while_a_pinned_run_is_shown_is_one_of_the_run() {
    let mut window = rotated_window();
    // So that units are matched.
    window.press(Key::B);
    window.press(Key::B);
    for unit in [2, 3] {
        window.state().selection.select(Layer::Simple, unit);
        window.settle();
    }
    window.press(Key::B);
    assert_ne!(window.state().selection.simple, Some(3), "the pin's number");
    window.act(Action::Undo);
    assert!(!window.state().pins.is_shown());
    assert_eq!(window.state().selection.simple, Some(2));
    window.press(Key::B);
    window.act(Action::Redo);
    assert_eq!(window.state().selection.simple, Some(3));
}

/// A window whose pinned run B is larger than its run.
fn window_with_larger_pin() -> TestWindow {
    let mut window = TestWindow::measured();
    window.press(Key::P);
    let mut config = window.config.clone();
    config.movies.patch_side -= 2;
    (config.model.simple, config.model.invariant) = (12, 4);
    let options = Options {
        paused: true,
        ..Options::default()
    };
    let engine = Engine::spawn(config, options, || {});
    let first = engine.snapshots().recv().expect("a snapshot");
    let smaller = Snapshot {
        generation: 1,
        ..Snapshot::clone(&first)
    };
    window.wire.borrow_mut().snapshot = Some(Arc::new(smaller));
    window.settle();
    window
}

#[test]
fn a_unit_of_a_larger_pinned_run_selects_none_of_a_smaller_run() {
    let mut window = window_with_larger_pin();
    window.press(Key::B);
    let last = known().0.simple_use().len() - 1;
    window.state().selection.select(Layer::Simple, last);
    window.settle();
    window.press(Key::B);
    assert_eq!(window.state().selection.simple, None);
    window.act(Action::Show(view("strongest")));
    assert!(!window.has_text("fault in the program"));
}

#[test]
fn the_palette_has_the_units_of_the_pinned_run_while_that_is_shown() {
    let mut window = window_with_larger_pin();
    let last = known().0.simple_use().len() - 1;
    for is_shown in [false, true] {
        if is_shown {
            window.press(Key::B);
        }
        palette::open(&mut window);
        palette::enter(&mut window, &format!("unit {last}"));
        let entry = format!("Select simple unit {last}");
        assert_eq!(palette::offers(&window, &entry), is_shown);
        window.press(Key::Escape);
    }
}

#[test]
fn best_values_are_found_for_the_mask_of_the_run_shown() {
    let mut window = window_with_larger_pin();
    let side = known().0.config.movies.patch_side;
    window.press(Key::B);
    let mask = &mut window.state().workers.inpainting.mask_editor;
    mask.by = MaskShape::Brush;
    mask.painted = (0..side * side).map(|pixel| pixel < side).collect();
    window.act(Action::FindBest);
    assert!(!window.has_text("Nothing is hidden"));
}

#[test]
fn the_place_of_the_edge_is_one_in_the_patches_of_the_model_shown() {
    let mut window = window_with_larger_pin();
    let side = known().0.config.movies.patch_side;
    window.act(Action::Arrange(layout("bench")));
    window.press(Key::B);
    let reach = |side: usize| side as f64 * std::f64::consts::FRAC_1_SQRT_2;
    window.state().workers.stimulus.b_px = -reach(side);
    window.settle();
    assert_eq!(window.state().workers.stimulus.b_px, -reach(side));
    window.press(Key::B);
    let b_px = window.state().workers.stimulus.b_px;
    assert!((b_px + reach(side - 2)).abs() < 1e-9, "{b_px}");
}

#[test]
fn the_timeline_goes_from_a_larger_pinned_run_to_a_smaller_run() {
    let mut window = window_with_larger_pin();
    window.press(Key::B);
    window.node(Role::Slider, "Timeline").focus();
    window.settle();
    window.press(Key::End);
    assert!(!window.state().pins.is_shown());
    assert!(!window.has_text("fault in the program"));
}

#[test]
fn the_button_that_shows_the_pinned_run_says_what_it_does_now() {
    let mut window = TestWindow::measured();
    window.press(Key::P);
    window.act(Action::Show(view("compare")));
    window.click("Show the pinned run");
    assert!(window.state().pins.is_shown());
    window.click("Show the run");
    assert!(!window.state().pins.is_shown());
    window.node(Role::Button, "Show the pinned run");
}

#[test]
fn sliders_are_said_to_be_of_the_run_while_a_pinned_run_is_shown() {
    let mut window = TestWindow::measured();
    window.press(Key::P);
    assert!(!window.has_text("values of A"));
    window.press(Key::B);
    assert!(window.has_text("values of A") && window.has_text("paused now"));
    window.tell(Event::Saved("m.safetensors".into()));
    assert!(window.has_text("the run as it is now, not the pinned run shown"));
    window.press(Key::Period);
    let told = "The run learns 1 step more; you see the pinned run.";
    assert!(window.has_text(told));
    window.press(Key::B);
    assert!(!(window.has_text("values of A") || window.has_text("paused now")));
    assert!(!window.has_text(told));
}

#[test]
fn what_makes_codes_converge_is_told_of_the_run_shown() {
    let mut window = TestWindow::running();
    window.config.model.simple_share = 0.05;
    window.publish(|snapshot| snapshot.status.unconverged = 7);
    window.press(Key::P);
    window.config.model.simple_share = 0.0;
    window.publish(|snapshot| snapshot.generation = 1);
    window.press(Key::B);
    window.node(Role::Label, "7 codes not converged").hover();
    window.harness.run_steps(20);
    assert!(window.has_text("ask for a smaller share of units"));
}

#[test]
fn of_a_pinned_run_that_has_learned_it_is_not_said_that_it_is_not_trained() {
    let mut window = TestWindow::running();
    window.press(Key::P);
    window.publish(|snapshot| {
        snapshot.generation = 1;
        snapshot.status.run = Run::Paused;
        (snapshot.status.step, snapshot.status.movies_seen) = (0, 0);
    });
    window.act(Action::Show(view("responses")));
    assert!(window.has_text("Not trained yet."));
    window.press(Key::B);
    assert!(window.has_text("Measuring responses to edges…"));
    assert!(!window.has_text("Not trained yet."));
}

#[test]
fn the_sign_of_a_pinned_run_with_a_long_name_is_shortened_at_its_end() {
    let mut window = TestWindow::measured();
    window.press(Key::P);
    window.act(Action::Show(view("compare")));
    window.press(Key::F2);
    let long = ", of a long walk along the river".to_owned();
    window.harness.event(egui::Event::Text(long));
    window.settle();
    window.act(Action::ShowPinned);
    let sign = format!("Pinned: B  {}", window.state().pins.all()[0].name);
    {
        let shapes = window.harness.output().shapes.iter();
        let mut texts = shapes.filter_map(|clipped| match &clipped.shape {
            egui::Shape::Text(text) => Some(&text.galley),
            _ => None,
        });
        let galley = texts.find(|galley| galley.text() == sign);
        let galley = galley.expect("the sign");
        assert!(galley.elided && galley.size().x < 176.0);
    }
    window.node(Role::Label, &sign).hover();
    window.harness.run_steps(20);
    let told = window.harness.query_all_by_label(&sign).count();
    assert!(told > 1, "the sign, and what pointing at it tells");
}

#[test]
fn a_new_model_says_that_the_pinned_run_is_still_shown() {
    let mut window = rotated_window();
    window.press(Key::B);
    let mut new = rotated(10);
    new.status.restorable = Some(new.generation);
    new.generation += 1;
    (new.status.step, new.status.movies_seen) = (0, 0);
    window.wire.borrow_mut().snapshot = Some(Arc::new(new));
    window.settle();
    assert!(window.has_text("A new model begins."));
    assert!(window.has_text("The pinned run is still shown."));
}
