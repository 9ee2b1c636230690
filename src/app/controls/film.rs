//! The bar in the place of the menu while the window is filmed; it is no part of the film.

use egui::{Align, Frame, Layout, Margin, Panel, ProgressBar, Ui};

use crate::app::commands::Action;
use crate::app::state::State;

/// Height of the bar, in points.
pub(crate) const FILM_BAR: f32 = 34.0;

/// Shows how far the film is while there is one, and how to stop it.
pub(crate) fn film_bar(ui: &mut Ui, state: &mut State) {
    let Some(job) = state.exports.clip_job.clone().filter(|_| state.is_filmed()) else {
        return;
    };
    let margin = Margin::symmetric(12, 5);
    Panel::top("film")
        .frame(Frame::side_top_panel(ui.style()).inner_margin(margin))
        .exact_size(FILM_BAR)
        .resizable(false)
        .show(ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let stop = egui::Button::new("Stop (Esc)");
                let stop = ui
                    .add_enabled(!job.is_stopping(), stop)
                    .accessible_name("Stop");
                if stop.on_hover_text(Action::StopClip.row().tooltip).clicked() {
                    state.act(Action::StopClip);
                }
                let progress = job.progress();
                let (share, text) = match progress.estimate {
                    None => (0.0, "Estimating the size of the file".to_owned()),
                    Some(size) => (
                        progress.frames as f32 / size.frames as f32,
                        format!(
                            "{} of {} frames, about {:.1} MB",
                            progress.frames,
                            size.frames,
                            size.bytes as f64 / 1e6
                        ),
                    ),
                };
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.label("The window is being filmed.");
                    ui.add(ProgressBar::new(share).text(text));
                });
            });
        });
}
