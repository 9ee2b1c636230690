//! What the order of time in movies does: models of the settings shown, trained on movies of each kind.

use std::sync::Arc;

use egui::{Button, ScrollArea, Sense, Ui};

use super::content::ViewContent;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::theme;
use crate::app::widgets::{Cached, Canvas, number, progress_bar};
use crate::config::Config;
use crate::engine::{TIME_RUNS, TimeAnswer, has_kinds};
use crate::figure::{Document, Figure, Palette, TimeLayout, comments, time_chart, time_table};
use crate::model::Coupling;
use crate::telemetry::{History, TimeRun};
use crate::words::{counted, grouped, on_top, three_digits};

/// Most minibatches of a model that can be asked for.
const MOST_STEPS: u64 = 1_000_000;
/// What is compared.
const ABOUT: &str = "New models with the present settings learn: from a patch that drifts over the pictures, from movies in \
                     order, from scrambled frames (each from an unrelated movie), and from stills; three seeds each, of the weights and the movies. The pictures are the same.";

/// The models of each kind.
#[derive(Default)]
pub(crate) struct TimeView {
    made: Cached<(Same<TimeAnswer>, u16, Palette), Figure<TimeLayout>>,
}

impl ViewContent for TimeView {
    fn ui(&mut self, ui: &mut Ui, _: &ModelView, state: &mut State) {
        controls(ui, state);
        let answer = state.workers.time_study.answer().cloned();
        progress(ui, state, answer.as_deref());
        let Some(answer) = answer.filter(|answer| !answer.runs.is_empty()) else {
            return;
        };
        let palette = *theme::palette(ui);
        let bar = ui.spacing().scroll.allocated_width();
        let width = (ui.available_width() - bar).max(0.0) as u16;
        let draw = || time_chart(&answer.runs, f32::from(width), palette);
        let key = (Same(Arc::clone(&answer)), width, palette);
        let Figure { scene, layout } = self.made.get(key, draw);
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let canvas = Canvas::show(ui, state, scene, "Temporal continuity", Sense::hover());
            let pointed = canvas.pointed().and_then(|at| layout.run_at(at));
            if let Some(run) = pointed {
                let told = told(&answer.runs[run]);
                canvas.response.on_hover_text_at_pointer(told);
            }
        });
    }

    fn wants(&self, _: &ModelView, _: &State) -> &'static str {
        "train its models first"
    }

    fn document(&self, _: &ModelView, state: &State) -> Option<Document<'static>> {
        let answer = state.workers.time_study.answer();
        let answer = answer.filter(|answer| !answer.runs.is_empty())?;
        let scene = self.made.last()?.scene.clone();
        let (runs, question) = (answer.runs.clone(), &answer.question);
        // They are models of their own, without the changes of the run.
        let comments = comments(&question.config, question.steps, &History::default());
        let document = Document::new(move || scene).with_comments(comments);
        let words = made_with(answer);
        Some(
            document
                .with_table(move || time_table(&runs))
                .made_with(words),
        )
    }

    fn is_of_model(&self) -> bool {
        false
    }
}

fn controls(ui: &mut Ui, state: &mut State) {
    let has_time = has_kinds(state.shown_cut());
    ui.horizontal_wrapped(|ui| {
        let study = &mut state.workers.time_study;
        if study.is_busy() {
            if ui
                .button("Stop")
                .on_hover_text("Keep the models that are done.")
                .clicked()
            {
                study.stop();
            }
        } else {
            let text = format!("Train {TIME_RUNS} models");
            let (text, hint) = match study.answer() {
                Some(_) => (text + " again", "Replaces those that are done."),
                None => (text, ABOUT),
            };
            let train = ui.add_enabled(has_time, Button::new(text));
            let train = train.on_hover_text(hint).on_disabled_hover_text(
                "The movies of this model have one frame: in none does anything move.",
            );
            if train.clicked() {
                study.train();
            }
        }
        ui.add_enabled_ui(!study.is_busy(), |ui| {
            number(ui, "Minibatches of each model", &mut study.steps, |steps| {
                steps
                    .range(1..=MOST_STEPS)
                    .speed(10.0)
                    .suffix(" minibatches each")
            });
        });
    });
}

/// How far the models are, or what they are.
fn progress(ui: &mut Ui, state: &State, answer: Option<&TimeAnswer>) {
    if state.workers.time_study.is_busy() {
        let (share, text) = answer.map_or((0.0, "Starting…".to_owned()), |answer| {
            let number = answer.runs.len() + 1;
            let text = format!("{}: model {number} of {TIME_RUNS}", answer.motion);
            (answer.share, text)
        });
        ui.add(progress_bar(share, text));
        if let Some((config, steps)) = state.workers.time_study.asked() {
            ui.weak(models(TIME_RUNS as usize, config, steps));
        }
        return;
    }
    let answer = answer.filter(|answer| !answer.runs.is_empty());
    ui.weak(answer.map_or(ABOUT.to_owned(), made_with));
}

/// What the models are, and what they learned from.
fn made_with(answer: &TimeAnswer) -> String {
    let (config, steps) = (&answer.question.config, answer.question.steps);
    let models = models(answer.runs.len(), config, steps);
    format!("{models}; {}", learned_from(answer))
}

/// What so many models are.
fn models(count: usize, config: &Config, steps: u64) -> String {
    let (model, movies) = (&config.model, &config.movies);
    let top = on_top(model.top);
    let channels = movies.channels.said();
    // What a share is held by is only where it begins.
    let adapted = |share: f32| {
        if share > 0.0 {
            " at the start, then adapted"
        } else {
            ""
        }
    };
    let models = match model.coupling {
        Coupling::Split => counted(count, "model"),
        Coupling::Joint => counted(count, "joint model"),
    };
    format!(
        "{models} of {0} x {0} pixels{channels}, {1}, {2} and {3} units{top}, {4} minibatches each, α = {5}{6}, β = {7}{8}",
        movies.patch_side,
        counted(movies.frames, "frame"),
        model.simple,
        model.invariant,
        grouped(steps),
        three_digits(model.alpha),
        adapted(model.simple_share),
        three_digits(model.beta),
        adapted(model.invariant_share),
    )
}

/// What the models learned from; of kinds that have other pictures than those of the run, that is told of each.
fn learned_from(answer: &TimeAnswer) -> String {
    let own = answer.question.config.source.to_string();
    let others = answer.runs.iter().filter(|run| run.source != own);
    let others = others.map(|run| format!("{} from {}", run.motion, run.source));
    let mut others: Vec<String> = others.collect();
    others.dedup();
    match others.is_empty() {
        true => format!("they learned from {own}"),
        false => format!("they learned from {own}; {}", others.join(", ")),
    }
}

/// The measures of a model.
fn told(run: &TimeRun) -> String {
    let measured = run.measured;
    let compared = [
        measured.concentrated(),
        measured.tolerant(),
        measured.steady(),
    ];
    let compared = compared.map(|criterion| {
        let value = criterion.value.map(|value| format!("{value:.2}"));
        format!("{} {}", criterion.name, value.as_deref().unwrap_or("–"))
    });
    format!("{}, seed {}: {}", run.motion, run.seed, compared.join(", "))
}
