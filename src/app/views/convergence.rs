//! How fast the energies fall, against what is proven.

use std::sync::Arc;

use egui::{DragValue, ProgressBar, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::{View, waiting};
use crate::analysis::convergence::{Convergence, EnergyName, Stage};
use crate::app::export::exhibit::{Data, Exhibit};
use crate::app::state::State;
use crate::app::state::convergence::CodedInput;
use crate::app::theme;
use crate::app::widgets::{Cached, Same, paint_scene};
use crate::engine::{ConvergenceAnswer, Inputs, Run};
use crate::figure::{ConvergenceOptions, Scene, convergence, table};

/// Most patches that can be asked for.
const MAX_PATCHES: usize = 1_000;
/// Most iterations that can be asked for.
const MAX_ITERATIONS: usize = 20_000;
/// Least width of the chart, in points.
const NARROWEST: f32 = 460.0;
/// Least height of the chart, in points.
const LOWEST: f32 = 280.0;
/// The same with the legend beside it.
const LOWEST_WIDE: f32 = 170.0;
/// Largest height as a share of the width.
const TALLEST: f32 = 0.9;

/// The convergence bench.
#[derive(Default)]
pub(crate) struct ConvergenceView {
    made: Cached<(Same<Convergence>, ConvergenceOptions), Scene>,
}

impl View for ConvergenceView {
    fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        if state.model.is_none() {
            return waiting(ui, state);
        }
        controls(ui, state);
        let Some(model) = &state.model else {
            return;
        };
        let answer = state.convergence.answer(model).cloned();
        progress(ui, state, answer.as_deref());
        let Some(measured) = answer.and_then(|answer| answer.convergence.clone()) else {
            return;
        };
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let options = options(ui);
            let scene = self.made.get((Same(Arc::clone(&measured)), options), || {
                convergence(&measured, &options)
            });
            let size = vec2(scene.width, scene.height);
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            let name = format!("Convergence of {}", state.convergence.energy.name());
            response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
            paint_scene(ui.painter(), rect.min, scene, &mut state.textures);
        });
    }

    fn exhibit(&self, state: &State) -> Option<Exhibit> {
        let model = state.model.as_ref()?;
        let measured = state.convergence.answer(model)?.convergence.clone()?;
        Some(Exhibit {
            scene: self.made.last()?.clone(),
            data: Data::new(move || table::convergence(&measured)),
        })
    }
}

/// One chart in the space there is.
fn options(ui: &Ui) -> ConvergenceOptions {
    let space = ui.available_size() - vec2(0.0, 4.0);
    let width = space.x.max(NARROWEST);
    let lowest = if ConvergenceOptions::is_wide(width) {
        LOWEST_WIDE
    } else {
        LOWEST
    };
    ConvergenceOptions {
        width,
        height: space.y.min(TALLEST * width).max(lowest),
        columns: 1,
        palette: *theme::palette(ui),
    }
}

/// What is measured, and on what.
fn controls(ui: &mut Ui, state: &mut State) {
    let is_busy = state.convergence.is_busy();
    let chosen = &mut state.convergence;
    ui.horizontal_wrapped(|ui| {
        for energy in EnergyName::ALL {
            ui.selectable_value(&mut chosen.energy, energy, energy.name())
                .on_hover_text(energy.title());
        }
        ui.separator();
        for coded in CodedInput::ALL {
            ui.selectable_value(&mut chosen.coded, coded, coded.name());
        }
        if chosen.coded == CodedInput::Patches {
            let patches = DragValue::new(&mut chosen.patches).range(1..=MAX_PATCHES);
            ui.add(patches)
                .accessible_name("How many patches")
                .on_hover_text("New patches from the pictures: lines are medians and quartiles.");
        }
        let iterations = DragValue::new(&mut chosen.iterations)
            .range(10..=MAX_ITERATIONS)
            .speed(5.0)
            .suffix(" iterations");
        ui.add(iterations)
            .accessible_name("Iterations of every method");
        ui.separator();
        if is_busy {
            if ui.button("Stop").clicked() {
                chosen.stop();
            }
        } else if ui
            .button("Measure")
            .on_hover_text("Measure the model as it is now; while paused that goes by itself.")
            .clicked()
        {
            chosen.measure();
        }
    });
}

/// How far the measurement is, or what it was made on.
fn progress(ui: &mut Ui, state: &State, answer: Option<&ConvergenceAnswer>) {
    if state.convergence.is_busy() {
        let (share, text) = answer.map_or((0.0, "Begins…".to_owned()), |answer| {
            (share(answer), stage(answer))
        });
        let bar = ProgressBar::new(share)
            .text(text)
            .desired_height(16.0)
            .corner_radius(2.0);
        ui.add(bar);
        return;
    }
    let text = match answer {
        Some(answer) => made_on(answer),
        None if state.run() == Run::Paused => "Nothing is measured yet.".to_owned(),
        None => "Measure shows how fast the energies fall in the model as it is now.".to_owned(),
    };
    ui.weak(text);
}

/// How much is done, 0 to 1; the search for a minimum counts as one method more.
fn share(answer: &ConvergenceAnswer) -> f32 {
    let question = &answer.question;
    let methods = question.energy.methods();
    let iterations = question.iterations as f32;
    let within = match answer.stage {
        None => 0.0,
        Some(Stage::Descent(method, k)) => {
            let before = methods.iter().position(|&other| other == method);
            before.unwrap_or(0) as f32 + k as f32 / iterations
        }
        Some(Stage::Minimum(_)) => methods.len() as f32,
    };
    let within = within / (methods.len() + 1) as f32;
    (answer.done as f32 + within) / answer.total.max(1) as f32
}

fn stage(answer: &ConvergenceAnswer) -> String {
    let movie = format!("{} of {}", answer.done + 1, answer.total);
    match answer.stage {
        None => format!("{} of {} done", answer.done, answer.total),
        Some(Stage::Descent(method, k)) => format!("{movie}: {}, iteration {k}", method.name()),
        Some(Stage::Minimum(k)) => format!("{movie}: looks for the minimum, iteration {k}"),
    }
}

/// What an answer is about.
fn made_on(answer: &ConvergenceAnswer) -> String {
    let question = &answer.question;
    let config = &question.snapshot.config;
    let what = match &question.inputs {
        Inputs::Frame(_) => "the stimulus on the bench".to_owned(),
        Inputs::Movies(_) if answer.done == 1 => "a patch".to_owned(),
        Inputs::Movies(_) => format!("{} patches, medians and quartiles", answer.done),
    };
    format!(
        "Of {what}, at step {}, α = {}, β = {}; from all codes 0.",
        question.snapshot.status.step, config.model.alpha, config.model.beta
    )
}
