//! Pixels that are hidden, and filled in by one layer and by two.

mod brush;
mod controls;

use std::sync::Arc;

use egui::{ScrollArea, Sense, Ui};
use ndarray::Array2;

use super::content::{ViewContent, without_pictures};
use super::patch_picker::Picker;
use crate::analysis::inpainting::Sparsities;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::workers::inpainting::InpaintingState;
use crate::app::state::workers::patch_location::PatchLocation;
use crate::app::theme;
use crate::app::widgets::{Cached, Canvas, point_at_rows};
use crate::engine::{InpaintingAnswer, InpaintingQuestion, InpaintingTask, Layer};
use crate::figure::{
    Document, Figure, Inpainting as Shown, InpaintingLayout, InpaintingOptions, Raster, decibels,
    inpainting, inpainting_array, inpainting_table,
};
use crate::source::Pictures;
use crate::words::{grouped, percent, three_digits, without_folder};
use brush::paint;
use controls::{CONTROLS, hide, sparsities};

/// Largest height of the picture to pick from, in points.
const PICTURE: f32 = 130.0;
/// Least height that the tiles are given, in points: below the controls, and above them.
const LOWEST: f32 = 320.0;
const LOWEST_ABOVE: f32 = 220.0;
/// Height below which a narrow view has no room for both, in points.
const LOW: f32 = 420.0;
/// Height of what says how much is hidden, in points.
const HIDING: f32 = 70.0;

type Key = (
    Same<Pictures>,
    Option<usize>,
    Option<(PatchLocation, Same<Raster>)>,
    Array2<bool>,
    Option<Same<InpaintingAnswer>>,
    Option<&'static str>,
    InpaintingOptions,
);

/// Pixels hidden, and filled in.
#[derive(Default)]
pub(crate) struct InpaintingView {
    made: Cached<Key, Option<Figure<InpaintingLayout>>>,
    picker: Picker,
    /// The step of a lesson that the tiles came into sight for.
    seen_step: Option<usize>,
}

impl ViewContent for InpaintingView {
    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        if state
            .workers
            .inpainting
            .place
            .picture_of(&model.snapshot)
            .is_none()
        {
            ui.weak(without_pictures(model, state));
            return;
        }
        let room = ui.available_width() - ui.spacing().scroll.bar_width;
        let height = ui.available_height();
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(room);
            // An audience looks at what is filled in; a lesson asks for the controls.
            let has_controls = !state.presents || state.tour.is_some();
            // Where both are not in sight at once, what is filled in comes before all but what is hidden.
            let is_below = state.presents || (!is_wide(room) && height < LOW);
            if has_controls && is_below {
                hide(ui, state, model.atlas.side());
                ui.add_space(4.0);
                let left = (height - HIDING).max(LOWEST_ABOVE);
                self.tiles(ui, model, state, [room, left]);
                ui.add_space(4.0);
                self.controls(ui, model, state, (room, true));
                return;
            }
            let top = ui.cursor().top();
            if has_controls {
                self.controls(ui, model, state, (room, false));
                ui.add_space(4.0);
            }
            let used = ui.cursor().top() - top;
            self.tiles(ui, model, state, [room, (height - used - 8.0).max(LOWEST)]);
        });
    }

    fn document(&self, model: &ModelView, state: &State) -> Option<Document<'static>> {
        let answer = Arc::clone(state.workers.inpainting.answer(model)?);
        if !state
            .workers
            .inpainting
            .is_of_place(&answer, &model.snapshot)
        {
            return None;
        }
        let again = Arc::clone(&answer);
        let words = made_with(&answer, &state.workers.inpainting);
        let scene = self.made.last()?.as_ref()?.scene.clone();
        let table = move || answer.fills().map_or_else(String::new, inpainting_table);
        let array = move || again.fills().map(inpainting_array).unwrap_or_default();
        let document = Document::new(move || scene)
            .with_table(table)
            .with_array(move || array().into_dyn());
        Some(document.made_with(words))
    }
}

/// What was filled in, and with which sparsities.
fn made_with(answer: &InpaintingAnswer, state: &InpaintingState) -> String {
    let InpaintingQuestion {
        snapshot,
        task,
        sparsities,
        ..
    } = &answer.question;
    let place = match (task, &snapshot.pictures) {
        (InpaintingTask::Picture(picture), Some(pictures)) => {
            format!(
                ", whole picture {}",
                without_folder(&pictures.names()[*picture])
            )
        }
        _ => state.place.words(snapshot),
    };
    let fills = answer.fills();
    let hidden = fills.map_or_else(String::new, |fills| {
        let observed = &fills.covered.observed;
        let hidden = observed.iter().filter(|&&is_observed| !is_observed).count();
        let share = hidden as f64 / observed.len().max(1) as f64;
        format!(", {} of the pixels hidden", percent(share))
    });
    let filled = fills.map(|fills| [&fills.one, &fills.two]);
    let by = [0, 1].map(|at| {
        let Sparsities { alpha, beta } = sparsities[at];
        let beta = beta.map_or_else(String::new, |beta| format!(", β {}", three_digits(beta)));
        let snr = filled.and_then(|filled| filled[at].snr_db);
        let snr = snr.map_or_else(String::new, |snr| format!(": {}", decibels(snr)));
        format!("α {}{beta}{snr}", three_digits(alpha))
    });
    let step = grouped(snapshot.status.step);
    let [one, two] = by;
    format!(
        "in-painting by the model of step {step}{place}{hidden}; one layer, {one}; two layers, {two}"
    )
}

impl InpaintingView {
    /// The picture, and everything that is set beside it, or below it where there is no room; below the tiles without what is
    /// hidden, which stands above them.
    fn controls(
        &mut self,
        ui: &mut Ui,
        model: &ModelView,
        state: &mut State,
        (room, is_below): (f32, bool),
    ) {
        let snapshot = &model.snapshot;
        let side = snapshot.config.movies.patch_side;
        let model = &snapshot.config.model;
        let pictures = snapshot.pictures.as_ref();
        let is_alone = pictures.is_some_and(|pictures| pictures.images().len() == 1);
        let mut pick = |ui: &mut Ui, state: &mut State| {
            let textures = &mut state.textures;
            let (name, place) = ("inpainting-picture", &mut state.workers.inpainting.place);
            self.picker.ui(ui, name, snapshot, textures, place, PICTURE);
        };
        if is_wide(room) {
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.set_max_width(room - CONTROLS);
                    pick(ui, state);
                });
                ui.add_space(12.0);
                ui.vertical(|ui| {
                    if !is_below {
                        hide(ui, state, side);
                    }
                    sparsities(ui, state, model, is_alone);
                });
            });
        } else {
            if !is_below {
                pick(ui, state);
                hide(ui, state, side);
            }
            sparsities(ui, state, model, is_alone);
            if is_below {
                pick(ui, state);
            }
        }
    }

    fn tiles(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State, space: [f32; 2]) {
        let snapshot = &model.snapshot;
        let chosen = &state.workers.inpainting;
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
        let colors = model.pixel_colors(state.settings.preferences.filter_colors);
        let palette = *theme::palette(ui);
        let options = InpaintingOptions::within(space, size_px, !chosen.is_whole, colors, palette);
        let answer = chosen.answer(model);
        let filled_at = answer.map(|answer| answer.question.snapshot.status.step);
        let (patch, mask, about) = (!chosen.is_whole, chosen.mask(model), chosen.about(model));
        let key = (
            Same(Arc::clone(pictures)),
            chosen.place.picture_of(snapshot),
            // Of a whole picture neither the corner nor the units are shown, and it takes long to draw.
            patch.then(|| (chosen.place, Same(Arc::clone(model.atlas.raster())))),
            mask.clone(),
            answer.cloned().map(Same),
            about,
            options,
        );
        let made = self.made.get(key, || {
            let truth = chosen.truth(model)?;
            let shown = Shown {
                truth: truth.view(),
                tile: mask.view(),
                fills: answer.and_then(|answer| answer.fills()),
                about,
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
        paint(
            ui,
            &mut state.workers.inpainting.mask_editor,
            &canvas,
            layout,
            side,
        );
        let step = state.step_about("inpainting");
        if std::mem::replace(&mut self.seen_step, step) != step && step.is_some() {
            // It speaks of them, and the step before may have had people scroll.
            let tiles = canvas.response.rect;
            let least = tiles.bottom().min(tiles.top() + LOWEST_ABOVE);
            ui.scroll_to_rect(tiles.with_max_y(least), None);
        }
        let lists = [(Layer::Invariant, layout.invariant.as_slice())];
        point_at_rows(ui, model, state, canvas, &lists, |_| None);
        if let Some(step) = filled_at.filter(|_| !patch) {
            ui.weak(format!("Filled in by the model at step {}.", grouped(step)));
        }
    }
}

/// Whether the picture has room beside everything that is set.
fn is_wide(room: f32) -> bool {
    room >= 1.5 * CONTROLS
}
