//! Views in a window that is too small for all of them: they keep a size at which each can be read, and are scrolled.

use egui::layers::ShapeIdx;
use egui::scroll_area::ScrollBarVisibility;
use egui::style::ScrollStyle;
use egui::{Rect, ScrollArea, Ui, UiBuilder, Vec2, vec2};
use egui_tiles::{Container, LinearDir, Tile, TileId, Tiles};

use super::pane::Pane;
use crate::app::widgets::follow_focus;

/// Height of the tabs above a view, in points.
pub(super) const TAB_BAR: f32 = 26.0;
/// Least width and height of a view with its tab, in points.
const LEAST: Vec2 = vec2(200.0, 186.0);
/// A view with a smaller share of a row or column was made small by hand.
const SMALLEST_SHARE: f32 = 0.28;
/// Deeper trees are not measured.
const DEEPEST: usize = 16;

/// The least size of these tiles at which every view in front can be read.
pub(super) fn least(tiles: &Tiles<Pane>, root: Option<TileId>) -> Vec2 {
    root.map_or(Vec2::ZERO, |root| least_of(tiles, root, DEEPEST))
}

fn least_of(tiles: &Tiles<Pane>, tile: TileId, depth: usize) -> Vec2 {
    let container = tiles.get(tile).and_then(|tile| match tile {
        Tile::Container(Container::Linear(linear)) => Some(linear),
        _ => None,
    });
    let Some(linear) = container.filter(|_| depth > 0) else {
        return LEAST;
    };
    let sum: f32 = linear.children.iter().map(|&one| linear.shares[one]).sum();
    let needs = linear.children.iter().map(|&one| {
        let share = (linear.shares[one] / sum).max(SMALLEST_SHARE);
        let need = least_of(tiles, one, depth - 1);
        match linear.dir {
            LinearDir::Horizontal => vec2(need.x / share, need.y),
            LinearDir::Vertical => vec2(need.x, need.y / share),
        }
    });
    needs.fold(LEAST, Vec2::max)
}

/// Shows what needs this size in the space there is, in a scroll area where that is less. `into_sight` is scrolled to. Returns
/// the part of the screen in which it is seen.
pub(super) fn scrolled(
    ui: &mut Ui,
    least: Vec2,
    into_sight: Option<Rect>,
    contents: impl FnOnce(&mut Ui),
) -> Rect {
    let space = ui.available_rect_before_wrap();
    if space.width() >= least.x && space.height() >= least.y {
        contents(ui);
        return space;
    }
    let usual = ui.spacing().scroll;
    ui.spacing_mut().scroll = ScrollStyle::solid();
    let area = ScrollArea::both().auto_shrink(false);
    let area = area.scroll_bar_visibility(ScrollBarVisibility::VisibleWhenNeeded);
    let shown = area.show(ui, |ui| {
        ui.spacing_mut().scroll = usual;
        let size = ui.available_size().max(least);
        let at = Rect::from_min_size(ui.max_rect().min, size);
        ui.scope_builder(UiBuilder::new().max_rect(at), |ui| clipped(ui, contents));
        follow_focus(ui);
        if let Some(rect) = into_sight {
            // With its tab.
            ui.scroll_to_rect(rect.with_min_y(rect.top() - TAB_BAR), None);
        }
    });
    shown.inner_rect
}

/// Shows contents that are only seen within what `ui` shows: tiles clip to their own size alone.
fn clipped(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let (layer, clip) = (ui.layer_id(), ui.clip_rect());
    let next = |ui: &Ui| {
        ui.ctx()
            .graphics_mut(|shown| shown.entry(layer).next_idx().0)
    };
    let first = next(ui);
    contents(ui);
    let end = next(ui);
    ui.ctx().graphics_mut(|shown| {
        let shapes = shown.entry(layer);
        for index in first..end {
            shapes.mutate_shape(ShapeIdx(index), |shape| {
                shape.clip_rect = shape.clip_rect.intersect(clip);
            });
        }
    });
}
