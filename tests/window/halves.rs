//! The run and a pinned run in one view: side by side, with a divider, in files of both.

use cellscope::analysis::Layer;
use cellscope::app::{Action, Format, LESSONS, Split, Zoom};
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::exporting::{export, wait_for};
use crate::pins::rotated_window;
use crate::test_window::{TestWindow, view};

/// Shows the filters like this, and waits until units are matched.
fn split(window: &mut TestWindow, about: &str) {
    window.click(&format!("Filters: {about}"));
    window.state().selection.select(Layer::Simple, 15);
    window.wait_for_text("simple unit 15 is 5 in B, correlation 1.00");
    window.settle();
}

#[test]
fn while_the_pinned_run_is_shown_its_units_are_told_with_their_partners_in_the_run() {
    let mut window = rotated_window();
    window.act(Action::Show(view("compare")));
    window.state().selection.select(Layer::Simple, 15);
    window.wait_for_text("simple unit 15 is 5 in B, correlation 1.00");
    window.act(Action::ShowPinned);
    window.settle();
    assert!(window.has_text("simple unit 5 is 15 in A, correlation 1.00"));
}

#[test]
fn a_view_shows_both_side_by_side_the_same_cells_at_the_same_places() {
    let mut window = rotated_window();
    let grids = |window: &TestWindow| {
        let canvases = window.canvases().into_iter();
        canvases
            .filter(|name| name.starts_with("Filter grid"))
            .collect::<Vec<_>>()
    };
    assert_eq!(grids(&window).len(), 1);
    split(&mut window, "the run beside B");
    assert_eq!(
        grids(&window),
        [
            "Filter grid: 100 filters, simple unit 15 selected",
            "Filter grid: 100 filters, simple unit 5 selected"
        ]
    );
    let canvases = window.harness.get_all_by_role(Role::Canvas);
    let rects = canvases.filter_map(|node| {
        let name = node.accesskit_node().label()?;
        name.starts_with("Filter grid").then(|| node.rect())
    });
    let rects: Vec<_> = rects.collect();
    assert_eq!(rects[0].size(), rects[1].size(), "the same scale");
    assert!(rects[0].max.x < rects[1].min.x, "{rects:?}");
    // A unit that is selected in the pinned run is selected in the run.
    window.state().selection.simple = None;
    window.settle();
    let name = "Simple unit 5";
    let in_both = window
        .harness
        .get_all_by_role_and_label(Role::ListBoxOption, name);
    let right = in_both.max_by(|a, b| a.rect().min.x.total_cmp(&b.rect().min.x));
    right.expect("in the pinned run").click_accesskit();
    window.settle();
    assert_eq!(window.state().selection.simple, Some(15));
    window.click("Filters: pinned run B");
    let alone = grids(&window);
    assert_eq!(alone, ["Filter grid: 100 filters, simple unit 5 selected"]);
    window.click("Filters: the run");
    let alone = grids(&window);
    assert_eq!(alone, ["Filter grid: 100 filters, simple unit 15 selected"]);
}

#[test]
fn a_lesson_lays_pinned_runs_aside_and_its_end_brings_them_back() {
    let mut window = rotated_window();
    window.click("Filters: the run beside B");
    assert_eq!(window.state().pins.split("filters"), Split::Beside);
    window.act(Action::TakeLesson(&LESSONS[0]));
    assert!(window.state().pins.all().is_empty());
    assert_eq!(window.state().pins.split("filters"), Split::Run);
    window.press(Key::P);
    assert!(window.has_text("its end brings back what is pinned"));
    window.act(Action::LeaveLesson);
    assert_eq!(window.state().pins.all().len(), 1);
    assert_eq!(window.state().pins.split("filters"), Split::Beside);
}

#[test]
fn where_tabs_need_the_room_what_a_view_shows_is_chosen_from_a_menu() {
    let mut window = rotated_window();
    window.harness.set_size(egui::vec2(853.0, 533.0));
    window.settle();
    let named = |window: &TestWindow, name: &str| {
        let buttons = window
            .harness
            .query_all_by_role_and_label(Role::Button, name);
        buttons.count()
    };
    assert_eq!(named(&window, "Pooling: pinned run B"), 0);
    window.click("Pooling: the run");
    window.click("Pooling: pinned run B");
    assert_eq!(window.state().pins.split("pooling"), Split::Pinned);
    assert_eq!(named(&window, "Pooling: pinned run B"), 1, "it says so");
}

#[test]
fn both_in_one_place_have_a_divider_that_keys_move() {
    let mut window = rotated_window();
    split(&mut window, "the run and B with a divider");
    let divider = "Divider of Filters";
    let before = window.node(Role::Slider, divider).rect().center().x;
    window.node(Role::Slider, divider).focus();
    window.settle();
    for _ in 0..5 {
        window.press(Key::ArrowRight);
    }
    let after = window.node(Role::Slider, divider).rect().center().x;
    assert!(after > before + 20.0, "{before} to {after}");
    assert_eq!(
        window.state().selection.simple,
        Some(15),
        "the arrow keys move the divider alone"
    );
    // Left of it the run takes the click, right of it the pinned run.
    let rect = window.node(Role::Slider, divider).rect();
    let mut click = |x: f32| {
        let pos = egui::pos2(x, rect.center().y);
        window.harness.event(egui::Event::PointerMoved(pos));
        for pressed in [true, false] {
            window.harness.event(egui::Event::PointerButton {
                pos,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            });
            window.harness.run_steps(1);
        }
        window.settle();
        window.state().selection.simple
    };
    let left = click(rect.left() - 60.0);
    let right = click(rect.right() + 60.0);
    assert!(left.is_some() && right.is_some() && left != right);
}

/// Where the filter grids of both halves begin on screen.
fn grid_places(window: &TestWindow) -> Vec<egui::Pos2> {
    let canvases = window.harness.get_all_by_role(Role::Canvas);
    let grids = canvases.filter(|node| {
        let name = node.accesskit_node().label().unwrap_or_default();
        name.starts_with("Filter grid")
    });
    grids.map(|node| node.rect().min).collect()
}

/// An abscissa that shows this half, left or right, whether both are beside each other or parted by the divider.
fn within(window: &mut TestWindow, half: usize) -> f32 {
    let grids = grid_places(window);
    let is_divided = grids[0].x == grids[1].x;
    let divider = is_divided.then(|| window.node(Role::Slider, "Divider of Filters").rect());
    match divider {
        Some(divider) => divider.center().x + [-40.0, 40.0][half],
        None => grids[half].x + 12.0,
    }
}

#[test]
fn whichever_half_is_scrolled_the_other_follows() {
    for about in ["the run beside B", "the run and B with a divider"] {
        let mut window = rotated_window();
        window.state().settings.zoom = Zoom::Fixed(8);
        split(&mut window, about);
        for half in 0..2 {
            let before = grid_places(&window);
            assert_eq!(before[0].y, before[1].y, "{about}");
            let pos = egui::pos2(within(&mut window, half), before[half].y.max(160.0) + 40.0);
            window.harness.hover_at(pos);
            let down = if half == 0 { -60.0 } else { 30.0 };
            window.harness.event(egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: egui::vec2(0.0, down),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: Modifiers::NONE,
            });
            window.settle();
            let after = grid_places(&window);
            assert!(
                (after[0].y - before[0].y) * down > 0.0,
                "{about}: {before:?}, {after:?}"
            );
            assert_eq!(after[0].y, after[1].y, "{about}");
        }
    }
}

/// The frames of one point around tiles of the filters.
fn thin_frames(window: &TestWindow) -> usize {
    let color = window.harness.ctx.global_style().visuals.text_color();
    let shapes = &window.harness.output().shapes;
    let is_frame = |shape: &egui::Shape| matches!(shape, egui::Shape::Rect(rect) if rect.stroke == egui::Stroke::new(1.0, color));
    shapes.iter().filter(|one| is_frame(&one.shape)).count()
}

#[test]
fn the_unit_under_the_pointer_is_framed_in_both_runs() {
    let mut window = rotated_window();
    split(&mut window, "the run beside B");
    let before = thin_frames(&window);
    let grids: Vec<_> = window.harness.get_all_by_role(Role::Canvas).collect();
    let rects = grids.iter().filter(|node| {
        let name = node.accesskit_node().label().unwrap_or_default();
        name.starts_with("Filter grid")
    });
    let rects: Vec<_> = rects.map(|node| node.rect()).collect();
    drop(grids);
    assert_eq!(rects.len(), 2);
    for rect in rects {
        window.harness.hover_at(rect.min + egui::vec2(12.0, 12.0));
        window.settle();
        assert_eq!(thin_frames(&window), before + 2, "in each of the halves");
    }
}

#[test]
fn keys_put_the_views_in_front_side_by_side_and_back() {
    let mut window = rotated_window();
    window.press(Key::V);
    for key in ["filters", "pooling"] {
        assert_eq!(window.state().pins.split(key), Split::Beside);
    }
    window.harness.key_press_modifiers(Modifiers::SHIFT, Key::V);
    window.settle();
    assert_eq!(window.state().pins.split("filters"), Split::Divided);
    window.harness.key_press_modifiers(Modifiers::SHIFT, Key::V);
    window.settle();
    assert_eq!(window.state().pins.split("filters"), Split::Run);
}

#[test]
fn every_view_that_shows_both_does_so_and_is_written_with_both() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = rotated_window();
    for key in [
        "filters",
        "pooling",
        "maps",
        "polar",
        "centres",
        "responses",
        "unit",
    ] {
        let shown = view(key);
        window.act(Action::Show(shown));
        window.click(&format!("{}: the run beside B", shown.title));
        assert!(!window.has_text("This view failed"), "{key}");
        let measured = ["filters", "pooling"].contains(&key);
        if !measured {
            continue;
        }
        let path = folder.path().join(format!("{key}.csv"));
        window.click(&format!("Export {}", shown.title));
        let form = window.export_form();
        form.target.format = Format::Csv;
        form.target.path = path.display().to_string();
        window.settle();
        window.click("Write");
        let table = String::from_utf8(wait_for(&mut window, &path)).expect("text");
        let lines = |of: &str| table.lines().filter(|line| line.starts_with(of)).count();
        let (run, pin) = (lines("A,"), lines("B,"));
        assert!(run > 0 && run == pin, "{key}: {run} and {pin}");
    }
}

#[test]
fn a_picture_of_both_names_them_as_the_screen_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = rotated_window();
    split(&mut window, "the run beside B");
    assert!(window.has_text("A  step 77") && window.has_text("B  seed 0, step 10"));
    let path = folder.path().join("filters.svg");
    export(&mut window, view("filters"), Format::Svg, &path);
    let drawn = String::from_utf8(wait_for(&mut window, &path)).expect("text");
    assert!(drawn.contains(">A step 77<") && drawn.contains(">B seed 0, step 10<"));
}

#[test]
fn in_a_lesson_nothing_is_pinned_also_where_nothing_was_pinned_before() {
    let mut window = TestWindow::measured();
    window.act(Action::TakeLesson(&LESSONS[0]));
    window.press(Key::P);
    assert!(window.has_text("Leave the lesson first: nothing is pinned in it"));
    window.act(Action::LeaveLesson);
    assert!(window.state().pins.all().is_empty());
}
