//! Everything about the selected unit.

use std::sync::Arc;

use egui::{Align, Color32, Layout, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use ndarray::Axis;

use super::content::{ViewContent, measuring, waiting};
use crate::analysis::DrivenUnit;
use crate::analysis::tuning::{EdgeStudy, GratingStudy};
use crate::app::state::State;
use crate::app::theme;
use crate::app::widgets::{
    self, Cached, Same, choice, invariant_facts, paint_filter, paint_scene, simple_facts,
};
use crate::engine::Layer;
use crate::figure::{
    ColorMap, Document, EdgeMapLayout, EdgeMapOptions, EdgePlace, Figure, Raster,
    ResponseMapLayout, ResponsePanel, ResponseRamp, ResponseScale, TuningLayout, TuningOptions,
    UnitResponses, response_maps, responses_table, strongest_invariant, tuning_curves, tuning_row,
};
use crate::source::{Stimulus, draw};

/// Side of the filter and of the stimulus, in points.
const SIDE: f32 = 100.0;
/// Space for labels between the charts of tuning, in points.
const CHART_LABELS: f32 = 96.0;
/// Space for the colour bar of the maps, in points.
const BAR: f32 = 62.0;
/// Simple units whose tuning is drawn beside that of an invariant unit.
const PARTNERS: usize = 4;
/// Space between maps and tuning curves where they are exported, in points.
const GAP: f32 = 12.0;
/// Width of the column of facts, in points.
const FACTS: f32 = 240.0;

type Key = (
    Same<EdgeStudy>,
    [(Layer, usize); 2],
    ResponseRamp,
    EdgeMapOptions,
);

type CurveKey = (
    Same<EdgeStudy>,
    Option<Same<GratingStudy>>,
    (usize, Vec<usize>),
    TuningOptions,
);

/// The unit marked last, and its strongest partner of the other layer.
#[derive(Default)]
pub(crate) struct Unit {
    made: Cached<Key, Figure<ResponseMapLayout>>,
    curves: Cached<CurveKey, Figure<TuningLayout>>,
    /// Whether the tuning curves are of what is shown.
    shows_curves: bool,
    /// The edge pointed at last.
    edge: Option<EdgePlace>,
    stimulus: Cached<(EdgePlace, f64, usize, ColorMap), Arc<Raster>>,
}

impl ViewContent for Unit {
    fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        let Some(pair) = pair(state) else {
            return waiting(ui, state);
        };
        let (layer, unit) = pair[0];
        header(ui, state, layer, unit);
        let room = ui.available_width() - FACTS - 30.0;
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.set_width(FACTS);
                    ui.horizontal_top(|ui| {
                        filters(ui, state, pair[0]);
                        self.stimulus(ui, state);
                    });
                    match layer {
                        Layer::Simple => simple_facts(ui, state, unit),
                        Layer::Invariant => invariant_facts(ui, state, unit),
                    }
                });
                ui.add_space(10.0);
                ui.vertical(|ui| {
                    self.maps(ui, state, pair, room);
                    self.tuning(ui, state, pair, room);
                });
            });
        });
    }

    fn document(&self, state: &State) -> Option<Document<'static>> {
        let study = state.model.as_ref()?.known.as_ref()?.edges.clone()?;
        let (layer, unit) = pair(state)?[0];
        let maps = self.made.last()?.scene.clone();
        let scene = match self.curves.last().filter(|_| self.shows_curves) {
            Some(curves) => maps.above(curves.scene.clone(), GAP),
            None => maps,
        };
        let array = Arc::clone(&study);
        let document = Document::new(move || scene)
            .with_table(move || table_of(&study, layer, unit))
            .with_array(move || responses(&array, layer, unit).to_owned().into_dyn());
        Some(document)
    }
}

/// The answers of a unit to edges.
fn table_of(study: &EdgeStudy, layer: Layer, unit: usize) -> String {
    let (beta, responses) = match layer {
        Layer::Simple => (None, &study.responses.simple),
        Layer::Invariant => (Some(study.own_beta), &study.responses.invariant[0]),
    };
    let panel = ResponsePanel {
        beta,
        responses: responses.view(),
        units: &[unit],
        highlight: None,
    };
    responses_table(&study.responses.grid, &[panel])
}

/// The unit shown, and the unit of the other layer that it is connected to most.
fn pair(state: &State) -> Option<[(Layer, usize); 2]> {
    let model = state.model.as_ref()?;
    let pooling = model.snapshot.pooling().view();
    let (simple, invariant) = pooling.dim();
    let layer = state.selection.layer;
    let marked = state.selection.of(layer).filter(|&unit| match layer {
        Layer::Simple => unit < simple,
        Layer::Invariant => unit < invariant,
    });
    let unit = marked.or_else(|| typical(state, layer))?;
    let partner = match layer {
        Layer::Simple => {
            let pooled_by = strongest_invariant(pooling, unit, 1);
            (Layer::Invariant, pooled_by.first().map_or(0, |w| w.unit))
        }
        Layer::Invariant => {
            let strongest = model.strongest.get(unit)?.first();
            (Layer::Simple, strongest.map_or(0, |w| w.unit))
        }
    };
    Some([(layer, unit), partner])
}

/// A unit to show before one is marked: the one that answers an edge most.
fn typical(state: &State, layer: Layer) -> Option<usize> {
    let units = state.unit_list.units(layer);
    let known = state.model.as_ref()?.look_up();
    let edges = known.and_then(|known| known.edges.as_ref());
    let peak = |unit: usize| {
        let tuning = match layer {
            Layer::Simple => edges?.simple.get(unit)?,
            Layer::Invariant => edges?.invariant.get(unit)?,
        };
        tuning.as_ref().map(|tuning| tuning.peak)
    };
    // Of equals the first.
    units.iter().copied().rev().max_by(|&a, &b| {
        let [a, b] = [a, b].map(|unit| peak(unit).unwrap_or(0.0));
        a.total_cmp(&b)
    })
}

fn header(ui: &mut Ui, state: &mut State, layer: Layer, unit: usize) {
    ui.horizontal(|ui| {
        ui.heading(match layer {
            Layer::Simple => format!("Simple unit {unit}"),
            Layer::Invariant => format!("Invariant unit {unit}"),
        });
        if state.selection.of(layer) != Some(unit) {
            ui.weak("click a unit in any view to show it here");
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let ramp = &mut state.settings.response_map;
            choice(
                ui,
                "Colours of responses",
                ramp,
                &ResponseRamp::ALL,
                |ramp| ramp.name().to_owned(),
            );
        });
    });
}

/// The filter of a simple unit, or the strongest filters of an invariant one.
fn filters(ui: &mut Ui, state: &mut State, (layer, unit): (Layer, usize)) {
    if layer == Layer::Simple {
        paint_filter(ui, state, unit, SIDE);
        return;
    }
    let strongest = state.model.as_ref().and_then(|d| d.strongest.get(unit));
    let filters: Vec<usize> = strongest.into_iter().flatten().map(|w| w.unit).collect();
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        for row in filters.chunks(3) {
            ui.horizontal(|ui| {
                for &filter in row {
                    let tile = paint_filter(ui, state, filter, SIDE / 3.0);
                    let tile = tile.interact(Sense::click());
                    if tile.clicked() {
                        state.selection.toggle(Layer::Simple, filter);
                    }
                    tile.on_hover_ui_at_pointer(|ui| {
                        widgets::pooled_filter_card(ui, state, unit, filter);
                    });
                }
            });
        }
    });
}

impl Unit {
    /// The maps of both units over edges.
    fn maps(&mut self, ui: &mut Ui, state: &mut State, pair: [(Layer, usize); 2], room: f32) {
        let known = state.model.as_ref().and_then(|d| d.known.as_ref());
        let Some(study) = known.and_then(|known| known.edges.clone()) else {
            return measuring(ui, state, "Measuring responses to edges");
        };
        let ramp = state.settings.response_map;
        let options = map_options(ui, room);
        let key = (Same(Arc::clone(&study)), pair, ramp, options);
        let figure = self
            .made
            .get(key, || draw_maps(&study, pair, ramp, &options));
        let Figure { scene, layout } = figure;
        let size = vec2(scene.width, scene.height);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let name = state.selection.named("Responses of the unit".to_owned());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
        let origin = paint_scene(ui.painter(), rect.min, scene, &mut state.textures);
        let at = response.hover_pos().map(|pos| pos - origin);
        let pointed = at.and_then(|at| layout.response_at([at.x, at.y]));
        let Some((edge, value)) = pointed else { return };
        self.edge = Some(edge);
        if response.clicked() {
            let (layer, unit) = pair[edge.panel.min(1)];
            state.selection.mark(layer, unit);
        }
        response.on_hover_ui_at_pointer(|ui| {
            let theta_deg = edge.theta_rad.to_degrees();
            ui.label(format!("b = {:.1} px, θ = {theta_deg:.0}°", edge.b_px));
            ui.label(format!("response {value:.2}"));
        });
    }

    /// The tuning curves of an invariant unit beside those of simple units that it pools.
    fn tuning(&mut self, ui: &mut Ui, state: &mut State, pair: [(Layer, usize); 2], room: f32) {
        self.shows_curves = false;
        let Some(model) = &state.model else {
            return;
        };
        let Some(known) = &model.known else { return };
        let (Some(edges), gratings) = (known.edges.clone(), known.gratings.clone()) else {
            return;
        };
        let of = |wanted: Layer| pair.iter().find(|(layer, _)| *layer == wanted);
        let (Some(&(_, simple)), Some(&(_, invariant))) = (of(Layer::Simple), of(Layer::Invariant))
        else {
            return;
        };
        let partners: Vec<usize> = match pair[0].0 {
            Layer::Simple => vec![simple],
            Layer::Invariant => {
                let strongest = model.strongest.get(invariant).into_iter().flatten();
                strongest.take(PARTNERS).map(|w| w.unit).collect()
            }
        };
        let options = TuningOptions {
            columns: 1,
            width: ((room - CHART_LABELS) / 3.0).clamp(60.0, 170.0),
            height: 92.0,
            palette: *theme::palette(ui),
        };
        let key = (
            Same(Arc::clone(&edges)),
            gratings.clone().map(Same),
            (invariant, partners.clone()),
            options,
        );
        self.shows_curves = true;
        let figure = self.curves.get(key, || {
            let units = partners.iter().copied();
            let row = tuning_row(invariant, units, &edges.responses, gratings.as_deref());
            let grid = gratings.as_ref().map(|study| &study.grid);
            tuning_curves(&edges.responses.grid, grid, &[row], &options)
        });
        let Figure { scene, layout } = figure;
        let size = vec2(scene.width, scene.height);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let name = state.selection.named("Tuning curves".to_owned());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
        let origin = paint_scene(ui.painter(), rect.min, scene, &mut state.textures);
        let at = response.hover_pos().map(|pos| pos - origin);
        let Some(unit) = at.and_then(|at| layout.unit_at([at.x, at.y])) else {
            return;
        };
        let (layer, unit) = match unit {
            DrivenUnit::Simple(unit) => (Layer::Simple, unit),
            DrivenUnit::Invariant(unit) => (Layer::Invariant, unit),
        };
        if response.clicked() {
            state.selection.mark(layer, unit);
        }
        response.on_hover_ui_at_pointer(|ui| match layer {
            Layer::Simple => widgets::filter_card(ui, state, unit),
            Layer::Invariant => widgets::unit_card(ui, state, unit),
        });
    }

    /// The edge pointed at.
    fn stimulus(&mut self, ui: &mut Ui, state: &mut State) {
        let Some(model) = &state.model else {
            return;
        };
        let edges = model.known.as_ref().and_then(|known| known.edges.as_ref());
        let Some(study) = edges else { return };
        let grid = &study.responses.grid;
        let Some(edge) = self.edge else {
            ui.weak("point at a map\nto show the edge");
            return;
        };
        let (k_rad_per_px, side, map) = (grid.k_rad_per_px, grid.side, state.settings.color_map);
        let key = (edge, k_rad_per_px, side, map);
        let raster = self
            .stimulus
            .get(key, || edge_raster(&edge, k_rad_per_px, side, map));
        ui.vertical(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::hover());
            let texture = state.textures.of(ui.ctx(), raster);
            let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().image(texture, rect, all, Color32::WHITE);
            let theta_deg = edge.theta_rad.to_degrees();
            ui.weak(format!("b {:.1} px, θ {theta_deg:.0}°", edge.b_px));
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

/// Two maps as wide as there is room, and square.
fn map_options(ui: &Ui, room: f32) -> EdgeMapOptions {
    let width = EdgeMapLayout::width_of(room - BAR, 2).clamp(64.0, 240.0);
    EdgeMapOptions {
        columns: 2,
        width,
        height: width,
        palette: *theme::palette(ui),
    }
}

/// The responses of a unit, `[n_theta, n_b]`.
fn responses(study: &EdgeStudy, layer: Layer, unit: usize) -> ndarray::ArrayView2<'_, f32> {
    let responses = &study.responses;
    match layer {
        Layer::Simple => responses.simple.index_axis(Axis(2), unit),
        Layer::Invariant => responses.invariant[0].index_axis(Axis(2), unit),
    }
}

fn draw_maps(
    study: &EdgeStudy,
    pair: [(Layer, usize); 2],
    ramp: ResponseRamp,
    options: &EdgeMapOptions,
) -> Figure<ResponseMapLayout> {
    let maps = pair.map(|(layer, unit)| UnitResponses {
        title: match layer {
            Layer::Simple => format!("|z| {unit}"),
            Layer::Invariant => format!("u {unit}"),
        },
        responses: responses(study, layer, unit),
    });
    response_maps(
        &study.responses.grid,
        &maps,
        ramp,
        ResponseScale::PerMap,
        options,
    )
}
