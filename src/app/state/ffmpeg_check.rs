//! Whether the ffmpeg that people name is there.

use egui::{Context, Response, TextEdit, Ui};

use crate::app::state::State;
use crate::ffmpeg::check_ffmpeg;

/// What is said of it, one at a time.
const KIND: &str = "ffmpeg";

impl State {
    /// The field that names ffmpeg, so wide in points. What is no program is told once it is entered.
    pub(crate) fn ffmpeg_field(&mut self, ui: &mut Ui, width: f32) -> Response {
        let field = TextEdit::singleline(&mut self.settings.ffmpeg)
            .hint_text("path, or the installed one")
            .desired_width(width);
        let field = ui.add(field);
        if field.lost_focus() {
            self.check_ffmpeg(ui.ctx());
        }
        field
    }

    fn check_ffmpeg(&mut self, ctx: &Context) {
        let Some(named) = self.settings.named_ffmpeg() else {
            return self.notices.resolve(KIND);
        };
        let work = move || check_ffmpeg(named);
        if let Err(error) = self.ffmpeg_check.start("find ffmpeg", ctx, work) {
            self.notices
                .problem(format!("ffmpeg cannot be looked for: {error}"));
        }
    }

    /// Says what was found.
    pub(crate) fn take_ffmpeg_check(&mut self) {
        while let Some(outcome) = self.ffmpeg_check.outcome() {
            match outcome {
                Ok(()) => self.notices.resolve(KIND),
                Err(reason) => self
                    .notices
                    .problem_instead(KIND, format!("ffmpeg: {reason}")),
            }
        }
    }
}
