//! At every size of the window and of what is in it no text runs over another, and what is needed is in sight.

use cellscope::app::{Action, LAYOUTS};
use egui::epaint::{ClippedShape, Shape};
use egui::{Rect, Role, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::test_window::TestWindow;

const SIZES: [Vec2; 2] = [vec2(1280.0, 800.0), vec2(1920.0, 1080.0)];
const ZOOMS_PERCENT: [u32; 4] = [100, 130, 150, 200];
/// Texts that share less than this with another only touch it, in points.
const TOUCH: f32 = 2.0;

/// A text on screen, and where it is seen.
struct Seen {
    text: String,
    at: Rect,
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
                    all.push(Seen { text, at });
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

#[test]
fn no_text_overlaps_another_at_any_size_and_what_runs_the_model_is_in_sight() {
    let mut faults = Vec::new();
    for size in SIZES {
        let mut window = TestWindow::measured();
        window.harness.set_size(size);
        for zoom_percent in ZOOMS_PERCENT {
            for layout in &LAYOUTS {
                window.state().settings.zoom_percent = zoom_percent;
                window.act(Action::Arrange(layout));
                let name = format!("{size} {zoom_percent} % {}", layout.key);
                let found = overlaps(&texts(&window.harness.output().shapes));
                faults.extend(found.iter().map(|found| format!("{name}: {found}")));
                let all = window.harness.ctx.content_rect();
                for label in ["Resume", "File", "Help"] {
                    let mut nodes = window.harness.query_all_by_role(Role::Button);
                    let is_it = |node: &egui_kittest::Node<'_>| {
                        let is_named = node.accesskit_node().label().as_deref() == Some(label);
                        is_named && all.contains_rect(node.rect())
                    };
                    if !nodes.any(|node| is_it(&node)) {
                        faults.push(format!("{name}: {label} is not in sight"));
                    }
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
