//! A stimulus that is dragged, picked or drawn, and the cells that answer it.

use std::sync::Arc;

use egui::{Pos2, Rect, Response, ScrollArea, Sense, Ui, Vec2, pos2, vec2};

use super::content::ViewContent;
use super::patch_picker::Picker;
use crate::app::commands::stimulus_kind::StimulusKind;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::stimulus::StimulusState;
use crate::app::state::sweep::{KeptRows, Sweep};
use crate::app::theme;
use crate::app::widgets::{Cached, Canvas, PlottedChart, Same, dial, point_at_rows};
use crate::engine::{Layer, StimulusAnswer};
use crate::figure::{
    AnswerLayout, AnswerOptions, Answers, Document, Figure, Palette, Raster, SweepCurve, answers,
    answers_table, sweep_chart,
};

/// How fast b runs, in pixels per second.
const SWEEP_PX_PER_SEC: f64 = 5.0;
/// How fast the phase runs, in degrees per second.
const SWEEP_DEG_PER_SEC: f64 = 240.0;
/// Largest height of the picture to pick from, in points.
const PICTURE: f32 = 190.0;
/// Height of the traces of a sweep, in points.
const TRACES: f32 = 170.0;
/// Height of the title above them, in points.
const TRACES_TITLE: f32 = 30.0;
/// Least height of the answers where the traces are below them without scrolling, in points.
const LEAST_ANSWERS: f32 = 240.0;
/// Distance between places of the edge above which it was not in between: it moves by less between two answers.
const NOT_PASSED_PX: f64 = 2.0;
/// Places of the edge from which on its traces are shown.
const FEWEST_PLACES: usize = 4;
/// Simple units whose traces are shown.
const PARTNERS: usize = 5;
/// Radius of the brush, in pixels.
const BRUSH_PX: f32 = 1.1;

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
    (usize, (u64, Option<u64>)),
    usize,
    Palette,
);

/// The stimulus, and what the units answer to it.
#[derive(Default)]
pub(crate) struct StimulusView {
    made: Cached<Key, Figure<AnswerLayout>>,
    traces: Cached<TraceKey, PlottedChart>,
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
            controls(ui, state);
            if state.stimulus.kind == StimulusKind::Patch {
                let (place, textures) = (&mut state.stimulus.place, &mut state.textures);
                let (name, snapshot) = ("bench-picture", &model.snapshot);
                self.picker.ui(ui, name, snapshot, textures, place, PICTURE);
            }
            ui.add_space(4.0);
            let used = ui.cursor().top() - scrolled_top;
            let traced = traced_unit(state);
            let below = height - used;
            let beside_traces = below - TRACES - TRACES_TITLE;
            // Whether or not there are traces yet: the stimulus stays where it is.
            let is_edge = state.stimulus.kind == StimulusKind::Edge;
            let is_room = is_edge && beside_traces >= LEAST_ANSWERS;
            let answers = if is_room { beside_traces } else { below };
            self.answers(ui, model, state, vec2(room, answers));
            if let Some(unit) = traced {
                self.traces(ui, model, state, unit, room);
            }
        });
        sweep(ui, model, &mut state.stimulus);
    }

    fn document(&self, model: &ModelView, state: &State) -> Option<Document<'static>> {
        let answer = state.stimulus.answer(model)?.clone();
        let (scene, frame) = (self.made.last()?.scene.clone(), answer.frame.clone());
        let words = state.stimulus.answered()?.to_owned();
        let comment = format!("# stimulus: {words}\n");
        let document = Document::new(move || scene.titled(words).framed())
            .with_table(move || answers_table(&answer.codes.simple, &answer.codes.invariant))
            .with_comments(comment)
            .with_array(move || ndarray::Array1::from(frame).into_dyn());
        Some(document)
    }
}

impl StimulusView {
    fn answers(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State, room: Vec2) {
        let Some(frame) = state.stimulus.frame(model) else {
            ui.weak("No pictures loaded yet.");
            return;
        };
        let answer = state.stimulus.answer(model);
        let colors = model.pixel_colors(state.settings.color_map);
        let options = AnswerOptions::within(room.into(), colors, *theme::palette(ui));
        let kept = kept_rows(state, answer.cloned().as_deref(), options.rows);
        let answer = state.stimulus.answer(model);
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
        handle(ui, model, &mut state.stimulus, &canvas.response, on_frame);
        let lists = [
            (Layer::Simple, layout.simple.as_slice()),
            (Layer::Invariant, layout.invariant.as_slice()),
        ];
        point_at_rows(ui, model, state, canvas, &lists);
    }
}

impl StimulusView {
    /// What the units answered over the places of an edge that moved.
    fn traces(&mut self, ui: &mut Ui, model: &ModelView, state: &State, unit: usize, room: f32) {
        let stimulus = &state.stimulus;
        let sweep = &stimulus.sweep;
        let palette = *theme::palette(ui);
        let newest = stimulus.answer(model).cloned().map(Same);
        let plotted = self
            .traces
            .get((newest, sweep.version(), unit, palette), || {
                let invariant = curve(sweep, |answer| answer.codes.invariant.get(unit));
                let pooled = model
                    .strongest
                    .get(unit)
                    .into_iter()
                    .flatten()
                    .take(PARTNERS);
                let simple = pooled
                    .map(|weight| curve(sweep, |answer| answer.codes.simple.get(weight.unit)));
                let reach = edge_reach(model.atlas.side());
                PlottedChart::new(sweep_chart(invariant, simple.collect(), reach, &palette))
            });
        ui.add_space(6.0);
        ui.strong(format!(
            "Unit {unit} and the simple units that it pools, while the edge moves"
        ));
        ui.allocate_ui(vec2(room, TRACES), |ui| {
            let name = plotted.chart().title;
            plotted.show(ui, name, None, Some(stimulus.b_px));
        });
    }
}

/// The responses of a unit over the places of an edge, without their signs; with a gap, a response that is no number, where
/// the edge was not yet.
fn curve(sweep: &Sweep, response: impl Fn(&StimulusAnswer) -> Option<&f32>) -> SweepCurve {
    let mut curve = SweepCurve::new();
    for (b_px, answer) in sweep.answers() {
        let Some(response) = response(answer) else {
            continue;
        };
        if let Some(&[last, _]) = curve.last()
            && b_px - last > NOT_PASSED_PX
        {
            curve.push([last, f64::NAN]);
        }
        curve.push([b_px, f64::from(response.abs())]);
    }
    curve
}

/// The selected invariant unit if it answered the edge anywhere, else the one that answered most; none before the edge was at
/// some places.
fn traced_unit(state: &State) -> Option<usize> {
    let StimulusState { kind, sweep, .. } = &state.stimulus;
    if *kind != StimulusKind::Edge || sweep.answers().count() < FEWEST_PLACES {
        return None;
    }
    let mut peaks: Vec<f32> = Vec::new();
    for (_, answer) in sweep.answers() {
        peaks.resize(answer.codes.invariant.len(), 0.0);
        let pairs = peaks.iter_mut().zip(&answer.codes.invariant);
        pairs.for_each(|(peak, response)| *peak = peak.max(*response));
    }
    let answered = |unit: &usize| peaks.get(*unit).is_some_and(|peak| *peak > 0.0);
    let strongest = (0..peaks.len()).max_by(|&a, &b| peaks[a].total_cmp(&peaks[b]));
    let selected = state.selection.invariant.filter(answered);
    selected.or(strongest.filter(answered))
}

/// The units that keep their rows while the stimulus moves by itself.
fn kept_rows(state: &mut State, answer: Option<&StimulusAnswer>, count: usize) -> Option<KeptRows> {
    let stimulus = &mut state.stimulus;
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
    sweep.keep_rows(Layer::Simple, &answer.codes.simple, count);
    sweep.keep_rows(Layer::Invariant, &answer.codes.invariant, count);
    Some(sweep.kept().clone())
}

/// Everything about the stimulus that is a number.
fn controls(ui: &mut Ui, state: &mut State) {
    let side = state.live.movies.patch_side;
    let stimulus = &mut state.stimulus;
    ui.horizontal_wrapped(|ui| {
        for kind in StimulusKind::ALL {
            ui.selectable_value(&mut stimulus.kind, kind, kind.name());
        }
        ui.separator();
        match stimulus.kind {
            StimulusKind::Edge => {
                ui.toggle_value(&mut stimulus.is_sweeping, "Sweep b")
                    .on_hover_text("Move the edge across the patch.");
            }
            StimulusKind::Grating => {
                ui.toggle_value(&mut stimulus.is_sweeping, "Drift")
                    .on_hover_text("Move the grating.");
            }
            StimulusKind::Patch => {}
            StimulusKind::Drawing => {
                if ui.button("Clear").clicked() {
                    stimulus.drawn.clear();
                }
            }
        }
    });
    // An audience looks at the answers.
    if state.presents {
        return;
    }
    let stimulus = &mut state.stimulus;
    ui.weak(match stimulus.kind {
        StimulusKind::Edge | StimulusKind::Grating => {
            "Drag the stimulus to move it, hold Shift to rotate it."
        }
        StimulusKind::Patch => "Click the picture to choose a patch.",
        StimulusKind::Drawing => "Draw on the stimulus, hold Shift to draw in black.",
    });
    ui.horizontal_wrapped(|ui| dials(ui, stimulus, side));
}

/// How far an edge is moved from the middle of a frame, in pixels: from one corner to the other, as the edges that are measured.
fn edge_reach(side: usize) -> f64 {
    side as f64 * std::f64::consts::FRAC_1_SQRT_2
}

fn dials(ui: &mut Ui, stimulus: &mut StimulusState, side: usize) {
    let theta_deg = &mut stimulus.theta_deg;
    match stimulus.kind {
        StimulusKind::Edge => {
            let reach = edge_reach(side);
            dial(ui, "b", " px", -reach..=reach, 0.05, &mut stimulus.b_px);
            dial(ui, "θ", "°", 0.0..=180.0, 0.5, theta_deg);
            let k = &mut stimulus.k_rad_per_px;
            dial(ui, "k", " rad/px", 0.2..=3.0, 0.01, k);
        }
        StimulusKind::Grating => {
            dial(ui, "θ", "°", 0.0..=180.0, 0.5, theta_deg);
            let freq = &mut stimulus.freq_cycles_per_px;
            dial(ui, "frequency", " cycles/px", 0.02..=0.5, 0.002, freq);
            dial(ui, "phase", "°", 0.0..=360.0, 1.0, &mut stimulus.phase_deg);
        }
        StimulusKind::Patch | StimulusKind::Drawing => {}
    }
    let contrast = &mut stimulus.contrast;
    dial(ui, "contrast", "×", 0.0..=4.0, 0.01, contrast);
}

/// Moves, turns or draws with the pointer on the frame.
fn handle(
    ui: &Ui,
    model: &ModelView,
    stimulus: &mut StimulusState,
    response: &Response,
    on_frame: Rect,
) {
    let side = model.atlas.side() as f32;
    let start = ui.input(|input| input.pointer.press_origin());
    let is_meant = start.is_some_and(|start| on_frame.contains(start));
    let is_held = response.dragged() || response.clicked() || response.is_pointer_button_down_on();
    let Some(at) = response
        .interact_pointer_pos()
        .filter(|_| is_meant && is_held)
    else {
        return;
    };
    let from_centre = (at - on_frame.center()) * side / on_frame.width();
    let is_shifted = ui.input(|input| input.modifiers.shift);
    let theta = stimulus.theta_deg.to_radians();
    let [x, y] = [f64::from(from_centre.x), f64::from(from_centre.y)];
    match stimulus.kind {
        StimulusKind::Edge | StimulusKind::Grating if is_shifted => {
            stimulus.theta_deg = y.atan2(x).to_degrees().rem_euclid(180.0);
        }
        StimulusKind::Edge => {
            stimulus.is_sweeping = false;
            stimulus.b_px = -(x * theta.cos() + y * theta.sin());
        }
        StimulusKind::Grating => {
            stimulus.is_sweeping = false;
            let along = x * theta.cos() + y * theta.sin();
            stimulus.phase_deg = (360.0 * stimulus.freq_cycles_per_px * along).rem_euclid(360.0);
        }
        StimulusKind::Patch => {}
        StimulusKind::Drawing => {
            let value = if is_shifted { -1.0 } else { 1.0 };
            let at = pos2(from_centre.x + side / 2.0, from_centre.y + side / 2.0);
            // From where the pointer was: a fast stroke has no gaps.
            let goes_on = response.dragged() && !response.drag_started();
            let moved = ui.input(|input| input.pointer.delta()) * side / on_frame.width();
            let moved = if goes_on { moved } else { Vec2::ZERO };
            let dabs = (moved.length() / BRUSH_PX).ceil().max(1.0);
            for left in (0..dabs as usize).rev() {
                let at = at - moved * (left as f32 / dabs);
                stroke(&mut stimulus.drawn, model.atlas.side(), at, value);
            }
        }
    }
}

/// Sets the pixels under the brush, softly at its rim.
fn stroke(drawn: &mut Vec<f32>, side: usize, at: Pos2, value: f32) {
    if drawn.len() != side * side {
        *drawn = vec![0.0; side * side];
    }
    for (index, pixel) in drawn.iter_mut().enumerate() {
        let centre = pos2((index % side) as f32 + 0.5, (index / side) as f32 + 0.5);
        let cover = (BRUSH_PX + 0.5 - centre.distance(at)).clamp(0.0, 1.0);
        *pixel += cover * (value - *pixel);
    }
}

/// Lets b or the phase run.
fn sweep(ui: &Ui, model: &ModelView, stimulus: &mut StimulusState) {
    let reach = edge_reach(model.atlas.side());
    if !stimulus.is_sweeping {
        return;
    }
    let secs = f64::from(ui.input(|input| input.stable_dt)).min(0.1);
    match stimulus.kind {
        StimulusKind::Edge => {
            stimulus.b_px += SWEEP_PX_PER_SEC * secs;
            if stimulus.b_px > reach {
                stimulus.b_px = -reach;
            }
        }
        StimulusKind::Grating => {
            stimulus.phase_deg = (stimulus.phase_deg + SWEEP_DEG_PER_SEC * secs).rem_euclid(360.0);
        }
        StimulusKind::Patch | StimulusKind::Drawing => stimulus.is_sweeping = false,
    }
    ui.request_repaint_after_secs(1.0 / 60.0);
}
