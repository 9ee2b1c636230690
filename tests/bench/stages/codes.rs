//! Simple codes, E1, patch by patch.

use std::path::Path;

use cellscope::model::{SimpleCoder, SimpleCodes, correlate};
use ndarray::{Array2, ArrayView2, s};
use serde::Serialize;

use super::clock::{Crew, FEW_ROWS, Timing, affordable, interleaved};
use super::files::write_npy;
use super::machine::Machine;
use super::roofline::{Roof, SimpleWork};
use super::subject::Subject;

/// E1 of all patches at one gap on one number of threads.
#[derive(Debug, Serialize)]
pub(super) struct CodeReport {
    pub(super) relative_gap_asked: f64,
    pub(super) threads: usize,
    pub(super) patches_per_second: f64,
    timing: Timing,
}

/// The codes of all patches at one gap.
#[derive(Debug, Serialize)]
pub(super) struct Reached {
    relative_gap_asked: f64,
    /// Patches coded, the first of all: fewer where all would take long.
    patches: usize,
    /// Share of entries of z that are not 0.
    pub(super) density: f64,
    /// Mean E1.
    energy: f64,
    /// Largest duality gap, as a share of its energy.
    largest_relative_gap: f64,
    /// Patches whose gap is larger than asked for.
    missed: usize,
}

impl Reached {
    fn new(codes: &SimpleCodes, asked: f64) -> Self {
        let energies: Vec<f64> = codes
            .reconstruction
            .iter()
            .zip(&codes.sparsity)
            .map(|(reconstruction, sparsity)| reconstruction + sparsity)
            .collect();
        let shares = || {
            let pairs = codes.gap.iter().zip(&energies);
            pairs
                .filter(|&(_, &energy)| energy > 0.0)
                .map(|(gap, energy)| gap / energy)
        };
        Self {
            relative_gap_asked: asked,
            patches: codes.codes.rows(),
            density: codes.codes.density(),
            energy: energies.iter().sum::<f64>() / energies.len().max(1) as f64,
            largest_relative_gap: shares().fold(0.0, f64::max),
            missed: shares().filter(|&share| share > asked).count(),
        }
    }
}

/// What the stage found, and its rows of the roofline table.
pub(super) struct CodesMeasured {
    pub(super) reached: Vec<Reached>,
    pub(super) speeds: Vec<CodeReport>,
    pub(super) roofs: Vec<Roof>,
}

/// Times the codes of `patches` `[N, P]` at every gap on every crew, W'W known before. With a folder, the
/// codes go there as z-GAP.npy.
pub(super) fn measure(
    subject: &Subject,
    patches: ArrayView2<'_, f32>,
    gaps: &[f64],
    (crews, machine): (&[Crew], &Machine),
    runs: usize,
    folder: Option<&Path>,
) -> anyhow::Result<CodesMeasured> {
    let dictionary = subject.weights.dictionary.view();
    let products = subject.weights.gram_cache();
    let alpha = subject.config.model.alpha;
    let coder = |gap| SimpleCoder::new(dictionary, &products, alpha, gap);
    let finest = gaps.iter().copied().fold(f64::INFINITY, f64::min);
    let few = affordable(patches.nrows(), FEW_ROWS, |rows| {
        let _codes = coder(finest).encode(patches.slice(s![..rows, ..]), 1);
    });
    let patches = patches.slice_move(s![..few, ..]);
    let (mut reached, mut work) = (Vec::new(), Vec::new());
    for &gap in gaps {
        let codes = coder(gap).encode(patches, 1);
        if let Some(folder) = folder {
            let path = folder.join(format!("z-{gap:e}.npy"));
            write_npy(&path, &codes.codes.to_dense())?;
        }
        reached.push(Reached::new(&codes, gap));
        work.push(SimpleWork {
            samples: patches.nrows() as f64,
            pixels: patches.ncols() as f64,
            units: dictionary.ncols() as f64,
            on: codes.codes.entries() as f64,
        });
    }
    let cases: Vec<(usize, &Crew)> = (0..gaps.len())
        .flat_map(|gap| crews.iter().map(move |crew| (gap, crew)))
        .collect();
    let timings = interleaved(runs, cases.len(), |case| {
        let (gap, crew) = cases[case];
        crew.pool.install(|| coder(gaps[gap]).encode(patches, 1))
    });
    let mut speeds = Vec::new();
    let mut roofs = product_roofs(dictionary, patches, work.first(), (crews, machine), runs);
    for (&(gap, crew), timing) in cases.iter().zip(timings) {
        if let Some(rates) = machine.rates_of(crew.threads) {
            let stage = format!("E1 at {:e}", gaps[gap]);
            roofs.push(Roof::new(stage, &timing, work[gap].codes(), rates));
        }
        speeds.push(CodeReport {
            relative_gap_asked: gaps[gap],
            threads: crew.threads,
            patches_per_second: patches.nrows() as f64 / timing.median_secs,
            timing,
        });
    }
    Ok(CodesMeasured {
        reached,
        speeds,
        roofs,
    })
}

/// Rows of the roofline table for c = W'x alone.
fn product_roofs(
    dictionary: ArrayView2<'_, f32>,
    patches: ArrayView2<'_, f32>,
    work: Option<&SimpleWork>,
    (crews, machine): (&[Crew], &Machine),
    runs: usize,
) -> Vec<Roof> {
    let units = dictionary.ncols();
    let mut correlations = Array2::zeros((patches.nrows(), units));
    let rated = crews.iter().filter_map(|crew| {
        let rates = machine.rates_of(crew.threads)?;
        let product = |_| {
            let to = correlations.view_mut();
            crew.pool.install(|| correlate(dictionary, patches, to));
        };
        let timing = interleaved(runs, 1, product)[0];
        Some(Roof::new(
            "E1: c = W'x",
            &timing,
            work?.correlations(),
            rates,
        ))
    });
    rated.collect()
}
