//! A clip, as the user asks for it.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use super::film::Camera;
use super::target::FileTarget;
use super::view::ExportTheme;
use crate::app::commands::View;
use crate::engine::Snapshot;
use crate::figure::{ClipFormat, ClipOptions, ClipSize, Palette, Scene};

/// Colours of a GIF that shows the screen, at most.
const SCREEN_COLORS: usize = 255;

/// How a view draws the model at a moment, as it is laid out now.
pub(crate) type MomentDrawing = Arc<dyn Fn(&Snapshot) -> Scene + Send + Sync>;

/// A run, and how it is shown.
pub(crate) struct ShownRun {
    pub(crate) now: Arc<Snapshot>,
    pub(crate) frames: Frames,
}

/// Where the frames of a clip come from.
pub(crate) enum Frames {
    /// A view draws them, in its own size, with the colours around the figure.
    Drawn(MomentDrawing, Palette),
    /// They are pictures of the window.
    Filmed(Camera),
}

/// What a clip shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipSubject {
    /// A view.
    View(View),
    /// The whole window.
    Window,
}

impl ClipSubject {
    /// The name of its files, without the ending.
    pub(crate) fn stem(self) -> String {
        match self {
            Self::View(view) => view.word(),
            Self::Window => "window".to_owned(),
        }
    }

    /// The name in menus.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::View(view) => view.title,
            Self::Window => "Whole window",
        }
    }
}

/// How large what a clip shows is, and how it becomes frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipSource {
    /// What is shown.
    pub subject: ClipSubject,
    /// Whether the window goes through the moments and is filmed; else the view draws each.
    pub is_filmed: bool,
    /// Width and height: in pixels where it is filmed, else in points.
    pub size: [f32; 2],
    /// Whether the model's filters are in colour.
    pub is_colored: bool,
}

/// Which clip to make, as the user fills it in.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipForm {
    /// What it is to show.
    pub subject: ClipSubject,
    /// Where its frames come from.
    pub source: ClipSource,
    /// How long and how large; the format is that of the file.
    pub options: ClipOptions,
    /// Whether the whole run is shown.
    pub is_whole: bool,
    /// The first and the last minibatch of the span otherwise.
    pub span: [u64; 2],
    /// Its colours.
    pub theme: ExportTheme,
    /// Whether the step and the movies seen are written below what a view draws.
    pub has_caption: bool,
    /// The file.
    pub target: FileTarget<ClipFormat>,
}

impl ClipForm {
    /// A form for a run of so many minibatches, with the usual answers.
    #[must_use]
    pub fn new(source: ClipSource, steps: u64, folder: Option<&Path>) -> Self {
        let mut form = Self {
            subject: source.subject,
            source,
            options: ClipOptions::default(),
            is_whole: true,
            span: [0, steps],
            theme: ExportTheme::default(),
            has_caption: true,
            target: FileTarget::new(folder, source.subject.stem(), ClipFormat::default()),
        };
        form.show(source);
        form
    }

    /// Takes over what was chosen for a clip before, but for what it shows, its span and its file.
    pub(crate) fn choose_as(&mut self, before: &Self) {
        (self.theme, self.has_caption) = (before.theme, before.has_caption);
        let options = &before.options;
        self.options.seconds = options.seconds;
        self.options.frames_per_sec = options.frames_per_sec;
        self.options.loops = options.loops;
        self.target.format = before.target.format;
        self.target.agree(self.subject.stem());
    }

    /// Shows something else, as large as it is on screen.
    pub(crate) fn show(&mut self, source: ClipSource) {
        (self.subject, self.source) = (source.subject, source);
        let (narrowest, widest) = ClipOptions::WIDTH_PX.into_inner();
        // Videos need an even width.
        let width = (source.size[0].ceil() as u32).next_multiple_of(2);
        self.options.width_px = (!source.is_filmed).then(|| width.clamp(narrowest, widest));
        self.options.colors = source.is_filmed.then_some(SCREEN_COLORS);
    }

    /// About how large the clip will be, of a run with moments at these minibatches, in order.
    #[must_use]
    pub fn about(&self, moments: impl IntoIterator<Item = u64>) -> ClipSize {
        let range = self.steps(u64::MAX);
        let steps = moments.into_iter().filter(|step| range.contains(step));
        let steps: Vec<u64> = steps.collect();
        let has_caption = self.has_caption && !self.source.is_filmed;
        let source = &self.source;
        self.options()
            .about(source.size, has_caption, source.is_colored, &steps)
    }

    /// How long, how large, and as what.
    pub(crate) fn options(&self) -> ClipOptions {
        ClipOptions {
            format: self.target.format,
            ..self.options.clone()
        }
    }

    /// The minibatches shown of a run of so many.
    pub(crate) fn steps(&self, all: u64) -> RangeInclusive<u64> {
        let [from, to] = if self.is_whole { [0, all] } else { self.span };
        from..=to
    }
}
