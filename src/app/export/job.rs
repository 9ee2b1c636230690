//! Views on their way to files, each on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use egui::{ColorImage, Context};

use crate::app::commands::View;
use crate::figure::{Document, Format};
use crate::files::with_ending;

/// Outcomes that can wait for the next frame.
const QUEUE: usize = 16;

/// What to export, as the user fills it in.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportForm {
    /// The view.
    pub view: View,
    /// What to write.
    pub format: Format,
    /// What the view can be written as; empty while it shows nothing.
    pub formats: Vec<Format>,
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
    pub fn new(view: View) -> Self {
        Self {
            view,
            format: Format::default(),
            formats: Vec::new(),
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

/// What goes to the clipboard.
pub(crate) enum Clip {
    /// A drawing or a table.
    Text(String),
    /// Pixels.
    Picture(ColorImage),
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
        export: fn(Document<'static>, ExportForm) -> Outcome,
        document: Document<'static>,
        form: ExportForm,
        ctx: &Context,
    ) -> std::io::Result<()> {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let work = move || {
            // A closed channel means that the window is gone.
            let _ = sender.send(export(document, form));
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

/// What is said where a view has nothing to export.
pub(crate) fn shows_nothing(view: View) -> String {
    format!(
        "{} has nothing to export yet: bring it to the front first.",
        view.title
    )
}

/// Writes a view to the form's file.
pub(crate) fn write(document: Document<'static>, mut form: ExportForm) -> Outcome {
    let path = form.file();
    form.path = path.display().to_string();
    let is_there = document
        .files(&path, form.format)
        .iter()
        .any(|file| file.exists());
    if is_there && !form.replaces {
        return Outcome::Exists(form);
    }
    let written = || {
        let written = document.write(&path, form.format, form.scale);
        written.map_err(|error| error.to_string())
    };
    match guarded(written, || format!("{}: not written", form.path)) {
        Ok(()) => Outcome::Written(path),
        Err(reason) => Outcome::Failed(form, reason),
    }
}

/// Makes what goes to the clipboard of a view.
pub(crate) fn copy(document: Document<'static>, form: ExportForm) -> Outcome {
    let made = || {
        let clip = match form.format {
            Format::Svg => document.svg().map(Clip::Text),
            Format::Csv => document.csv().map(Clip::Text),
            Format::Png => document.pixels(form.scale).map(|(size, pixels)| {
                Clip::Picture(ColorImage::from_rgba_premultiplied(size, &pixels))
            }),
            Format::Npy => return Err("an array cannot be copied, only saved to a file".to_owned()),
        };
        clip.map_err(|error| format!("not copied: {error}"))
    };
    match guarded(made, || "not copied".to_owned()) {
        Ok(clip) => Outcome::Copied(clip),
        Err(reason) => Outcome::Failed(form, reason),
    }
}

/// What `work` returns; a panic is a reason like any other, told as what came of it.
fn guarded<T>(
    work: impl FnOnce() -> Result<T, String>,
    failed: impl FnOnce() -> String,
) -> Result<T, String> {
    let fault = || Err(format!("{} because of a fault in the program", failed()));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| fault())
}
