//! A movie that the model learns from.

use std::sync::Arc;

use egui::{Label, RichText, ScrollArea, Sense, Ui, vec2};

use super::content::{ViewContent, in_the_middle, without_pictures};
use crate::app::commands::Action;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::past::is_pinned;
use crate::app::theme;
use crate::app::widgets::{Cached, Canvas, action_button, keep_together, whole_pixel_zoom};
use crate::engine::{InputAnswer, InputQuestion};
use crate::figure::{
    Document, MovieInputLayout, Palette, PixelColors, Raster, Scene, ShownMovie, ShownPlace,
    movie_input, movie_input_table,
};
use crate::words::{grouped, without_folder};

/// Least width for what movie it is beside the buttons, in points.
const LEAST_NAME: f32 = 160.0;
/// Points of a pixel of a frame, about; between them as many as let the movie fit.
const ZOOMS: [f32; 2] = [3.0, 12.0];

/// What the movie is drawn from.
#[derive(PartialEq)]
struct SceneKey {
    answer: Same<InputAnswer>,
    filters: Same<Raster>,
    layout: MovieInputLayout,
    colors: PixelColors,
    palette: Palette,
}

/// The movie.
#[derive(Default)]
pub(crate) struct Input {
    scene: Cached<SceneKey, Arc<Scene>>,
}

impl ViewContent for Input {
    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        let answer = state.workers.input.answer(model).cloned();
        header(ui, state, answer.as_deref());
        let Some(answer) = answer else {
            let text = match model.snapshot.status.movies_seen {
                _ if is_pinned(&model.snapshot) && model.snapshot.pictures.is_none() => {
                    without_pictures(model, state)
                }
                0 => "The movies of the last minibatch are shown here once learning has begun.",
                _ => "The movies of the last minibatch are shown here once learning goes on.",
            };
            in_the_middle(ui, text);
            return;
        };
        let layout = layout(ui, &shown(&answer));
        let palette = *theme::palette(ui);
        let colors = model.pixel_colors(state.settings.preferences.filter_colors);
        let key = SceneKey {
            answer: Same(Arc::clone(&answer)),
            filters: Same(Arc::clone(model.atlas.raster())),
            layout,
            colors,
            palette,
        };
        let draw = || {
            Arc::new(movie_input(
                &shown(&answer),
                &model.atlas,
                &layout,
                colors,
                palette,
            ))
        };
        let scene = self.scene.get(key, draw);
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            Canvas::show(ui, state, scene, "Input movie", Sense::hover());
        });
    }

    fn document(&self, model: &ModelView, state: &State) -> Option<Document<'static>> {
        let scene = Arc::clone(self.scene.last()?);
        let answer = Arc::clone(state.workers.input.answer(model)?);
        let made_with = words(&answer, file_name(&answer));
        let (table, array) = (Arc::clone(&answer), answer);
        let document = Document::new(move || Scene::clone(&scene))
            .with_table(move || movie_input_table(&shown(&table)))
            .with_array(move || array.frames.clone().into_dyn());
        Some(document.made_with(made_with))
    }
}

/// The layout of the largest zoom of whole screen pixels at which a movie fits, within [`ZOOMS`].
fn layout(ui: &Ui, movie: &ShownMovie<'_>) -> MovieInputLayout {
    let space = ui.available_size() - vec2(ui.spacing().scroll.allocated_width(), 4.0);
    let [smallest, largest] = ZOOMS.map(|zoom| whole_pixel_zoom(ui.ctx(), zoom));
    let step = 1.0 / ui.ctx().pixels_per_point();
    let steps = ((largest - smallest) / step).round() as u16;
    let zooms = (0..=steps).map(|at| smallest + f32::from(at) * step);
    let zooms: Vec<_> = zooms.collect();
    MovieInputLayout::within(space.into(), movie, &zooms)
}

/// Which movie it is, and the buttons that choose another or learn from the next minibatch.
fn header(ui: &mut Ui, state: &mut State, answer: Option<&InputAnswer>) {
    ui.horizontal_wrapped(|ui| {
        for action in [Action::PreviousMovie, Action::NextMovie, Action::StepOne] {
            action_button(ui, state, action);
        }
        if let Some(answer) = answer {
            let text = words(answer, file_name(answer));
            keep_together(ui, LEAST_NAME);
            let label = ui.add(Label::new(RichText::new(text).weak()).truncate());
            if let Some(place) = &answer.place {
                label.on_hover_text(&place.name);
            }
        }
    });
}

/// The name of the file that the movie is cut from, without its folder.
fn file_name(answer: &InputAnswer) -> &str {
    let place = answer.place.as_ref();
    place.map_or("", |place| without_folder(&place.name))
}

/// Which movie it is, cut from this file, and which model coded it.
fn words(answer: &InputAnswer, file: &str) -> String {
    let InputQuestion { snapshot, movie } = &answer.question;
    let (step, coded) = (snapshot.input.step, snapshot.status.step);
    let model = match coded == step {
        true => String::new(),
        false => format!(", coded by the model of step {}", grouped(coded)),
    };
    let comma = if file.is_empty() { "" } else { ", " };
    let (number, step) = (movie + 1, grouped(step));
    format!("movie {number} of minibatch {step}{model}{comma}{file}")
}

fn shown(answer: &InputAnswer) -> ShownMovie<'_> {
    let place = answer.place.as_ref();
    ShownMovie {
        frames: &answer.frames,
        reconstruction: &answer.reconstruction,
        place: place.map(|place| ShownPlace {
            picture: &place.picture,
            corners: &place.corners,
        }),
        simple: &answer.simple,
        invariant: &answer.invariant,
    }
}
