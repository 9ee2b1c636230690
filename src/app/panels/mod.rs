//! The fixed parts of the window around the views, a part per file.

mod contrast;
mod controls;
mod crash;
mod drop;
mod help;
mod learning;
mod menu;
mod model_file;
mod pictures;
mod replace;
mod run;
mod sizes;
mod skipped;
mod sparsity;
mod status;

use egui::{CentralPanel, Frame, Margin, Ui};

pub(super) use crash::crash;

use super::desk::Desk;
use super::export::dialog;
use super::state::State;

/// A part of the window. It shows the state; it changes only how things are shown, and queues
/// commands and actions.
trait View {
    /// Shows itself in the space given.
    fn ui(&mut self, ui: &mut Ui, state: &mut State);
}

/// The fixed parts of the window.
#[derive(Default)]
pub(super) struct Panels {
    controls: controls::Controls,
    help: help::Help,
}

impl Panels {
    /// Lays the window out: menu above, status below, controls left, and in what is left the views.
    pub(super) fn show(&mut self, ui: &mut Ui, state: &mut State, desk: &mut Desk) {
        let bar = Frame::side_top_panel(ui.style()).inner_margin(Margin::symmetric(12, 5));
        egui::Panel::top("menu")
            .frame(bar)
            .show(ui, |ui| menu::Menu.ui(ui, state));
        egui::Panel::bottom("status")
            .frame(bar)
            .resizable(false)
            .show(ui, |ui| status::StatusLine.ui(ui, state));
        if state.settings.shows_controls {
            egui::Panel::left("controls")
                .frame(Frame::side_top_panel(ui.style()).inner_margin(Margin::ZERO))
                .default_size(262.0)
                .size_range(230.0..=420.0)
                .show(ui, |ui| self.controls.ui(ui, state));
        }
        let canvas = Frame::NONE.fill(ui.visuals().panel_fill);
        CentralPanel::default()
            .frame(canvas)
            .show(ui, |ui| desk.show(ui, state));
        self.help.ui(ui, state);
        dialog::show(ui, state);
        replace::Replace.ui(ui, state);
        skipped::Skipped.ui(ui, state);
        drop::DropHint.ui(ui, state);
    }
}
