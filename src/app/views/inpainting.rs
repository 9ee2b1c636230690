//! Pixels that are hidden, and filled in by one layer and by two.

use std::sync::Arc;

use egui::{CursorIcon, ScrollArea, Sense, Stroke, Ui, vec2};
use ndarray::Array2;

use super::content::ViewContent;
use super::patch_picker::Picker;
use crate::analysis::inpainting::HIDDEN_PERCENT;
use crate::app::state::State;
use crate::app::state::inpainting::{InpaintingState, Work};
use crate::app::state::mask_editor::{BRUSH_PX, MaskEditor, MaskShape};
use crate::app::state::model_view::ModelView;
use crate::app::state::patch_location::PatchLocation;
use crate::app::theme;
use crate::app::widgets::{
    self, Cached, Canvas, LogSlider, Same, log_slider, point_at_rows, progress_bar,
};
use crate::engine::{InpaintingAnswer, Layer};
use crate::figure::{
    Document, Figure, Inpainting as Shown, InpaintingLayout, InpaintingOptions, Raster, inpainting,
    inpainting_array, inpainting_table,
};
use crate::model::{ModelParams, SPARSITIES};
use crate::source::Pictures;

/// Largest height of the picture to pick from, in points.
const PICTURE: f32 = 130.0;
/// Width of everything that is set, beside that picture, in points.
const CONTROLS: f32 = 440.0;
/// Least height that the tiles are given, in points.
const LOWEST: f32 = 320.0;
/// A stroke is at least this fine, in pixels.
const STROKE_STEP_PX: f32 = 0.5;

type Key = (
    Same<Pictures>,
    Option<usize>,
    Option<(PatchLocation, Same<Raster>)>,
    Array2<bool>,
    Option<Same<InpaintingAnswer>>,
    InpaintingOptions,
);

/// Pixels hidden, and filled in.
#[derive(Default)]
pub(crate) struct InpaintingView {
    made: Cached<Key, Option<Figure<InpaintingLayout>>>,
    picker: Picker,
}

impl ViewContent for InpaintingView {
    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        if state.inpainting.place.picture_of(&model.snapshot).is_none() {
            ui.weak("No pictures loaded yet.");
            return;
        }
        let room = ui.available_width() - ui.spacing().scroll.allocated_width();
        let height = ui.available_height();
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(room);
            let top = ui.cursor().top();
            // An audience looks at what is filled in; a lesson asks for the controls.
            if !state.presents || state.tour.is_some() {
                self.controls(ui, model, state, room);
                ui.add_space(4.0);
            }
            let used = ui.cursor().top() - top;
            self.tiles(ui, model, state, [room, (height - used - 8.0).max(LOWEST)]);
        });
    }

    fn document(&self, model: &ModelView, state: &State) -> Option<Document<'static>> {
        let answer = Arc::clone(state.inpainting.answer(model)?);
        let again = Arc::clone(&answer);
        let scene = self.made.last()?.as_ref()?.scene.clone();
        let table = move || answer.fills().map_or_else(String::new, inpainting_table);
        let array = move || again.fills().map(inpainting_array).unwrap_or_default();
        let document = Document::new(move || scene)
            .with_table(table)
            .with_array(move || array().into_dyn());
        Some(document)
    }
}

impl InpaintingView {
    /// The picture, and everything that is set beside it, or below where there is no room.
    fn controls(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State, room: f32) {
        let (inpainting, textures) = (&mut state.inpainting, &mut state.textures);
        let snapshot = &model.snapshot;
        let side = snapshot.config.movies.patch_side;
        let model = &snapshot.config.model;
        let is_wide = room >= 1.5 * CONTROLS;
        let pictures = snapshot.pictures.as_ref();
        let is_alone = pictures.is_some_and(|pictures| pictures.images().len() == 1);
        let mut pick = |ui: &mut Ui, inpainting: &mut InpaintingState| {
            let (name, place) = ("inpainting-picture", &mut inpainting.place);
            self.picker.ui(ui, name, snapshot, textures, place, PICTURE);
        };
        if is_wide {
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.set_max_width(room - CONTROLS);
                    pick(ui, inpainting);
                });
                ui.add_space(12.0);
                ui.vertical(|ui| {
                    hide(ui, inpainting, side);
                    sparsities(ui, inpainting, model, is_alone);
                });
            });
        } else {
            pick(ui, inpainting);
            hide(ui, inpainting, side);
            sparsities(ui, inpainting, model, is_alone);
        }
    }

    fn tiles(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State, space: [f32; 2]) {
        let snapshot = &model.snapshot;
        let chosen = &state.inpainting;
        let Some(pictures) = &snapshot.pictures else {
            return;
        };
        let side = snapshot.config.movies.patch_side;
        let size_px = match chosen.place.picture_of(snapshot) {
            Some(index) if chosen.is_whole => {
                let (height, width) = pictures.size_px(index);
                [width, height]
            }
            _ => [side, side],
        };
        let colors = model.pixel_colors(state.settings.color_map);
        let palette = *theme::palette(ui);
        let options = InpaintingOptions::within(space, size_px, !chosen.is_whole, colors, palette);
        let answer = chosen.answer(model);
        let filled_at = answer.map(|answer| answer.question.snapshot.status.step);
        let (patch, mask) = (!chosen.is_whole, chosen.mask(model));
        let key = (
            Same(Arc::clone(pictures)),
            chosen.place.picture_of(snapshot),
            // Of a whole picture neither the corner nor the units are shown, and it takes long to draw.
            patch.then(|| (chosen.place, Same(Arc::clone(model.atlas.raster())))),
            mask.clone(),
            answer.cloned().map(Same),
            options,
        );
        let made = self.made.get(key, || {
            let truth = chosen.truth(model)?;
            let shown = Shown {
                truth: truth.view(),
                tile: mask.view(),
                fills: answer.and_then(|answer| answer.fills()),
            };
            Some(inpainting(&shown, &model.atlas, &model.strongest, &options))
        });
        let Some(Figure { scene, layout }) = made else {
            ui.weak(format!(
                "This picture is smaller than a patch of {side} x {side} pixels."
            ));
            return;
        };
        let (name, sense) = ("Hidden pixels filled in", Sense::click_and_drag());
        let canvas = Canvas::show(ui, state, scene, name, sense);
        paint(ui, &mut state.inpainting.mask_editor, &canvas, layout, side);
        let lists = [(Layer::Invariant, layout.invariant.as_slice())];
        point_at_rows(ui, model, state, canvas, &lists);
        if let Some(step) = filled_at.filter(|_| !patch) {
            ui.weak(format!("Filled in by the model at step {step}."));
        }
    }
}

/// What is filled, and what is hidden of it.
fn hide(ui: &mut Ui, inpainting: &mut InpaintingState, side: usize) {
    ui.horizontal_wrapped(|ui| {
        ui.selectable_value(&mut inpainting.is_whole, false, "Patch")
            .on_hover_text("Fill in the framed patch. Click in the picture to choose another.");
        ui.selectable_value(&mut inpainting.is_whole, true, "Whole picture")
            .on_hover_text(
                "Fill in the whole picture with overlapping patches. The mask is repeated.",
            );
        ui.separator();
        for by in MaskShape::ALL {
            ui.selectable_value(&mut inpainting.mask_editor.by, by, by.name());
        }
    });
    ui.horizontal_wrapped(|ui| {
        let mask_editor = &mut inpainting.mask_editor;
        ui.spacing_mut().slider_width = 120.0;
        match mask_editor.by {
            MaskShape::Random => {
                let share = &mut mask_editor.share_percent;
                widgets::slider(ui, "Share hidden", share, HIDDEN_PERCENT, |share| {
                    share.fixed_decimals(0).suffix(" %")
                });
                let another = ui.button("Another mask");
                if another
                    .on_hover_text("Hide the same share of pixels, drawn anew.")
                    .clicked()
                {
                    mask_editor.draw_again();
                }
            }
            MaskShape::Block => {
                let sides = 1..=side.saturating_sub(1).max(1);
                let block = &mut mask_editor.block_side_px;
                widgets::slider(ui, "Side of the block", block, sides, |block| {
                    block.suffix(" px")
                });
                ui.weak(if inpainting.is_whole {
                    "Drag the block on any tile. It is hidden in every patch of the picture."
                } else {
                    "Drag the block on any tile."
                });
            }
            MaskShape::Brush => {
                if ui.button("Clear").clicked() {
                    mask_editor.painted.clear();
                }
                ui.weak(if inpainting.is_whole {
                    "What is painted is hidden in every patch of the picture. Hold Shift to erase."
                } else {
                    "Paint on any of the tiles, hold Shift to erase."
                });
            }
        }
    });
}

/// The sliders, and the way to their best places.
fn sparsities(ui: &mut Ui, inpainting: &mut InpaintingState, model: &ModelParams, is_alone: bool) {
    let work = inpainting.work();
    let is_wide = ui.available_width() >= CONTROLS;
    ui.columns(if is_wide { 3 } else { 1 }, |columns| {
        let [one, two, beta] = InpaintingState::beginnings(model);
        let sliders = [
            (
                "α  one",
                "One layer: sparsity of z.",
                one,
                &mut inpainting.alpha_one,
            ),
            (
                "α  two",
                "Two layers: sparsity of z.",
                two,
                &mut inpainting.alpha_two,
            ),
            (
                "β  two",
                "Two layers: sparsity of u.",
                beta,
                &mut inpainting.beta,
            ),
        ];
        let last = columns.len() - 1;
        for (place, (name, tooltip, own, value)) in sliders.into_iter().enumerate() {
            slider(&mut columns[place.min(last)], name, tooltip, own, value);
        }
    });
    ui.horizontal(|ui| match work {
        None => {
            let best = ui.button("Find best values").on_hover_text(
                "Set the sliders to the values that fill in patches of the other pictures best, or of this one where there is no other, with this mask.",
            );
            if best.clicked() {
                inpainting.search();
            }
            ui.weak(if is_alone {
                "for patches of this picture: there is no other"
            } else {
                "for patches of the other pictures"
            });
        }
        Some(work) => {
            if ui.button("Stop").clicked() {
                inpainting.stop();
            }
            match work {
                Work::Search => {
                    ui.spinner();
                    ui.weak("Trying sparsities…");
                }
                Work::Picture(done) => {
                    ui.add(progress_bar(done, format!("{:.0} %", 100.0 * done)));
                }
            }
        }
    });
}

/// A slider that begins at `own` and goes back there.
fn slider(
    ui: &mut Ui,
    name: &'static str,
    tooltip: &'static str,
    own: f32,
    value: &mut Option<f32>,
) {
    let form = LogSlider {
        name,
        tooltip,
        range: 0.001..=10.0,
        typed: SPARSITIES,
        is_share: false,
        is_log: true,
        default: own,
        default_is: "a third of the model's own value",
    };
    let mut now = value.unwrap_or(own);
    if log_slider(ui, &form, &mut now) {
        *value = (now != own).then_some(now);
    }
}

/// Drags the block, or paints, with the pointer on a tile.
fn paint(
    ui: &Ui,
    mask_editor: &mut MaskEditor,
    canvas: &Canvas,
    layout: &InpaintingLayout,
    side: usize,
) {
    if mask_editor.by == MaskShape::Random {
        return;
    }
    let response = &canvas.response;
    let pixel = |at: egui::Pos2| layout.pixel_at(canvas.place(at).into());
    if response.hover_pos().and_then(pixel).is_some() {
        ui.set_cursor_icon(CursorIcon::Crosshair);
    }
    let start = ui.input(|input| input.pointer.press_origin());
    let is_held = response.dragged() || response.clicked() || response.is_pointer_button_down_on();
    let at = response.interact_pointer_pos().filter(|_| is_held);
    if let Some(at_px) = mask_editor
        .brush_at_px
        .filter(|_| mask_editor.by == MaskShape::Brush)
    {
        show_brush(ui, canvas, layout, side, at_px);
    }
    let (Some(at), Some(_)) = (at.and_then(pixel), start.and_then(pixel)) else {
        return;
    };
    mask_editor.brush_at_px = None;
    let (delta, is_back) = ui.input(|input| (input.pointer.delta(), input.modifiers.shift));
    // From where the pointer was, if that was on a tile too: a fast stroke has no gaps.
    let before = response.interact_pointer_pos().map(|at| at - delta);
    let from = before.filter(|_| response.dragged() && !response.drag_started());
    let from = from.and_then(pixel).unwrap_or(at);
    let length = (at[0] - from[0]).hypot(at[1] - from[1]);
    let steps = (length / STROKE_STEP_PX).ceil().max(1.0);
    for step in 1..=steps as usize {
        let share = step as f32 / steps;
        // Over a whole picture the mask repeats.
        let along = |axis: usize| from[axis] + share * (at[axis] - from[axis]);
        let place = [along(0), along(1)].map(|at| at.rem_euclid(side as f32));
        mask_editor.touch(side, place, is_back);
    }
}

/// The brush where keys moved it, on every tile.
fn show_brush(ui: &Ui, canvas: &Canvas, layout: &InpaintingLayout, side: usize, at_px: [f32; 2]) {
    let stroke = Stroke::new(1.5, ui.visuals().hyperlink_color);
    for tile in &layout.tiles {
        let tile = canvas.rect(tile);
        let zoom = tile.width() / side as f32;
        let at = tile.min + zoom * vec2(at_px[0], at_px[1]);
        ui.painter().circle_stroke(at, zoom * BRUSH_PX, stroke);
    }
}
