//! The parts of the window, a view per file.

mod contrast;
mod controls;
mod crash;
mod curves;
mod drop;
mod filters;
mod help;
mod learning;
mod menu;
mod model_file;
mod pictures;
mod pooling;
mod run;
mod sizes;
mod skipped;
mod sparsity;
mod status;

use egui::{CentralPanel, Frame, Margin, Ui};

pub(super) use crash::crash;

use super::state::State;
use super::theme;

/// A part of the window. It shows the state; it changes only how things are shown, and queues
/// commands and actions.
trait View {
    /// Shows itself in the space given.
    fn ui(&mut self, ui: &mut Ui, state: &mut State);
}

/// All parts of the window.
#[derive(Default)]
pub(super) struct Panels {
    controls: controls::Controls,
    curves: curves::Curves,
    filters: filters::Filters,
    pooling: pooling::Pooling,
    help: help::Help,
}

impl Panels {
    /// Lays the window out: menu above, status below, controls left, and in what is left the
    /// filters beside their pooling, above the curves.
    pub(super) fn show(&mut self, ui: &mut Ui, state: &mut State) {
        let bar = Frame::side_top_panel(ui.style()).inner_margin(Margin::symmetric(12, 5));
        let canvas = Frame::NONE
            .fill(theme::color(theme::ink(ui).background))
            .inner_margin(Margin::symmetric(14, 10));
        egui::Panel::top("menu")
            .frame(bar)
            .show(ui, |ui| menu::Menu.ui(ui, state));
        egui::Panel::bottom("status")
            .frame(bar)
            .resizable(false)
            .show(ui, |ui| status::StatusLine.ui(ui, state));
        egui::Panel::left("controls")
            .frame(Frame::side_top_panel(ui.style()).inner_margin(Margin::ZERO))
            .default_size(262.0)
            .size_range(230.0..=420.0)
            .show(ui, |ui| self.controls.ui(ui, state));
        egui::Panel::bottom("curves")
            .frame(canvas)
            .resizable(true)
            .default_size(236.0)
            .size_range(130.0..=560.0)
            .show(ui, |ui| filling(ui, |ui| self.curves.ui(ui, state)));
        egui::Panel::right("pooling")
            .frame(canvas)
            .default_size(468.0)
            .size_range(220.0..=1400.0)
            .show(ui, |ui| filling(ui, |ui| self.pooling.ui(ui, state)));
        CentralPanel::default()
            .frame(canvas)
            .show(ui, |ui| self.filters.ui(ui, state));
        self.help.ui(ui, state);
        skipped::Skipped.ui(ui, state);
        drop::DropHint.ui(ui, state);
    }
}

/// Keeps a panel at its size when its content needs less, as before the first snapshot.
fn filling(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    let size = ui.available_size();
    content(ui);
    ui.expand_to_include_rect(egui::Rect::from_min_size(ui.min_rect().min, size));
}

/// What a canvas says before the first snapshot.
fn waiting(ui: &mut Ui, state: &State) {
    let text = match state.loading {
        Some(loading) => format!("Loading pictures… {} of {}", loading.done, loading.total),
        None => "Making scenes…".to_owned(),
    };
    ui.centered_and_justified(|ui| ui.weak(text));
}
