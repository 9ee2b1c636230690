//! The question before a file that is there is written over.

use egui::{Id, Modal, Ui};

use crate::app::commands::Action;
use crate::app::state::{Replaces, State};
use crate::engine::Command;

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
    let Some(mut answered) = state.replaces.pop_front() else {
        return;
    };
    if !goes_on {
        answered.keep_files();
    }
    let writes = match answered {
        Replaces::Model(path) => {
            if goes_on {
                state.send(Command::Replace(path));
            }
            return;
        }
        Replaces::View(form) => {
            state.exports.form = Some(form);
            Action::WriteExport
        }
        Replaces::Clip(form) => {
            state.exports.clip = Some(form);
            Action::WriteClip
        }
    };
    if goes_on {
        state.act(writes);
    }
}
