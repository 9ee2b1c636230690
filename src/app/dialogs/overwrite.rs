//! The question before a file that is there is written over.

use egui::{Id, Modal, Ui};

use crate::app::state::{Replaces, State};

/// The question, while it is open.
pub(crate) fn overwrite(ui: &mut Ui, state: &mut State) {
    let Some(replaces) = state.replaces.front() else {
        return;
    };
    let saved = state.now().and_then(|status| status.file.as_deref());
    let is_of_model = matches!(replaces, Replaces::Model(path) if saved == Some(path));
    let modal = Modal::new(Id::unique("replace")).show(ui.ctx(), |ui| {
        ui.set_width(420.0);
        let files = replaces.files();
        ui.heading(match files.len() {
            1 => "Replace this file?",
            _ => "Replace these files?",
        });
        ui.add_space(4.0);
        for file in files {
            ui.label(file.display().to_string());
        }
        ui.label(match files.len() {
            _ if is_of_model => {
                "This is the file of the model, but another program has changed it since. What is in it now would be lost."
            }
            1 => "The file exists. Its content would be lost.",
            _ => "The files exist. Their content would be lost.",
        });
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            (
                ui.button("Keep file").clicked(),
                ui.button("Replace").clicked(),
            )
        })
        .inner
    });
    let (keeps, goes_on) = modal.inner;
    let closed = modal.should_close();
    if !(keeps || goes_on || closed) {
        return;
    }
    // Who writes a form once more is asked again, where files were kept; one opened since stays.
    match state.replaces.pop_front() {
        answered if goes_on => state.replacing = answered,
        None | Some(Replaces::Model(_)) => {}
        Some(Replaces::View(mut form)) => {
            form.target.replaces.clear();
            state.exports.form.get_or_insert(form);
        }
        Some(Replaces::Clip(mut form)) => {
            form.target.replaces.clear();
            state.exports.clip.get_or_insert(form);
        }
    }
}
