//! Views on their way to files, each on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use egui::Context;

use super::exhibit::{Clip, Exhibit};
use crate::files::with_ending;
use crate::pane::Pane;

/// Outcomes that can wait for the next frame.
const QUEUE: usize = 16;

/// What to write an exhibit as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A vector drawing.
    #[default]
    Svg,
    /// A picture of pixels.
    Png,
    /// The numbers, a line each.
    Csv,
    /// The array that is shown.
    Npy,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Svg, Self::Png, Self::Csv, Self::Npy];

    /// The name in menus.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Svg => "SVG",
            Self::Png => "PNG",
            Self::Csv => "CSV",
            Self::Npy => "NPY",
        }
    }

    /// The format of a file's name.
    fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_lowercase();
        Self::ALL
            .into_iter()
            .find(|format| format.extension() == extension)
    }

    /// The extension of its files.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Csv => "csv",
            Self::Npy => "npy",
        }
    }
}

/// What to export, as the user fills it in.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportForm {
    /// The view.
    pub pane: Pane,
    /// What to write.
    pub format: Format,
    /// Size of a PNG, in pixels per point, 1 to 4.
    pub scale: f32,
    /// The file.
    pub path: String,
    /// Whether a file that is there may be written over: people were asked.
    pub replaces: bool,
}

impl ExportForm {
    /// A form for a view, with the usual answers.
    #[must_use]
    pub fn new(pane: Pane) -> Self {
        Self {
            pane,
            format: Format::default(),
            scale: 2.0,
            path: String::new(),
            replaces: false,
        }
    }

    /// The file that will be written: named by its format, whatever was typed.
    pub(crate) fn file(&self) -> PathBuf {
        let path = PathBuf::from(self.path.trim());
        match Format::of(&path) {
            Some(format) if format == self.format => path,
            Some(_) => path.with_extension(self.format.extension()),
            None => with_ending(path, self.format.extension()),
        }
    }
}

/// What became of an export.
pub(crate) enum Outcome {
    /// It is ready for the clipboard.
    Copied(Clip),
    /// It is in this file.
    Written(PathBuf),
    /// The file is there already: people must be asked.
    Exists(ExportForm),
    /// It was not written, for this reason.
    Failed(ExportForm, String),
}

/// Writes views and collects what becomes of them.
pub(crate) struct Exports {
    outcomes: Receiver<Outcome>,
    sender: Sender<Outcome>,
}

impl Default for Exports {
    fn default() -> Self {
        let (sender, outcomes) = bounded(QUEUE);
        Self { outcomes, sender }
    }
}

impl Exports {
    /// Does with a view as the form says: [`write`] or [`copy`].
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn start(
        &self,
        export: fn(Exhibit, ExportForm) -> Outcome,
        exhibit: Exhibit,
        form: ExportForm,
        ctx: &Context,
    ) -> std::io::Result<()> {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let work = move || {
            // A closed channel means that the window is gone.
            let _ = sender.send(export(exhibit, form));
            ctx.request_repaint();
        };
        let spawned = thread::Builder::new().name("export".to_owned()).spawn(work);
        spawned.map(drop)
    }

    /// What became of one that is done, if there is any.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.outcomes.try_recv().ok()
    }
}

/// Writes a view to the form's file.
pub(crate) fn write(exhibit: Exhibit, mut form: ExportForm) -> Outcome {
    let path = form.file();
    form.path = path.display().to_string();
    if path.exists() && !form.replaces {
        return Outcome::Exists(form);
    }
    let written = || exhibit.write(&path, form.format, form.scale);
    match guarded(written, || format!("{}: not written", form.path)) {
        Ok(()) => Outcome::Written(path),
        Err(reason) => Outcome::Failed(form, reason),
    }
}

/// Makes what goes to the clipboard of a view.
pub(crate) fn copy(exhibit: Exhibit, form: ExportForm) -> Outcome {
    let clip = || exhibit.clip(form.format, form.scale);
    match guarded(clip, || "not copied".to_owned()) {
        Ok(clip) => Outcome::Copied(clip),
        Err(reason) => Outcome::Failed(form, reason),
    }
}

/// What `work` returns; a panic is a reason like any other, told as what came of it.
fn guarded<T>(
    work: impl FnOnce() -> Result<T, String>,
    failed: impl FnOnce() -> String,
) -> Result<T, String> {
    let fault = || Err(format!("{}, by a fault of the program", failed()));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| fault())
}
