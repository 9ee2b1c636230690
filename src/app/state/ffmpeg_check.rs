//! Whether the ffmpeg that people name is there.

use egui::Context;

use crate::app::state::State;
use crate::ffmpeg::check_ffmpeg;

/// What is said of it, one at a time.
const KIND: &str = "ffmpeg";

impl State {
    /// Looks for the ffmpeg that is named, on a thread of its own.
    pub(crate) fn check_ffmpeg(&mut self, ctx: &Context) {
        let Some(named) = self.settings.preferences.named_ffmpeg() else {
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
