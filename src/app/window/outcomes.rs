//! What became of work on threads of its own.

use egui::Context;

use crate::app::state::sheets::Sheet;
use crate::app::window::App;

impl App {
    /// Takes over what dialogs and threads answered since the last frame.
    pub(crate) fn take_outcomes(&mut self, ctx: &Context) {
        if let Some(answer) = self.dialogs.answer() {
            self.on_answer(answer);
        }
        while let Some(outcome) = self.state.exports.work.outcome() {
            self.on_export(outcome, ctx);
        }
        while let Some(outcome) = self.state.exports.clip_work.outcome() {
            self.on_clip(outcome);
        }
        self.state.take_ffmpeg_check();
        while let Some(outcome) = self.state.kept.work.outcome() {
            let is_open = self.state.sheets.is_open(Sheet::KeptModels);
            if let Some(problem) = self.state.kept.take(outcome, is_open) {
                self.state.notices.problem(problem);
            }
        }
    }
}
