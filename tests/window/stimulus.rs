//! The stimulus bench: what is dragged, picked or drawn is shown to the cells, and what they answer is
//! shown.

use std::collections::BTreeSet;
use std::sync::Arc;

use cellscope::app::{Action, SortOrder, StimulusKind};
use cellscope::engine::Layer;
use cellscope::figure::Format;
use cellscope::source::Pictures;
use egui::{Role, vec2};
use egui_kittest::kittest::Queryable as _;
use ndarray::s;

use crate::exporting::{export, wait_for};
use crate::models::known;
use crate::test_window::{TestWindow, layout, view};

fn bench() -> TestWindow {
    let mut window = TestWindow::measured();
    window.act(Action::Arrange(layout("bench")));
    window
}

/// The frame shown last.
fn shown(window: &TestWindow) -> Vec<f32> {
    let wire = window.wire.borrow();
    wire.shown.last().expect("a question").frame.clone()
}

fn pictures(window: &TestWindow) -> Arc<Pictures> {
    let pictures = &window.analysis().snapshot.pictures;
    pictures.clone().expect("pictures")
}

/// Whether the patch shown is where this picture has its clearest edges.
fn shows_clearest(window: &TestWindow, picture: usize) -> bool {
    let pictures = pictures(window);
    let middle = pictures.clearest_place(picture).expect("a picture");
    let side = window.config.movies.patch_side;
    let [x, y] = middle.map(|at| at - side / 2);
    let patch = pictures.images()[picture].slice(s![.., y..y + side, x..x + side]);
    shown(window).iter().eq(patch)
}

#[test]
fn nothing_is_shown_to_the_cells_while_the_bench_is_out_of_sight() {
    let mut window = TestWindow::measured();
    assert!(window.wire.borrow().shown.is_empty());
    window.act(Action::Arrange(layout("bench")));
    assert_eq!(
        window.wire.borrow().shown.len(),
        1,
        "once, as it stays the same"
    );
}

#[test]
fn dragging_the_stimulus_moves_the_edge_to_the_pointer() {
    let mut window = bench();
    let before = shown(&window);
    let name = window.canvas("Stimulus and responses");
    let canvas = window.node(Role::Canvas, &name).rect();
    let from = canvas.min + vec2(60.0, 60.0);
    window.harness.hover_at(from);
    window.harness.run_steps(1);
    window.harness.drag_at(from);
    window.harness.run_steps(2);
    window.harness.hover_at(from + vec2(18.0, 12.0));
    window.harness.run_steps(2);
    window.harness.drop_at(from + vec2(18.0, 12.0));
    window.settle();
    assert_ne!(window.state().workers.stimulus.b_px, 0.0);
    assert_ne!(shown(&window), before);
}

#[test]
fn a_sweep_moves_the_edge_until_it_is_stopped() {
    let mut window = bench();
    window.click("Sweep b");
    let first = window.state().workers.stimulus.b_px;
    window.settle();
    assert_ne!(window.state().workers.stimulus.b_px, first);
    let place = 8.0 * window.state().workers.stimulus.b_px;
    assert_eq!(place.fract(), 0.0, "eight places a pixel");
    window.click("Sweep b");
    let stopped = window.state().workers.stimulus.b_px;
    window.settle();
    assert_eq!(window.state().workers.stimulus.b_px, stopped);
}

#[test]
fn a_patch_is_picked_from_a_picture_and_a_drawing_is_drawn() {
    let mut window = bench();
    window.click("Patch");
    assert_eq!(window.state().workers.stimulus.kind, StimulusKind::Patch);
    let before = window.state().workers.stimulus.place.corner_px;
    window.click_about("Picture to choose from", |state| {
        state.workers.stimulus.place.corner_px != before
    });
    window.click("Drawing");
    assert!(
        shown(&window).iter().all(|&pixel| pixel == 0.0),
        "an empty sheet"
    );
    window.click_about("Stimulus and responses", |state| {
        state
            .workers
            .stimulus
            .drawn
            .iter()
            .any(|&pixel| pixel > 0.5)
    });
    assert!(shown(&window).iter().any(|&pixel| pixel > 0.0));
    window.click("Clear");
    assert!(window.state().workers.stimulus.drawn.is_empty());
}

#[test]
fn bench_and_in_painting_show_all_they_have_in_a_small_window() {
    let mut window = TestWindow::measured();
    window.harness.set_size(vec2(1280.0, 800.0));
    for (key, canvas) in [
        ("bench", "Stimulus and responses"),
        ("inpainting", "Hidden pixels filled in"),
    ] {
        window.act(Action::Arrange(layout(key)));
        if key == "bench" {
            window.answer();
        } else {
            window.fill();
        }
        let canvas = window.canvas(canvas);
        let shown = window.node(Role::Canvas, &canvas).rect();
        let caption = window.harness.get_by_label(view(key).caption).rect();
        assert!(
            shown.bottom() <= caption.top() + 1.0,
            "{key}: {shown:?} {caption:?}"
        );
    }
}

#[test]
fn answers_are_ranked_and_a_row_marks_its_unit() {
    let mut window = bench();
    window.answer();
    window.click_about("Stimulus and responses", |state| {
        state.selection.simple.is_some()
    });
    let unit = window.state().selection.simple.expect("marked");
    assert!([3, 7].contains(&unit), "{unit} does not answer");
    window.canvas("Filter grid");
}

#[test]
fn units_that_answer_come_first_while_the_bench_is_arranged() {
    let mut window = bench();
    let listing = |window: &mut TestWindow| window.state().settings.listing;
    assert_eq!(listing(&mut window).invariant_order, SortOrder::Answer);
    assert_eq!(listing(&mut window).simple_order, SortOrder::Answer);
    window.answer();
    let unit_list = |window: &mut TestWindow| Arc::clone(&window.state().unit_list);
    assert_eq!(unit_list(&mut window).invariant[..3], [2, 0, 1]);
    // By strength, whatever the sign.
    assert_eq!(unit_list(&mut window).simple[..3], [3, 7, 0]);
    window.act(Action::Arrange(layout("overview")));
    assert_eq!(listing(&mut window).invariant_order, SortOrder::Number);
    assert_eq!(unit_list(&mut window).invariant[..3], [0, 1, 2]);
    assert_eq!(unit_list(&mut window).simple[..3], [0, 1, 2]);
}

#[test]
fn the_frame_in_a_picture_is_where_its_patch_is() {
    let mut window = bench();
    window.click("Patch");
    window.state().workers.stimulus.place.corner_px = Some([9_999, 9_999]);
    window.settle();
    let pictures = pictures(&window);
    let side = window.config.movies.patch_side;
    let (height, width) = pictures.size_px(0);
    let shown_there = shown(&window);
    assert_eq!(shown_there.last(), pictures.images()[0].last());
    // Without another question: it was this patch before.
    let asked = window.wire.borrow().shown.len();
    window.state().workers.stimulus.place.corner_px = Some([width - side, height - side]);
    window.settle();
    assert_eq!(window.wire.borrow().shown.len(), asked);
}

#[test]
fn a_patch_is_where_edges_are_clearest_until_another_is_picked() {
    let mut window = bench();
    window.click("Patch");
    let pictures = pictures(&window);
    for picture in 0..pictures.len() {
        window.state().workers.stimulus.place.picture = picture;
        window.settle();
        assert!(shows_clearest(&window, picture), "picture {picture}");
    }
    window.state().workers.stimulus.place.corner_px = Some([7, 9]);
    window.state().workers.stimulus.place.picture = 0;
    window.settle();
    assert_eq!(
        window.state().workers.stimulus.place.corner_px,
        Some([7, 9])
    );
    assert_eq!(shown(&window)[0], pictures.plane(0, 0)[(9, 7)]);
}

#[test]
fn the_last_picture_is_shown_where_there_are_fewer_than_before() {
    let mut window = bench();
    window.click("Patch");
    window.state().workers.stimulus.place.picture = 99;
    window.settle();
    window.canvas("Picture to choose from");
    let pictures = pictures(&window);
    assert!(shows_clearest(&window, pictures.len() - 1));
    // What was chosen stays, so that it is there again with the pictures.
    assert_eq!(window.state().workers.stimulus.place.picture, 99);
}

#[test]
fn an_edge_that_moves_leaves_traces_and_units_keep_their_places() {
    let mut window = bench();
    window.click("Sweep b");
    for _ in 0..8 {
        window.answer();
    }
    window.canvas("Responses to a moving edge");
    let before = window.state().unit_list.clone();
    assert_eq!(before.simple[..2], [3, 7]);
    // The file has what all units answered at each of the places.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sweep.csv");
    export(&mut window, view("bench"), Format::Csv, &path);
    let csv = String::from_utf8(wait_for(&mut window, &path)).expect("text");
    let mut lines = csv.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.next(), Some("layer,unit,response,b_px"));
    let places: BTreeSet<_> = lines.filter_map(|line| line.rsplit(',').next()).collect();
    assert!(places.len() >= 4, "{places:?}");
    // Others answer now, and the lists stay as they are until the edge stands still.
    window.answer_with(&[(50, 0.7)], &[(4, 1.0)]);
    window.settle();
    assert_eq!(*window.state().unit_list, *before);
    window.click("Sweep b");
    window.answer_with(&[(50, 0.7)], &[(4, 1.0)]);
    window.settle();
    assert_eq!(window.state().unit_list.simple[0], 50);
    assert_eq!(window.state().unit_list.invariant[0], 4);
}

#[test]
fn the_numbers_of_the_answers_end_before_the_scroll_bar() {
    let mut window = bench();
    window.harness.set_size(vec2(1000.0, 520.0));
    window.settle();
    window.answer();
    let name = window.canvas("Stimulus and responses");
    let right = window.node(Role::Canvas, &name).rect().right();
    let bar = window.harness.ctx.global_style().spacing.scroll.bar_width;
    let tab = window.harness.ctx.content_rect().right();
    assert!(right <= tab - bar, "{right} {tab}");
}

#[test]
fn the_card_of_a_unit_begins_with_its_response_to_the_stimulus() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("bench")));
    window.act(Action::Maximise(view("bench")));
    window.answer();
    let name = window.canvas("Stimulus and responses");
    window.node(Role::Canvas, &name).focus();
    window.settle();
    for (key, unit, said) in [
        (egui::Key::Home, "Simple unit 3", "z = −0.90"),
        (egui::Key::ArrowDown, "Simple unit 7", "z = 0.50"),
        (egui::Key::End, "Invariant unit 2", "u = 1.50"),
    ] {
        window.press(key);
        window.harness.run_steps(20);
        assert!(window.has_text(unit), "{unit}");
        assert!(window.has_text(&format!("Response to the stimulus: {said}")));
        let is_negative = window.has_text("the negative of the filter");
        assert_eq!(is_negative, said.contains('−'), "{said}");
    }
}

/// Whether a list shows this unit.
fn is_listed(window: &TestWindow, name: &str) -> bool {
    let role = Role::ListBoxOption;
    window.harness.query_by_role_and_label(role, name).is_some()
}

#[test]
fn no_unit_takes_the_place_of_the_one_that_is_pointed_at() {
    let mut window = bench();
    window.answer();
    let before = window.state().unit_list.clone();
    let tile = window.node(Role::ListBoxOption, "Simple unit 3").rect();
    window.harness.hover_at(tile.center());
    window.settle();
    window.state().workers.stimulus.b_px = 1.0;
    window.settle();
    window.answer_with(&[(50, 0.7)], &[(4, 1.0)]);
    window.settle();
    assert_eq!(*window.state().unit_list, *before);
    window.harness.hover_at(egui::pos2(5.0, 5.0));
    window.settle();
    assert_eq!(window.state().unit_list.simple[0], 50);
    assert_eq!(window.state().unit_list.invariant[0], 4);
}

#[test]
fn a_list_by_response_stays_with_the_units_that_respond() {
    let mut window = bench();
    window.harness.set_size(vec2(1280.0, 700.0));
    window.settle();
    window.answer();
    let (snapshot, _) = known();
    let pooling = snapshot.pooling();
    let partner = |simple: &usize| {
        let weights = pooling.row(*simple);
        let units = (0..weights.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b]));
        units.expect("invariant units")
    };
    let last = (0..100).max_by_key(partner).expect("simple units");
    assert!(partner(&last) > 15, "far down the list");
    assert!(is_listed(&window, "Invariant unit 2"));
    window.state().selection.select(Layer::Simple, last);
    window.settle();
    assert!(is_listed(&window, "Invariant unit 2"), "it responds");
}

#[test]
fn a_unit_that_was_selected_before_the_first_answer_is_in_sight_after_it() {
    let mut window = bench();
    window.harness.set_size(vec2(1280.0, 700.0));
    window.settle();
    window.state().selection.select(Layer::Invariant, 24);
    window.settle();
    assert!(is_listed(&window, "Invariant unit 24"));
    assert!(!is_listed(&window, "Invariant unit 0"), "far up the list");
    window.answer_with(&[(3, 0.7)], &[(24, 1.0)]);
    window.settle();
    assert!(is_listed(&window, "Invariant unit 24"), "it is the first");
}

#[test]
fn a_list_that_people_scrolled_stays_there_when_answers_come_again() {
    let mut window = bench();
    window.harness.set_size(vec2(1280.0, 700.0));
    window.settle();
    window.answer();
    window.state().selection.select(Layer::Invariant, 24);
    window.settle();
    let last = window.node(Role::ListBoxOption, "Invariant unit 24").rect();
    window.harness.hover_at(last.center());
    window.harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, 10_000.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: egui::Modifiers::NONE,
    });
    window.settle();
    window.harness.hover_at(egui::pos2(5.0, 5.0));
    window.settle();
    assert!(!is_listed(&window, "Invariant unit 24"), "scrolled away");
    for (b_px, invariant) in [(1.0, [].as_slice()), (2.0, [(5, 1.0)].as_slice())] {
        window.state().workers.stimulus.b_px = b_px;
        window.settle();
        window.answer_with(&[(3, 0.7)], invariant);
        window.settle();
    }
    assert_eq!(window.state().unit_list.invariant[0], 5);
    assert!(!is_listed(&window, "Invariant unit 24"));
}

#[test]
fn maps_light_up_the_units_that_respond() {
    let mut window = bench();
    window.act(Action::Show(view("maps")));
    // The rim of what responds most is this wide.
    let lit = |window: &TestWindow| {
        let name = window.canvas("Pooling maps");
        let maps = window.node(Role::Canvas, &name).rect().expand(2.0);
        let shapes = window.harness.output().shapes.iter();
        let rims = shapes.filter(|clipped| {
            let egui::Shape::Rect(rect) = &clipped.shape else {
                return false;
            };
            rect.stroke.width == 3.0 && maps.contains_rect(rect.rect)
        });
        rims.count()
    };
    assert_eq!(lit(&window), 0);
    window.answer();
    assert_eq!(lit(&window), 1);
}

#[test]
fn the_unit_that_responds_most_is_told_while_none_is_selected() {
    let mut window = bench();
    for unit in [4, 9] {
        window.answer_with(&[(3, 0.7)], &[(unit, 1.0), (1, 0.2)]);
        window.settle();
        let title = format!("Invariant unit {unit}");
        window.node(Role::Label, &title);
    }
}

#[test]
fn the_maps_of_a_unit_fit_into_their_room_beside_a_stimulus() {
    let mut window = bench();
    window.harness.set_size(vec2(1280.0, 800.0));
    for layer in [Layer::Invariant, Layer::Simple] {
        window.state().selection.select(layer, 2);
        window.settle();
        let right = window.node(Role::ComboBox, "Colours of responses").rect();
        for name in ["Responses of the unit", "Tuning curves"] {
            let name = window.canvas(name);
            let canvas = window.node(Role::Canvas, &name).rect();
            assert!(canvas.right() <= right.right(), "{name}: {canvas:?}");
        }
        let name = window.canvas("Responses of the unit");
        let maps = window.node(Role::Canvas, &name).rect();
        let caption = window.harness.get_by_label(view("unit").caption).rect();
        assert!(maps.bottom() <= caption.top() + 1.0, "{maps:?} {caption:?}");
        assert!(window.has_text("point at a map"));
    }
}
