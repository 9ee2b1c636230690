//! At every size of the window and of what is in it no text runs over another, and what is needed is in sight.

use std::sync::Arc;

use cellscope::app::{Action, LAYOUTS, views};
use cellscope::telemetry::History;
use egui::epaint::{ClippedShape, Shape};
use egui::{Rect, Role, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use serde_json::json;

use crate::test_window::{TestWindow, layout, view};

const SIZES: [Vec2; 2] = [vec2(1280.0, 800.0), vec2(1920.0, 1080.0)];
const ZOOMS_PERCENT: [u32; 4] = [100, 130, 150, 200];
/// Texts that share less than this with another only touch it, in points.
const TOUCH: f32 = 2.0;

/// Least height of a plot with its axis, in points.
const LOWEST_PLOT: f32 = 48.0;

/// A text on screen, and where it is seen.
struct Seen {
    text: String,
    at: Rect,
    /// How far it goes on beyond where it is seen on the left or on the right, in points.
    cut: f32,
}

fn texts(shapes: &[ClippedShape]) -> Vec<Seen> {
    let mut all = Vec::new();
    for ClippedShape {
        clip_rect, shape, ..
    } in shapes
    {
        gather(shape, *clip_rect, &mut all);
    }
    all
}

fn gather(shape: &Shape, clip: Rect, all: &mut Vec<Seen>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| gather(shape, clip, all)),
        Shape::Text(text) if text.override_text_color != Some(egui::Color32::TRANSPARENT) => {
            for row in &text.galley.rows {
                // Spaces may overlap: the first row of a text that goes on behind another begins with one as wide as that.
                let mut seen = row.glyphs.iter().filter(|glyph| !glyph.chr.is_whitespace());
                let Some(first) = seen.next() else { continue };
                let last = seen.next_back().unwrap_or(first);
                let glyphs = row.pos.x + first.pos.x..=row.pos.x + last.max_x();
                let line = Rect::from_x_y_ranges(glyphs, row.rect().y_range());
                let line = line.translate(text.pos.to_vec2());
                // What the font leaves free above and below the letters may overlap.
                let at = line
                    .shrink2(vec2(0.0, 0.15 * line.height()))
                    .intersect(clip);
                if at.is_positive() && !row.text().trim().is_empty() {
                    let text = row.text();
                    let cut = (line.right() - clip.right()).max(clip.left() - line.left());
                    all.push(Seen { text, at, cut });
                }
            }
        }
        _ => {}
    }
}

fn overlaps(texts: &[Seen]) -> Vec<String> {
    let mut found = Vec::new();
    for (index, one) in texts.iter().enumerate() {
        for other in &texts[index + 1..] {
            let shared = one.at.intersect(other.at);
            if shared.width() > TOUCH && shared.height() > TOUCH {
                let (one_at, other_at) = (one.at, other.at);
                found.push(format!(
                    "{:?} {one_at:?} over {:?} {other_at:?}",
                    other.text, one.text
                ));
            }
        }
    }
    found
}

/// Texts of the controls that are cut: there nothing scrolls to the side. The button that runs the model is as wide as they are.
fn cuts(window: &TestWindow, texts: &[Seen]) -> Vec<String> {
    let button = window
        .harness
        .query_by_role_and_label(Role::Button, "Resume");
    let right = button.map_or(0.0, |button| button.rect().right());
    let cut = texts
        .iter()
        .filter(|seen| seen.cut > TOUCH && seen.at.left() < right);
    cut.map(|seen| format!("{:?} {:?} is cut by {}", seen.text, seen.at, seen.cut))
        .collect()
}

/// What runs the model, where it is not in sight.
fn out_of_sight(window: &TestWindow) -> Vec<String> {
    let all = window.harness.ctx.content_rect();
    let is_there = |label: &str| {
        let mut nodes = window.harness.query_all_by_role(Role::Button);
        nodes.any(|node| {
            let is_named = node.accesskit_node().label().as_deref() == Some(label);
            is_named && all.contains_rect(node.rect())
        })
    };
    let missing = ["Resume", "File", "Help"]
        .into_iter()
        .filter(|label| !is_there(label));
    missing
        .map(|label| format!("{label} is not in sight"))
        .collect()
}

/// All that is wrong in what is on screen.
fn faults(window: &TestWindow) -> Vec<String> {
    let texts = texts(&window.harness.output().shapes);
    let mut faults = overlaps(&texts);
    faults.extend(cuts(window, &texts));
    faults.extend(out_of_sight(window));
    faults
}

fn assert_no_faults(found: &[String]) {
    assert!(
        found.is_empty(),
        "{} faults:\n{}",
        found.len(),
        found.join("\n")
    );
}

/// A window of this size on a paused model, whose curves have many marks close together.
fn with_marks(size: Vec2) -> TestWindow {
    let mut window = TestWindow::measured();
    window.harness.set_size(size);
    let mut snapshot = (*window.wire.borrow().drawn.clone().expect("a snapshot")).clone();
    snapshot.history = crowded();
    window.wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
    window.settle();
    window
}

/// A run whose settings were changed again and again.
fn crowded() -> Arc<History> {
    let point = |i: u64| {
        let energy = 10.0 + 3.0 * (i as f64 / 9.0).sin();
        json!({
            "step": i, "movies_seen": 10 * i, "elapsed_secs": i, "simple_density": 0.1,
            "invariant_density": 0.02, "concentration": 0.5, "concentration_shuffled": 0.2,
            "energies": {"reconstruction": energy, "simple_sparsity": 2.0, "modulated": 1.0,
                "invariant_sparsity": 0.5, "top_modulated": 0.0, "top_sparsity": 0.0},
        })
    };
    let texts = [
        "alpha 0.5 to 0.7",
        "W frozen",
        "pictures: embedded scenes",
        "complex cells",
    ];
    let mark = |i: u64| {
        let (step, text) = (40 + 3 * i, texts[i as usize % texts.len()]);
        json!({"step": step, "movies_seen": 10 * step, "elapsed_secs": step, "text": text})
    };
    let points: Vec<_> = (1..=100).map(point).collect();
    let marks: Vec<_> = (0..12).map(mark).collect();
    let history = json!({
        "points": points, "notes": [], "marks": marks, "stretch": 1, "filled": 1,
    });
    Arc::new(serde_json::from_value(history).expect("a history"))
}

#[test]
fn no_text_overlaps_another_at_any_size_and_what_runs_the_model_is_in_sight() {
    let mut found = Vec::new();
    for size in SIZES {
        let mut window = with_marks(size);
        for zoom_percent in ZOOMS_PERCENT {
            window.state().settings.preferences.zoom_percent = zoom_percent;
            for layout in &LAYOUTS {
                window.act(Action::Arrange(layout));
                let name = format!("{size} {zoom_percent} % {}", layout.key);
                let faults = faults(&window).into_iter();
                found.extend(faults.map(|fault| format!("{name}: {fault}")));
            }
        }
    }
    assert_no_faults(&found);
}

#[test]
fn every_view_has_no_text_over_another_at_any_size() {
    let mut found = Vec::new();
    for size in SIZES {
        let mut window = with_marks(size);
        for zoom_percent in ZOOMS_PERCENT {
            window.state().settings.preferences.zoom_percent = zoom_percent;
            for view in views() {
                window.act(Action::Arrange(layout("overview")));
                window.act(Action::Show(view));
                let name = format!("{size} {zoom_percent} % {}", view.key);
                let faults = faults(&window).into_iter();
                found.extend(faults.map(|fault| format!("{name}: {fault}")));
            }
        }
    }
    assert_no_faults(&found);
}

/// Where the plots of the curves are, without their headings.
fn plots(window: &TestWindow) -> Vec<Rect> {
    let titles = [
        "Energy",
        "Active units",
        "Orientation concentration",
        "Invariance",
    ];
    let all = window.harness.get_all_by_role(Role::Canvas);
    let named = all.filter(|node| {
        let label = node.accesskit_node().label().unwrap_or_default();
        titles.iter().any(|title| label.starts_with(title))
    });
    named.map(|node| node.rect()).collect()
}

#[test]
fn curves_can_be_read_in_a_window_of_any_size_and_are_scrolled_into_sight() {
    for size in SIZES {
        let mut window = with_marks(size);
        for zoom_percent in ZOOMS_PERCENT {
            window.state().settings.preferences.zoom_percent = zoom_percent;
            window.act(Action::Arrange(layout("overview")));
            window.act(Action::Show(view("curves")));
            window.settle();
            let all = window.harness.ctx.content_rect();
            let plots = plots(&window);
            assert_eq!(plots.len(), 4, "{size} {zoom_percent} %");
            for plot in plots {
                assert!(
                    plot.height() >= LOWEST_PLOT,
                    "{size} {zoom_percent} %: {plot:?}"
                );
                assert!(
                    all.y_range().contains(plot.center().y),
                    "{size} {zoom_percent} %: {plot:?}"
                );
            }
        }
    }
}
