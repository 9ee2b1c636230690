//! The question before a window closes in which something is still being done.

use egui::{Id, Modal, Ui, ViewportCommand};

use crate::app::state::State;
use crate::engine::TIME_RUNS;

impl State {
    /// What is being done and would be lost where the window closes now, a sentence each.
    pub(crate) fn unfinished(&self) -> Vec<String> {
        let clip = self.exports.clip_job.is_some();
        let clip = clip.then(|| "A clip is being written: it would be lost.".to_owned());
        let models = self.workers.time_study.is_busy().then(|| {
            let answer = self.workers.time_study.answer();
            let number = answer.map_or(0, |answer| answer.runs.len()) + 1;
            format!("Model {number} of {TIME_RUNS} of Temporal continuity is training: all of them would be lost.")
        });
        clip.into_iter().chain(models).collect()
    }
}

/// The question, while it is open; it closes by itself once all is done.
pub(crate) fn quit(ui: &mut Ui, state: &mut State) {
    if !state.asks_to_quit {
        return;
    }
    let unfinished = state.unfinished();
    if unfinished.is_empty() {
        state.asks_to_quit = false;
        return;
    }
    let modal = Modal::new(Id::unique("quit")).show(ui.ctx(), |ui| {
        ui.set_width(420.0);
        ui.heading("Quit now?");
        ui.add_space(4.0);
        for text in unfinished {
            ui.label(text);
        }
        if state.kept.folder.is_some() {
            ui.label("The model is kept in any case.");
        }
        ui.add_space(10.0);
        ui.horizontal(|ui| (ui.button("Cancel").clicked(), ui.button("Quit").clicked()))
            .inner
    });
    let (goes_on, quits) = modal.inner;
    if quits {
        // Asked for while the question is open, it closes.
        ui.send_viewport_cmd(ViewportCommand::Close);
    } else if goes_on || modal.should_close() {
        state.asks_to_quit = false;
        // A film goes on.
        ui.request_repaint();
    }
}
