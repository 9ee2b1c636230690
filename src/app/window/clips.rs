//! Clips: asked for, made, and what became of them.

use std::sync::Arc;
use std::time::Duration;

use egui::{Context, Theme};

use crate::app::export::{
    ClipForm, ClipJob, ClipOutcome, ClipSource, ClipSubject, Filming, Frames, ShownRun, film,
};
use crate::app::notices::CLIP;
use crate::app::state::Replaces;
use crate::app::theme;
use crate::app::window::App;
use crate::app::window::redrawing::Redrawn;

/// What is said before there is a run.
const NO_RUN: &str = "There is no run yet to make a clip of.";
/// What is said where the view is gone.
const NO_VIEW: &str =
    "The view of the clip is no longer in front: bring it there, or choose another.";

/// What is said while a clip is made.
const ONE_AT_A_TIME: &str = "A clip is being made: wait for its end, or stop it.";

/// How long a closing window waits for the frames that are being drawn.
const FRAMES_AT_HAND: Duration = Duration::from_secs(10);

impl App {
    /// Asks which clip to make: of the first view in front, or of the window.
    pub(crate) fn open_clip(&mut self, ctx: &Context) {
        if self.state.exports.clip_job.is_some() {
            return self
                .state
                .notices
                .news_instead("one clip at a time", ONE_AT_A_TIME);
        }
        if self.state.exports.clip.is_some() {
            return;
        }
        let Some(steps) = self.state.now().map(|status| status.step) else {
            return self.state.notices.problem_instead(CLIP, NO_RUN);
        };
        let views = self.dock.of_model(&self.state).map(ClipSubject::View);
        let subjects: Vec<_> = views.chain([ClipSubject::Window]).collect();
        let mut sources = subjects.into_iter();
        let first = sources.find_map(|subject| self.clip_source(subject, ctx));
        let folder = self.state.recents.folder.as_deref();
        let mut form = first.map(|source| ClipForm::new(source, steps, folder));
        if let Some((form, before)) = form.as_mut().zip(self.state.exports.last_clip.as_ref()) {
            form.choose_as(before);
        }
        self.state.exports.clip = form;
        self.state.exports.is_clip_newer = true;
    }

    /// Takes what was chosen for the clip as large as it is on screen.
    pub(crate) fn measure_clip(&mut self, ctx: &Context) {
        let chosen = self.state.exports.clip.as_ref().map(|form| form.subject);
        let source = chosen.and_then(|subject| self.clip_source(subject, ctx));
        if let Some((form, source)) = self.state.exports.clip.as_mut().zip(source) {
            form.show(source);
        }
    }

    /// Makes the clip that the open form says, and closes it.
    pub(crate) fn take_clip(&mut self, ctx: &Context) {
        if let Some(form) = self.state.exports.clip.take() {
            self.write_clip(form, ctx);
        }
    }

    /// Makes a clip, in its colours: a film takes them while it lasts.
    pub(crate) fn write_clip(&mut self, form: ClipForm, ctx: &Context) {
        if self.state.exports.clip_job.is_some() {
            self.state.exports.clip.get_or_insert(form);
            return;
        }
        self.state.exports.last_clip = Some(form.clone());
        let theme = if form.source.is_filmed {
            ctx.theme()
        } else {
            form.theme.in_window(ctx.theme())
        };
        self.write_in(theme, Redrawn::Clip(form), ctx);
    }

    /// Makes a clip as the window looks now, on a thread of its own.
    pub(crate) fn start_clip(&mut self, form: ClipForm, ctx: &Context) {
        let source = self.clip_source(form.subject, ctx);
        let now = self
            .state
            .newest
            .as_ref()
            .map(|model| Arc::clone(&model.snapshot));
        let Some((source, now)) = source.zip(now) else {
            self.state.notices.problem_instead(CLIP, NO_VIEW);
            self.state.exports.clip.get_or_insert(form);
            return;
        };
        let theme = form.theme.in_window(ctx.theme());
        let (film, frames) = self.frames(source, theme, ctx);
        let (job, run) = (ClipJob::default(), ShownRun { now, frames });
        let (making, context) = (job.clone(), ctx.clone());
        let work = move || making.run(&run, form, &context);
        match self.state.exports.clip_work.start("clip", ctx, work) {
            Ok(()) => {
                self.state.exports.clip_job = Some(job);
                if let Some(film) = film {
                    self.state.begin_film(film);
                }
            }
            Err(error) => {
                let text = format!("The clip cannot be made: {error}");
                self.state.notices.problem_instead(CLIP, text);
            }
        }
    }

    /// Where the frames come from, and the film that they are of, if they are.
    fn frames(
        &mut self,
        source: ClipSource,
        theme: Theme,
        ctx: &Context,
    ) -> (Option<Filming>, Frames) {
        if let ClipSubject::View(view) = source.subject
            && !source.is_filmed
            && let Some(drawing) = self.dock.drawing(view, &self.state)
        {
            let palette = *theme::palette_of(&ctx.style_of(theme).visuals);
            return (None, Frames::Drawn(drawing, palette));
        }
        self.filmed = source.subject;
        let timeline = &self.state.timeline;
        let before = timeline.wanted.or(timeline.laid_aside);
        let (film, camera) = film(ctx, before, theme);
        (Some(film), Frames::Filmed(camera))
    }

    /// Stops the clip being made, so that no half file stays when the window closes.
    pub(crate) fn stop_clip(&mut self) {
        self.state.end_film();
        if let Some(job) = self.state.exports.clip_job.take() {
            job.stop();
            drop(self.state.exports.clip_work.last_outcome(FRAMES_AT_HAND));
        }
    }

    /// Says what became of a clip; what was not written can be tried again.
    pub(crate) fn on_clip(&mut self, outcome: ClipOutcome) {
        let state = &mut self.state;
        state.end_film();
        let job = state.exports.clip_job.take();
        let was_stopped = job.is_some_and(|job| job.is_stopping());
        match outcome {
            ClipOutcome::Written(path, size) => {
                state.recents.note_chosen(&path);
                let megabytes = size.bytes as f64 / 1e6;
                let text = format!("Written to {}: {megabytes:.2} MB", path.display());
                state.notices.resolve(CLIP);
                state.notices.news(text);
            }
            ClipOutcome::Exists(form) => state.replaces.push_back(Replaces::Clip(form)),
            ClipOutcome::Failed(mut form, reason) => {
                if was_stopped {
                    state.notices.news(reason);
                } else {
                    state.notices.problem_instead(CLIP, reason);
                }
                form.target.is_new = true;
                state.exports.clip.get_or_insert(form);
            }
        }
    }
}
