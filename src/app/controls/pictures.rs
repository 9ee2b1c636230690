//! What to learn from.

use egui::{Button, Checkbox, ComboBox, Grid, ProgressBar, TextEdit, Ui};

use crate::app::commands::Action;
use crate::app::state::{Loading, State};
use crate::app::typed_path::{is_entered, typed_path};
use crate::app::widgets::{button_pair, ffmpeg_field, fold, number, parameter_sliders, section};
use crate::config::Preset;
use crate::model::Schedule;
use crate::parameter::Section;
use crate::source::{Motion, STRIDES, SourceSpec};
use crate::words::counted;

/// The path that was typed, and where pictures came from last.
#[derive(Default)]
pub(crate) struct PicturesPath {
    text: String,
    source: Option<SourceSpec>,
}

impl PicturesPath {
    /// Drops it where pictures come from elsewhere now; what is being typed stays.
    fn follow(&mut self, source: &SourceSpec, is_typed: bool) {
        if self.source.as_ref() == Some(source) {
            return;
        }
        let is_first = self.source.replace(source.clone()).is_none();
        let is_it = *source == SourceSpec::images([typed_path(&self.text)]);
        if !(is_first || is_it || is_typed) {
            self.text.clear();
        }
    }
}

/// The source of pictures.
pub(crate) fn pictures(ui: &mut Ui, state: &mut State, path: &mut PicturesPath) {
    section(ui, "Pictures", |ui| {
        about(ui, state);
        offer_preset(ui, state);
        button_pair(ui, state, [Action::OpenFolder, Action::OpenPictures]);
        button_pair(ui, state, [Action::UseScenes, Action::UseMovie]);
        path_field(ui, state, path);
        if let Some(loading) = state.loading {
            progress(ui, state, loading);
        }
        let skipped = state.skipped.len();
        if skipped > 0
            && ui
                .button(format!("{} skipped…", counted(skipped, "file")))
                .clicked()
        {
            state.act(Action::ShowSkipped);
        }
    });
    if state.live.source != SourceSpec::Lines {
        fold(ui, "Motion", false, |ui| {
            motion(ui, state);
            parameter_sliders(ui, state, Section::Pictures);
            ffmpeg(ui, state);
        });
    }
}

/// What is learned from: where it is from, how much it is, and of movies how much of it can be used.
fn about(ui: &mut Ui, state: &State) {
    let Some(newest) = &state.newest else { return };
    let status = &newest.snapshot.status;
    let pictures = newest.snapshot.pictures.as_ref();
    let lines = pictures.map_or(&[][..], |pictures| pictures.movies());
    let whole = status.source.trim_end_matches(std::path::is_separator);
    let name = whole.rsplit(std::path::is_separator).next();
    let hint = |ui: &mut Ui| {
        let text = format!("{}\n{}", status.source, lines.join("\n"));
        ui.label(text.trim());
    };
    ui.label(name.unwrap_or_default()).on_hover_ui(hint);
    let stills = pictures.map_or(status.pictures, |pictures| pictures.stills());
    // While they are read, how many there are is not known.
    if stills > 0 || (lines.is_empty() && pictures.is_some()) {
        ui.weak(counted(stills, "picture"));
    }
    if let Some(pictures) = pictures.filter(|_| !lines.is_empty()) {
        let what = match newest.snapshot.config.source {
            SourceSpec::Movie => "movie",
            _ => "movie file",
        };
        let movies = counted(lines.len(), what);
        let totals = pictures.totals(&state.live.movies);
        ui.weak(format!("{movies}: {totals}")).on_hover_ui(hint);
        if let Some(advice) = pictures.advice(&state.live.movies) {
            ui.label(format!("Of these, {advice}."));
        }
    }
}

/// Says that a model of the toy example learns from pictures, and offers one that is made for them.
fn offer_preset(ui: &mut Ui, state: &mut State) {
    let config = &state.live;
    let is_toy = config.learning.schedule == Schedule::Competitive;
    if !is_toy || config.source == SourceSpec::Lines {
        return;
    }
    let (simple, invariant, beta) = (
        config.model.simple,
        config.model.invariant,
        config.model.beta,
    );
    ui.weak(format!(
        "This is still the model of the toy example: {simple} simple and {invariant} invariant units, β {beta}."
    ));
    let button = ui.button("Start the paper's model");
    if button
        .on_hover_text("Start an untrained model of the preset \"paper\" on these pictures.")
        .clicked()
    {
        state.start_on_these_pictures(Preset::Paper);
    }
}

/// How movies are cut from the source.
fn motion(ui: &mut Ui, state: &mut State) {
    let pictures = state.newest.as_ref();
    let pictures = pictures.and_then(|newest| newest.snapshot.pictures.clone());
    let has_movies = pictures.as_ref().is_some_and(|of| !of.movies().is_empty());
    let before = state.live.movies;
    let mut movies = before;
    Grid::new("motion").num_columns(2).show(ui, |ui| {
        ui.label("Motion");
        ComboBox::from_id_salt("motion of the source")
            .selected_text(movies.motion.name())
            .show_ui(ui, |ui| {
                for motion in Motion::ALL {
                    let reason = pictures
                        .as_ref()
                        .and_then(|of| of.refuses(motion, movies.frames));
                    motion_entry(ui, &mut movies.motion, motion, reason);
                }
            })
            .response
            .accessible_name("Motion")
            .on_hover_text("What moves in the movies that are learned from.");
        ui.end_row();
        let name = "Stride, frames";
        ui.label(name);
        ui.add_enabled_ui(has_movies, |ui| {
            number(ui, name, &mut movies.stride, |value| value.range(STRIDES))
                .on_hover_text("Take every n-th frame of a movie file.");
        });
        ui.end_row();
    });
    let rests = movies.motion.rests();
    movies.follow &= !rests;
    ui.add_enabled(
        has_movies && !rests,
        Checkbox::new(&mut movies.follow, "Patch follows its content"),
    )
    .on_hover_text(
        "The patch tracks its content in a movie file, so that only rotation, deformation and subpixel motion remain.",
    );
    if movies != before {
        state.cut(movies);
    }
}

/// A kind of motion in the list, or why it cannot be chosen.
fn motion_entry(ui: &mut Ui, chosen: &mut Motion, motion: Motion, reason: Option<&str>) {
    let name = motion.name();
    let text = reason.map_or(name.to_owned(), |reason| format!("{name}: {reason}"));
    let entry = Button::selectable(*chosen == motion, text);
    let entry = ui.add_enabled(reason.is_none(), entry);
    if entry.on_hover_text(motion.about()).clicked() {
        *chosen = motion;
    }
}

/// What decodes video files.
fn ffmpeg(ui: &mut Ui, state: &mut State) {
    ui.horizontal(|ui| {
        let name = ui.label("ffmpeg");
        let width = ui.available_width() - 8.0;
        let field = ffmpeg_field(ui, state, width).labelled_by(name.id);
        field.on_hover_text("The program that decodes video files.");
    });
}

fn path_field(ui: &mut Ui, state: &mut State, path: &mut PicturesPath) {
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut path.text)
            .hint_text("path, or drop files here")
            .desired_width(ui.available_width() - 62.0);
        let field = ui.add(field).accessible_name("Path of pictures");
        let entered = is_entered(ui, &field);
        path.follow(&state.live.source, field.has_focus() || entered);
        let has_path = !path.text.trim().is_empty();
        let load = ui.add_enabled(has_path, Button::new("Load"));
        let load = load.on_hover_text("Learn from this file or folder.");
        if has_path && (entered || load.clicked()) {
            state.take_files(vec![typed_path(&path.text)]);
        }
    });
}

fn progress(ui: &mut Ui, state: &mut State, loading: Loading) {
    ui.horizontal(|ui| {
        let share = loading.done as f32 / loading.total.max(1) as f32;
        let bar = ProgressBar::new(share).text(loading.text());
        ui.add(bar.desired_width(ui.available_width() - 72.0));
        if ui
            .button("Cancel")
            .on_hover_text(Action::CancelLoading.row().tooltip)
            .clicked()
        {
            state.act(Action::CancelLoading);
        }
    });
}
