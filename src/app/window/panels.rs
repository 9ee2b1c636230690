//! The fixed parts of the window around the views, a part per file.

use egui::{CentralPanel, Frame, Margin, Stroke, StrokeKind, Ui};

use crate::app::controls::Controls;
use crate::app::controls::film::film_bar;
use crate::app::controls::menu::menu_bar;
use crate::app::controls::status::status_line;
use crate::app::controls::timeline::timeline;
use crate::app::dialogs::configuration::ConfigurationDialog;
use crate::app::dialogs::drop::drop_hint;
use crate::app::dialogs::help::Help;
use crate::app::dialogs::kept::kept;
use crate::app::dialogs::lesson::{lesson, lesson_step};
use crate::app::dialogs::messages::messages;
use crate::app::dialogs::overwrite::overwrite;
use crate::app::dialogs::palette::PaletteDialog;
use crate::app::dialogs::preferences::preferences;
use crate::app::dialogs::quit::quit;
use crate::app::dialogs::skipped::skipped;
use crate::app::dialogs::welcome::welcome;
use crate::app::dialogs::{clip, export};
use crate::app::dock::Dock;
use crate::app::state::State;

/// The fixed parts of the window.
#[derive(Default)]
pub(crate) struct Panels {
    controls: Controls,
    help: Help,
    palette: PaletteDialog,
    configuration: ConfigurationDialog,
}

impl Panels {
    /// Lays the window out: menu above, status below, controls left, and in what is left the views above the timeline. In
    /// the past there is a frame around the views; while the window is filmed a bar is in the place of the menu.
    pub(crate) fn show(&mut self, ui: &mut Ui, state: &mut State, dock: &mut Dock) {
        if state.presents {
            return self.present(ui, state, dock);
        }
        let bar = Frame::side_top_panel(ui.style()).inner_margin(Margin::symmetric(12, 5));
        // In the place of the menu, which nothing hears meanwhile: the views stay as large.
        if state.is_filmed() {
            film_bar(ui, state);
        } else {
            egui::Panel::top("menu")
                .frame(bar)
                .show(ui, |ui| unmarked(ui, |ui| menu_bar(ui, state, dock)));
        }
        egui::Panel::bottom("status")
            .frame(bar)
            .resizable(false)
            .show(ui, |ui| unmarked(ui, |ui| status_line(ui, state)));
        let is_low = state.tour.as_ref().is_some_and(|tour| tour.is_below);
        if is_low {
            lesson_bar(ui, state);
        }
        if state.settings.shows_controls {
            self.controls(ui, state);
        }
        // The views need the room.
        if state.settings.shows_timeline && (!is_low || state.is_past()) {
            time(ui, state);
        }
        views(ui, state, dock);
        self.above(ui, state, dock);
    }

    /// The views alone; in a lesson beside them what it has people set, and below them its step, which would cover what it
    /// speaks of. In the past the timeline says which moment it is, and all along a film: the views stay as large.
    fn present(&mut self, ui: &mut Ui, state: &mut State, dock: &mut Dock) {
        film_bar(ui, state);
        if state.tour.is_some() {
            lesson_bar(ui, state);
            self.controls(ui, state);
        }
        if state.is_past() || state.is_filmed() {
            time(ui, state);
        }
        views(ui, state, dock);
        self.above(ui, state, dock);
    }

    fn controls(&mut self, ui: &mut Ui, state: &mut State) {
        egui::Panel::left("controls")
            .frame(Frame::side_top_panel(ui.style()).inner_margin(Margin::ZERO))
            .default_size(272.0)
            .size_range(230.0..=420.0)
            .show(ui, |ui| unmarked(ui, |ui| self.controls.ui(ui, state)));
    }

    /// What opens above all this.
    fn above(&mut self, ui: &mut Ui, state: &mut State, dock: &mut Dock) {
        self.help.ui(ui, state);
        self.palette.show(ui, state, dock);
        export::show(ui, state, dock);
        clip::show(ui, state, dock);
        kept(ui, state);
        preferences(ui, state);
        self.configuration.show(ui, state);
        overwrite(ui, state);
        quit(ui, state);
        skipped(ui, state);
        messages(ui, state);
        lesson(ui, state, dock);
        // A clicker cannot close the card: it comes when full screen ends.
        if !state.presents {
            welcome(ui, state);
        }
        drop_hint(ui);
    }
}

/// The step of the lesson, below the views.
fn lesson_bar(ui: &mut Ui, state: &mut State) {
    let strip = egui::Panel::bottom("lesson")
        .frame(Frame::side_top_panel(ui.style()).inner_margin(Margin::symmetric(12, 6)))
        .resizable(false)
        .show(ui, |ui| lesson_step(ui, state));
    if let Some(tour) = &mut state.tour {
        tour.strip = Some(strip.response.rect);
    }
}

/// The timeline, below the views.
fn time(ui: &mut Ui, state: &mut State) {
    egui::Panel::bottom("timeline")
        .frame(Frame::side_top_panel(ui.style()).inner_margin(Margin::symmetric(12, 3)))
        .resizable(false)
        .show(ui, |ui| unmarked(ui, |ui| timeline(ui, state)));
}

/// A part whose text a drag does not mark, as it would for copying.
fn unmarked<R>(ui: &mut Ui, part: impl FnOnce(&mut Ui) -> R) -> R {
    ui.style_mut().interaction.selectable_labels = false;
    part(ui)
}

/// The views; in the past, and while a pinned run is shown, with a frame around them.
fn views(ui: &mut Ui, state: &mut State, dock: &mut Dock) {
    // The timeline, drawn before, may have brought another model.
    state.refresh_unit_list();
    let canvas = Frame::NONE.fill(ui.visuals().panel_fill);
    let views = CentralPanel::default()
        .frame(canvas)
        .show(ui, |ui| dock.show(ui, state));
    if state.other_shown().is_some() {
        let around = Stroke::new(2.0, ui.visuals().warn_fg_color);
        let rect = views.response.rect;
        ui.painter()
            .rect_stroke(rect, 0.0, around, StrokeKind::Inside);
    }
}
