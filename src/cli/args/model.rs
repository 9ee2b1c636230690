//! A trained model, now or at a moment of its past, and the pictures to measure it on.

use std::path::{Path, PathBuf};

use super::threads::ThreadArgs;
use super::values::whole;
use crate::cli::io::movies::{load_pictures, or_others};
use crate::cli::io::open::{open_model, open_moment};
use crate::cli::io::report::check_json;
use crate::config::Config;
use crate::console::tell;
use crate::engine::Checkpoint;
use crate::source::{Pictures, SourceSpec};

/// A model as it is, or as it was.
#[derive(Debug, clap::Args)]
pub(crate) struct MomentArgs {
    /// Model file
    pub(crate) model: PathBuf,
    /// Use the model at this step, or the nearest one in its history (8-bit weights)
    /// [default: the model as it is]
    #[arg(long, value_name = "STEP", value_parser = whole)]
    at: Option<usize>,
}

impl MomentArgs {
    /// The model; tells of which step it is where that is not the one asked for.
    ///
    /// # Errors
    /// When there is no sound model in the file, or no history of it beside.
    pub(crate) fn open(&self) -> anyhow::Result<Checkpoint> {
        let Some(at) = self.at else {
            return open_model(&self.model);
        };
        let model = open_moment(&self.model, at as u64)?;
        let step = model.state.step;
        if step != at as u64 {
            tell(format_args!(
                "the model at step {step}, the nearest to {at} that is recorded"
            ));
        }
        let marks = model.state.history.marks().iter();
        for change in marks.filter(|mark| mark.step == step && mark.is_change()) {
            tell(format_args!(
                "changed at step {step}: {}; the model has what was set then",
                change.text
            ));
        }
        Ok(model)
    }
}

/// The arguments of the commands that measure a model.
#[derive(Debug, clap::Args)]
pub(crate) struct ModelArgs {
    #[command(flatten)]
    pub(crate) moment: MomentArgs,
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
        let mut model = self.moment.open()?;
        if !self.images.is_empty() {
            model.config.source = SourceSpec::images(self.images.clone());
        }
        Ok(model)
    }

    /// Loads the pictures of this model with a progress bar.
    ///
    /// # Errors
    /// When they cannot be loaded, with the way out where they are the model's own.
    pub(crate) fn load_pictures(&self, config: &Config) -> anyhow::Result<Pictures> {
        or_others(load_pictures(config), self.images.is_empty(), "--images")
    }

    /// Fails early where a report could not be written to `json`, or would replace one of these files.
    ///
    /// # Errors
    /// Those of [`check_json`].
    pub(crate) fn check_json(&self, json: &Path) -> anyhow::Result<()> {
        check_json(json, self.images.iter().chain([&self.moment.model]))
    }
}
