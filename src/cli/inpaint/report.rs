//! The report of `inpaint`.

use serde::Serialize;

use super::samples::{Frames, Reached};
use crate::analysis::inpainting::{MaskKind, Paired, Tuned, Verdict};

/// The report of `inpaint --json`; `inpaint --help` explains the keys.
#[derive(Serialize)]
pub(super) struct Report {
    /// Source of the pictures measured on.
    pub(super) source: String,
    /// Source of the pictures that the sparsities were chosen on.
    pub(super) tuned_on: String,
    /// Pictures used for both.
    pub(super) pictures_in_both: usize,
    pub(super) seed: u64,
    /// Frames of a movie, n_t.
    pub(super) movie_frames: usize,
    pub(super) patches: Vec<PatchReport>,
    pub(super) whole_pictures: Vec<WholeReport>,
}

/// Results of one layer or of two.
#[derive(Clone, Serialize)]
pub(super) struct WayReport {
    alpha: f32,
    beta: Option<f32>,
    snr_db: f64,
    pooled_snr_db: Option<f64>,
    density_z: f64,
    density_u: Option<f64>,
    tuned_snr_db: f64,
    tried: usize,
}

/// One layer against two on patches.
#[derive(Serialize)]
pub(super) struct PatchReport {
    pub(super) hidden: String,
    pub(super) frames: Frames,
    pub(super) weights: &'static str,
    pub(super) one: WayReport,
    pub(super) two: WayReport,
    pub(super) difference_db: Option<Paired>,
    pub(super) by_picture_db: Option<Paired>,
    pub(super) left_out: usize,
    pub(super) better: Verdict,
}

/// One layer against two on whole pictures.
#[derive(Serialize)]
pub(super) struct WholeReport {
    pub(super) hidden: String,
    pub(super) weights: &'static str,
    pub(super) pictures: usize,
    pub(super) mean_psnr_db: f64,
    pub(super) one_psnr_db: f64,
    pub(super) two_psnr_db: f64,
    pub(super) difference_db: Option<Paired>,
    pub(super) better: Verdict,
}

impl WayReport {
    fn new(tuned: &Tuned, reached: &Reached) -> Self {
        let beta = tuned.sparsities.beta;
        Self {
            alpha: tuned.sparsities.alpha,
            beta,
            snr_db: reached.mean_snr_db(),
            pooled_snr_db: reached.pooled_snr_db(),
            density_z: reached.simple_density(),
            density_u: beta.map(|_| reached.invariant_density()),
            tuned_snr_db: tuned.score,
            tried: tuned.tried,
        }
    }
}

/// The sparsities chosen, and the results with them.
pub(super) type Outcome = (Tuned, Reached);

impl PatchReport {
    /// Compares one layer and two on the same samples; `pictures` tells which picture each is from.
    pub(super) fn new(
        (kind, frames, weights): (MaskKind, Frames, &'static str),
        [one, two]: [&Outcome; 2],
        pictures: &[usize],
        left_out: usize,
    ) -> Self {
        let pairs = one.1.snr_db.iter().zip(&two.1.snr_db);
        let differences: Vec<f64> = pairs.map(|(one, two)| two - one).collect();
        let by_picture = pictures.iter().copied().zip(differences.iter().copied());
        let difference_db = Paired::in_groups(by_picture.clone());
        Self {
            hidden: kind.name(),
            frames,
            weights,
            one: WayReport::new(&one.0, &one.1),
            two: WayReport::new(&two.0, &two.1),
            by_picture_db: Paired::by_group(by_picture),
            left_out,
            better: verdict(difference_db),
            difference_db,
        }
    }
}

pub(super) fn verdict(difference: Option<Paired>) -> Verdict {
    difference.map_or(Verdict::Neither, |paired| paired.verdict())
}

impl Report {
    /// The table: a line for each comparison.
    pub(super) fn table(&self) -> String {
        let mut lines = vec![format!(
            "{:<12} {:<7} {:<10} {:>9} {:>9} {:>11} {:>18} {:>5}  better",
            "hidden", "frames", "weights", "one dB", "two dB", "difference", "95 % interval", "n"
        )];
        lines.extend(self.patches.iter().map(|row| {
            let ways = (row.one.snr_db, row.two.snr_db);
            let place = (row.hidden.as_str(), row.frames.name(), row.weights);
            line(place, ways, row.difference_db, row.better)
        }));
        lines.extend(self.whole_pictures.iter().map(|row| {
            let ways = (row.one_psnr_db, row.two_psnr_db);
            let place = (row.hidden.as_str(), "picture", row.weights);
            line(place, ways, row.difference_db, row.better)
        }));
        if !self.whole_pictures.is_empty() {
            lines.push("dB: of patches the SNR, of whole pictures the PSNR".to_owned());
        }
        lines.join("\n")
    }
}

fn line(
    (hidden, frames, weights): (&str, &str, &str),
    (one, two): (f64, f64),
    difference: Option<Paired>,
    better: Verdict,
) -> String {
    let (n, mean) = difference.map_or((0, 0.0), |paired| (paired.n, paired.mean));
    let interval = difference.and_then(|paired| paired.low.zip(paired.high));
    let interval = interval.map_or_else(
        || "none".to_owned(),
        |(low, high)| format!("{low:+.3} to {high:+.3}"),
    );
    let better = match better {
        Verdict::OneLayer => "one layer",
        Verdict::TwoLayers => "two layers",
        Verdict::Neither => "neither",
    };
    format!(
        "{hidden:<12} {frames:<7} {weights:<10} {one:>9.3} {two:>9.3} {mean:>+11.3} {interval:>18} {n:>5}  {better}"
    )
}
