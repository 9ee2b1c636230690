//! The units of a third layer, and the invariant units that each of them pools.

use std::sync::Arc;

use egui::Ui;

use super::content::ViewContent;
use super::tile_figure::{Space, offer, show};
use crate::app::export::MomentDrawing;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::widgets::Cached;
use crate::config::Preset;
use crate::engine::Snapshot;
use crate::figure::{
    Document, Figure, FilterTileOptions, FilterTiles, POOLED_ON_TOP, Raster, STRONGEST,
    all_weights, strongest_simple, top_rows,
};
use crate::model::TOP_FROM_MOVIES;
use crate::words::grouped;

/// The units of a third layer.
#[derive(Default)]
pub(crate) struct TopUnits {
    made: Cached<(Same<Raster>, Space), Figure<FilterTiles>>,
}

impl ViewContent for TopUnits {
    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        let Some(top) = model.snapshot.top() else {
            return offer(
                ui,
                state,
                Preset::Deep,
                "A third layer learns which invariant units are active together. This model has none.",
                "Start a model with three layers",
            );
        };
        let from = TOP_FROM_MOVIES;
        ui.weak(if model.snapshot.status.movies_seen < from {
            format!(
                "not learned yet: the third layer starts after {} movies, when those below have formed",
                grouped(from)
            )
        } else {
            "the strongest invariant units of each top unit: their filters, and their weights below"
                .to_owned()
        });
        let draw = |options: &FilterTileOptions| {
            top_rows(
                &model.atlas,
                &model.strongest,
                top.weights.view(),
                top.unit_use(),
                options,
            )
        };
        let (raster, room) = (Arc::clone(model.atlas.raster()), Space::of(ui));
        let figure = self.made.get((Same(raster), room), || room.fill(draw));
        show(ui, figure, "Top units", model, state);
    }

    fn suits(&self, model: &ModelView) -> bool {
        model.snapshot.top().is_some()
    }

    fn wants(&self, _: &ModelView, _: &State) -> &'static str {
        "start a model of three layers first"
    }

    fn document(&self, model: &ModelView, _: &State) -> Option<Document<'static>> {
        let weights = model.snapshot.top()?.weights.clone();
        let (scene, array) = (self.made.last()?.scene.clone(), weights.clone());
        let document = Document::new(move || scene)
            .with_table(move || all_weights(POOLED_ON_TOP, weights.view()))
            .with_array(move || array.into_dyn());
        Some(document)
    }

    fn drawing(&self, model: &ModelView, _: &State) -> Option<MomentDrawing> {
        model.snapshot.top()?;
        let ((_, room), colors) = (self.made.last_key()?, model.colors);
        let room = *room;
        Some(Arc::new(move |snapshot: &Snapshot| {
            let atlas = colors.atlas(snapshot);
            let strongest = strongest_simple(snapshot.pooling().view(), STRONGEST);
            let top = snapshot.top().expect("the layers of a run stay");
            let (weights, unit_use) = (top.weights.view(), top.unit_use());
            let draw = |options: &FilterTileOptions| {
                top_rows(&atlas, &strongest, weights, unit_use, options)
            };
            room.fill(draw).scene
        }))
    }

    fn compares(&self) -> bool {
        true
    }
}
