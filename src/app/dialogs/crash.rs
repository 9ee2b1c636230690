//! What is said when the training thread died.

use egui::{Context, Id, Modal, RichText};

use crate::app::state::State;

/// Shows the message; true when the user wants a new engine.
pub(crate) fn crash(ctx: &Context, state: &mut State) -> bool {
    let Some(message) = &state.crash else {
        return false;
    };
    let modal = Modal::new(Id::unique("crash")).show(ctx, |ui| {
        ui.set_width(460.0);
        ui.heading("Learning stopped: internal error");
        ui.add_space(4.0);
        ui.label(
            "Learning has stopped, and the model is kept. After a restart, File > Restore previous model brings it back. \
             Please report this message:",
        );
        ui.add_space(4.0);
        ui.label(
            RichText::new(message)
                .monospace()
                .color(ui.visuals().error_fg_color),
        );
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            let restart = ui
                .button("Restart")
                .on_hover_text("Restart with the same settings.");
            if ui.button("Copy message").clicked() {
                ui.ctx().copy_text(message.clone());
            }
            restart.clicked()
        })
        .inner
    });
    modal.inner
}
