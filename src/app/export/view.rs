//! What a view shows now, as a file.

use std::path::{Path, PathBuf};

use egui::{ColorImage, Theme};

use super::target::FileTarget;
use crate::app::commands::View;
use crate::figure::{Document, Format};
use crate::named::named;

named! {
    /// The colours that a figure is exported in.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum ExportTheme {
        /// Those of the window.
        #[default]
        Screen = "As on screen",
        /// On a dark ground.
        Dark = "Dark",
        /// On a light ground.
        Light = "Light",
    }
}

impl ExportTheme {
    /// The theme of the window that has these colours, where it is now in this one.
    pub(crate) fn in_window(self, now: Theme) -> Theme {
        match self {
            Self::Screen => now,
            Self::Light => Theme::Light,
            Self::Dark => Theme::Dark,
        }
    }
}

/// How to export a view, whatever view it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ExportChoices {
    format: Format,
    scale: f32,
    theme: ExportTheme,
}

impl Default for ExportChoices {
    fn default() -> Self {
        Self {
            format: Format::default(),
            scale: 2.0,
            theme: ExportTheme::default(),
        }
    }
}

/// What to export, as the user fills it in.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportForm {
    /// The view.
    pub view: View,
    /// Size of a PNG, in pixels per point, 1 to 4.
    pub scale: f32,
    /// Its colours.
    pub theme: ExportTheme,
    /// The file; no format is possible while the view shows nothing.
    pub target: FileTarget<Format>,
}

impl ExportForm {
    /// A form for a view, with the answers of before: a file in `folder`, or at home, that is named as the view is.
    pub(crate) fn new(view: View, folder: Option<&Path>, choices: ExportChoices) -> Self {
        let ExportChoices {
            format,
            scale,
            theme,
        } = choices;
        Self {
            view,
            scale,
            theme,
            target: FileTarget::new(folder, view.word(), format),
        }
    }

    /// What the next form begins with.
    pub(crate) fn choices(&self) -> ExportChoices {
        ExportChoices {
            format: self.target.format,
            scale: self.scale,
            theme: self.theme,
        }
    }
}

/// What goes to the clipboard.
pub(crate) enum ForClipboard {
    /// A drawing or a table.
    Text(String),
    /// Pixels.
    Picture(ColorImage),
}

/// What became of an export.
pub(crate) enum Outcome {
    /// It is ready for the clipboard.
    Copied(ForClipboard),
    /// It is in these files, the first of which was asked for.
    Written(Vec<PathBuf>),
    /// The file is there already: people must be asked.
    Exists(ExportForm),
    /// It was not written, for this reason.
    Failed(ExportForm, String),
}

/// Makes an export, on a thread of its own.
pub(crate) type ExportWork = fn(Document<'static>, ExportForm) -> Outcome;

/// Writes a view to the form's file.
pub(crate) fn write(document: Document<'static>, mut form: ExportForm) -> Outcome {
    let path = match form.target.resolve() {
        Ok(path) => path,
        Err(reason) => return Outcome::Failed(form, reason),
    };
    let format = form.target.format;
    let files = document.files(&path, format);
    if form.target.asks(files.iter().cloned()) {
        return Outcome::Exists(form);
    }
    let written = || {
        let written = document.write(&path, format, form.scale);
        written.map_err(|error| error.to_string())
    };
    match guarded(written, || format!("{}: not written", form.target.path)) {
        Ok(()) => Outcome::Written(files),
        Err(reason) => Outcome::Failed(form, reason),
    }
}

/// What is said of files that were written.
pub(crate) fn written_to(files: &[PathBuf]) -> String {
    let names: Vec<_> = files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    format!("Written to {}", names.join(" and "))
}

/// Makes what goes to the clipboard of a view.
pub(crate) fn copy(document: Document<'static>, form: ExportForm) -> Outcome {
    let made = || {
        let clip = match form.target.format {
            Format::Svg => document.svg().map(ForClipboard::Text),
            Format::Csv => document.csv().map(ForClipboard::Text),
            Format::Png => document.pixels(form.scale).map(|(size, pixels)| {
                ForClipboard::Picture(ColorImage::from_rgba_premultiplied(size, &pixels))
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
pub(super) fn guarded<T>(
    work: impl FnOnce() -> Result<T, String>,
    failed: impl FnOnce() -> String,
) -> Result<T, String> {
    let done = crate::fault::guarded(work);
    done.unwrap_or_else(|fault| Err(format!("{} because of {fault}", failed())))
}
