//! Which edges the units answer, at several sparsities: the paper's Figure 3.

use std::sync::Arc;

use egui::{ScrollArea, Sense, Ui, vec2};
use ndarray::{Array, ArrayD, Axis};

use super::content::{ViewContent, measuring, moment, shows_run_alone, tell_moment};
use crate::analysis::tuning::EdgeStudy;
use crate::analysis::unit_name;
use crate::app::commands::Action;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::units::selection::Selection;
use crate::app::theme;
use crate::app::widgets::{self, Cached, Canvas, number};
use crate::engine::Layer;
use crate::figure::{
    CELLS, Cell, Document, EdgeMapLayout, Figure, PanelOptions, ResponsePanel,
    ResponsePanelsLayout, edges_shown, figure3_cells, figure3_panels, response_panels,
    responses_table,
};
use crate::model::SPARSITIES;
use crate::words::with_minus;

/// Seed of the cells shown.
const SEED: u64 = 0;
/// Narrowest panel, in points; in less room panels go below each other.
const NARROWEST: f32 = 135.0;
/// The same where more would put panels out of sight, and the lowest panel.
const NARROWEST_IN_SIGHT: f32 = 90.0;
const LOWEST: f32 = 78.0;
/// Space for labels above and below a panel, in points.
const LABELS: f32 = 70.0;

type Key = (Same<EdgeStudy>, [Option<usize>; 2], PanelOptions);

/// The response regions.
#[derive(Default)]
pub(crate) struct Responses {
    made: Cached<Key, Figure<ResponsePanelsLayout>>,
}

impl ViewContent for Responses {
    fn header(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        header(ui, model, state);
    }

    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        model.look_up();
        let Some(study) = model.edges() else {
            return measuring(ui, state, "Measuring responses to edges");
        };
        if !shows_run_alone(state, "responses") {
            tell_moment(ui, model, study.step);
        }
        let options = panel_options(ui, 1 + study.betas.len());
        let Selection {
            simple, invariant, ..
        } = state.selection;
        let key = (Same(Arc::clone(study)), [simple, invariant], options);
        let draw = || draw(study, state.selection, &options);
        let figure = self.made.get(key, draw);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            show(ui, figure, model, state);
        });
    }

    fn document(&self, model: &ModelView, _: &State) -> Option<Document<'static>> {
        let study = Arc::clone(model.edges()?);
        let (scene, array) = (self.made.last()?.scene.clone(), Arc::clone(&study));
        let (_, selected, _) = *self.made.last_key()?;
        let document = Document::new(move || scene)
            .with_table(move || {
                let [mut simple, mut invariant] = cells(&study);
                // What stands out in the drawing is in it, too.
                for (cells, unit) in [&mut simple, &mut invariant].into_iter().zip(selected) {
                    let is_there = |unit: usize| cells.iter().any(|cell| cell.unit == unit);
                    let unit = unit.filter(|&unit| !is_there(unit));
                    cells.extend(unit.map(|unit| Cell { unit, color: 0 }));
                }
                responses_table(&study.responses.grid, &panels(&study, &simple, &invariant))
            })
            .with_array(move || shown(&array));
        let outlined = [Layer::Simple, Layer::Invariant].into_iter().zip(selected);
        let outlined = outlined.filter_map(|(layer, unit)| Some(unit_name((layer, unit?))));
        let outlined: Vec<_> = outlined.collect();
        let mut words = edges_shown(model.edges()?);
        if !outlined.is_empty() {
            words += &format!("; outlined: {}", outlined.join(", "));
        }
        Some(document.made_with(words))
    }

    fn compares(&self) -> bool {
        true
    }
}

fn header(ui: &mut Ui, model: &ModelView, state: &mut State) {
    let study = model.edges();
    let study = study.filter(|_| shows_run_alone(state, "responses"));
    if state.has_few_controls {
        if let Some(study) = study {
            moment(ui, model, study.step);
        }
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let settings = &mut state.settings;
        ui.label("k");
        let k = number(ui, "k of the edges", &mut settings.k_rad_per_px, |number| {
            let fine = number.range(0.2..=3.0).speed(0.01).max_decimals(2);
            fine.suffix(" rad/px")
        });
        k.on_hover_text("Sharpness of the edges.");
        ui.add_space(8.0);
        ui.label("β");
        let mut is_edited = false;
        for (index, beta) in settings.betas.iter_mut().enumerate() {
            let name = format!("Beta {}", index + 1);
            let number = number(ui, &name, beta, |number| {
                number.range(SPARSITIES).speed(0.005)
            })
            .on_hover_text("Sparsity of u in this panel, with the same W.");
            // A beta that is being dragged is taken over when it is let go.
            is_edited |= number.drag_stopped() || number.lost_focus();
        }
        own_pools(ui, state, is_edited);
        let (k, betas) = (state.settings.k_rad_per_px, state.settings.betas);
        if model.edges().is_some_and(|study| !study.is_at(k, &betas)) {
            ui.strong("Measuring at these values…");
        } else {
            ui.weak(format!(
                "The plots show up to {CELLS} random units, each in its colour."
            ));
        }
        if let Some(study) = study {
            moment(ui, model, study.step);
        }
    });
    ui.add_space(2.0);
}

/// Whether an invariant layer learns at each of the betas, beside the main one. Layers that learned at
/// others stay until the user asks for these.
fn own_pools(ui: &mut Ui, state: &mut State, is_edited: bool) {
    let extra = &state.live.learning.extra_betas;
    let mut learns = !extra.is_empty();
    let is_outdated = learns && is_edited && state.other_betas() != *extra;
    let row = Action::TrainBetas.row();
    let check = ui.checkbox(&mut learns, row.text);
    if check
        .on_hover_text(format!("{} Learning becomes slower.", row.tooltip))
        .changed()
    {
        state.act(Action::TrainBetas);
    } else if is_outdated {
        state.train_betas(true);
    }
}

/// As many panels side by side as there is room for, as high as the space; narrower ones where some would be out of sight.
fn panel_options(ui: &Ui, panels: usize) -> PanelOptions {
    let space = ui.available_size() - vec2(ui.spacing().scroll.allocated_width(), 4.0);
    let usual = EdgeMapLayout::columns_within(space.x, NARROWEST).min(panels);
    let rows = |columns: usize| panels.div_ceil(columns) as f32;
    let is_seen = |&columns: &usize| {
        let width = EdgeMapLayout::width_of(space.x, columns);
        width >= NARROWEST_IN_SIGHT && rows(columns) * (LOWEST + LABELS) <= space.y
    };
    let columns = (usual..=panels).find(is_seen).unwrap_or(usual);
    let rows = rows(columns);
    let width = EdgeMapLayout::width_of(space.x, columns);
    PanelOptions {
        columns,
        width,
        height: (space.y / rows - LABELS).clamp(LOWEST, 1.3 * width.max(LOWEST)),
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
fn cells(study: &EdgeStudy) -> [Vec<Cell>; 2] {
    let responses = &study.responses;
    let shown = responses.invariant[1..].iter().map(|u| u.view());
    let shown: Vec<_> = shown.collect();
    figure3_cells(responses.simple.view(), &shown, CELLS, SEED)
}

fn panels<'a>(
    study: &'a EdgeStudy,
    simple: &'a [Cell],
    invariant: &'a [Cell],
) -> Vec<ResponsePanel<'a>> {
    let responses = &study.responses;
    let layers = study.betas.iter().zip(&responses.invariant[1..]);
    let layers = layers.map(|(beta, u)| (*beta, u.view()));
    figure3_panels(responses.simple.view(), simple, layers, invariant)
}

fn draw(
    study: &EdgeStudy,
    selection: Selection,
    options: &PanelOptions,
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

fn show(
    ui: &mut Ui,
    Figure { scene, layout }: &Figure<ResponsePanelsLayout>,
    model: &ModelView,
    state: &mut State,
) {
    let panels = model.edges().map_or(0, |study| 1 + study.betas.len());
    let name = format!("Edge responses: {panels} panels");
    let canvas = Canvas::show(ui, state, scene, &name, Sense::click());
    let pointed = canvas.pointed().and_then(|at| layout.response_at(at));
    let Some(pointed) = pointed else { return };
    let layer = match pointed.edge.panel {
        0 => Layer::Simple,
        _ => Layer::Invariant,
    };
    if let Some((unit, _)) = pointed.strongest.filter(|_| canvas.response.clicked()) {
        state.selection.toggle(layer, unit);
    }
    canvas.response.on_hover_ui_at_pointer(|ui| {
        let (b_px, theta_deg) = (pointed.edge.b_px, pointed.edge.theta_rad.to_degrees());
        let place = format!("edge at b = {b_px:.1} px, θ = {theta_deg:.0}°");
        ui.weak(with_minus(&place));
        if let Some((unit, value)) = pointed.strongest {
            ui.weak(format!("{} = {value:.2}", layer.response()));
            widgets::unit_card(ui, model, state, (layer, unit));
        }
    });
}
