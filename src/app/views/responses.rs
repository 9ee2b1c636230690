//! Which edges the units answer, at several sparsities: the paper's Figure 3.

use std::sync::Arc;

use egui::{Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use ndarray::{Array, ArrayD, Axis};

use super::content::{ViewContent, measuring, waiting};
use crate::analysis::tuning::EdgeStudy;
use crate::app::state::State;
use crate::app::state::selection::Selection;
use crate::app::theme;
use crate::app::widgets::{self, Cached, Same, number, paint_scene};
use crate::engine::{Command, Layer};
use crate::figure::{
    CELLS, Document, EdgeMapLayout, EdgeMapOptions, Figure, ResponsePanel, ResponsePanelsLayout,
    figure3_panels, random_cells, response_panels, responses_table,
};

/// Seed of the cells shown.
const SEED: u64 = 0;
/// Narrowest panel, in points; in less room panels go below each other.
const NARROWEST: f32 = 150.0;
/// Space for labels above and below a panel, in points.
const LABELS: f32 = 70.0;

type Key = (Same<EdgeStudy>, [Option<usize>; 2], EdgeMapOptions);

/// The response regions.
#[derive(Default)]
pub(crate) struct Responses {
    made: Cached<Key, Figure<ResponsePanelsLayout>>,
}

impl ViewContent for Responses {
    fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        header(ui, state);
        let Some(model) = &state.model else {
            return waiting(ui, state);
        };
        let study = model.look_up().and_then(|known| known.edges.clone());
        let Some(study) = study else {
            return measuring(ui, state, "Measuring responses to edges");
        };
        let options = panel_options(ui, 1 + study.betas.len());
        let Selection {
            simple, invariant, ..
        } = state.selection;
        let key = (Same(Arc::clone(&study)), [simple, invariant], options);
        let figure = self
            .made
            .get(key, || draw(&study, state.selection, &options));
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            show(ui, figure, &study, state);
        });
    }

    fn document(&self, state: &State) -> Option<Document<'static>> {
        let study = state.model.as_ref()?.known.as_ref()?.edges.clone()?;
        let (scene, array) = (self.made.last()?.scene.clone(), Arc::clone(&study));
        let document = Document::new(move || scene)
            .with_table(move || {
                let [simple, invariant] = cells(&study);
                responses_table(&study.responses.grid, &panels(&study, &simple, &invariant))
            })
            .with_array(move || shown(&array));
        Some(document)
    }
}

fn header(ui: &mut Ui, state: &mut State) {
    if state.settings.few_controls {
        return;
    }
    let known = state.model.as_ref().and_then(|d| d.known.as_ref());
    let study = known.and_then(|known| known.edges.clone());
    ui.horizontal_wrapped(|ui| {
        let settings = &mut state.settings;
        ui.label("k");
        let k = number(ui, &mut settings.k_rad_per_px, |number| {
            let fine = number.range(0.2..=3.0).speed(0.01).max_decimals(2);
            fine.suffix(" rad/px")
        });
        k.accessible_name("k of the edges")
            .on_hover_text("Sharpness of the edges.");
        ui.add_space(8.0);
        ui.label("β");
        let mut is_edited = false;
        for (index, beta) in settings.betas.iter_mut().enumerate() {
            let number = number(ui, beta, |number| number.range(0.01..=10.0).speed(0.005))
                .accessible_name(format!("Beta {}", index + 1))
                .on_hover_text("Sparsity of u in this panel, with the same W.");
            // A beta that is being dragged is taken over when it is let go.
            is_edited |= number.drag_stopped() || number.lost_focus();
        }
        own_pools(ui, state, is_edited);
        let (k, betas) = (state.settings.k_rad_per_px, state.settings.betas);
        if study.is_some_and(|study| !study.is_at(k, &betas)) {
            ui.strong("Measuring at these values…");
        } else {
            ui.weak(format!(
                "{CELLS} random units, one colour each; brightness is the response"
            ));
        }
    });
    ui.add_space(2.0);
}

/// Whether an invariant layer learns at each of the betas, beside the main one. Layers that learned at
/// others stay until the user asks for these.
fn own_pools(ui: &mut Ui, state: &mut State, is_edited: bool) {
    let mut others: Vec<f32> = Vec::new();
    for beta in state.settings.betas {
        if beta != state.live.model.beta && !others.contains(&beta) {
            others.push(beta);
        }
    }
    let extra = &state.live.learning.extra_betas;
    let mut learns = !extra.is_empty();
    let check = ui
        .checkbox(&mut learns, "Train a separate A for each β")
        .on_hover_text(
            "Train a separate A at each β, on the same simple codes. Learning becomes slower.",
        );
    let wanted = if learns { others } else { Vec::new() };
    if check.changed() || (learns && is_edited && wanted != *extra) {
        state.live.learning.extra_betas.clone_from(&wanted);
        state.send(Command::ExtraBetas(wanted));
    }
}

/// As many panels side by side as there is room for, as high as the space.
fn panel_options(ui: &Ui, panels: usize) -> EdgeMapOptions {
    let space = ui.available_size() - vec2(ui.spacing().scroll.allocated_width(), 4.0);
    let columns = EdgeMapLayout::columns_within(space.x, NARROWEST).min(panels);
    let rows = panels.div_ceil(columns) as f32;
    let width = EdgeMapLayout::width_of(space.x, columns);
    EdgeMapOptions {
        columns,
        width,
        height: (space.y / rows - LABELS).clamp(120.0, 1.3 * width.max(120.0)),
        palette: *theme::palette(ui),
    }
}

/// u at the betas shown, `[betas, n_theta, n_b, M]`.
fn shown(study: &EdgeStudy) -> ArrayD<f32> {
    let layers = &study.responses.invariant;
    let views: Vec<_> = layers[1..].iter().map(|u| u.view()).collect();
    let stacked = ndarray::stack(Axis(0), &views);
    stacked.map_or_else(|_| layers[0].clone().into_dyn(), Array::into_dyn)
}

/// The cells drawn of each layer.
fn cells(study: &EdgeStudy) -> [Vec<usize>; 2] {
    let responses = &study.responses;
    let simple = random_cells(&[responses.simple.view()], CELLS, SEED);
    let views: Vec<_> = responses.invariant.iter().map(|u| u.view()).collect();
    [simple, random_cells(&views, CELLS, SEED)]
}

fn panels<'a>(
    study: &'a EdgeStudy,
    simple: &'a [usize],
    invariant: &'a [usize],
) -> Vec<ResponsePanel<'a>> {
    let responses = &study.responses;
    let layers = study.betas.iter().zip(&responses.invariant[1..]);
    let layers = layers.map(|(beta, u)| (*beta, u.view()));
    figure3_panels(responses.simple.view(), simple, layers, invariant)
}

fn draw(
    study: &EdgeStudy,
    selection: Selection,
    options: &EdgeMapOptions,
) -> Figure<ResponsePanelsLayout> {
    let [simple, invariant] = cells(study);
    let responses = &study.responses;
    let mut panels = panels(study, &simple, &invariant);
    for panel in &mut panels {
        panel.highlight = match panel.beta {
            None => selection.simple,
            Some(_) => selection.invariant,
        };
    }
    response_panels(&responses.grid, &panels, options)
}

fn show(ui: &mut Ui, figure: &Figure<ResponsePanelsLayout>, study: &EdgeStudy, state: &mut State) {
    let Figure { scene, layout } = figure;
    let size = vec2(scene.width, scene.height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = format!("Edge responses: {} panels", 1 + study.betas.len());
    let name = state.selection.named(name);
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
    let origin = paint_scene(ui.painter(), rect.min, scene, &mut state.textures);
    let at = response.hover_pos().map(|pos| pos - origin);
    let Some(pointed) = at.and_then(|at| layout.response_at([at.x, at.y])) else {
        return;
    };
    let layer = if pointed.edge.panel == 0 {
        Layer::Simple
    } else {
        Layer::Invariant
    };
    if let Some((unit, _)) = pointed.strongest.filter(|_| response.clicked()) {
        state.selection.toggle(layer, unit);
    }
    response.on_hover_ui_at_pointer(|ui| {
        let theta_deg = pointed.edge.theta_rad.to_degrees();
        ui.weak(format!(
            "edge at b = {:.1} px, θ = {theta_deg:.0}°",
            pointed.edge.b_px
        ));
        let Some((unit, value)) = pointed.strongest else {
            return;
        };
        let symbol = if layer == Layer::Simple { "|z|" } else { "u" };
        ui.weak(format!("{symbol} = {value:.2}"));
        match layer {
            Layer::Simple => widgets::filter_card(ui, state, unit),
            Layer::Invariant => widgets::unit_card(ui, state, unit),
        }
    });
}
