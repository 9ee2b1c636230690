//! A stimulus that is dragged, picked or drawn, and the cells that answer it.

mod controls;
mod pointer;
mod traced;

use std::sync::Arc;

use egui::{ScrollArea, Sense, Ui, Vec2, vec2};

use super::content::{ViewContent, without_pictures};
use super::patch_picker::Picker;
use crate::analysis::Unit;
use crate::analysis::tuning::StillCodes;
use crate::app::commands::stimulus_kind::StimulusKind;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::workers::edge_sweep::{AnsweredBy, KeptRows};
use crate::app::state::workers::stimulus_number::edge_reach;
use crate::app::theme;
use crate::app::widgets::{Cached, Canvas, PlottedChart, point_at_rows};
use crate::engine::{Layer, StimulusAnswer};
use crate::figure::{
    AnswerLayout, AnswerOptions, Answers, Document, Figure, Palette, Raster, SweepChart, answers,
    answers_table, sweep_chart, sweep_table,
};
use crate::words::with_minus;
use controls::{controls, move_by_itself};
use pointer::drag;
use traced::{responses_over_places, traced_unit};

/// Largest height of the picture to pick from, in points.
const PICTURE: f32 = 190.0;
/// Height of the traces of a sweep, in points.
const TRACES: f32 = 170.0;
/// Height of the title above them, in points.
const TRACES_TITLE: f32 = 46.0;
/// Least height of the answers where the traces are below them without scrolling, in points.
const LEAST_ANSWERS: f32 = 240.0;
/// Simple units whose traces are shown.
const PARTNERS: usize = 4;
/// Space between the answers and the traces in a file, in points.
const GAP: f32 = 14.0;

type Key = (
    Vec<f32>,
    Option<Same<StimulusAnswer>>,
    Same<Raster>,
    AnswerOptions,
    Option<KeptRows>,
);

/// What the chart of a sweep was made from: the newest answer, how many there were, of which unit, and the colours.
type TraceKey = (
    Option<Same<StimulusAnswer>>,
    (usize, AnsweredBy),
    usize,
    Palette,
);

/// What the units answered over the places of an edge that moved.
struct Traces {
    swept: SweepChart,
    plotted: PlottedChart,
}

/// The stimulus, and what the units answer to it.
#[derive(Default)]
pub(crate) struct StimulusView {
    made: Cached<Key, Figure<AnswerLayout>>,
    traces: Cached<TraceKey, Traces>,
    picker: Picker,
}

impl ViewContent for StimulusView {
    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        // The bar floats over what is below it, and would hide the last digit of the numbers.
        let room = ui.available_width() - ui.spacing().scroll.bar_width;
        let (top, height) = (ui.cursor().top(), ui.available_height());
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(room);
            let scrolled_top = ui.cursor().top().min(top);
            // A step of a lesson that speaks of what answers has that in sight where there is room for little.
            let is_about_answers =
                state.step_about("bench").is_some() && state.workers.stimulus.is_sweeping;
            let is_low = state.tour.as_ref().is_some_and(|tour| tour.is_below);
            if !is_about_answers || !is_low {
                controls(ui, state);
            }
            if state.workers.stimulus.kind == StimulusKind::Patch {
                let (place, textures) = (&mut state.workers.stimulus.place, &mut state.textures);
                let (name, snapshot) = ("bench-picture", &model.snapshot);
                self.picker.ui(ui, name, snapshot, textures, place, PICTURE);
            }
            ui.add_space(4.0);
            let used = ui.cursor().top() - scrolled_top;
            let traced = traced_unit(state);
            let below = height - used;
            let beside_traces = below - TRACES - TRACES_TITLE;
            // Whether or not there are traces yet: the stimulus stays where it is.
            let is_edge = state.workers.stimulus.kind == StimulusKind::Edge;
            let is_room = is_edge && beside_traces >= LEAST_ANSWERS;
            let answers = if is_room { beside_traces } else { below };
            // While there are no traces, the lists of units may reach down to where they will be.
            let higher = if traced.is_none() {
                below - answers
            } else {
                0.0
            };
            self.answers(ui, model, state, vec2(room, answers), higher);
            if let Some(unit) = traced {
                self.traces(ui, model, state, unit, room);
            }
        });
        move_by_itself(ui, model, &mut state.workers.stimulus);
    }

    fn document(&self, model: &ModelView, state: &State) -> Option<Document<'static>> {
        let answer = state.workers.stimulus.answer(model)?.clone();
        let (scene, frame) = (self.made.last()?.scene.clone(), answer.frame.clone());
        let words = state.workers.stimulus.answered()?.to_owned();
        let swept = traced_unit(state).and_then(|_| self.traces.last());
        let swept =
            swept.map(|traces| (traces.swept.clone(), state.workers.stimulus.sweep.clone()));
        let (chart, sweep) = swept.unzip();
        let comment = match sweep {
            Some(_) => {
                format!("# stimulus drawn: {words}; listed: each position b that the edge was at\n")
            }
            None => format!("# stimulus: {words}\n"),
        };
        let document = Document::new(move || {
            let width = scene.width;
            let answers = scene.titled(words);
            match chart {
                Some(chart) => answers.above(chart.scene(width), GAP),
                None => answers,
            }
        });
        let document = document.with_table(move || match sweep {
            Some(sweep) => sweep_table(sweep.answers().map(|(b_px, answer)| {
                let codes = &answer.codes;
                (b_px, [&*codes.simple, &*codes.invariant])
            })),
            None => answers_table(&answer.codes.simple, &answer.codes.invariant),
        });
        let document = document.with_comments(comment);
        Some(document.with_array(move || ndarray::Array1::from(frame).into_dyn()))
    }
}

impl StimulusView {
    /// The stimulus and what answers it, in this room; the lists of units may be higher by `higher` points.
    fn answers(
        &mut self,
        ui: &mut Ui,
        model: &ModelView,
        state: &mut State,
        room: Vec2,
        higher: f32,
    ) {
        let Some(frame) = state.workers.stimulus.frame(model) else {
            ui.weak(without_pictures(model, state));
            return;
        };
        let answer = state.workers.stimulus.answer(model);
        let colors = model.pixel_colors(state.settings.preferences.filter_colors);
        let options = AnswerOptions::within(room.into(), colors, *theme::palette(ui));
        let options = match answer.filter(|_| !state.workers.stimulus.is_sweeping) {
            Some(answer) => {
                let on = |responses: &Vec<f32>| responses.iter().filter(|r| **r != 0.0).count();
                options.shared(
                    [&answer.codes.simple, &answer.codes.invariant].map(on),
                    higher,
                )
            }
            // Rows that are kept stay where they are.
            None => options,
        };
        let kept = kept_rows(state, answer.cloned().as_deref(), options.rows);
        let answer = state.workers.stimulus.answer(model);
        let key = (
            frame.clone(),
            answer.cloned().map(Same),
            Same(Arc::clone(model.atlas.raster())),
            options,
            kept.clone(),
        );
        let figure = self.made.get(key, || {
            let silent = vec![0.0; frame.len()];
            let codes = answer.map(|answer| &answer.codes);
            let found = Answers {
                frame: &frame,
                reconstruction: codes.map_or(&silent, |codes| &codes.reconstruction),
                simple: codes.map_or(&[], |codes| &codes.simple),
                invariant: codes.map_or(&[], |codes| &codes.invariant),
                kept: kept
                    .as_ref()
                    .map(|KeptRows { units, .. }| [&*units.simple, &*units.invariant]),
                whole: kept.as_ref().map_or([0.0; 2], |KeptRows { peaks, .. }| {
                    [peaks.simple, peaks.invariant]
                }),
            };
            answers(&found, &model.atlas, &model.strongest, &options)
        });
        let Figure { scene, layout } = figure;
        let (name, sense) = ("Stimulus and responses", Sense::click_and_drag());
        let canvas = Canvas::show(ui, state, scene, name, sense);
        let on_frame = canvas.rect(&layout.frame);
        drag(
            ui,
            model,
            &mut state.workers.stimulus,
            &canvas.response,
            on_frame,
        );
        let lists = [
            (Layer::Simple, layout.simple.as_slice()),
            (Layer::Invariant, layout.invariant.as_slice()),
        ];
        let answer = state.workers.stimulus.answer(model).cloned();
        let said = |unit| response_said(&answer.as_ref()?.codes, unit);
        point_at_rows(ui, model, state, canvas, &lists, said);
    }

    /// What the units answered over the places of an edge that moved.
    fn traces(&mut self, ui: &mut Ui, model: &ModelView, state: &State, unit: usize, room: f32) {
        let stimulus = &state.workers.stimulus;
        let sweep = &stimulus.sweep;
        let palette = *theme::palette(ui);
        let newest = stimulus.answer(model).cloned().map(Same);
        let Traces { swept, plotted } =
            self.traces
                .get((newest, sweep.version(), unit, palette), || {
                    let invariant =
                        responses_over_places(sweep, |answer| answer.codes.invariant.get(unit));
                    let pooled = model.strongest.get(unit).into_iter().flatten();
                    let simple = pooled.take(PARTNERS).map(|weight| {
                        let unit = weight.unit;
                        let curve =
                            responses_over_places(sweep, |answer| answer.codes.simple.get(unit));
                        (unit, curve)
                    });
                    let reach = edge_reach(model.atlas.side());
                    let invariant = (unit, invariant);
                    let swept = sweep_chart(invariant, simple.collect(), reach, &palette);
                    Traces {
                        plotted: PlottedChart::new(swept.chart.clone()),
                        swept,
                    }
                });
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| {
            ui.strong(&*plotted.chart().title);
            for (name, color) in &swept.names {
                ui.colored_label(theme::color(*color), name);
            }
        });
        ui.allocate_ui(vec2(room, TRACES), |ui| {
            let name = &plotted.chart().title;
            plotted.show(ui, name, None, Some(stimulus.b_px));
        });
    }
}

/// What a unit responds, and what a response below 0 means.
fn response_said(codes: &StillCodes, (layer, unit): Unit) -> Option<String> {
    let response = *layer.of(&codes.simple, &codes.invariant).get(unit)?;
    let number = with_minus(&format!("{} = {response:.2}", layer.code()));
    let negative = match response < 0.0 {
        true => "\nNegative, the bar is orange: the stimulus has the negative of the filter.",
        false => "",
    };
    Some(format!("Response to the stimulus: {number}{negative}"))
}

/// The units that keep their rows while the stimulus moves by itself.
fn kept_rows(
    state: &mut State,
    answer: Option<&StimulusAnswer>,
    [simple, invariant]: [usize; 2],
) -> Option<KeptRows> {
    let stimulus = &mut state.workers.stimulus;
    if !stimulus.is_sweeping {
        stimulus.sweep.forget_rows();
        return None;
    }
    let answer = answer?;
    let shape = match stimulus.kind {
        StimulusKind::Grating => [1.0, stimulus.freq_cycles_per_px],
        _ => [0.0, stimulus.k_rad_per_px],
    };
    let shape = [shape[0], shape[1], stimulus.theta_deg, stimulus.contrast];
    let sweep = &mut stimulus.sweep;
    sweep.keep_rows_of((answer.generation, shape));
    sweep.keep_rows(Layer::Simple, &answer.codes.simple, simple);
    sweep.keep_rows(Layer::Invariant, &answer.codes.invariant, invariant);
    Some(sweep.kept().clone())
}
