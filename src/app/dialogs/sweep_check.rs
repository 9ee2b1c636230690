//! Whether a folder whose path is typed is that of a sweep.

use std::path::{Path, PathBuf};

use egui::Context;

use crate::app::background::OneAtATime;
use crate::sweep::SweepFolder;

/// Looks for a sweep in the folder that is typed, on a thread of its own: a disk may be slow.
#[derive(Default)]
pub(super) struct SweepCheck {
    work: OneAtATime<Option<PathBuf>>,
    /// The path that was looked at last.
    asked: Option<PathBuf>,
    found: Option<PathBuf>,
}

impl SweepCheck {
    /// Has a path looked at that was not; true where something was found since the last call.
    pub(super) fn look_at(&mut self, ctx: &Context, path: Option<PathBuf>) -> bool {
        let outcome = self.work.outcome().flatten();
        let is_news = outcome.is_some();
        self.found = outcome.or(self.found.take());
        if path != self.asked && !self.work.is_on() {
            self.asked.clone_from(&path);
            if let Some(path) = path {
                let look = || SweepFolder::is_at(&path).then_some(path);
                // Without a thread nothing is known of it.
                let _ = self.work.start("find sweep", ctx, look);
            }
        }
        is_news
    }

    /// The folder of a sweep that was found last.
    pub(super) fn found(&self) -> Option<&Path> {
        self.found.as_deref()
    }
}
