//! File dialogs, each on a thread of its own, so that the window never waits for one.

use std::path::{Path, PathBuf};

use rfd::{AsyncFileDialog, FileHandle};

use crate::app::background::Background;
use crate::app::commands::View;
use crate::figure::Format;
use crate::files::with_ending;

/// What the chosen paths are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Learn from the pictures of a folder.
    PictureFolder,
    /// Learn from picture files.
    PictureFiles,
    /// Open a model.
    OpenModel,
    /// Open a kept model.
    OpenKept,
    /// Save the model.
    SaveModel,
    /// Write a view to a file.
    Export(View, Format),
}

/// Extensions of the pictures that can be read.
const PICTURES: [&str; 8] = ["png", "jpg", "jpeg", "tif", "tiff", "bmp", "webp", "gif"];
/// Extension of a model file.
pub(crate) const MODEL: &str = "safetensors";

/// What is said when a file dialog cannot be shown.
pub(crate) const NO_DIALOG: &str =
    "Nothing was chosen. If no dialog appeared, enter the path as text instead.";
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
    answers: Background<Answer>,
    is_open: bool,
    /// The folder of kept models.
    pub(crate) kept: Option<PathBuf>,
}

impl Dialogs {
    /// Shows a dialog.
    ///
    /// # Errors
    /// A sentence for the user, when one is open already, or none can be shown.
    pub(crate) fn ask(
        &mut self,
        purpose: Purpose,
        ctx: &egui::Context,
    ) -> Result<(), &'static str> {
        if self.is_open {
            return Err(IS_OPEN);
        }
        // The future is made here because macOS wants its dialogs made on the main thread.
        let choice = choose(purpose, self.kept.as_deref());
        let work = move || {
            let paths = pollster::block_on(choice);
            Answer { purpose, paths }
        };
        let started = self.answers.start("file dialog", ctx, work);
        self.is_open = started.is_ok();
        started.map_err(|_| NO_DIALOG)
    }

    /// The answer of the dialog, once there is one.
    pub(crate) fn answer(&mut self) -> Option<Answer> {
        let answer = self.answers.outcome()?;
        self.is_open = false;
        Some(answer)
    }
}

fn choose(
    purpose: Purpose,
    kept: Option<&Path>,
) -> impl Future<Output = Vec<PathBuf>> + Send + use<> {
    let dialog = AsyncFileDialog::new();
    let path = |file: FileHandle| file.path().to_owned();
    let dialog = match purpose {
        Purpose::PictureFolder => dialog.set_title("Learn from the pictures in a folder"),
        Purpose::PictureFiles => dialog
            .set_title("Learn from pictures")
            .add_filter("Pictures", &PICTURES),
        Purpose::OpenModel => dialog
            .set_title("Open a model")
            .add_filter("Models", &[MODEL]),
        Purpose::OpenKept => dialog
            .set_title("Open an autosaved model")
            .add_filter("Models", &[MODEL])
            .set_directory(kept.unwrap_or(Path::new("."))),
        Purpose::SaveModel => dialog
            .set_title("Save the model")
            .add_filter("Models", &[MODEL])
            .set_file_name(format!("cells.{MODEL}")),
        Purpose::Export(view, format) => {
            let stem = view.title.to_lowercase().replace(' ', "-");
            dialog
                .set_title("Export view")
                .add_filter(format.name(), &[format.extension()])
                .set_file_name(format!("{stem}.{}", format.extension()))
        }
    };
    type Choice = std::pin::Pin<Box<dyn Future<Output = Vec<FileHandle>> + Send>>;
    let files: Choice = match purpose {
        Purpose::PictureFolder => {
            let choice = dialog.pick_folder();
            Box::pin(async { choice.await.into_iter().collect() })
        }
        Purpose::PictureFiles => {
            let choice = dialog.pick_files();
            Box::pin(async { choice.await.unwrap_or_default() })
        }
        Purpose::OpenModel | Purpose::OpenKept => {
            let choice = dialog.pick_file();
            Box::pin(async { choice.await.into_iter().collect() })
        }
        Purpose::SaveModel | Purpose::Export(..) => {
            let choice = dialog.save_file();
            Box::pin(async { choice.await.into_iter().collect() })
        }
    };
    async move { files.await.into_iter().map(path).collect() }
}

/// The file of a model of this name, which may lack the ending.
pub(crate) fn model_file(path: PathBuf) -> PathBuf {
    with_ending(path, MODEL)
}
