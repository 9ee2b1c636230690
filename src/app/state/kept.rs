//! The kept models as a list, read and changed on a thread.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{ColorImage, Context, TextureHandle};

use crate::app::background::Background;
use crate::app::state::model_view::Colors;
use crate::app::textures::color_image;
use crate::engine::KeptModel;
use crate::figure::Atlas;

/// What is said where no folder is named.
pub(crate) const NOT_KEPT: &str = "No models are kept: the system names no folder for them.";

/// A kept model in the list.
pub struct KeptRow {
    /// What it is.
    pub model: KeptModel,
    /// Some of its filters.
    pub(crate) picture: Option<Arc<ColorImage>>,
    pub(crate) texture: Option<TextureHandle>,
    /// Whether another model took its place since the list was opened.
    pub(crate) is_gone: bool,
}

/// What became of reading the list, or of changing it.
pub(crate) struct KeptOutcome {
    /// Which reading it is of.
    number: u64,
    rows: Vec<KeptRow>,
    deleted: Option<PathBuf>,
    problem: Option<String>,
}

/// What is to be done before the list is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeptChange {
    /// Nothing.
    None,
    /// Keep a model for ever.
    KeepForEver,
    /// Delete a model.
    Delete,
}

/// The list of kept models.
#[derive(Default)]
pub struct KeptList {
    /// The folder; `None` where nothing is kept.
    pub folder: Option<PathBuf>,
    /// The models, the newest first, but while the list is open those that came since last; `None` until they were read.
    pub rows: Option<Vec<KeptRow>>,
    /// The step at which the model that learns was saved last when the list was read.
    pub(crate) kept_step: Option<u64>,
    /// Whether there was one at the start.
    pub has_last: bool,
    /// How often the list was opened.
    pub(crate) opened: u64,
    /// The model that is to be deleted, while that is asked.
    pub asks_about: Option<PathBuf>,
    pub(crate) work: Background<KeptOutcome>,
    /// Readings begun so far.
    begun: u64,
    /// The one that the rows are of.
    taken: u64,
}

impl KeptList {
    /// Reads the list again, after a change of the model in `path`.
    ///
    /// # Errors
    /// A sentence for the user where there is no folder, or no thread to read it on.
    pub(crate) fn read(
        &mut self,
        change: KeptChange,
        path: &Path,
        colors: Colors,
        ctx: &Context,
    ) -> Result<(), String> {
        let Some(folder) = self.folder.clone() else {
            return Err(NOT_KEPT.to_owned());
        };
        let path = path.to_owned();
        self.begun += 1;
        let number = self.begun;
        let work = move || {
            let done = match change {
                KeptChange::None => Ok(()),
                KeptChange::KeepForEver => KeptModel::keep_for_ever(&path).map(drop),
                KeptChange::Delete => KeptModel::delete(&path),
            };
            let models = KeptModel::list(&folder).into_iter();
            KeptOutcome {
                number,
                rows: models.map(|model| KeptRow::draw(model, colors)).collect(),
                deleted: (change == KeptChange::Delete && done.is_ok()).then_some(path),
                problem: done.err(),
            }
        };
        let started = self.work.start("kept models", ctx, work);
        started.map_err(|error| format!("The kept models cannot be read: {error}"))
    }

    /// Takes over what was read, unless a later reading came before, in the order of the rows that people see where the list
    /// `is_open`; returns what went wrong.
    pub(crate) fn take(&mut self, outcome: KeptOutcome, is_open: bool) -> Option<String> {
        let mut seen = self.rows.take();
        if let Some(rows) = &mut seen {
            rows.retain(|row| Some(&row.model.path) != outcome.deleted.as_ref());
        }
        self.rows = if outcome.number <= self.taken {
            seen
        } else {
            self.taken = outcome.number;
            let seen = seen.filter(|_| is_open).unwrap_or_default();
            Some(in_places(seen, outcome.rows))
        };
        outcome.problem
    }
}

/// What was read, each at the place at which it is seen: nothing moves away from the pointer. What is new comes last, and what is
/// there no more stays until the list is opened again.
fn in_places(seen: Vec<KeptRow>, mut read: Vec<KeptRow>) -> Vec<KeptRow> {
    let place = |row: KeptRow| {
        // One that is kept for ever has another path.
        let is_it = |one: &KeptRow| one.model.written == row.model.written;
        match read.iter().position(is_it) {
            Some(at) => read.remove(at),
            None => KeptRow {
                is_gone: true,
                ..row
            },
        }
    };
    let mut rows: Vec<_> = seen.into_iter().map(place).collect();
    rows.append(&mut read);
    rows
}

impl KeptRow {
    fn draw(model: KeptModel, colors: Colors) -> Self {
        let picture = model.summary.as_ref().ok().map(|summary| {
            let pixels = colors.of_pixels(summary.config.movies.channels);
            let atlas = Atlas::new(summary.filters.view(), pixels, colors.contrast);
            Arc::new(color_image(atlas.raster()))
        });
        Self {
            model,
            picture,
            texture: None,
            is_gone: false,
        }
    }
}
