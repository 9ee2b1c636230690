//! Clips: asked for, made, and what became of them.

use std::sync::Arc;
use std::time::Duration;

use egui::Context;

use crate::app::export::{ClipForm, ClipJob, ClipOutcome, DrawnRun};
use crate::app::state::Replaces;
use crate::app::theme;
use crate::app::window::App;

/// What is said where no view in front can be shown along the run.
const NO_VIEW: &str = "A clip shows Filters, Pooling, Maps, Polar, Centres, Curves, Figure 1 or Top units: bring one to the front.";

/// How long a closing window waits for the frames that are being drawn.
const FRAMES_AT_HAND: Duration = Duration::from_secs(10);

impl App {
    /// Asks which clip to make: of the first view in front that has a past.
    pub(crate) fn open_clip(&mut self) {
        let state = &mut self.state;
        let mut views = self.dock.visible();
        let view = views.find(|view| self.dock.drawing(*view, state).is_some());
        let Some((view, model)) = view.zip(state.newest.as_ref()) else {
            state.notices.problem(NO_VIEW);
            return;
        };
        let width = self.dock.clip_width_px(view, state);
        let steps = model.snapshot.status.step;
        let mut form = ClipForm::new(view, steps, width);
        if let Some(ffmpeg) = self.state.settings.named_ffmpeg() {
            form.options.ffmpeg = ffmpeg;
        }
        self.state.clip = Some(form);
    }

    /// Makes the clip asked for, on a thread of its own.
    pub(crate) fn write_clip(&mut self, ctx: &Context) {
        let state = &mut self.state;
        if state.clip_job.is_some() {
            return;
        }
        let Some(form) = state.clip.take() else {
            return;
        };
        let drawing = self.dock.drawing(form.view, state);
        let Some((drawing, model)) = drawing.zip(state.newest.as_ref()) else {
            state.notices.problem(NO_VIEW);
            state.clip = Some(form);
            return;
        };
        let run = DrawnRun {
            now: Arc::clone(&model.snapshot),
            drawing,
            palette: *theme::palette_of(&ctx.style_of(ctx.theme()).visuals),
        };
        let job = ClipJob::default();
        let (making, context) = (job.clone(), ctx.clone());
        let work = move || making.run(&run, form, &context);
        match state.clips.start("clip", ctx, work) {
            Ok(()) => state.clip_job = Some(job),
            Err(error) => {
                let text = format!("The clip cannot be made: {error}");
                state.notices.problem(text);
            }
        }
    }

    /// Stops the clip being made, so that no half file stays when the window closes.
    pub(crate) fn stop_clip(&mut self) {
        if let Some(job) = self.state.clip_job.take() {
            job.stop();
            drop(self.state.clips.outcome_within(FRAMES_AT_HAND));
        }
    }

    /// Says what became of a clip; what was not written can be tried again.
    pub(crate) fn on_clip(&mut self, outcome: ClipOutcome) {
        let state = &mut self.state;
        let was_stopped = state.clip_job.take().is_some_and(|job| job.is_stopping());
        match outcome {
            ClipOutcome::Written(path, size) => {
                let megabytes = size.bytes as f64 / 1e6;
                let text = format!("Written to {}: {megabytes:.2} MB", path.display());
                state.notices.news(text);
            }
            ClipOutcome::Exists(form) => state.replaces = Some(Replaces::Clip(form)),
            ClipOutcome::Failed(form, reason) => {
                if was_stopped {
                    state.notices.news(reason);
                } else {
                    state.notices.problem(reason);
                }
                state.clip.get_or_insert(form);
            }
        }
    }
}
