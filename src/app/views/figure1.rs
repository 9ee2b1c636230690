//! The views of models of a kind: the toy example's Figure 1, and the units of a third layer.

use std::sync::Arc;

use egui::{Button, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, vec2};
use ndarray::Array2;
use ndarray::ArrayView2;

use super::{UNTOUCHED, View, waiting};
use crate::analysis::LineMeasures;
use crate::app::state::State;
use crate::app::theme;
use crate::app::widgets::{
    self, Cached, Same, frame_unit, on_screen, paint_scene, whole_pixel_zoom,
};
use crate::config::Preset;
use crate::engine::{Command, Layer};
use crate::figure::{
    Atlas, ColorMap, Contrast, Document, Figure, FilterTileOptions, FilterTiles, Palette, Raster,
    ToyModel, strongest_simple, top_rows, toy_figure, weights_table,
};
use crate::source::{LINES, Pictures, SourceSpec};

/// Zoom of a filter pixel, in points: the largest at which the figure fits, within these.
const ZOOMS: [u8; 2] = [1, 6];

/// The paper's Figure 1.
#[derive(Default)]
pub(crate) struct Figure1 {
    patches: Cached<Same<Pictures>, Atlas>,
    made: Cached<(Same<Raster>, Vec<usize>, Workspace), Figure<FilterTiles>>,
}

/// The units of a third layer.
#[derive(Default)]
pub(crate) struct Top {
    made: Cached<(Same<Raster>, Workspace), Figure<FilterTiles>>,
}

/// The room there is for a figure, in points, the size of a screen pixel, and the colours.
#[derive(Clone, Copy, PartialEq)]
struct Workspace {
    size: Vec2,
    pixel: f32,
    palette: Palette,
}

impl View for Figure1 {
    fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        let Some(model) = &state.model else {
            return waiting(ui, state);
        };
        let pictures = model.snapshot.pictures.clone();
        let is_toy = model.snapshot.config.source == SourceSpec::Lines;
        let Some(pictures) = pictures.filter(|_| is_toy) else {
            return offer(
                ui,
                state,
                Preset::Toy,
                "The paper's toy example: patches of lines, from which the joint model learns one invariant unit for each orientation.",
                "Start the toy example",
            );
        };
        let lines = model.known.as_ref().and_then(|known| known.lines.clone());
        verdict(ui, lines.as_deref(), state.is_untouched());
        let patches = self
            .patches
            .get(Same(Arc::clone(&pictures)), || patch_atlas(&pictures));
        let active = lines.map_or(Vec::new(), |lines| lines.active_units.clone());
        let draw = |options: &FilterTileOptions| {
            let model = ToyModel {
                patches,
                filters: &model.atlas,
                pooling: model.snapshot.pooling().view(),
                invariant_use: model.snapshot.invariant_use(),
                active: &active,
            };
            toy_figure(&model, options)
        };
        let (raster, room) = (Arc::clone(model.atlas.raster()), Workspace::of(ui));
        let key = (Same(raster), active.clone(), room);
        let figure = self.made.get(key, || room.fill(draw));
        show(ui, figure, "Figure 1", state);
    }

    fn document(&self, state: &State) -> Option<Document<'static>> {
        let snapshot = Arc::clone(&state.model.as_ref()?.snapshot);
        if snapshot.config.source != SourceSpec::Lines {
            return None;
        }
        let (scene, array) = (self.made.last()?.scene.clone(), Arc::clone(&snapshot));
        let document = Document::new(move || scene)
            .with_table(move || {
                let pooling = snapshot.pooling().view();
                all_weights(["invariant_unit", "simple_unit"], pooling)
            })
            .with_array(move || array.pooling().clone().into_dyn());
        Some(document)
    }
}

impl View for Top {
    fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        let Some(model) = &state.model else {
            return waiting(ui, state);
        };
        let Some(top) = model.snapshot.top() else {
            return offer(
                ui,
                state,
                Preset::Deep,
                "A third layer learns which invariant units are on together. This model has none.",
                "Start three layers",
            );
        };
        ui.weak(
            "each unit's strongest invariant units, their filters above; below, what they weigh",
        );
        let draw = |options: &FilterTileOptions| {
            top_rows(
                &model.atlas,
                &model.strongest,
                top.weights.view(),
                top.unit_use(),
                options,
            )
        };
        let (raster, room) = (Arc::clone(model.atlas.raster()), Workspace::of(ui));
        let figure = self.made.get((Same(raster), room), || room.fill(draw));
        show(ui, figure, "Top units", state);
    }

    fn document(&self, state: &State) -> Option<Document<'static>> {
        let snapshot = &state.model.as_ref()?.snapshot;
        let weights = snapshot.top()?.weights.clone();
        let (scene, array) = (self.made.last()?.scene.clone(), weights.clone());
        let document = Document::new(move || scene)
            .with_table(move || all_weights(["top_unit", "invariant_unit"], weights.view()))
            .with_array(move || array.into_dyn());
        Some(document)
    }
}

/// All weights of a layer `[units below, units]` that are not 0, strongest first.
fn all_weights(columns: [&str; 2], weights: ArrayView2<'_, f32>) -> String {
    let units: Vec<usize> = (0..weights.ncols()).collect();
    weights_table(columns, &units, &strongest_simple(weights, weights.nrows()))
}

/// Says what the view is for, and starts a model that it can show.
fn offer(ui: &mut Ui, state: &mut State, preset: Preset, about: &str, text: &str) {
    ui.add_space(ui.available_height() * 0.3);
    ui.vertical_centered(|ui| {
        ui.set_max_width(420.0);
        ui.label(about);
        ui.add_space(8.0);
        let hint =
            "Starts again; File > Model before this one brings back what was learned so far.";
        if ui.add(Button::new(text)).on_hover_text(hint).clicked() {
            let mut config = state.live.clone();
            preset.apply(&mut config);
            state.send(Command::Rebuild(Box::new(config)));
        }
    });
}

/// Whether the toy example came out right so far.
fn verdict(ui: &mut Ui, lines: Option<&LineMeasures>, is_untouched: bool) {
    let Some(lines) = lines else {
        ui.weak(if is_untouched {
            UNTOUCHED
        } else {
            "Measuring…"
        });
        return;
    };
    let (found, active) = (lines.lines_found, lines.active_units.len());
    let units = if active == 1 { "unit" } else { "units" };
    let mut text =
        format!("{found} of {LINES} lines are filters, {active} active invariant {units}");
    if active > 0 {
        text += &format!(", purity {:.2}", lines.purity_min());
    }
    if lines.is_right() {
        ui.strong(format!("{text}: as in the paper"));
    } else {
        ui.label(text);
    }
}

/// The patches kept to look at, as a picture.
fn patch_atlas(pictures: &Pictures) -> Atlas {
    let images = pictures.images();
    let pixels = images.first().map_or(1, Array2::len);
    let mut patches = Array2::zeros((pixels, images.len()));
    for (mut column, image) in patches.columns_mut().into_iter().zip(images) {
        column
            .iter_mut()
            .zip(image)
            .for_each(|(to, &from)| *to = from);
    }
    Atlas::named(
        "patches",
        patches.view(),
        ColorMap::default(),
        Contrast::Common,
    )
}

impl Workspace {
    fn of(ui: &Ui) -> Self {
        Self {
            size: ui.available_size().floor(),
            pixel: whole_pixel_zoom(ui.ctx(), 0.0),
            palette: *theme::palette(ui),
        }
    }

    /// The figure at the largest zoom of whole screen pixels at which it fits, or at the smallest.
    fn fill(
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
        let [smallest, most] = ZOOMS;
        let mut larger = (smallest + 1..=most).rev().map(at);
        larger.find(fits).unwrap_or_else(|| at(smallest))
    }
}

fn show(ui: &mut Ui, figure: &Figure<FilterTiles>, canvas: &str, state: &mut State) {
    let Figure { scene, layout } = figure;
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        // Outlines reach beyond the tiles.
        ui.add_space(3.0);
        let size = vec2(scene.width, scene.height);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let name = state.selection.named(canvas.to_owned());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
        let origin = paint_scene(ui.painter(), rect.min, scene, &mut state.textures);
        let palette = theme::palette(ui);
        for tile in layout.tiles() {
            let is_filter = state.selection.simple == Some(tile.simple);
            let is_pool = tile.invariant.is_some() && tile.invariant == state.selection.invariant;
            if is_filter || is_pool {
                let color = if is_filter {
                    palette.series[2]
                } else {
                    palette.accent
                };
                frame_unit(ui, on_screen(origin, &tile.at), theme::color(color), 2.0);
            }
        }
        let at = response.hover_pos().map(|pos| pos - origin);
        let Some(tile) = at.and_then(|at| layout.tile_at([at.x, at.y])) else {
            return;
        };
        if response.clicked() {
            match tile.invariant {
                Some(unit) => state.selection.toggle(Layer::Invariant, unit),
                None => state.selection.toggle(Layer::Simple, tile.simple),
            }
        }
        response.on_hover_ui_at_pointer(|ui| match tile.invariant {
            Some(unit) => widgets::pooled_filter_card(ui, state, unit, tile.simple),
            None => widgets::filter_card(ui, state, tile.simple),
        });
    });
}
