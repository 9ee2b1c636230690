//! Where the model is found that was replaced last.

use std::path::{Path, PathBuf};

use super::run::TrainingRun;
use crate::engine::store::{Checkpoint, RunId, Saved};
use crate::files::Stamp;

/// The model that was replaced last.
pub(super) struct Previous {
    /// Its generation.
    pub(super) generation: u64,
    pub(super) place: Place,
}

/// Where it is.
pub(super) enum Place {
    /// It is in this file, named by people or kept; or it is a copy of the model there, which a save must not replace.
    File {
        path: PathBuf,
        /// The file as it was then.
        stamp: Option<Stamp>,
        is_copy: bool,
    },
    /// The trained model that is part of the program, as it is there.
    Shipped,
}

impl Previous {
    /// Where a run is found once another took its place; `saved` is where it is saved as it is.
    pub(super) fn of(run: &TrainingRun, saved: Option<&Saved>) -> Option<Self> {
        let place = if run.is_as_shipped() {
            Place::Shipped
        } else {
            // A copy that has learned is kept in a file of its own.
            let Saved { path, stamp, .. } = saved?;
            Place::File {
                is_copy: run.copy_of.as_ref() == Some(path),
                path: path.clone(),
                stamp: *stamp,
            }
        };
        Some(Self {
            generation: run.generation,
            place,
        })
    }

    /// Whether it is a copy of the model in this file: what is saved must not replace that.
    pub(super) fn is_copy_of(&self, file: &Path) -> bool {
        matches!(&self.place, Place::File { path, is_copy: true, .. } if path == file)
    }

    /// The file it is in.
    pub(super) fn file(&self) -> Option<&PathBuf> {
        match &self.place {
            Place::File { path, .. } => Some(path),
            Place::Shipped => None,
        }
    }

    /// Whether a file is as it was when the model was in it.
    pub(super) fn fits(&self, file: Option<Stamp>) -> bool {
        matches!(&self.place, Place::File { stamp, .. } if *stamp == file)
    }
}

impl TrainingRun {
    /// The trained model that is part of the program.
    pub(super) fn shipped(generation: u64) -> Self {
        let trained = Checkpoint {
            run: Some(RunId::new()),
            ..Checkpoint::trained()
        };
        let mut run = Self::of(trained, generation);
        run.note_saved();
        run
    }

    /// Whether it is the model that is part of the program, as it is there.
    pub(super) fn is_as_shipped(&self) -> bool {
        let is_elsewhere = self.file.is_some() || self.is_kept || self.copy_of.is_some();
        !is_elsewhere && self.saved == Some(self.age())
    }
}
