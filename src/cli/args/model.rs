//! A trained model, and the pictures to measure it on.

use std::path::{Path, PathBuf};

use super::threads::ThreadArgs;
use crate::cli::io::open::open_model;
use crate::cli::io::report::check_json;
use crate::engine::Checkpoint;
use crate::source::SourceSpec;

/// The arguments of the commands that measure a model.
#[derive(Debug, clap::Args)]
pub(crate) struct ModelArgs {
    /// Model file
    pub(crate) model: PathBuf,
    /// Pictures to measure on [default: new movies from the model's own pictures]
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub(crate) images: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

impl ModelArgs {
    /// The model, with these pictures as its source if any are given.
    ///
    /// # Errors
    /// When there is no sound model in the file.
    pub(crate) fn open(&self) -> anyhow::Result<Checkpoint> {
        let mut model = open_model(&self.model)?;
        if !self.images.is_empty() {
            model.config.source = SourceSpec::Images(self.images.clone());
        }
        Ok(model)
    }

    /// Fails early where a report could not be written to `json`, or would replace one of these files.
    ///
    /// # Errors
    /// Those of [`check_json`].
    pub(crate) fn check_json(&self, json: &Path) -> anyhow::Result<()> {
        check_json(json, self.images.iter().chain([&self.model]))
    }
}
