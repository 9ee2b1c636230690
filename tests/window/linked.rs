//! One selection for all views: what is clicked in one is marked in the others.

use std::sync::Arc;

use cellscope::app::{Action, Choice, LESSONS, SortOrder, View, Zoom};
use cellscope::engine::{Analysis, Answer, Layer};
use egui::{Key, Role};

use crate::models::known;
use crate::test_window::{TestWindow, view};

/// A window that knows all about its model, with a view in front.
fn window_showing(shown: View) -> TestWindow {
    let mut window = TestWindow::measured();
    window.act(Action::Show(shown));
    window
}

/// The canvases that say that a unit is marked.
fn marked(window: &TestWindow, text: &str) -> Vec<String> {
    let canvases = window.canvases();
    canvases
        .into_iter()
        .filter(|name| name.contains(text))
        .collect()
}

/// What the curves show is of all units.
const CHARTS: [&str; 4] = [
    "Energy per movie",
    "Active units, percent",
    "Orientation concentration",
    "Invariance",
];

#[test]
fn a_click_in_any_view_marks_a_unit_in_all_of_them() {
    for (pane, canvas) in [
        (view("filters"), "Filter grid"),
        (view("pooling"), "Pooling rows"),
        (view("maps"), "Pooling maps"),
        (view("polar"), "Polar plots"),
        (view("centres"), "Centres"),
        (view("responses"), "Edge responses"),
        (view("unit"), "Responses of the unit"),
        (view("unit"), "Tuning curves"),
        (view("bench"), "Stimulus and responses"),
    ] {
        let mut window = window_showing(pane);
        window.harness.set_size(egui::vec2(1600.0, 1400.0));
        window.settle();
        if pane == view("bench") {
            window.answer();
        }
        window.click_about(canvas, |state| {
            state.selection.simple.is_some() || state.selection.invariant.is_some()
        });
        let selection = window.state().selection;
        let canvases = window.canvases().into_iter();
        let all = canvases
            .filter(|name| !CHARTS.contains(&name.as_str()))
            .count();
        if let Some(unit) = selection.simple {
            let found = marked(&window, &format!("simple unit {unit} selected"));
            assert_eq!(found.len(), all, "{pane:?}: {found:?}");
        }
        if let Some(unit) = selection.invariant {
            let found = marked(&window, &format!("invariant unit {unit} selected"));
            assert_eq!(found.len(), all, "{pane:?}: {found:?}");
        }
        assert!(all >= 2, "{pane:?} alone");
    }
}

#[test]
fn a_square_out_of_sight_is_scrolled_to_and_clicked() {
    let mut window = window_showing(view("maps"));
    window.harness.set_size(egui::vec2(1000.0, 600.0));
    window.settle();
    let last = window.config.model.invariant - 1;
    let name = format!("Invariant unit {last}");
    assert!(!window.has_text(&name), "in sight already");
    window.state().selection.select(Layer::Invariant, last);
    window.settle();
    let square = window.node(Role::ListBoxOption, &name).rect();
    window.harness.key_press(Key::Escape);
    window.settle();
    assert_eq!(window.state().selection.invariant, None);
    let corner = square.min + egui::vec2(2.0, 2.0);
    window.harness.hover_at(corner);
    window.harness.drag_at(corner);
    window.harness.drop_at(corner);
    window.settle();
    assert_eq!(window.state().selection.invariant, Some(last));
}

#[test]
fn arrows_move_through_the_units_in_their_order_and_escape_clears() {
    let mut window = TestWindow::measured();
    window.state().settings.listing.simple_order = SortOrder::Orientation;
    window.settle();
    let order = window.state().unit_list.simple.clone();
    assert_ne!(order[..5], [0, 1, 2, 3, 4], "sorted by something else");
    window.state().selection.select(Layer::Simple, order[0]);
    for (key, place) in [
        (Key::ArrowRight, 1),
        (Key::ArrowRight, 2),
        (Key::ArrowLeft, 1),
        (Key::ArrowLeft, 0),
        (Key::ArrowLeft, 0),
    ] {
        window.harness.key_press(key);
        window.settle();
        assert_eq!(
            window.state().selection.simple,
            Some(order[place]),
            "{key:?}"
        );
    }
    window.harness.key_press(Key::ArrowDown);
    window.settle();
    let below = window.state().selection.simple;
    let below = order.iter().position(|unit| Some(*unit) == below);
    assert!(
        below.is_some_and(|place| place > 1),
        "{below:?}: a row further"
    );
    window.harness.key_press(Key::Escape);
    window.settle();
    let selection = window.state().selection;
    assert_eq!((selection.simple, selection.invariant), (None, None));
}

#[test]
fn units_are_sorted_and_chosen_by_what_is_known_of_them() {
    let mut window = TestWindow::measured();
    let all = window.state().unit_list.clone();
    window.state().settings.listing.invariant_choice = Choice::Connected;
    window.state().settings.listing.simple_choice = Choice::Connected;
    window.state().selection.select(Layer::Invariant, 3);
    window.state().selection.select(Layer::Simple, 8);
    window.settle();
    let connected = window.state().unit_list.clone();
    assert!(connected.simple.len() < all.simple.len());
    assert!(connected.invariant.len() < all.invariant.len());
    let pooling = known().0.pooling();
    let weights = |place: &dyn Fn(usize) -> [usize; 2], units: &[usize]| {
        let weights = units.iter().map(|&unit| pooling[place(unit)]);
        weights.collect::<Vec<_>>()
    };
    for weights in [
        weights(&|simple| [simple, 3], &connected.simple),
        weights(&|invariant| [8, invariant], &connected.invariant),
    ] {
        assert!(weights.is_sorted_by(|a, b| a >= b), "{weights:?}");
    }
    let of_unit = pooling.column(3);
    let strongest = of_unit.iter().copied().fold(0.0, f32::max);
    let is_partner = |simple: &usize| of_unit[*simple] >= 0.25 * strongest;
    assert!(connected.simple.iter().all(is_partner));
    let analysis = window.analysis();
    let fit = |unit: &usize| analysis.fits[*unit].expect("a Gabor").theta_rad;
    window.state().settings.listing.simple_choice = Choice::All;
    window.state().settings.listing.simple_order = SortOrder::Orientation;
    window.settle();
    let sorted = window.state().unit_list.simple.clone();
    assert_eq!(sorted.len(), all.simple.len());
    assert!(sorted.windows(2).all(|pair| fit(&pair[0]) <= fit(&pair[1])));
}

#[test]
fn the_list_under_the_pointer_stays_where_a_click_makes_the_other_anew() {
    let mut window = window_showing(view("filters"));
    let listing = &mut window.state().settings.listing;
    listing.simple_order = SortOrder::Quality;
    listing.invariant_choice = Choice::Connected;
    window.settle();
    let before = window.state().unit_list.clone();
    let first = before.simple[0];
    let name = format!("Simple unit {first}");
    let tile = window.node(Role::ListBoxOption, &name).rect();
    window.harness.hover_at(tile.center());
    window.settle();
    let mut analysis = Analysis::clone(&window.analysis());
    let fits = Arc::make_mut(&mut analysis.fits).iter_mut();
    for (fit, place) in fits.flatten().zip(0_u8..) {
        fit.correlation = f64::from(place) / 200.0;
    }
    let measured = Answer::Analysis(Arc::new(analysis));
    window.wire.borrow_mut().answers.push(measured);
    window.settle();
    window.state().selection.select(Layer::Simple, first);
    window.settle();
    let after = window.state().unit_list.clone();
    assert!(after.invariant.len() < before.invariant.len());
    assert_eq!(after.simple, before.simple);
    window.harness.hover_at(egui::pos2(5.0, 5.0));
    window.settle();
    let sorted = window.state().unit_list.simple.clone();
    assert_eq!(sorted[0], 99, "the best fit now");
}

#[test]
fn every_order_and_choice_keeps_the_views_whole() {
    let mut window = TestWindow::measured();
    for layer in [Layer::Simple, Layer::Invariant] {
        for order in SortOrder::ALL {
            for &choice in Choice::of(layer) {
                let listing = &mut window.state().settings.listing;
                match layer {
                    Layer::Simple => {
                        (listing.simple_order, listing.simple_choice) = (order, choice);
                    }
                    Layer::Invariant => {
                        (listing.invariant_order, listing.invariant_choice) = (order, choice);
                    }
                }
                window.settle();
                let mut units = window.state().unit_list[layer].clone();
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
    let mut window = TestWindow::measured();
    let canvas = window.canvas("Filter grid");
    window.node(Role::Canvas, &canvas).hover();
    window.harness.run_steps(20);
    for text in [
        "Gabor fit",
        "θ, across stripes",
        "width over b",
        "F₂/F₀ of |z|",
        "pooled most by",
    ] {
        assert!(window.has_text(text), "{text}");
    }
}

#[test]
fn no_card_stands_over_a_window_that_a_key_opened() {
    let mut window = TestWindow::measured();
    let tile = window.node(Role::ListBoxOption, "Simple unit 0").rect();
    window.harness.hover_at(tile.center());
    window.harness.run_steps(20);
    assert!(window.has_text("pooled most by"));
    window.harness.key_press(Key::F1);
    window.harness.run_steps(20);
    assert!(window.state().sheets.is_any_open());
    assert!(!window.has_text("pooled most by"));
}

#[test]
fn a_card_stands_beside_the_tile_that_it_explains() {
    let mut window = TestWindow::measured();
    for unit in [0, 9, 55, 99] {
        let name = format!("Simple unit {unit}");
        let tile = window.node(Role::ListBoxOption, &name).rect();
        window.harness.hover_at(tile.center());
        window.harness.run_steps(20);
        let ctx = &window.harness.ctx;
        let card = ctx.memory(|memory| {
            let layer = memory.areas().top_layer_id(egui::Order::Tooltip)?;
            memory.area_rect(layer.id)
        });
        let card = card.expect("a card");
        assert!(card.width() > tile.width(), "{name}");
        assert!(
            !card.intersect(tile.shrink(1.0)).is_positive(),
            "{name}: {card:?}"
        );
        window.harness.hover_at(egui::pos2(5.0, 5.0));
        window.harness.run_steps(20);
    }
}

#[test]
fn a_unit_has_one_name_wherever_it_is_told() {
    let mut window = TestWindow::measured();
    window.state().selection.select(Layer::Simple, 29);
    window.act(Action::Show(view("unit")));
    let filters = window.canvas("Filter grid");
    window.node(Role::Canvas, &filters).hover();
    window.harness.run_steps(20);
    assert!(window.has_text("Simple unit 29"), "as a title");
    for other in ["Filter 29", "Simple cell 29", "filter 29", "simple 29"] {
        assert!(!window.has_text(other), "{other}");
    }
}

/// Where the filter grid begins on screen, which is higher the further it is scrolled.
fn top(window: &TestWindow) -> f32 {
    let name = window.canvas("Filter grid");
    window.node(Role::Canvas, &name).rect().min.y
}

#[test]
fn a_unit_marked_elsewhere_is_brought_into_sight_once() {
    let mut window = TestWindow::measured();
    window.state().settings.zoom = Zoom::Fixed(8);
    window.settle();
    let before = top(&window);
    window.state().selection.select(Layer::Simple, 99);
    window.settle();
    let scrolled = top(&window);
    assert!(scrolled < before - 50.0, "{before}, then {scrolled}");
    // What is in sight moves nothing.
    window.state().selection.select(Layer::Simple, 98);
    window.settle();
    assert_eq!(top(&window), scrolled);
    window.state().selection.select(Layer::Simple, 0);
    window.settle();
    assert!(top(&window) > scrolled + 50.0);
}

#[test]
fn after_a_lesson_lists_begin_at_their_first_unit() {
    let mut window = TestWindow::measured();
    window.state().settings.zoom = Zoom::Fixed(8);
    window.settle();
    let before = top(&window);
    window.state().selection.select(Layer::Simple, 99);
    window.settle();
    window.state().selection = Default::default();
    window.settle();
    assert!(top(&window) < before - 50.0);
    window.act(Action::TakeLesson(&LESSONS[0]));
    window.settle();
    window.click("Leave");
    window.settle();
    assert_eq!(top(&window), before);
}

#[test]
fn the_strongest_partner_of_a_marked_unit_is_brought_into_sight() {
    let mut window = TestWindow::measured();
    window.state().settings.zoom = Zoom::Fixed(8);
    window.settle();
    let before = top(&window);
    // The unit whose strongest filter stands lowest in the grid.
    let pooling = known().0.pooling().clone();
    let strongest = |unit: usize| {
        let column = pooling.column(unit);
        (0..column.len()).max_by(|&a, &b| column[a].total_cmp(&column[b]))
    };
    let lowest = (0..pooling.ncols()).max_by_key(|&unit| strongest(unit));
    let unit = lowest.expect("a unit");
    window.state().selection.select(Layer::Invariant, unit);
    window.settle();
    assert!(top(&window) < before - 50.0, "unit {unit}");
    assert_eq!(
        window.state().selection.simple,
        None,
        "nothing else is marked"
    );
}

#[test]
fn every_filter_fits_at_any_size_of_the_window() {
    let mut window = TestWindow::measured();
    window.state().settings.zoom = Zoom::Fit;
    for size in [
        egui::vec2(900.0, 620.0),
        egui::vec2(1280.0, 800.0),
        egui::vec2(1920.0, 1080.0),
    ] {
        window.harness.set_size(size);
        window.settle();
        let name = window.canvas("Filter grid");
        let grid = window.node(Role::Canvas, &name).rect();
        let tab = window.tab("Curves").expect("below the filters");
        assert!(grid.max.y <= tab.min.y, "{size}: {grid:?} above {tab:?}");
    }
}
