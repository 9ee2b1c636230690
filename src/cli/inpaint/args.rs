//! The arguments of `inpaint`.

use std::path::PathBuf;

use crate::analysis::inpainting::MaskKind;
use crate::cli::args::threads::ThreadArgs;
use crate::cli::args::values::{count, seed, whole};

/// The arguments of `inpaint`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Model file; one layer fills by its W, two layers by its W and A
    pub(super) model: PathBuf,
    /// Second model file, such as a joint model: one and two layers of it are compared, and its two with the first
    /// model's one
    #[arg(long, value_name = "FILE2")]
    pub(super) two: Option<PathBuf>,
    /// Pictures to measure on
    #[arg(long, num_args = 1.., value_name = "PATH", required = true)]
    pub(super) images: Vec<PathBuf>,
    /// Other pictures, to choose the sparsities on [default: the model's own pictures]
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub(super) tune: Vec<PathBuf>,
    /// Number of patches to measure on
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count)]
    pub(super) patches: usize,
    /// Number of patches to choose the sparsities on
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = count)]
    pub(super) tune_patches: usize,
    /// Number of whole pictures to fill, 0 for none
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole)]
    pub(super) whole: usize,
    /// What is hidden: shares of the pixels, such as 0.5, chosen at random, and square blocks, such as 6x6 [default: 0.5, 0.8 and
    /// 6x6, or the largest block that is smaller than the patch]
    #[arg(long, value_delimiter = ',', num_args = 1.., value_name = "HIDDEN", value_parser = hidden)]
    pub(super) hide: Vec<MaskKind>,
    /// Seed of the patches and the masks
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    /// JSON file to write, - for standard output. A table goes to standard error.
    ///
    /// patches: one entry for each combination of hidden (random 50 %, random 80 %, block 6 x 6, or those of --hide),
    /// frames (still: n_t equal frames; moving: n_t frames of a movie under the same mask) and
    /// weights (shared: both by FILE; shared_two: both by FILE2; separate: one layer by FILE, two by FILE2).
    ///
    /// one and two, the results of one layer and of two: alpha and beta (chosen on the pictures of --tune),
    /// snr_db (on the hidden pixels, mean over the patches), pooled_snr_db (all patches as one signal),
    /// density_z, density_u, tuned_snr_db (when choosing) and tried (sparsities tried).
    ///
    /// difference_db: two minus one over the patches: n, mean, low and high (95 percent interval at the sparsities chosen;
    /// patches of one picture, or of one frame of a movie, count as dependent; none below 6 pictures).
    /// by_picture_db: the same with one value per picture. left_out: patches without contrast under the mask.
    /// better: two_layers, one_layer or neither, by the interval of difference_db; neither where there is none, and where
    /// it comes nearer to 0 than 0.0004 dB, the accuracy of the codes.
    ///
    /// whole_pictures: whole pictures filled by overlapping patches, in levels of their channels: one_psnr_db, two_psnr_db and
    /// mean_psnr_db (filled with the local mean), over all pixels, and difference_db over the pictures.
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    pub(super) json: PathBuf,
}

/// Reads a share of the pixels or a block.
fn hidden(text: &str) -> Result<MaskKind, String> {
    let share = text.parse().ok();
    if let Some(share) = share.filter(|share| (0.01..=0.99).contains(share)) {
        return Ok(MaskKind::Random(share));
    }
    let sides = text.split_once('x').filter(|(high, wide)| high == wide);
    let side = sides.and_then(|(side, _)| side.parse().ok());
    let block = side.filter(|&side| side > 0).map(MaskKind::Block);
    block.ok_or_else(|| "should be a share of the pixels from 0.01 to 0.99, such as 0.5, or a square block, such as 6x6".to_owned())
}
