//! The stimulus bench: what is dragged, picked or drawn is shown to the cells, and what they answer is
//! shown.

use cellscope::app::{Action, Arrangement, Order, StimulusKind};
use egui::{Role, vec2};
use ndarray::s;

use crate::test_window::Desk;

fn bench() -> Desk {
    let mut desk = Desk::measured();
    desk.act(Action::Arrange(Arrangement::Bench));
    desk
}

/// The frame shown last.
fn shown(desk: &Desk) -> Vec<f32> {
    let wire = desk.wire.borrow();
    wire.shown.last().expect("a question").frame.clone()
}

#[test]
fn nothing_is_shown_to_the_cells_while_the_bench_is_out_of_sight() {
    let mut desk = Desk::measured();
    assert!(desk.wire.borrow().shown.is_empty());
    desk.act(Action::Arrange(Arrangement::Bench));
    assert_eq!(
        desk.wire.borrow().shown.len(),
        1,
        "once, as it stays the same"
    );
}

#[test]
fn dragging_the_stimulus_moves_the_edge_to_the_pointer() {
    let mut desk = bench();
    let before = shown(&desk);
    let name = desk.canvas("Stimulus and answers");
    let canvas = desk.node(Role::Canvas, &name).rect();
    let from = canvas.min + vec2(60.0, 60.0);
    desk.harness.hover_at(from);
    desk.harness.run_steps(1);
    desk.harness.drag_at(from);
    desk.harness.run_steps(2);
    desk.harness.hover_at(from + vec2(18.0, 12.0));
    desk.harness.run_steps(2);
    desk.harness.drop_at(from + vec2(18.0, 12.0));
    desk.settle();
    assert_ne!(desk.state().bench.b_px, 0.0);
    assert_ne!(shown(&desk), before);
}

#[test]
fn a_sweep_moves_the_edge_until_it_is_stopped() {
    let mut desk = bench();
    desk.click("Sweep b");
    let first = desk.state().bench.b_px;
    desk.settle();
    assert_ne!(desk.state().bench.b_px, first);
    desk.click("Sweep b");
    let stopped = desk.state().bench.b_px;
    desk.settle();
    assert_eq!(desk.state().bench.b_px, stopped);
}

#[test]
fn a_patch_is_picked_from_a_picture_and_a_drawing_is_drawn() {
    let mut desk = bench();
    desk.click("Patch");
    assert_eq!(desk.state().bench.kind, StimulusKind::Patch);
    let before = desk.state().bench.place.corner_px;
    desk.click_about("Picture to pick from", |state| {
        state.bench.place.corner_px != before
    });
    desk.click("Drawing");
    assert!(
        shown(&desk).iter().all(|&pixel| pixel == 0.0),
        "an empty sheet"
    );
    desk.click_about("Stimulus and answers", |state| {
        state.bench.drawn.iter().any(|&pixel| pixel > 0.5)
    });
    assert!(shown(&desk).iter().any(|&pixel| pixel > 0.0));
    desk.click("Clear");
    assert!(desk.state().bench.drawn.is_empty());
}

#[test]
fn answers_are_ranked_and_a_row_marks_its_unit() {
    let mut desk = bench();
    desk.answer();
    desk.click_about("Stimulus and answers", |state| {
        state.selection.simple.is_some()
    });
    let unit = desk.state().selection.simple.expect("marked");
    assert!([3, 7].contains(&unit), "{unit} does not answer");
    desk.canvas("Filter grid");
}

#[test]
fn units_that_answer_come_first_while_the_bench_is_arranged() {
    let mut desk = bench();
    let listing = |desk: &mut Desk| desk.state().settings.listing;
    assert_eq!(listing(&mut desk).invariant_order, Order::Answer);
    assert_eq!(listing(&mut desk).simple_order, Order::Answer);
    desk.answer();
    let roster = |desk: &mut Desk| std::sync::Arc::clone(&desk.state().roster);
    assert_eq!(roster(&mut desk).invariant[..3], [2, 0, 1]);
    // By strength, whatever the sign.
    assert_eq!(roster(&mut desk).simple[..3], [3, 7, 0]);
    desk.act(Action::Arrange(Arrangement::Overview));
    assert_eq!(listing(&mut desk).invariant_order, Order::Number);
    assert_eq!(roster(&mut desk).invariant[..3], [0, 1, 2]);
    assert_eq!(roster(&mut desk).simple[..3], [0, 1, 2]);
}

#[test]
fn the_frame_in_a_picture_is_where_its_patch_is() {
    let mut desk = bench();
    desk.click("Patch");
    desk.state().bench.place.corner_px = Some([9_999, 9_999]);
    desk.settle();
    let pictures = desk.analysis().snapshot.pictures.clone().expect("pictures");
    let side = desk.config.movies.patch_side;
    let (height, width) = pictures.images()[0].dim();
    let shown_there = shown(&desk);
    assert_eq!(shown_there.last(), pictures.images()[0].last());
    // Without another question: it was this patch before.
    let asked = desk.wire.borrow().shown.len();
    desk.state().bench.place.corner_px = Some([width - side, height - side]);
    desk.settle();
    assert_eq!(desk.wire.borrow().shown.len(), asked);
}

#[test]
fn a_patch_is_where_edges_are_clearest_until_another_is_picked() {
    let mut desk = bench();
    desk.click("Patch");
    let pictures = desk.analysis().snapshot.pictures.clone().expect("pictures");
    for picture in 0..pictures.len() {
        desk.state().bench.place.picture = picture;
        desk.settle();
        let middle = pictures.clearest_place(picture).expect("a picture");
        let side = desk.config.movies.patch_side;
        let [x, y] = middle.map(|at| at - side / 2);
        let patch = pictures.images()[picture].slice(s![y..y + side, x..x + side]);
        assert!(shown(&desk).iter().eq(patch), "picture {picture}");
    }
    desk.state().bench.place.corner_px = Some([7, 9]);
    desk.state().bench.place.picture = 0;
    desk.settle();
    assert_eq!(desk.state().bench.place.corner_px, Some([7, 9]));
    assert_eq!(shown(&desk)[0], pictures.images()[0][(9, 7)]);
}
