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
        let work = move || (named.clone(), check_ffmpeg(named));
        if let Err(error) = self.ffmpeg_check.start("find ffmpeg", ctx, work) {
            self.notices
                .problem(format!("ffmpeg cannot be looked for: {error}"));
        }
    }

    /// Says what was found of the one that is named now: of another the search may end late.
    pub(crate) fn take_ffmpeg_check(&mut self) {
        while let Some((named, outcome)) = self.ffmpeg_check.outcome() {
            if self.settings.preferences.named_ffmpeg() != Some(named) {
                continue;
            }
            match outcome {
                Ok(()) => self.notices.resolve(KIND),
                Err(reason) => self
                    .notices
                    .problem_instead(KIND, format!("ffmpeg: {reason}")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::RawInput;

    use super::*;

    #[test]
    fn what_is_found_of_another_name_does_not_count() {
        let (ctx, mut state) = (Context::default(), State::default());
        for (name, count) in [("/another", 0), ("/no/such/ffmpeg", 1)] {
            let ffmpeg = |state: &mut State, name: &str| {
                state.settings.preferences.ffmpeg = name.to_owned();
            };
            ffmpeg(&mut state, "/no/such/ffmpeg");
            state.check_ffmpeg(&ctx);
            ffmpeg(&mut state, name);
            while state.ffmpeg_check.is_awaited() {
                state.take_ffmpeg_check();
            }
            let show = |ui: &mut egui::Ui| state.notices.show(ui.ctx(), 0.0, None, false);
            drop(ctx.run_ui(RawInput::default(), show));
            assert_eq!(state.notices.past().count(), count, "{name}");
        }
    }
}
