//! The paper's Figure 1: the toy example.

use std::sync::Arc;

use egui::Ui;
use ndarray::{Array2, Array3};

use super::content::{ViewContent, unmeasured};
use super::tile_figure::{Space, offer, show};
use crate::analysis::LineMeasures;
use crate::app::export::MomentDrawing;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::widgets::Cached;
use crate::config::Preset;
use crate::engine::Snapshot;
use crate::figure::{
    Atlas, ColorMap, Contrast, Document, Figure, FilterTileOptions, FilterTiles, POOLED, Raster,
    ToyModel, all_weights, toy_figure,
};
use crate::source::{LINES, Pictures, SourceSpec};
use crate::telemetry::{Criterion, line_criteria};

/// The paper's Figure 1.
#[derive(Default)]
pub(crate) struct Figure1 {
    patches: Cached<Same<Pictures>, Atlas>,
    made: Cached<(Same<Raster>, Vec<usize>, Space), Figure<FilterTiles>>,
}

impl ViewContent for Figure1 {
    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        let pictures = model.snapshot.pictures.clone();
        let Some(pictures) = pictures.filter(|_| self.suits(model)) else {
            return offer(
                ui,
                state,
                Preset::Toy,
                "The paper's toy example: from patches of lines, the joint model learns one invariant unit per orientation.",
                "Start the toy example",
            );
        };
        if !are_patches(&pictures, &model.snapshot) {
            ui.weak(
                "The run has since learned from other pictures: the lines of this moment are gone.",
            );
            return;
        }
        let lines = model.look_up().and_then(|known| known.lines.clone());
        verdict(ui, lines.as_deref(), state);
        let patches = self
            .patches
            .get(Same(Arc::clone(&pictures)), || patch_atlas(&pictures));
        let active = lines.map_or(Vec::new(), |lines| lines.active_units.clone());
        let draw = |options: &FilterTileOptions| {
            let model = ToyModel {
                patches,
                filters: &model.atlas,
                pooling: model.snapshot.pooling().view(),
                invariant_use: model.snapshot.known_use(),
                active: &active,
            };
            toy_figure(&model, options)
        };
        let (raster, room) = (Arc::clone(model.atlas.raster()), Space::of(ui));
        let key = (Same(raster), active.clone(), room);
        let figure = self.made.get(key, || room.fill(draw));
        show(ui, figure, "Figure 1", model, state);
    }

    fn document(&self, model: &ModelView, _: &State) -> Option<Document<'static>> {
        let snapshot = Arc::clone(&model.snapshot);
        if !has_lines(&snapshot) {
            return None;
        }
        let (scene, array) = (self.made.last()?.scene.clone(), Arc::clone(&snapshot));
        let document = Document::new(move || scene)
            .with_table(move || {
                let pooling = snapshot.pooling().view();
                all_weights(POOLED, pooling)
            })
            .with_array(move || array.pooling().clone().into_dyn());
        Some(document)
    }

    fn suits(&self, model: &ModelView) -> bool {
        is_toy(&model.snapshot)
    }

    fn wants(&self, _: &ModelView, _: &State) -> &'static str {
        "start the toy example first"
    }

    fn drawing(&self, model: &ModelView, _: &State) -> Option<MomentDrawing> {
        if !has_lines(&model.snapshot) {
            return None;
        }
        let ((.., room), colors) = (self.made.last_key()?, model.colors);
        let (patches, room) = (self.patches.last()?.clone(), *room);
        Some(Arc::new(move |snapshot: &Snapshot| {
            let active = snapshot.lines().map(|lines| lines.active_units);
            let active = active.unwrap_or_default();
            let model = ToyModel {
                patches: &patches,
                filters: &colors.atlas(snapshot),
                pooling: snapshot.pooling().view(),
                invariant_use: snapshot.known_use(),
                active: &active,
            };
            room.fill(|options| toy_figure(&model, options)).scene
        }))
    }

    fn compares(&self) -> bool {
        true
    }
}

/// Whether the model learns from the lines.
fn is_toy(snapshot: &Snapshot) -> bool {
    snapshot.config.source == SourceSpec::Lines
}

/// Whether it does, and they are there.
fn has_lines(snapshot: &Snapshot) -> bool {
    let pictures = snapshot.pictures.as_deref();
    is_toy(snapshot) && pictures.is_some_and(|pictures| are_patches(pictures, snapshot))
}

/// Whether the toy example came out right so far.
fn verdict(ui: &mut Ui, lines: Option<&LineMeasures>, state: &State) {
    let Some(lines) = lines else {
        ui.weak(unmeasured(state, "Measuring"));
        return;
    };
    let (found, active) = (lines.lines_found, lines.active_units.len());
    let units = if active == 1 { "unit" } else { "units" };
    let mut text =
        format!("{found} of {LINES} lines are filters, {active} active invariant {units}");
    if active > 0 {
        text += &format!(", purity {:.2}", lines.purity_min());
    }
    if line_criteria(lines).iter().all(Criterion::is_met) {
        ui.strong(format!("{text}: as in the paper"));
    } else {
        ui.label(text);
    }
}

/// Whether these are patches of lines: a moment of the past has the pictures of now, which may be others.
fn are_patches(pictures: &Pictures, snapshot: &Snapshot) -> bool {
    let side = snapshot.config.movies.patch_side;
    let images = pictures.images().iter();
    let mut sizes = images.map(Array3::dim);
    sizes.all(|size| size == (1, side, side))
}

/// The patches kept to look at, as a picture.
fn patch_atlas(pictures: &Pictures) -> Atlas {
    let images = pictures.images();
    let pixels = images.first().map_or(1, Array3::len);
    let mut patches = Array2::zeros((pixels, images.len()));
    for (mut column, image) in patches.columns_mut().into_iter().zip(images) {
        column.assign(&image.flatten());
    }
    Atlas::named(
        "patches",
        patches.view(),
        ColorMap::default(),
        Contrast::Common,
    )
}
