//! What every view does.

use egui::text::LayoutJob;
use egui::{Align, Label, Layout, Rect, RichText, TextStyle, Ui, UiBuilder};

use crate::app::export::MomentDrawing;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::past::{is_past, is_pinned};
use crate::app::state::pins::Split;
use crate::engine::Run;
use crate::figure::Document;
use crate::words::grouped;

/// Height of the line above one of two runs that says which it is, in points.
pub(crate) const RUN_LINE: f32 = 18.0;

/// The contents of a view. It shows the model and the state; it changes only how things are shown, and queues commands
/// and actions.
pub(crate) trait ViewContent {
    /// Shows what is set in the view: once above both, where it shows two runs.
    fn header(&mut self, _: &mut Ui, _: &ModelView, _: &mut State) {}

    /// Shows itself in the space given, below its header.
    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State);

    /// What it shows now, to be written to a file; `None` while there is nothing.
    fn document(&self, model: &ModelView, state: &State) -> Option<Document<'static>>;

    /// What must be done before there is something to export, where there is nothing.
    fn wants(&self, _: &ModelView, _: &State) -> &'static str {
        "wait until it shows something"
    }

    /// How it draws the model at a moment of the run as it is laid out now, for a clip; `None` of a view that shows more
    /// than the weights, or nothing yet.
    fn drawing(&self, _: &ModelView, _: &State) -> Option<MomentDrawing> {
        None
    }

    /// Whether it can show a model like this; else it says what to do, and nothing is said below it on how to read it.
    fn suits(&self, _: &ModelView) -> bool {
        true
    }

    /// Whether it shows the run from its beginning to now, whatever moment is shown.
    fn is_of_whole_run(&self) -> bool {
        false
    }

    /// Whether it shows the run even where a pinned run is shown in its place.
    fn is_of_run(&self) -> bool {
        self.is_of_whole_run()
    }

    /// Whether it shows the model: what that was trained with is told above its tables.
    fn is_of_model(&self) -> bool {
        true
    }

    /// Whether it shows one unit, selected or not.
    fn shows_one_unit(&self) -> bool {
        false
    }

    /// Whether it can show a pinned run beside the run: it shows nothing but the model and what was measured of it.
    fn compares(&self) -> bool {
        false
    }
}

/// Shown before the first snapshot.
pub(crate) fn waiting(ui: &mut Ui, state: &State) {
    let text = match state.loading {
        Some(loading) if loading.total > 0 => format!("Loading pictures… {}", loading.text()),
        Some(loading) => loading.text(),
        None => "Generating scenes…".to_owned(),
    };
    in_the_middle(ui, text);
}

/// Says in the middle of the view what it waits for.
pub(crate) fn in_the_middle(ui: &mut Ui, text: impl Into<String>) {
    ui.centered_and_justified(|ui| {
        let mut text = LayoutJob::simple(
            text.into(),
            TextStyle::Body.resolve(ui.style()),
            ui.visuals().weak_text_color(),
            ui.available_width(),
        );
        text.halign = Align::Center;
        // A line that is broken is not spread over the width.
        let text = ui.fonts_mut(|fonts| fonts.layout_job(text));
        ui.label(text)
    });
}

/// Whether there is one run in the view of this key: of two each says itself which moment its measures are of.
pub(crate) fn shows_run_alone(state: &State, key: &str) -> bool {
    state.pins.split(key) == Split::Run
}

/// Says of one of two runs, in the line above where its name is, which moment its measures are of, while those of the moment of the
/// past that is shown are still to come, or the model has learned as much again since.
pub(crate) fn tell_moment(ui: &mut Ui, model: &ModelView, measured_step: u64) {
    let room = ui.available_rect_before_wrap();
    let line = Rect::from_x_y_ranges(room.x_range(), room.top() - RUN_LINE..=room.top());
    let at = line.intersect(ui.clip_rect().with_min_y(line.top()));
    let corner = UiBuilder::new()
        .max_rect(at)
        .layout(Layout::right_to_left(Align::Min));
    let mut corner = ui.new_child(corner);
    corner.set_clip_rect(at);
    corner.style_mut().override_text_style = Some(TextStyle::Small);
    moment(&mut corner, model, measured_step);
}

/// The same where the next words stand; whether there was something to say.
pub(crate) fn moment(ui: &mut Ui, model: &ModelView, measured_step: u64) -> bool {
    let step = model.snapshot.status.step;
    let is_told = if model.is_other {
        measured_step != step
    } else {
        measured_step < step && measured_step <= step / 2
    };
    if !is_told {
        return false;
    }
    let visuals = ui.visuals();
    // The colour of the past stands for the past alone.
    let ground = if is_past(model.snapshot.generation) {
        visuals.warn_fg_color
    } else {
        visuals.weak_text_color()
    };
    let text = RichText::new(format!(" measures of step {} ", grouped(measured_step)))
        .color(visuals.panel_fill)
        .background_color(ground);
    // Whole on the next line where this one is full.
    ui.add(Label::new(text).extend());
    true
}

/// Shown of a model without pictures.
pub(crate) fn without_pictures(model: &ModelView, state: &State) -> &'static str {
    let newest = state.newest.as_ref();
    let is_loaded = newest.is_some_and(|newest| newest.snapshot.pictures.is_some());
    if is_pinned(&model.snapshot) {
        "This pinned model has no pictures."
    } else if is_past(model.snapshot.generation) && is_loaded {
        "At this moment movies were cut in another way: there are no pictures of it."
    } else {
        "No pictures loaded yet."
    }
}

/// Shown before the first measures.
pub(crate) fn measuring(ui: &mut Ui, state: &State, what: &str) {
    in_the_middle(ui, unmeasured(state, what));
}

/// What is said before the first measures of the model shown.
pub(crate) fn unmeasured(state: &State, what: &str) -> String {
    let model = state.model();
    match model.filter(|model| model.snapshot.status.movies_seen == 0) {
        Some(model) if model.is_other => "Nothing learned yet.".to_owned(),
        Some(_) if state.run() == Run::Paused => untrained(state).to_owned(),
        _ => format!("{what}…"),
    }
}

/// Said of a model that is paused before its first minibatch.
fn untrained(state: &State) -> &'static str {
    if state.tour.is_some() {
        "Not trained yet. The lesson says when to start."
    } else if state.presents {
        // There Space goes on to the next layout.
        "Not trained yet. Press Escape, then Space to start."
    } else {
        "Not trained yet. Press Space or Resume to start."
    }
}
