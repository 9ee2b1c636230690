//! File dialogs, each on a thread of its own, so that the window never waits for one.

use std::path::{Path, PathBuf};
use std::pin::Pin;

use rfd::{AsyncFileDialog, FileHandle};

use super::dialog_program::end_dialog_program;

use crate::app::background::OneAtATime;
use crate::engine::MODEL_ENDING;
use crate::figure::{ClipFormat, Format};
use crate::files::folder_of;
use crate::source::{MOVIE_ENDINGS, picture_endings};

/// What the chosen paths are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Learn from the pictures of a folder.
    PictureFolder,
    /// Learn from picture files.
    PictureFiles,
    /// Open a model.
    OpenModel,
    /// Pin a model.
    PinModel,
    /// Show the map of a sweep.
    SweepFolder,
    /// Save the model.
    SaveModel,
    /// Write a view to a file.
    Export(Format),
    /// Write a clip to a file.
    Clip(ClipFormat),
}

impl Purpose {
    /// What is said when nothing was chosen, perhaps because no dialog can be shown: where a path can be typed.
    pub(crate) fn way_out(self) -> &'static str {
        match self {
            Self::PictureFolder | Self::PictureFiles => {
                "Nothing was chosen. If no dialog appeared, type the path under Pictures in the controls on the left, and press \
                 Load."
            }
            Self::OpenModel => {
                "Nothing was chosen. If no dialog appeared, type the path under Model file in the controls on the left, and press \
                 Open path."
            }
            Self::PinModel => {
                "Nothing was chosen. If no dialog appeared, type the path in the view Compare, and press Pin path."
            }
            Self::SweepFolder => {
                "Nothing was chosen. If no dialog appeared, type the path in the view Sweep, and press Open path."
            }
            Self::SaveModel => {
                "Nothing was chosen. If no dialog appeared, type the path under Model file in the controls on the left, and press \
                 Save to path."
            }
            Self::Export(..) | Self::Clip(..) => {
                "Nothing was chosen. If no dialog appeared, type the path in the field File of the export window."
            }
        }
    }
}

/// The file that a model is to be saved to, if nothing else is chosen.
pub(crate) const FIRST_MODEL: &str = "cells.safetensors";
/// What is said when another one waits, perhaps behind the window.
const IS_OPEN: &str = "A file dialog is already open. Choose a file there, or cancel it.";

/// The answer of a dialog; no paths when it was cancelled or could not be shown.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) purpose: Purpose,
    pub(crate) paths: Vec<PathBuf>,
}

/// Shows dialogs one at a time and collects their answers.
#[derive(Default)]
pub(crate) struct Dialogs {
    answers: OneAtATime<Answer>,
}

impl Dialogs {
    /// Shows a dialog, which begins in the folder `start`; one for a file to write begins with that file.
    ///
    /// # Errors
    /// A sentence for the user, when one is open already, or none can be shown.
    pub(crate) fn ask(
        &mut self,
        purpose: Purpose,
        start: &Path,
        ctx: &egui::Context,
    ) -> Result<(), &'static str> {
        if self.answers.is_on() {
            return Err(IS_OPEN);
        }
        // The future is made here because macOS wants its dialogs made on the main thread.
        let choice = choose(purpose, start);
        let work = move || {
            let paths = pollster::block_on(choice);
            Answer { purpose, paths }
        };
        let started = self.answers.start("file dialog", ctx, work);
        started.map_err(|_| purpose.way_out())
    }

    /// The answer of the dialog, once there is one.
    pub(crate) fn answer(&mut self) -> Option<Answer> {
        self.answers.outcome()
    }
}

impl Drop for Dialogs {
    /// A dialog without its window has nobody to answer.
    fn drop(&mut self) {
        if self.answers.is_on() {
            end_dialog_program();
        }
    }
}

/// The paths that will have been chosen.
type Choice = Pin<Box<dyn Future<Output = Vec<PathBuf>> + Send>>;

fn choose(purpose: Purpose, start: &Path) -> Choice {
    let folder = match purpose {
        Purpose::SaveModel | Purpose::Export(_) | Purpose::Clip(_) => folder_of(start),
        _ => start,
    };
    let titled = |title| {
        AsyncFileDialog::new()
            .set_title(title)
            .set_directory(folder)
    };
    let model = |title| titled(title).add_filter("Models", &[MODEL_ENDING]);
    let saved = |dialog: AsyncFileDialog| {
        let name = start.file_name().unwrap_or_default().to_string_lossy();
        one(dialog.set_file_name(name).save_file())
    };
    match purpose {
        Purpose::PictureFolder => one(titled("Learn from the pictures in a folder").pick_folder()),
        Purpose::PictureFiles => {
            let endings: Vec<_> = picture_endings().chain(MOVIE_ENDINGS).collect();
            let dialog = titled("Learn from pictures and movies");
            let dialog = dialog.add_filter("Pictures and movies", &endings);
            let choice = dialog.pick_files();
            Box::pin(async { choice.await.into_iter().flatten().map(path).collect() })
        }
        Purpose::OpenModel => one(model("Open a model").pick_file()),
        Purpose::PinModel => one(model("Pin a model").pick_file()),
        Purpose::SweepFolder => one(titled("Open the folder of a sweep").pick_folder()),
        Purpose::SaveModel => saved(model("Save the model")),
        Purpose::Export(format) => {
            saved(titled("Export view").add_filter(format.name(), &[format.extension()]))
        }
        Purpose::Clip(format) => {
            saved(titled("Export clip").add_filter(format.name(), &[format.extension()]))
        }
    }
}

fn one(choice: impl Future<Output = Option<FileHandle>> + Send + 'static) -> Choice {
    Box::pin(async { choice.await.into_iter().map(path).collect() })
}

fn path(file: FileHandle) -> PathBuf {
    file.path().to_owned()
}
