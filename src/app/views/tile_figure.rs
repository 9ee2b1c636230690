//! Figures made of tiles of filters: the toy example and the units of a third layer.

use egui::{Button, Rect, ScrollArea, Sense, Ui, Vec2};

use crate::analysis::Unit;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::theme;
use crate::app::widgets::{self, Canvas, frame_unit, whole_pixel_zoom};
use crate::config::Preset;
use crate::engine::Layer;
use crate::figure::{Figure, FilterTile, FilterTileOptions, FilterTiles, Palette};

/// Largest zoom of a filter pixel, in pixels of the screen.
const LARGEST: u8 = 6;
/// Least size of a filter pixel, in points: where a figure has no room at this size, it is scrolled.
const LEAST: f32 = 1.0;

/// The room there is for a figure, in points, the size of a screen pixel, and the colours.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Space {
    size: Vec2,
    pixel: f32,
    palette: Palette,
}

/// Says what the view is for, and starts a model that it can show.
pub(crate) fn offer(ui: &mut Ui, state: &mut State, preset: Preset, about: &str, text: &str) {
    ui.add_space(ui.available_height() * 0.3);
    ui.vertical_centered(|ui| {
        ui.set_max_width(ui.available_width().min(420.0));
        ui.label(about);
        ui.add_space(8.0);
        let hint = "Starts a new model. File > Restore previous model brings the present one back.";
        if ui.add(Button::new(text)).on_hover_text(hint).clicked() {
            state.start(preset);
        }
    });
}

impl Space {
    pub(crate) fn of(ui: &Ui) -> Self {
        Self {
            size: ui.available_size().floor(),
            pixel: whole_pixel_zoom(ui.ctx(), 0.0),
            palette: *theme::palette(ui),
        }
    }

    /// The figure at the largest zoom of whole screen pixels at which it fits, or at the smallest.
    pub(crate) fn fill(
        &self,
        draw: impl Fn(&FilterTileOptions) -> Figure<FilterTiles>,
    ) -> Figure<FilterTiles> {
        let at = |pixels: u8| {
            draw(&FilterTileOptions {
                zoom: f32::from(pixels) * self.pixel,
                palette: self.palette,
            })
        };
        let fits = |figure: &Figure<FilterTiles>| {
            figure.scene.width <= self.size.x && figure.scene.height <= self.size.y
        };
        let smallest = (1..LARGEST).find(|pixels| f32::from(*pixels) * self.pixel >= LEAST);
        let smallest = smallest.unwrap_or(LARGEST);
        let mut larger = (smallest + 1..=LARGEST).rev().map(at);
        larger.find(fits).unwrap_or_else(|| at(smallest))
    }
}

/// Shows such a figure, its filters to be pointed at and clicked.
pub(crate) fn show(
    ui: &mut Ui,
    Figure { scene, layout }: &Figure<FilterTiles>,
    name: &str,
    model: &ModelView,
    state: &mut State,
) {
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        // Outlines reach beyond the tiles.
        ui.add_space(3.0);
        let canvas = Canvas::show(ui, state, scene, name, Sense::click());
        let palette = theme::palette(ui);
        for tile in &layout.tiles {
            let is_filter = state.selection.simple == Some(tile.simple);
            let is_pool = tile.invariant.is_some() && tile.invariant == state.selection.invariant;
            if is_filter || is_pool {
                let color = if is_filter {
                    palette.series[2]
                } else {
                    palette.accent
                };
                frame_unit(ui, canvas.rect(&tile.at), theme::color(color), 2.0);
            }
        }
        let pointed = canvas.pointed().and_then(|at| layout.tile_at(at));
        let pointed = pointed.map(|tile| {
            let pooled = tile.invariant.and(Some(tile.simple));
            (unit_of(&tile), canvas.rect(&tile.at), pooled)
        });
        let places = || places(&canvas, layout);
        let by_keys = widgets::unit_by_keys(ui, model, state, &canvas.response, places);
        let by_keys = by_keys.map(|place| {
            let (unit, at) = places()[place];
            (unit, at, None)
        });
        let Some(((layer, unit), about, pooled)) = by_keys.or(pointed) else {
            return;
        };
        if canvas.response.clicked() {
            state.selection.toggle(layer, unit);
        }
        widgets::card_beside(canvas.response, about, |ui| match pooled {
            Some(simple) => widgets::pooled_filter_card(ui, model, state, unit, simple),
            None => widgets::unit_card(ui, model, state, (layer, unit)),
        });
    });
}

/// The unit that a click on a tile selects.
fn unit_of(tile: &FilterTile) -> Unit {
    let pool = tile.invariant.map(|unit| (Layer::Invariant, unit));
    pool.unwrap_or((Layer::Simple, tile.simple))
}

/// The units, each with where its tiles are.
fn places(canvas: &Canvas, layout: &FilterTiles) -> Vec<(Unit, Rect)> {
    let is_one = |a: &FilterTile, b: &FilterTile| unit_of(a) == unit_of(b) && a.at.y == b.at.y;
    let groups = layout.tiles.chunk_by(is_one);
    let place = |tiles: &[FilterTile]| {
        let rects = tiles.iter().map(|tile| canvas.rect(&tile.at));
        (unit_of(&tiles[0]), rects.fold(Rect::NOTHING, Rect::union))
    };
    groups.map(place).collect()
}
