//! A clip being made, on a thread of its own.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use egui::Context;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::clip::{ClipForm, Frames, ShownRun};
use super::view::guarded;
use crate::engine::{Span, give_way};
use crate::figure::{Clip, ClipError, ClipProgress, ClipSize, Shot};
use crate::files::check_folder;

/// As many threads as there are cores.
const ALL_CORES: usize = 0;

/// What became of a clip.
pub(crate) enum ClipOutcome {
    /// It is in this file.
    Written(PathBuf, ClipSize),
    /// The file is there already: people must be asked.
    Exists(ClipForm),
    /// It was not written, for this reason.
    Failed(ClipForm, String),
}

/// A clip being made, seen from the window.
#[derive(Clone, Default)]
pub(crate) struct ClipJob {
    stops: Arc<AtomicBool>,
    progress: Arc<Mutex<Progress>>,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// About how large it will be, once that is known.
    pub(crate) estimate: Option<ClipSize>,
    /// Frames written.
    pub(crate) frames: usize,
}

/// Threads to make a clip with, which leave the cores to the window.
fn pool(frames: &Frames) -> Result<ThreadPool, ThreadPoolBuildError> {
    let count = match frames {
        Frames::Drawn(..) => ALL_CORES,
        // The window shows one moment at a time.
        Frames::Filmed(_) => 1,
    };
    ThreadPoolBuilder::new()
        .num_threads(count)
        .thread_name(|index| format!("cellscope-clip-{index}"))
        .start_handler(|_| give_way())
        .build()
}

impl ClipJob {
    /// Asks it to stop after the frames at hand.
    pub(crate) fn stop(&self) {
        self.stops.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stops.load(Ordering::Relaxed)
    }

    /// How far it has come.
    pub(crate) fn progress(&self) -> Progress {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, progress: ClipProgress) -> ControlFlow<()> {
        let mut now = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        match progress {
            ClipProgress::Begun => {}
            ClipProgress::Estimated(size) => now.estimate = Some(size),
            ClipProgress::Written(frames) => now.frames = frames,
        }
        if self.is_stopping() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Makes the clip of a run.
    pub(crate) fn run(&self, run: &ShownRun, mut form: ClipForm, ctx: &Context) -> ClipOutcome {
        let path = match form.target.resolve() {
            Ok(path) => path,
            Err(reason) => return ClipOutcome::Failed(form, reason),
        };
        if form.target.asks([path.clone()]) {
            return ClipOutcome::Exists(form);
        }
        // Before the window is filmed for it.
        if let Err(reason) = check_folder(&path) {
            return ClipOutcome::Failed(form, reason);
        }
        let written = || {
            let span = Span::new(Arc::clone(&run.now), form.steps(run.now.status.step));
            let span = span.map_err(|error| error.to_string())?;
            let pool = pool(&run.frames).map_err(|error| error.to_string())?;
            let written = pool.install(|| self.write(&span, run, &form, (&path, ctx)));
            written.map_err(|error| match error {
                ClipError::Shot(_) if self.is_stopping() => {
                    ClipError::Stopped(path.clone()).to_string()
                }
                error => error.to_string(),
            })
        };
        match guarded(written, || format!("{}: not written", form.target.path)) {
            Ok(size) => ClipOutcome::Written(path.clone(), size),
            Err(reason) => ClipOutcome::Failed(form, reason),
        }
    }

    fn write(
        &self,
        span: &Span,
        run: &ShownRun,
        form: &ClipForm,
        (path, ctx): (&Path, &Context),
    ) -> Result<ClipSize, ClipError> {
        let shot = |moment: usize| match &run.frames {
            Frames::Drawn(draw, palette) => {
                let past = span.snapshot(moment)?;
                let caption = form.has_caption.then(|| span.caption(moment));
                Ok(Shot::new(&[draw(&past)], caption, *palette))
            }
            Frames::Filmed(camera) => {
                let step = (!span.is_now(moment)).then(|| span.steps()[moment]);
                camera.shot(step)
            }
        };
        let clip = Clip {
            options: &form.options(),
            steps: span.steps(),
            shot: &shot,
        };
        clip.write(path, &mut |progress| {
            ctx.request_repaint();
            self.note(progress)
        })
    }
}
