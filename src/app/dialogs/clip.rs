//! Which clip to make of a view, and how far it has come.

use egui::{Align2, Checkbox, ComboBox, Grid, Label, ProgressBar, RichText, Ui};

use super::{as_large_as_needed, close_form, colors_row, file_row, window, window_at};
use crate::app::commands::Action;
use crate::app::dock::Dock;
use crate::app::export::{ClipForm, ClipJob, ClipSubject};
use crate::app::notices::CLIP;
use crate::app::state::State;
use crate::app::widgets::number;
use crate::figure::{ClipFormat, ClipOptions, ClipSize};

/// Least width of the form, in points.
const WIDTH: f32 = 470.0;

/// Shows the window of clips while there is a form, or a clip being made.
pub(crate) fn show(ui: &Ui, state: &mut State, dock: &Dock) {
    if state.is_filmed() {
        return;
    }
    if let Some(job) = state.exports.clip_job.clone() {
        // Other windows open in the middle while it is made, and the controls are on the left.
        let clip = window_at(Align2::RIGHT_BOTTOM, "Clip", ui).resizable(false);
        clip.show(ui.ctx(), |ui| progress(ui, &job, state));
        return;
    }
    let Some(mut form) = state.exports.clip.take() else {
        return;
    };
    let views = dock.of_model(state).map(ClipSubject::View);
    let subjects: Vec<_> = views.chain([ClipSubject::Window]).collect();
    let last_step = state.now().map_or(0, |status| status.step);
    let moments = state.moments().iter().map(|moment| moment.step);
    let has_past = !state.moments().is_empty();
    let size = has_past.then(|| form.about(moments.chain([last_step])));
    let first_step = state.moments().first().map_or(0, |moment| moment.step);
    let mut is_open = true;
    let dialog = as_large_as_needed(window("Export clip", ui), ui).open(&mut is_open);
    dialog.show(ui.ctx(), |ui| {
        // What is chosen does not move the other choices.
        ui.set_min_width(WIDTH);
        let is_entered = fields(ui, &mut form, (&subjects, [first_step, last_step]), size);
        form.target.agree(form.subject.stem());
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button("Choose file…").clicked() {
                state.act(Action::ChooseClip);
            }
            let problem = problem(&form, !state.moments().is_empty());
            let write = ui.add_enabled(problem.is_none(), egui::Button::new("Write clip"));
            if write.clicked() || (is_entered && problem.is_none()) {
                state.act(Action::WriteClip);
            }
            if let Some(problem) = problem {
                ui.add(Label::new(RichText::new(problem).weak()).wrap());
            }
        });
    });
    state.exports.clip = Some(form);
    if !is_open {
        close_form(state, CLIP);
    }
}

/// Why such a clip cannot be made of the run, which has a past or not.
fn problem(form: &ClipForm, has_past: bool) -> Option<String> {
    let options = form.options().check().err().map(|error| error.to_string());
    let [from, to] = form.span;
    let span =
        (!form.is_whole && from >= to).then(|| "the last step must be after the first".to_owned());
    let past = (!has_past).then(|| "fewer than two moments of the run are recorded".to_owned());
    options.or(span).or(form.target.problem()).or(past)
}

/// The fields; true when Enter was pressed in that of the path.
fn fields(
    ui: &mut Ui,
    form: &mut ClipForm,
    (subjects, recorded): (&[ClipSubject], [u64; 2]),
    size: Option<ClipSize>,
) -> bool {
    let grid = Grid::new("clip").num_columns(2).spacing([14.0, 8.0]);
    let shown = grid.show(ui, |ui| {
        ui.label("Shows");
        ComboBox::from_id_salt("clip subject")
            .selected_text(form.subject.title())
            .show_ui(ui, |ui| {
                for subject in subjects {
                    ui.selectable_value(&mut form.subject, *subject, subject.title());
                }
            })
            .response
            .on_hover_text("The whole window, or a view that is in front.")
            .accessible_name("What the clip shows");
        ui.end_row();
        ui.label("As");
        ui.horizontal(|ui| {
            for format in ClipFormat::ALL {
                let name = format.name();
                let choice = ui.selectable_value(&mut form.target.format, format, name);
                if format.needs_ffmpeg() {
                    choice.on_hover_text("Encoded by an installed ffmpeg.");
                }
            }
        });
        ui.end_row();
        colors_row(ui, "Colours of the clip", &mut form.theme, true);
        ui.label("Span");
        span(ui, form, recorded);
        ui.end_row();
        ui.label("Length");
        ui.horizontal(|ui| length(ui, form));
        ui.end_row();
        ui.label("Width");
        ui.horizontal(|ui| width(ui, form));
        ui.end_row();
        ui.label("Size");
        ui.label(size.map_or("–".to_owned(), about)).on_hover_text(
            "A rough estimate: the file may be half or twice as large. It becomes more exact once frames are drawn.",
        );
        ui.end_row();
        file_row(ui, "Path of the clip", &mut form.target)
    });
    shown.inner
}

/// How wide, and what is below; as on screen where the window is filmed.
fn width(ui: &mut Ui, form: &mut ClipForm) {
    let Some(width) = &mut form.options.width_px else {
        let [width, _] = form.source.size;
        ui.label(format!("{width} px, as on screen"));
        ui.weak("The window plays the run, and is filmed.");
        return;
    };
    number(ui, "Width of the clip", width, |value| {
        value.range(ClipOptions::WIDTH_PX).suffix(" px")
    });
    ui.checkbox(&mut form.has_caption, "Step below")
        .on_hover_text("Write the step and the movies seen below the figure.");
}

/// Which of the steps that are `recorded`, the first and the last.
fn span(ui: &mut Ui, form: &mut ClipForm, recorded: [u64; 2]) {
    if form.is_whole {
        // The run goes on behind the form.
        form.span = recorded;
    }
    ui.horizontal(|ui| {
        ui.radio_value(&mut form.is_whole, true, "Whole run");
        ui.radio_value(&mut form.is_whole, false, "Steps");
        let [first, last] = recorded;
        ui.add_enabled_ui(!form.is_whole, |ui| {
            for (step, name) in form.span.iter_mut().zip(["First step", "Last step"]) {
                number(ui, name, step, |value| value.range(first..=last));
            }
        });
    });
}

fn length(ui: &mut Ui, form: &mut ClipForm) {
    let options = &mut form.options;
    number(ui, "Length", &mut options.seconds, |value| {
        value.range(ClipOptions::SECONDS).suffix(" s").speed(0.1)
    });
    let rate = &mut options.frames_per_sec;
    number(ui, "Frames per second", rate, |value| {
        value.range(ClipOptions::FRAMES_PER_SEC).suffix(" frames/s")
    });
    let plays_again = !form.target.format.needs_ffmpeg();
    ui.add_enabled(plays_again, Checkbox::new(&mut options.loops, "Loop"))
        .on_hover_text("A GIF or APNG plays again and again.");
}

fn progress(ui: &mut Ui, job: &ClipJob, state: &mut State) {
    ui.set_width(320.0);
    let progress = job.progress();
    ui.label(match progress.estimate {
        _ if job.is_stopping() => "Stopping…".to_owned(),
        None => "Drawing the first frames…".to_owned(),
        Some(size) => about(size),
    });
    match progress.estimate {
        None => {
            // As high as it will be: the window stays in its corner.
            ui.add(ProgressBar::new(0.0));
        }
        Some(size) => {
            let frames = size.frames;
            let share = progress.frames as f32 / frames as f32;
            let bar = ProgressBar::new(share).text(format!("{} of {frames}", progress.frames));
            ui.add(bar);
        }
    }
    ui.add_space(6.0);
    let stop = egui::Button::new("Stop");
    if ui.add_enabled(!job.is_stopping(), stop).clicked() {
        state.act(Action::StopClip);
    }
}

fn about(size: ClipSize) -> String {
    let ClipSize {
        bytes,
        frames,
        size: [width, height],
    } = size;
    let megabytes = bytes as f64 / 1e6;
    format!("About {megabytes:.1} MB: {frames} frames of {width} x {height} pixels")
}
