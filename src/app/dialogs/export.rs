//! What to write a view as, and where.

use egui::{Grid, Label, RichText, Ui};

use super::{as_large_as_needed, close_form, colors_row, file_row, view_row, window};
use crate::app::commands::{Action, View};
use crate::app::dock::Dock;
use crate::app::export::ExportForm;
use crate::app::notices::EXPORT;
use crate::app::state::State;
use crate::app::widgets::slider;
use crate::figure::Format;

/// Width of what is said where there is nothing to export, in points.
const WORDS: f32 = 300.0;

/// Shows the export window while there is a form.
pub(crate) fn show(ui: &Ui, state: &mut State, dock: &Dock) {
    let Some(mut form) = state.exports.form.take() else {
        return;
    };
    let offer = |form: &mut ExportForm, state: &mut State| {
        let document = dock.document(form.view, state);
        let formats = document.map_or_else(Vec::new, |document| document.formats());
        form.target.offer(formats);
        form.target.agree(form.view.word());
    };
    if form.target.formats.is_empty() {
        offer(&mut form, state);
    }
    let mut is_open = true;
    as_large_as_needed(window("Export", ui), ui)
        .open(&mut is_open)
        .show(ui.ctx(), |ui| {
            let (view, usual) = (form.view, form.choices());
            let shows_nothing = |view| dock.shows_nothing(view, state);
            let refusal = |view| (!dock.is_in_front(view)).then(|| shows_nothing(view));
            let is_entered = fields(ui, &mut form, refusal, &shows_nothing(view));
            if form.view != view {
                offer(&mut form, state);
            }
            form.target.agree(form.view.word());
            if form.choices() != usual {
                state.exports.choices = form.choices();
            }
            ui.add_space(8.0);
            let problem = form.target.problem();
            let has_format = !form.target.formats.is_empty();
            ui.horizontal(|ui| {
                if ui.button("Choose file…").clicked() {
                    state.act(Action::ChooseExport);
                }
                let can_write = problem.is_none() && has_format;
                let write = ui.add_enabled(can_write, egui::Button::new("Write"));
                if write.clicked() || (is_entered && can_write) {
                    state.act(Action::WriteExport);
                }
                let can_copy = form.target.format != Format::Npy && has_format;
                let copy = ui.add_enabled(can_copy, egui::Button::new("Copy"));
                if copy
                    .on_hover_text(Action::CopyExport.row().tooltip)
                    .clicked()
                {
                    state.act(Action::CopyExport);
                }
            });
            if let Some(problem) = problem {
                ui.weak(problem);
            }
        });
    state.exports.form = Some(form);
    if !is_open {
        close_form(state, EXPORT);
    }
}

/// The fields, with why a view cannot be chosen and what is said where the one that is has no format; true when Enter was pressed in
/// that of the path.
fn fields(
    ui: &mut Ui,
    form: &mut ExportForm,
    refusal: impl Fn(View) -> Option<String>,
    shows_nothing: &str,
) -> bool {
    let grid = Grid::new("export").num_columns(2).spacing([14.0, 8.0]);
    let shown = grid.show(ui, |ui| {
        view_row(ui, "View to export", &mut form.view, refusal);
        ui.label("As");
        ui.horizontal(|ui| {
            for &format in &form.target.formats {
                ui.selectable_value(&mut form.target.format, format, format.name());
            }
            if form.target.formats.is_empty() {
                ui.vertical(|ui| {
                    ui.set_max_width(WORDS);
                    ui.add(Label::new(RichText::new(shows_nothing).weak()).wrap());
                });
            }
        });
        ui.end_row();
        let has_colors = form.target.format.is_drawn();
        colors_row(ui, "Colours of the export", &mut form.theme, has_colors);
        ui.label("Scale of PNG");
        ui.add_enabled_ui(form.target.format == Format::Png, |ui| {
            slider(
                ui,
                "Scale of PNG",
                &mut form.scale,
                1.0..=4.0,
                "",
                |scale| scale.step_by(0.5),
            );
        });
        ui.end_row();
        file_row(ui, "Path of the export", &mut form.target)
    });
    shown.inner
}
