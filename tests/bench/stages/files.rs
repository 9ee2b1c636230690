//! Pictures read, movies cut from them, and results written.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, ensure};
use cellscope::config::Config;
use cellscope::files;
use cellscope::source::{Pictures, cut_movies, load};
use ndarray::{Array2, ArrayBase, Data, Dimension};
use ndarray_npy::WritableElement;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

/// Bytes of the largest array of patches.
const MAX_BYTES: usize = 4 << 30;

/// Refuses more patches than fit into the memory of most machines.
pub(super) fn check_size(flag: &str, patches: usize, config: &Config) -> anyhow::Result<()> {
    let most = MAX_BYTES / (config.pixels() * size_of::<f32>());
    ensure!(patches <= most, "{flag} {patches}: ask for at most {most}");
    Ok(())
}

/// The pictures of a configuration; skipped files are named on standard error.
pub(super) fn load_pictures(config: &Config) -> anyhow::Result<Pictures> {
    let Config {
        source,
        normalise,
        movies,
        ..
    } = config;
    let go_on = |_, _| ControlFlow::Continue(());
    let pictures = load(source, config.seed, normalise, movies, &go_on)?;
    for skipped in pictures.skipped() {
        eprintln!("skipped {skipped}");
    }
    Ok(pictures)
}

/// Movies cut with a generator of this seed, `[movies * n_t, P]`.
pub(super) fn movies_of(
    config: &Config,
    pictures: &Pictures,
    movies: usize,
    seed: u64,
) -> Array2<f32> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut frames = Array2::zeros((movies * config.movies.frames, config.pixels()));
    cut_movies(pictures, &config.movies, &mut generator, &mut frames);
    frames
}

/// Makes a folder for results.
pub(super) fn make_folder(path: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(path).with_context(|| format!("{}: cannot be made", path.display()))
}

/// Writes a value as indented JSON; `-` is standard output.
pub(super) fn write_json(path: &Path, value: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    if path == Path::new("-") {
        return Ok(std::io::stdout().write_all(text.as_bytes())?);
    }
    let written = files::write_atomically(path, text.as_bytes());
    written.with_context(|| format!("{}: not written", path.display()))
}

/// Writes an array as .npy.
pub(super) fn write_npy<A, S, D>(path: &Path, array: &ArrayBase<S, D>) -> anyhow::Result<()>
where
    A: WritableElement,
    S: Data<Elem = A>,
    D: Dimension,
{
    files::write_npy(path, array).with_context(|| format!("{}: not written", path.display()))
}
