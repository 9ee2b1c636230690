//! What `inpaint` takes.

use std::path::PathBuf;

use crate::cli::args::values::{count, seed, threads, whole};

/// What `inpaint` takes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The model file: its W fills by one layer, its W and A by two
    pub(super) model: PathBuf,
    /// Another model, such as one that learned jointly, to fill by its own W by one layer and by two, and by
    /// two against the first one's one layer
    #[arg(long, value_name = "FILE2")]
    pub(super) two: Option<PathBuf>,
    /// Pictures to measure on
    #[arg(long, num_args = 1.., value_name = "PATH", required = true)]
    pub(super) images: Vec<PathBuf>,
    /// Other pictures, to choose each way's sparsities on [default: the model's own pictures]
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub(super) tune: Vec<PathBuf>,
    /// How many patches to measure on
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = count)]
    pub(super) patches: usize,
    /// How many patches to choose sparsities on
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = count)]
    pub(super) tune_patches: usize,
    /// How many whole pictures to fill, 0 for none
    #[arg(long, value_name = "N", default_value_t = 5, allow_negative_numbers = true, value_parser = whole)]
    pub(super) whole: usize,
    /// Seed of the patches and the masks
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = seed)]
    pub(super) seed: u64,
    /// Threads that compute, 0 for all cores; any number gives the same figures
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = threads)]
    pub(super) threads: usize,
    /// Where to write the measures; - for standard output. A table goes to standard error.
    ///
    /// patches: one entry for each of hidden (random 50 %, random 80 %, block 6 x 6, or smaller in smaller patches), frames (still: n_t equal
    /// frames; moving: n_t frames of a movie under the same mask, all of them filled) and weights (shared: both
    /// ways by FILE; shared_two: both by FILE2; separate: one layer by FILE, two by FILE2). Of each way, one
    /// and two: the sparsities chosen (alpha, beta), snr_db (mean over the patches, on hidden pixels alone),
    /// pooled_snr_db (of all patches as one), density_z, density_u, tuned_snr_db and tried (choosing).
    /// difference_db: two minus one, patch by patch, n, mean, and low and high of its 95 percent interval;
    /// by_picture_db: the same where each picture counts once; left_out: patches with nothing in the hole;
    /// better: two_layers, one_layer or neither, by the interval of difference_db.
    ///
    /// whole_pictures: the same by overlapping patches, grey levels again: one_psnr_db and two_psnr_db over all
    /// pixels, mean_psnr_db of filling in the local mean, difference_db over the pictures.
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    pub(super) json: PathBuf,
}
