//! Views are arranged, closed, brought back, and found again after a restart.

use cellscope::app::{Action, Choice, LAYOUTS, Layout, find_view, views};
use cellscope::engine::Layer;
use eframe::Storage;
use egui::{Key, Modifiers, Role};

use crate::memory::Memory;
use crate::test_window::{TestWindow, layout, view};

/// The tabs of the window, in the order of the screen.
fn tabs(window: &TestWindow) -> Vec<&'static str> {
    let titles = views().into_iter().map(|view| view.title);
    let mut found: Vec<_> = titles
        .filter_map(|title| Some((window.tab(title)?, title)))
        .map(|(rect, title)| ((rect.min.y as i32, rect.min.x as i32), title))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, title)| title).collect()
}

#[test]
fn every_arrangement_shows_its_views() {
    let mut window = TestWindow::measured();
    for layout in &LAYOUTS {
        window.act(Action::Arrange(layout));
        let expected: &[&str] = match layout.key {
            "overview" => &["Filter grid", "Pooling rows"],
            "figure2" => &["Pooling rows", "Pooling maps", "Polar plots"],
            "figure3" => &["Edge responses", "Responses of the unit", "Pooling rows"],
            "bench" => &[
                "Stimulus and responses",
                "Responses of the unit",
                "Filter grid",
                "Pooling rows",
            ],
            // A model of pictures has none.
            "figure1" => &[],
            "inpainting" => &["Hidden pixels filled in", "Pooling rows", "Filter grid"],
            "lecture" => &["Filter grid", "Pooling rows"],
            key => panic!("{key} is not tested"),
        };
        for canvas in expected {
            window.canvas(canvas);
        }
    }
}

#[test]
fn layouts_keep_the_zoom_and_the_controls_as_people_set_them() {
    let mut window = TestWindow::measured();
    window.act(Action::ToggleControls);
    window.act(Action::ZoomIn);
    let zoom = window.harness.ctx.zoom_factor();
    assert!(zoom > 1.0);
    for key in ["figure2", "lecture", "figure3", "overview"] {
        window.act(Action::Arrange(layout(key)));
        assert!(!window.state().settings.shows_controls, "{key}");
        let now = window.harness.ctx.zoom_factor();
        assert!(
            now == zoom || (key == "lecture" && now > zoom),
            "{key}: {now}"
        );
    }
}

#[test]
fn a_lecture_has_large_type_and_few_controls_and_leaving_it_brings_both_back() {
    let mut window = TestWindow::measured();
    assert!(window.has_control("Learning"));
    window
        .harness
        .key_press_modifiers(Modifiers::COMMAND, Key::Num5);
    window.settle();
    assert!(window.harness.ctx.zoom_factor() > 1.2);
    assert!(!window.has_control("Contrast"));
    window.node(Role::Button, "Resume");
    window
        .harness
        .key_press_modifiers(Modifiers::COMMAND, Key::Num1);
    window.settle();
    assert_eq!(window.harness.ctx.zoom_factor(), 1.0);
    assert!(window.has_control("Contrast"));
}

#[test]
fn a_closed_view_is_brought_back_and_the_layout_is_reset() {
    let mut window = TestWindow::measured();
    let at_first = tabs(&window);
    window.close_tab("Curves");
    assert!(!tabs(&window).contains(&"Curves"));
    window.act(Action::Show(view("curves")));
    assert!(tabs(&window).contains(&"Curves"));
    window.close_tab("Filters");
    window.act(Action::ResetLayout);
    assert_eq!(tabs(&window), at_first);
}

#[test]
fn an_arrangement_of_ones_own_comes_back_and_a_choice_of_units_goes_with_its_layout() {
    let mut window = TestWindow::measured();
    window.close_tab("Curves");
    let own = tabs(&window);
    window.act(Action::Arrange(layout("figure2")));
    let choice = |window: &mut TestWindow| window.state().settings.listing.invariant_choice;
    assert_eq!(choice(&mut window), Choice::Sample);
    window.act(Action::PreviousLayout);
    assert_eq!(tabs(&window), own);
    assert_eq!(choice(&mut window), Choice::All);
    window.act(Action::PreviousLayout);
    assert_eq!(choice(&mut window), Choice::Sample);
    assert_ne!(tabs(&window), own);
}

#[test]
fn a_view_is_shown_alone_by_key_button_and_double_click() {
    let mut window = TestWindow::measured();
    let all = tabs(&window);
    let curves = window.tab("Curves").expect("a tab").center();
    window.harness.hover_at(curves + egui::vec2(0.0, 100.0));
    window.harness.key_press(Key::M);
    window.settle();
    assert_eq!(tabs(&window), ["Curves"], "under the pointer");
    window.click("Show all views again");
    assert_eq!(tabs(&window), all);
    // Escape first clears the selection.
    window.harness.key_press(Key::M);
    window.settle();
    window.state().selection.select(Layer::Simple, 3);
    for _ in 0..2 {
        assert_eq!(tabs(&window).len(), 1);
        window.harness.key_press(Key::Escape);
        window.settle();
    }
    assert_eq!(tabs(&window), all);
    window.click("Maximise Pooling");
    assert_eq!(tabs(&window), ["Pooling"]);
    window.act(Action::Export(view("pooling")));
    assert!(window.state().exports.form.is_some(), "it is in front");
    window.act(Action::Show(view("unit")));
    assert!(tabs(&window).len() > 1, "another view has its place again");
    for _ in 0..2 {
        let at = window.tab("Filters").expect("a tab").left_center() + egui::vec2(10.0, 0.0);
        window.harness.hover_at(at);
        for _ in 0..2 {
            window.harness.drag_at(at);
            window.harness.drop_at(at);
        }
        window.settle();
    }
    assert_eq!(tabs(&window).len(), all.len(), "once more shows all");
}

#[test]
fn a_tab_is_dragged_to_another_place() {
    let mut window = TestWindow::measured();
    let from = window.tab("Curves").expect("a tab").center();
    let to = window.tab("Filters").expect("a tab").right_center();
    let before = tabs(&window);
    window.harness.hover_at(from);
    window.harness.run_steps(2);
    window.harness.drag_at(from);
    window.harness.run_steps(2);
    for share in [0.1, 0.5, 1.0] {
        window.harness.hover_at(from + share * (to - from));
        window.harness.run_steps(3);
    }
    window.harness.drop_at(to);
    window.settle();
    let after = tabs(&window);
    assert_ne!(after, before);
    let [curves, filters] = ["Curves", "Filters"].map(|title| window.tab(title).expect("a tab"));
    assert_eq!(curves.min.y, filters.min.y, "in one bar: {after:?}");
}

#[test]
fn the_arrangement_is_there_again_after_a_restart() {
    let mut storage = Memory::default();
    let mut window = TestWindow::measured();
    window.act(Action::Arrange(layout("figure2")));
    window.close_tab("Centres");
    let left = tabs(&window);
    window.app().store(&mut storage);
    let mut again = TestWindow::measured();
    assert_ne!(tabs(&again), left);
    again.restore(&storage);
    assert_eq!(tabs(&again), left);
    again.act(Action::ResetLayout);
    assert!(tabs(&again).contains(&"Centres"));
}

#[test]
fn a_damaged_arrangement_is_reported_and_the_default_is_used() {
    let mut storage = Memory::default();
    storage.set_string("arrangement", "{".to_owned());
    let mut window = TestWindow::measured();
    let at_first = tabs(&window);
    window.restore(&storage);
    assert!(window.has_text("The saved layout cannot be read"));
    assert_eq!(tabs(&window), at_first);
}

#[test]
fn with_all_views_closed_the_window_says_how_to_bring_them_back() {
    let mut window = TestWindow::measured();
    for title in tabs(&window) {
        window.close_tab(title);
    }
    assert!(window.has_text("All views are closed"));
    window.act(Action::Show(view("maps")));
    window.canvas("Pooling maps");
}

#[test]
fn views_and_layouts_are_found_by_their_keys_and_no_two_share_one() {
    for view in views() {
        assert_eq!(find_view(view.key), Some(view));
    }
    for layout in &LAYOUTS {
        let found = Layout::find(layout.key).expect("in the list");
        assert!(std::ptr::eq(found, layout));
    }
    assert!(find_view("unheard-of").is_none() && Layout::find("unheard-of").is_none());
}

#[test]
fn a_layout_saved_by_version_0_1_is_read() {
    let mut storage = Memory::default();
    let mut window = TestWindow::measured();
    window.act(Action::Arrange(layout("inpainting")));
    let shown = tabs(&window);
    window.app().store(&mut storage);
    let saved = storage.get_string("arrangement").expect("saved");
    let old = saved.replace(r#""Pane":"inpainting""#, r#""Pane":"filling""#);
    assert_ne!(old, saved);
    storage.set_string("arrangement", old);
    let mut again = TestWindow::measured();
    again.restore(&storage);
    assert_eq!(tabs(&again), shown);
}
