//! Models and movies read from files.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use ndarray::{Array2, Array3, ArrayView3};
use ndarray_npy::{ReadNpyExt, ViewNpyError, ViewNpyExt};

use super::movies::MAX_BYTES;
use crate::config::Config;
use crate::console::tell;
use crate::engine::{Checkpoint, Recording, history_path};
use crate::files::read_file;
use crate::words::counted;

/// Bytes of an .npy file before its array, at most.
const HEADER_BYTES: u64 = 4096;
/// Larger values would leave an f32 code too few digits to reach its duality gap; normalised frames stay far below.
const LARGEST_VALUE: f32 = 1e6;

/// Opens a model file.
///
/// # Errors
/// When there is no such file, or it holds no valid model.
pub(crate) fn open_model(path: &Path) -> anyhow::Result<Checkpoint> {
    let way_out = "give a model file that `cellscope train --out` wrote";
    if !path.exists() {
        bail!("{}: no such file; {way_out}", path.display());
    }
    if path.is_dir() {
        bail!("{}: is a folder; {way_out}", path.display());
    }
    Ok(Checkpoint::open(path)?)
}

/// Opens the history of a model, which is in a file of this path, and tells what of it is lost.
///
/// # Errors
/// When there is none, or it is that of another model.
pub(crate) fn open_history(path: &Path, model: &Checkpoint) -> anyhow::Result<Recording> {
    let way_out = "`cellscope train` writes the history of a run beside its model";
    if !path.exists() {
        bail!("{}: no such file; {way_out}", path.display());
    }
    let recording = Recording::open_of(path, model.run);
    let recording = recording.map_err(|error| anyhow!("{error}; {way_out}"))?;
    if let Some(loss) = recording.until(model.state.step).loss() {
        tell(loss);
    }
    Ok(recording)
}

/// Opens a model as it was after `step` minibatches, or at the moment of its history that is nearest.
///
/// # Errors
/// When there is no such file, no history beside it or no moment in that.
pub(crate) fn open_moment(path: &Path, step: u64) -> anyhow::Result<Checkpoint> {
    let now = open_model(path)?;
    if step >= now.state.step {
        return Ok(now);
    }
    let history = history_path(path);
    // A model that was saved in between has a history that goes on.
    let recording = open_history(&history, &now)?.until(now.state.step);
    let nearest = recording.nearest(step);
    let nearest = nearest
        .with_context(|| format!("{}: holds no moment; leave out --at", history.display()))?;
    let past = recording.read(nearest)?;
    Ok(Checkpoint {
        state: past.run_state(now.state),
        config: past.config,
        learner: Arc::new(past.learner),
        run: now.run,
    })
}

/// Reads movies `[N, n_t, P]` from an .npy file as one row per frame, `[N * n_t, P]`.
///
/// # Errors
/// When the file cannot be read, its shape does not fit the model, or a value is out of range.
pub(crate) fn read_movies(path: &Path, config: &Config) -> anyhow::Result<Array2<f32>> {
    if !path.exists() {
        let way_out = "`cellscope frames` writes movies";
        bail!("{}: no such file; {way_out}", path.display());
    }
    let bytes = read_file(path, MAX_BYTES as u64 + HEADER_BYTES)
        .with_context(|| format!("{}: movies cannot be read", path.display()))?;
    let mut movies = parse_movies(&bytes).with_context(|| {
        format!(
            "{}: not movies as `cellscope frames` writes them, an .npy array [N, n_t, P] of f32",
            path.display()
        )
    })?;
    let (count, frames, pixels) = movies.dim();
    if (frames, pixels) != (config.movies.frames, config.pixels()) {
        bail!(
            "{}: movies of {} of {pixels} pixels, but the model needs {} of {} pixels; `cellscope frames --open MODEL` writes such",
            path.display(),
            counted(frames, "frame"),
            counted(config.movies.frames, "frame"),
            config.pixels()
        );
    }
    if count == 0 {
        bail!(
            "{}: holds no movies; `cellscope frames` writes some",
            path.display()
        );
    }
    let sound = |value: f32| value.abs() <= LARGEST_VALUE;
    if let Some(((movie, frame, pixel), value)) =
        movies.indexed_iter().find(|&(_, &value)| !sound(value))
    {
        bail!(
            "{}: movie {movie}, frame {frame}, pixel {pixel} is {value}; every value should be from -{LARGEST_VALUE} to {LARGEST_VALUE}",
            path.display()
        );
    }
    if !movies.is_standard_layout() {
        movies = movies.as_standard_layout().into_owned();
    }
    Ok(movies.into_shape_with_order((count * frames, pixels))?)
}

/// Parses the bytes of an .npy file.
fn parse_movies(bytes: &[u8]) -> anyhow::Result<Array3<f32>> {
    // Reading allocates what the header asks for before it finds that data are missing. Viewing compares the two
    // first, and checks alignment last.
    match ArrayView3::view_npy(bytes) {
        Ok(movies) => Ok(movies.to_owned()),
        Err(ViewNpyError::MisalignedData) => Ok(Array3::read_npy(bytes)?),
        Err(ViewNpyError::WrongDescriptor(found)) => {
            bail!("its numbers are {found}; numpy's astype(\"float32\") converts them")
        }
        Err(_) if !bytes.starts_with(b"\x93NUMPY") => bail!("it is not an .npy file"),
        Err(ViewNpyError::NonNativeEndian) => {
            bail!("its byte order is wrong; numpy's astype(\"float32\") converts it")
        }
        Err(ViewNpyError::WrongNdim(_, found)) => bail!("it has {found} axes, not three"),
        Err(error) => Err(error.into()),
    }
}
