//! What is said when the training thread died.

use egui::{Context, Id, Modal, RichText};

use crate::app::state::State;
use crate::words::grouped;

/// Shows the message; true when the user wants a new engine.
pub(crate) fn crash(ctx: &Context, state: &mut State) -> bool {
    let Some(message) = &state.crash else {
        return false;
    };
    let modal = Modal::new(Id::unique("crash")).show(ctx, |ui| {
        ui.set_width(460.0);
        ui.heading("Learning stopped");
        ui.add_space(4.0);
        ui.label(match &state.rescued {
            Some((_, movies_seen)) => format!(
                "Press Go on: learning goes on with this model as it was after {} movies.",
                grouped(*movies_seen)
            ),
            None => "Press Go on: a new model begins with the same settings. File > Restore previous model brings back the \
                     one that was kept last."
                .to_owned(),
        });
        ui.add_space(4.0);
        ui.label(
            RichText::new(message)
                .monospace()
                .color(ui.visuals().error_fg_color),
        );
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            let restart = ui
                .button("Go on")
                .on_hover_text("Begin to learn again, with the same settings.");
            if ui.button("Copy message").clicked() {
                ui.ctx().copy_text(message.clone());
            }
            restart.clicked()
        })
        .inner
    });
    modal.inner
}
