//! A clip, as the user asks for it.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use crate::app::commands::View;
use crate::engine::Snapshot;
use crate::figure::{ClipFormat, ClipOptions, Palette, Scene};
use crate::files::with_ending;

/// How a view draws the model at a moment, as it is laid out now.
pub(crate) type MomentDrawing = Arc<dyn Fn(&Snapshot) -> Scene + Send + Sync>;

/// A run, and how it is drawn.
pub(crate) struct DrawnRun {
    pub(crate) now: Arc<Snapshot>,
    pub(crate) drawing: MomentDrawing,
    /// The colours around the figure.
    pub(crate) palette: Palette,
}

/// Which clip to make, as the user fills it in.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipForm {
    /// The view.
    pub view: View,
    /// How long, how large, and as what.
    pub options: ClipOptions,
    /// Whether the whole run is shown.
    pub is_whole: bool,
    /// The first and the last minibatch of the span otherwise.
    pub span: [u64; 2],
    /// Whether the step and the movies seen are written below.
    pub has_caption: bool,
    /// The file.
    pub path: String,
    /// Whether a file that is there may be written over: people were asked.
    pub replaces: bool,
}

impl ClipForm {
    /// A form for a view of a run of so many minibatches, with the usual answers.
    #[must_use]
    pub fn new(view: View, steps: u64, width_px: u32) -> Self {
        Self {
            view,
            options: ClipOptions {
                width_px: Some(width_px),
                ffmpeg: ClipOptions::ffmpeg_of_environment(),
                ..ClipOptions::default()
            },
            is_whole: true,
            span: [0, steps],
            has_caption: true,
            path: String::new(),
            replaces: false,
        }
    }

    /// The file that will be written: named by its format, whatever was typed.
    pub(crate) fn file(&self) -> PathBuf {
        let (path, format) = (PathBuf::from(self.path.trim()), self.options.format);
        match ClipFormat::of(&path) {
            Some(named) if named == format => path,
            Some(_) => path.with_extension(format.extension()),
            None => with_ending(path, format.extension()),
        }
    }

    /// The minibatches shown of a run of so many.
    pub(crate) fn steps(&self, all: u64) -> RangeInclusive<u64> {
        let [from, to] = if self.is_whole { [0, all] } else { self.span };
        from..=to
    }
}
