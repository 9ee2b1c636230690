//! Everything about the selected unit.

mod answers;
mod charts;
mod export;
mod pair;

use std::sync::Arc;

use egui::{Align, Label, Layout, RichText, ScrollArea, Sense, Ui, vec2};

use super::content::{ViewContent, measuring, moment, waiting};
use crate::analysis::tuning::{EdgeGrid, EdgeStudy, GratingStudy};
use crate::analysis::unit_name;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::theme;
use crate::app::widgets::{
    Cached, Canvas, choice, paint_filter, paint_raster, pooled_filter_card, unit_card, unit_facts,
};
use crate::engine::Layer;
use crate::figure::{
    ColorMap, Document, EdgePlace, Figure, PanelOptions, Raster, ResponseMapLayout, ResponseRamp,
    ResponseScale, TuningLayout, UnitResponses, response_maps, tuning_curves, tuning_row,
};
use crate::source::{Stimulus, draw};
use crate::words::with_minus;
use answers::{drawn_of, gratings_of, responses, silence};
use charts::ChartSizes;
use pair::{keep_in_sight, pair};

/// Least width for the hint beside the title, in points.
const HINT: f32 = 60.0;
/// Width of the words on which moment the measures are of, in points, about; in a narrower line they are below it.
const MOMENT: f32 = 170.0;
/// Side of the filter and of the stimulus, in points.
const SIDE: f32 = 100.0;
/// Width of the column of facts, in points.
const FACTS: f32 = 270.0;
/// Least width for maps and curves beside the facts, in points; in a narrower view these are below.
const LEAST_BESIDE: f32 = 330.0;
/// Largest width of the filters, with the space to what is beside them, in points.
const FILTERS: f32 = 162.0;

type Key = (
    Same<EdgeStudy>,
    [(Layer, usize); 2],
    ResponseRamp,
    PanelOptions,
);

type CurveKey = (
    Same<EdgeStudy>,
    Option<Same<GratingStudy>>,
    (usize, Vec<usize>),
    PanelOptions,
);

/// The unit marked last, and its strongest partner of the other layer.
#[derive(Default)]
pub(crate) struct Unit {
    made: Cached<Key, Figure<ResponseMapLayout>>,
    curves: Cached<CurveKey, Figure<TuningLayout>>,
    /// The edge pointed at last.
    edge: Option<EdgePlace>,
    stimulus: Cached<(EdgePlace, f64, usize, ColorMap), Arc<Raster>>,
}

impl ViewContent for Unit {
    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        let Some(pair) = pair(model, state) else {
            return waiting(ui, state);
        };
        keep_in_sight(model, state, pair[0]);
        self.title(ui, model, state, pair[0]);
        let bar = ui.spacing().scroll.allocated_width();
        let (width, height) = (ui.available_width() - bar, ui.available_height());
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let left = ui.cursor().left();
            // Of the width what is still free: filters are a whole number of pixels of the screen wide.
            let rest = |ui: &Ui| [width - (ui.cursor().left() - left), height];
            if width - FILTERS < ChartSizes::least_width() {
                ui.horizontal_top(|ui| self.pictures(ui, model, state, pair[0]));
                self.answers(ui, model, state, pair, [width, height]);
                unit_facts(ui, model, pair[0]);
            } else if width - FACTS - 30.0 < LEAST_BESIDE {
                ui.horizontal_top(|ui| {
                    ui.vertical(|ui| {
                        ui.set_width(SIDE + 4.0);
                        self.pictures(ui, model, state, pair[0]);
                    });
                    ui.add_space(10.0);
                    let room = rest(ui);
                    ui.vertical(|ui| self.answers(ui, model, state, pair, room));
                });
                unit_facts(ui, model, pair[0]);
            } else {
                ui.horizontal_top(|ui| {
                    ui.vertical(|ui| {
                        ui.set_width(FACTS);
                        ui.horizontal_top(|ui| self.pictures(ui, model, state, pair[0]));
                        unit_facts(ui, model, pair[0]);
                    });
                    ui.add_space(10.0);
                    let room = rest(ui);
                    ui.vertical(|ui| self.answers(ui, model, state, pair, room));
                });
            }
        });
    }

    fn document(&self, model: &ModelView, state: &State) -> Option<Document<'static>> {
        let (maps, curves) = (&self.made.last()?.scene, &self.curves.last()?.scene);
        let (.., options) = self.made.last_key()?;
        let answers = [maps, curves].map(Clone::clone);
        export::document(model, pair(model, state)?, answers, options.palette)
    }

    fn shows_one_unit(&self) -> bool {
        true
    }

    fn compares(&self) -> bool {
        true
    }
}

/// The filter of a simple unit, or the strongest filters of an invariant one.
fn filters(ui: &mut Ui, model: &ModelView, state: &mut State, (layer, unit): (Layer, usize)) {
    if layer == Layer::Simple {
        paint_filter(ui, model, state, unit, SIDE);
        return;
    }
    let strongest = model.strongest.get(unit);
    let filters: Vec<usize> = strongest.into_iter().flatten().map(|w| w.unit).collect();
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        for row in filters.chunks(3) {
            ui.horizontal(|ui| {
                for &filter in row {
                    let tile = paint_filter(ui, model, state, filter, SIDE / 3.0);
                    let tile = tile.interact(Sense::click());
                    if tile.clicked() {
                        state.selection.toggle(Layer::Simple, filter);
                    }
                    tile.on_hover_ui(|ui| {
                        pooled_filter_card(ui, model, state, unit, filter);
                    });
                }
            });
        }
    });
}

impl Unit {
    /// The title, and what can be done.
    fn title(
        &self,
        ui: &mut Ui,
        model: &ModelView,
        state: &mut State,
        (layer, unit): (Layer, usize),
    ) {
        let mut has_room = true;
        ui.horizontal(|ui| {
            let kind = layer.title();
            let title = RichText::new(format!("{kind} unit {unit}")).heading();
            let is_selected = state.selection.of(layer) == Some(unit);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let (name, ramp) = (
                    "Colours of responses",
                    &mut state.settings.preferences.response_colors,
                );
                choice(ui, name, ramp, &ResponseRamp::ALL, ResponseRamp::name);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(title).truncate());
                    has_room = ui.available_width() > MOMENT;
                    if let Some(study) = model.edges().filter(|_| has_room) {
                        moment(ui, model, study.step);
                    }
                    let hint = if !is_selected {
                        Some("click any unit to show it")
                    } else if self.edge.is_none() && model.edges().is_some() {
                        Some("point at a map")
                    } else {
                        None
                    };
                    if let Some(hint) = hint.filter(|_| ui.available_width() > HINT) {
                        ui.add(Label::new(RichText::new(hint).weak()).truncate());
                    }
                });
            });
        });
        if let Some(study) = model.edges().filter(|_| !has_room) {
            moment(ui, model, study.step);
        }
    }

    /// What the unit looks for, and the edge pointed at.
    fn pictures(
        &mut self,
        ui: &mut Ui,
        model: &ModelView,
        state: &mut State,
        unit: (Layer, usize),
    ) {
        filters(ui, model, state, unit);
        if let Some(study) = model.edges() {
            self.stimulus(ui, state, &study.responses.grid);
        }
    }

    /// What the unit answers to, in so many points.
    fn answers(
        &mut self,
        ui: &mut Ui,
        model: &ModelView,
        state: &mut State,
        pair: [(Layer, usize); 2],
        room: [f32; 2],
    ) {
        let Some(study) = model.edges() else {
            return measuring(ui, state, "Measuring responses to edges");
        };
        if let Some(reason) = silence(model, study, pair[0]) {
            ui.scope(|ui| {
                let in_sight = ui.clip_rect().right() - ui.cursor().left();
                ui.set_max_width(room[0].min(in_sight - ui.spacing().scroll.allocated_width()));
                ui.add(Label::new(reason).wrap())
            });
        }
        let sizes = ChartSizes::within(room);
        let palette = *theme::palette(ui);
        let charts = |ui: &mut Ui| {
            self.maps(ui, state, study, pair, sizes.maps(palette));
            self.tuning(ui, model, state, study, pair, sizes.curves(palette));
        };
        if sizes.is_beside {
            ui.horizontal_top(charts);
        } else {
            ui.vertical(charts);
        }
    }

    /// The maps of both units over edges.
    fn maps(
        &mut self,
        ui: &mut Ui,
        state: &mut State,
        study: &Arc<EdgeStudy>,
        pair: [(Layer, usize); 2],
        options: PanelOptions,
    ) {
        let ramp = state.settings.preferences.response_colors;
        let key = (Same(Arc::clone(study)), pair, ramp, options);
        let draw = || draw_maps(study, pair, ramp, &options);
        let Figure { scene, layout } = self.made.get(key, draw);
        let canvas = Canvas::show(ui, state, scene, "Responses of the unit", Sense::click());
        let pointed = canvas.pointed().and_then(|at| layout.response_at(at));
        let Some((edge, value)) = pointed else { return };
        self.edge = Some(edge);
        if canvas.response.clicked() {
            let (layer, unit) = pair[edge.panel.min(1)];
            state.selection.select(layer, unit);
        }
        canvas.response.on_hover_ui_at_pointer(|ui| {
            let theta_deg = edge.theta_rad.to_degrees();
            let place = format!("b = {:.1} px, θ = {theta_deg:.0}°", edge.b_px);
            ui.label(with_minus(&place));
            ui.label(format!("response {value:.2}"));
        });
    }

    /// The tuning curves of an invariant unit beside those of simple units that it pools.
    fn tuning(
        &mut self,
        ui: &mut Ui,
        model: &ModelView,
        state: &mut State,
        study: &Arc<EdgeStudy>,
        pair: [(Layer, usize); 2],
        options: PanelOptions,
    ) {
        let gratings = gratings_of(model);
        let drawn = drawn_of(model, pair);
        let key = (
            Same(Arc::clone(study)),
            gratings.clone().map(Same),
            drawn.clone(),
            options,
        );
        let figure = self.curves.get(key, || {
            let (invariant, partners) = drawn;
            let row = tuning_row(invariant, partners, &study.responses, gratings.as_deref());
            let grid = gratings.as_ref().map(|study| &study.grid);
            tuning_curves(&study.responses.grid, grid, &[row], &options)
        });
        let Figure { scene, layout } = figure;
        let canvas = Canvas::show(ui, state, scene, "Tuning curves", Sense::click());
        let pointed = canvas.pointed().and_then(|at| layout.unit_at(at));
        let Some(unit) = pointed else { return };
        if canvas.response.clicked() {
            state.selection.select(unit.0, unit.1);
        }
        let card = |ui: &mut Ui| unit_card(ui, model, state, unit);
        canvas.response.on_hover_ui_at_pointer(card);
    }

    /// The edge pointed at.
    fn stimulus(&mut self, ui: &mut Ui, state: &mut State, grid: &EdgeGrid) {
        let Some(edge) = self.edge else { return };
        let (k_rad_per_px, side, map) = (
            grid.k_rad_per_px,
            grid.side,
            state.settings.preferences.filter_colors,
        );
        let key = (edge, k_rad_per_px, side, map);
        let draw = || edge_raster(&edge, k_rad_per_px, side, map);
        let raster = self.stimulus.get(key, draw);
        ui.vertical(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::hover());
            paint_raster(ui, &mut state.textures, raster, rect);
            let theta_deg = edge.theta_rad.to_degrees();
            let place = format!("b {:.1} px, θ {theta_deg:.0}°", edge.b_px);
            ui.weak(with_minus(&place));
        });
    }
}

/// An edge at full contrast.
fn edge_raster(edge: &EdgePlace, k_rad_per_px: f64, side: usize, map: ColorMap) -> Arc<Raster> {
    let stimulus = Stimulus::Edge {
        b_px: edge.b_px,
        theta_rad: edge.theta_rad,
        k_rad_per_px,
    };
    let frame = draw(&[stimulus], side, 1.0);
    map.raster("edge pointed at", [side, side], &frame, 1.0)
}

fn draw_maps(
    study: &EdgeStudy,
    pair: [(Layer, usize); 2],
    ramp: ResponseRamp,
    options: &PanelOptions,
) -> Figure<ResponseMapLayout> {
    let maps = pair.map(|unit| UnitResponses {
        title: unit_name(unit),
        responses: responses(study, unit),
    });
    let scale = ResponseScale::PerMap;
    response_maps(&study.responses.grid, &maps, ramp, scale, options)
}
