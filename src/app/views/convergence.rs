//! How fast the energies fall, against what is proven.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{
    Align2, FontId, Pos2, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo, pos2,
    vec2,
};

use super::content::{ViewContent, without_pictures};
use crate::analysis::convergence::{Convergence, EnergyName, Progress};
use crate::app::commands::Action;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::workers::convergence::CodedInput;
use crate::app::theme;
use crate::app::widgets::{
    Cached, PlottedChart, SeenChart, number, on_screen, paint_scene, progress_bar,
};
use crate::engine::{ConvergenceAnswer, Inputs, Run};
use crate::figure::{
    Document, EnergyChart, Figure, LegendLines, Palette, convergence_numbers, convergence_table,
    energy_charts, has_legend_beside, placed_energies, without_series,
};
use crate::words::{grouped, three_digits};

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

/// Space above the axes for the title, in points.
const TITLE: f32 = 22.0;
/// Between the axes and the legend, in points.
const GAP: f32 = 12.0;
/// Space right of the chart, for the half of its last label, in points.
const RIGHT: f32 = 14.0;

/// How fast the energies fall.
#[derive(Default)]
pub(crate) struct ConvergenceView {
    made: Cached<Key, Option<Made>>,
    seen: Option<Seen>,
}

type Key = (Same<Convergence>, BTreeSet<&'static str>, Palette);

/// The chart and the legend of one energy.
struct Made {
    plotted: PlottedChart,
    legend: Figure<LegendLines>,
}

/// What was seen last.
struct Seen {
    palette: Palette,
    area: Rect,
    chart: SeenChart,
    /// Where the legend began.
    legend: Pos2,
}

impl ViewContent for ConvergenceView {
    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        controls(ui, state);
        let answer = state.workers.convergence.answer(model).cloned();
        progress(ui, model, state, answer.as_deref());
        let Some(answer) = answer else { return };
        let Some(measured) = answer.convergence.clone() else {
            return;
        };
        if is_of_nothing(&measured) {
            ui.label(match (answer.question.energy, &answer.question.inputs) {
                (EnergyName::E2, _) => {
                    "No simple unit is active, so E2 is 0 from the start: lower α."
                }
                (_, Inputs::Frame(_)) => "Nothing is drawn: the energy is 0 from the start.",
                (_, Inputs::Movies(_)) => {
                    "Most patches are uniform: their energy is 0 from the start."
                }
            });
            return;
        }
        if is_best_at_start(&measured) {
            ui.weak(match &answer.question.inputs {
                Inputs::Frame(_) => "The best code is 0, where all solvers start: there are no lines. Lower α, or let the model learn.",
                Inputs::Movies(_) => {
                    "The best codes of most patches are 0, where all solvers start: medians have no lines. Lower α, or let the model learn."
                }
            });
        }
        ScrollArea::both()
            .auto_shrink(false)
            .show(ui, |ui| self.chart(ui, state, &measured));
    }

    fn document(&self, model: &ModelView, state: &State) -> Option<Document<'static>> {
        let answer = state.workers.convergence.answer(model)?;
        let measured = answer.convergence.clone();
        let measured = measured.filter(|measured| !is_of_nothing(measured))?;
        let words = made_on(answer);
        let Seen {
            palette,
            area,
            chart,
            legend,
        } = self.seen.as_ref()?;
        let plotted = &self.made.last()?.as_ref()?.plotted;
        let (chart, at) = chart.of(plotted.chart().clone(), area.min);
        let legend_at = <[f32; 2]>::from(*legend - area.min);
        let (palette, size) = (*palette, <[f32; 2]>::from(area.size()));
        let measured = Arc::new(without_series((*measured).clone(), &state.hidden_series));
        let drawn = Arc::clone(&measured);
        let numbers = convergence_numbers(&measured);
        let document = Document::new(move || {
            let shown = energy_charts(&drawn, &BTreeSet::new(), &palette).into_iter();
            let shown = shown.map(|EnergyChart { legend, .. }| EnergyChart {
                chart: chart.clone(),
                legend,
            });
            let shown: Vec<_> = shown.take(1).collect();
            let placed = shown.iter().map(|shown| (shown, at, legend_at));
            placed_energies(placed, size, &palette)
        });
        let document = document.with_table(move || convergence_table(&measured));
        Some(document.with_comments(numbers).made_with(words))
    }
}

impl ConvergenceView {
    /// The chart, its legend beside it or above it.
    fn chart(&mut self, ui: &mut Ui, state: &mut State, measured: &Arc<Convergence>) {
        let (palette, hidden) = (*theme::palette(ui), &state.hidden_series);
        let key = (Same(Arc::clone(measured)), hidden.clone(), palette);
        let mut is_new = self.seen.is_none();
        let made = self.made.get(key, || {
            is_new = true;
            let EnergyChart { chart, legend } = energy_charts(measured, hidden, &palette)
                .into_iter()
                .next()?;
            let plotted = PlottedChart::new(chart);
            Some(Made { plotted, legend })
        });
        let Some(Made { plotted, legend }) = made else {
            return;
        };
        let (area, _) = ui.allocate_exact_size(size(ui), Sense::hover());
        let below = Rect::from_min_max(area.min + vec2(0.0, TITLE), area.max);
        let (lines, is_beside) = (&legend.scene, has_legend_beside(area.width()));
        let (at, legend_at) = if is_beside {
            let left = below.right() - lines.width;
            (below.with_max_x(left - 2.0 * GAP), pos2(left, below.top()))
        } else {
            let top = below.top() + lines.height + GAP;
            let chart = below.with_min_y(top).with_max_x(below.right() - RIGHT);
            (chart, below.min + vec2(4.0 * GAP, 0.0))
        };
        let name = format!("Convergence of {}", state.workers.convergence.energy.name());
        let inside = UiBuilder::new().max_rect(at);
        let chart = ui
            .scope_builder(inside, |ui| plotted.show(ui, &name, None, None))
            .inner;
        let title_at = pos2(chart.left(), area.top() + TITLE / 2.0);
        let (font, align) = (
            FontId::proportional(theme::SMALL + 1.0),
            Align2::LEFT_CENTER,
        );
        let (title, color) = (&*plotted.chart().title, theme::color(palette.text));
        ui.painter().text(title_at, align, title, font, color);
        let origin = paint_scene(ui.painter(), legend_at, lines, &mut state.textures);
        for (name, line) in &legend.layout {
            let id = ui.scope_id().with(name);
            let line = ui.interact(on_screen(origin, line), id, Sense::click());
            line.widget_info(|| WidgetInfo::labeled(Role::Button, true, *name));
            if line.on_hover_text("Show or hide").clicked() {
                state.toggle_series(name);
            }
        }
        if is_new || self.seen.as_ref().is_some_and(|seen| seen.area != area) {
            // The widths of the axes are known in the next frame.
            ui.ctx().request_repaint();
        }
        self.seen = Some(Seen {
            palette,
            area,
            chart,
            legend: origin,
        });
    }
}

/// Whether there was nothing to code, or hardly anything: with all codes 0 the energy is that of the input, of E2 of z*.
fn is_of_nothing(measured: &Convergence) -> bool {
    let mut starts = measured.energies.iter().map(|energy| &energy.start);
    starts.all(|start| {
        start
            .as_ref()
            .is_some_and(|start| start.upper_quartile == 0.0)
    })
}

/// Whether the median energy is the lowest where all solvers start, so that it cannot be drawn.
fn is_best_at_start(measured: &Convergence) -> bool {
    let mut methods = measured.energies.iter().flat_map(|energy| &energy.methods);
    methods.all(|method| {
        method
            .excess
            .first()
            .is_some_and(|start| start.median == 0.0)
    })
}

/// Width and height of the chart with its legend in the space there is.
fn size(ui: &Ui) -> Vec2 {
    let space = ui.available_size() - vec2(0.0, 4.0);
    let width = space.x.max(NARROWEST);
    let lowest = if has_legend_beside(width) {
        LOWEST_WIDE
    } else {
        LOWEST
    };
    vec2(width, space.y.min(TALLEST * width).max(lowest))
}

/// What is measured, and on what.
fn controls(ui: &mut Ui, state: &mut State) {
    ui.horizontal_wrapped(|ui| {
        let chosen = &mut state.workers.convergence;
        for energy in EnergyName::ALL {
            let hint = match energy {
                EnergyName::ThreeLayers => {
                    "Three layers; the third is a random one where the model has none"
                }
                _ => energy.title(),
            };
            ui.selectable_value(&mut chosen.energy, energy, energy.name())
                .on_hover_text(hint);
        }
        ui.separator();
        for coded in CodedInput::ALL {
            ui.selectable_value(&mut chosen.coded, coded, coded.name());
        }
        if chosen.coded == CodedInput::Patches {
            number(ui, "Number of patches", &mut chosen.patches, |number| {
                number.range(1..=MAX_PATCHES)
            })
            .on_hover_text("Patches newly cut from the pictures. Lines are medians and quartiles.");
        }
        let name = "Iterations of each solver";
        number(ui, name, &mut chosen.iterations, |number| {
            let number = number.range(10..=MAX_ITERATIONS);
            number.speed(5.0).suffix(" iterations")
        });
        ui.separator();
        if chosen.is_busy() {
            if ui.button("Stop").clicked() {
                state.act(Action::StopConvergence);
            }
            return;
        }
        let hint = Action::MeasureConvergence.row().tooltip;
        if ui.button("Measure").on_hover_text(hint).clicked() {
            state.act(Action::MeasureConvergence);
        }
    });
}

/// How far the measurement is, and what the lines were measured on.
fn progress(ui: &mut Ui, model: &ModelView, state: &State, answer: Option<&ConvergenceAnswer>) {
    if state.workers.convergence.is_busy() {
        let under_way = state.workers.convergence.under_way();
        let (share, text) = under_way.map_or((0.0, "Starting…".to_owned()), |answer| {
            (share(answer), stage(answer))
        });
        ui.add(progress_bar(share, text));
        if let Some(answer) = answer {
            let made_on = made_on(answer);
            ui.weak(match state.workers.convergence.is_asked(answer) {
                true => made_on,
                false => format!("{made_on} A new measurement is under way."),
            });
        }
        return;
    }
    let text = match answer {
        Some(answer) => made_on(answer),
        None if lacks_pictures(model, state) && state.loading.is_some() => {
            "The pictures are being loaded.".to_owned()
        }
        None if lacks_pictures(model, state) => without_pictures(model, state).to_owned(),
        None if state
            .status()
            .is_some_and(|status| status.run == Run::Paused) =>
        {
            "Not measured yet.".to_owned()
        }
        None => "Press Measure to measure the model as it is now.".to_owned(),
    };
    ui.weak(text);
}

/// Whether patches are to be coded, and there are no pictures.
fn lacks_pictures(model: &ModelView, state: &State) -> bool {
    state.workers.convergence.coded == CodedInput::Patches && model.snapshot.pictures.is_none()
}

/// How much is done, 0 to 1; the search for a minimum counts as one method more.
fn share(answer: &ConvergenceAnswer) -> f32 {
    let question = &answer.question;
    let methods = question.energy.methods();
    let iterations = question.iterations as f32;
    let within = match answer.stage {
        None => 0.0,
        Some(Progress::Method(method, k)) => {
            let before = methods.iter().position(|&other| other == method);
            before.unwrap_or(0) as f32 + k as f32 / iterations
        }
        Some(Progress::Minimum(_)) => methods.len() as f32,
    };
    let within = within / (methods.len() + 1) as f32;
    (answer.done as f32 + within) / answer.total.max(1) as f32
}

fn stage(answer: &ConvergenceAnswer) -> String {
    let movie = format!("{} of {}", answer.done + 1, answer.total);
    match answer.stage {
        None => format!("{} of {} done", answer.done, answer.total),
        Some(Progress::Method(method, k)) => format!("{movie}: {}, iteration {k}", method.name()),
        Some(Progress::Minimum(k)) => format!("{movie}: searching for the minimum, iteration {k}"),
    }
}

/// What the lines of an answer were measured on.
fn made_on(answer: &ConvergenceAnswer) -> String {
    let question = &answer.question;
    let config = &question.snapshot.config;
    let measured = answer.convergence.as_ref();
    let what = match &question.inputs {
        Inputs::Frame(_) => "the stimulus".to_owned(),
        Inputs::Movies(_) => match measured.map_or(0, |measured| measured.samples) {
            1 => "a patch".to_owned(),
            samples => format!("{samples} patches, medians and quartiles"),
        },
    };
    format!(
        "{what}, step {}, α = {}, β = {}; all codes start at 0.",
        grouped(question.snapshot.status.step),
        three_digits(config.model.alpha),
        three_digits(config.model.beta)
    )
}
