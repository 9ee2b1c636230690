//! One selection for all views: what is clicked in one is marked in the others.

use cellscope::app::{Action, Choice, Order, Pane, Zoom};
use cellscope::engine::Layer;
use egui::{Key, Role};

use crate::test_window::Desk;

/// A window that knows all about its model, with `pane` in front.
fn desk_showing(pane: Pane) -> Desk {
    let mut desk = Desk::measured();
    desk.act(Action::Show(pane));
    desk
}

/// The canvases that say that a unit is marked.
fn marked(desk: &Desk, text: &str) -> Vec<String> {
    let canvases = desk.canvases();
    canvases
        .into_iter()
        .filter(|name| name.contains(text))
        .collect()
}

#[test]
fn a_click_in_any_view_marks_a_unit_in_all_of_them() {
    for (pane, canvas) in [
        (Pane::Filters, "Filter grid"),
        (Pane::Pooling, "Pooling rows"),
        (Pane::Maps, "Pooling maps"),
        (Pane::Polar, "Polar plots"),
        (Pane::Centres, "Centres"),
        (Pane::Responses, "Edge responses"),
        (Pane::Unit, "Responses of the unit"),
        (Pane::Unit, "Tuning curves"),
        (Pane::Bench, "Stimulus and answers"),
    ] {
        let mut desk = desk_showing(pane);
        desk.harness.set_size(egui::vec2(1600.0, 1400.0));
        desk.settle();
        if pane == Pane::Bench {
            desk.answer();
        }
        desk.click_about(canvas, |state| {
            state.selection.simple.is_some() || state.selection.invariant.is_some()
        });
        let selection = desk.state().selection;
        let all = desk.canvases().len();
        if let Some(unit) = selection.simple {
            let found = marked(&desk, &format!("filter {unit} marked"));
            assert_eq!(found.len(), all, "{pane:?}: {found:?}");
        }
        if let Some(unit) = selection.invariant {
            let found = marked(&desk, &format!("unit {unit} marked"));
            assert_eq!(found.len(), all, "{pane:?}: {found:?}");
        }
        assert!(all >= 2, "{pane:?} alone");
    }
}

#[test]
fn arrows_move_through_the_units_in_their_order_and_escape_clears() {
    let mut desk = Desk::measured();
    desk.state().settings.listing.simple_order = Order::Orientation;
    desk.settle();
    let order = desk.state().roster.simple.clone();
    assert_ne!(order[..5], [0, 1, 2, 3, 4], "sorted by something else");
    desk.state().selection.mark(Layer::Simple, order[0]);
    for (key, place) in [
        (Key::ArrowRight, 1),
        (Key::ArrowRight, 2),
        (Key::ArrowLeft, 1),
        (Key::ArrowLeft, 0),
        (Key::ArrowLeft, 0),
    ] {
        desk.harness.key_press(key);
        desk.settle();
        assert_eq!(desk.state().selection.simple, Some(order[place]), "{key:?}");
    }
    desk.harness.key_press(Key::ArrowDown);
    desk.settle();
    let below = desk.state().selection.simple;
    let below = order.iter().position(|unit| Some(*unit) == below);
    assert!(
        below.is_some_and(|place| place > 1),
        "{below:?}: a row further"
    );
    desk.harness.key_press(Key::Escape);
    desk.settle();
    let selection = desk.state().selection;
    assert_eq!((selection.simple, selection.invariant), (None, None));
}

#[test]
fn units_are_sorted_and_chosen_by_what_is_known_of_them() {
    let mut desk = Desk::measured();
    let all = desk.state().roster.clone();
    desk.state().settings.listing.invariant_choice = Choice::Connected;
    desk.state().settings.listing.simple_choice = Choice::Connected;
    desk.state().selection.mark(Layer::Invariant, 3);
    desk.state().selection.mark(Layer::Simple, 8);
    desk.settle();
    let connected = desk.state().roster.clone();
    assert!(connected.simple.len() < all.simple.len());
    assert!(connected.invariant.len() < all.invariant.len());
    let analysis = desk.analysis();
    let fit = |unit: &usize| analysis.fits[*unit].expect("a Gabor").theta_rad;
    desk.state().settings.listing.simple_choice = Choice::All;
    desk.state().settings.listing.simple_order = Order::Orientation;
    desk.settle();
    let sorted = desk.state().roster.simple.clone();
    assert_eq!(sorted.len(), all.simple.len());
    assert!(sorted.windows(2).all(|pair| fit(&pair[0]) <= fit(&pair[1])));
}

#[test]
fn every_order_and_choice_keeps_the_views_whole() {
    let mut desk = Desk::measured();
    for layer in [Layer::Simple, Layer::Invariant] {
        for &order in Order::of(layer) {
            for &choice in Choice::of(layer) {
                let listing = &mut desk.state().settings.listing;
                match layer {
                    Layer::Simple => {
                        (listing.simple_order, listing.simple_choice) = (order, choice);
                    }
                    Layer::Invariant => {
                        (listing.invariant_order, listing.invariant_choice) = (order, choice);
                    }
                }
                desk.settle();
                let mut units = desk.state().roster.units(layer).to_vec();
                let count = units.len();
                units.sort_unstable();
                units.dedup();
                assert_eq!(units.len(), count, "{order:?} {choice:?}: a unit twice");
                assert!(count > 0, "{order:?} {choice:?}");
            }
        }
    }
}

#[test]
fn pointing_at_a_filter_tells_its_gabor_and_its_tuning() {
    let mut desk = Desk::measured();
    let canvas = desk.canvas("Filter grid");
    desk.node(Role::Canvas, &canvas).hover();
    desk.harness.run_steps(20);
    for text in [
        "Gabor fit",
        "θ, across stripes",
        "width over b",
        "F2/F0 of |z|",
        "pooled most by",
    ] {
        assert!(desk.has_text(text), "{text}");
    }
}

#[test]
fn a_unit_marked_elsewhere_is_brought_into_sight_once() {
    let mut desk = Desk::measured();
    desk.state().settings.zoom = Zoom::Fixed(8);
    desk.settle();
    let top = |desk: &Desk| {
        let name = desk.canvas("Filter grid");
        desk.node(Role::Canvas, &name).rect().min.y
    };
    let before = top(&desk);
    desk.state().selection.mark(Layer::Simple, 99);
    desk.settle();
    let scrolled = top(&desk);
    assert!(scrolled < before - 50.0, "{before}, then {scrolled}");
    // What is in sight moves nothing.
    desk.state().selection.mark(Layer::Simple, 98);
    desk.settle();
    assert_eq!(top(&desk), scrolled);
    desk.state().selection.mark(Layer::Simple, 0);
    desk.settle();
    assert!(top(&desk) > scrolled + 50.0);
}
