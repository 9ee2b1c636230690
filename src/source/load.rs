//! Loads or generates all pictures and normalises them, in parallel.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ndarray::Array2;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::decode::read_grey;
use super::error::{Skipped, SourceError};
use super::find::{ENDINGS, find};
use super::lines::{LINES_SIDE, draw_lines};
use super::pictures::Pictures;
use super::scenes::{SCENES, scene, scene_name};
use super::{MovieParams, NormaliseParams, SourceSpec, normalise};

/// Pixels kept of all pictures together: 1 GB. Later pictures are skipped by name.
const MAX_TOTAL_PIXELS: usize = 1 << 28;
/// Patches of lines kept for display.
const SAMPLE_LINES: usize = 48;
/// Files read between two checks of [`MAX_TOTAL_PIXELS`].
const BATCH: usize = 64;

/// Loads the pictures (or makes the scenes of `seed`) and normalises their contrast.
///
/// The pictures come in the order of the paths, within a folder in natural order, on any number of
/// threads. `progress(done, total)` is called whenever a picture is finished, one call at a
/// time; while folders are being searched both are 0. When it returns [`ControlFlow::Break`],
/// loading stops.
///
/// # Errors
/// [`SourceError`] when there is no usable picture or loading was stopped. Files that cannot be used
/// beside others that can are listed in [`Pictures::skipped`].
pub fn load(
    spec: &SourceSpec,
    seed: u64,
    params: &NormaliseParams,
    movies: &MovieParams,
    progress: &(dyn Fn(usize, usize) -> ControlFlow<()> + Sync),
) -> Result<Pictures, SourceError> {
    load_with(
        spec,
        seed,
        &|grey| normalise(&grey, params),
        movies,
        progress,
    )
}

/// The same pictures as grey levels in [0, 1], without contrast normalisation.
///
/// # Errors
/// As [`load`].
pub fn load_grey(
    spec: &SourceSpec,
    seed: u64,
    movies: &MovieParams,
    progress: &(dyn Fn(usize, usize) -> ControlFlow<()> + Sync),
) -> Result<Pictures, SourceError> {
    load_with(spec, seed, &|grey| grey, movies, progress)
}

/// Processing of a grey picture before it is stored.
type Prepare<'a> = &'a (dyn Fn(Array2<f32>) -> Array2<f32> + Sync);

fn load_with(
    spec: &SourceSpec,
    seed: u64,
    prepare: Prepare<'_>,
    movies: &MovieParams,
    report: Report<'_>,
) -> Result<Pictures, SourceError> {
    match spec {
        SourceSpec::Scenes => make_scenes(seed, prepare, report),
        SourceSpec::Images(paths) => load_files(paths, prepare, movies, report),
        SourceSpec::Lines => sample_lines(seed, movies),
    }
}

type Report<'a> = &'a (dyn Fn(usize, usize) -> ControlFlow<()> + Sync);

fn make_scenes(
    seed: u64,
    prepare: Prepare<'_>,
    report: Report<'_>,
) -> Result<Pictures, SourceError> {
    let progress = Progress::start(report, SCENES)?;
    let make = |index| {
        progress.check()?;
        let image = prepare(scene(seed, index));
        progress.finish_one()?;
        Ok((scene_name(index), image))
    };
    let named = (0..SCENES).into_par_iter().map(make);
    Ok(Pictures::new(named.collect::<Result<_, SourceError>>()?))
}

/// Patches of lines for display; those to learn from are drawn one by one.
fn sample_lines(seed: u64, movies: &MovieParams) -> Result<Pictures, SourceError> {
    let (patch_side, frames) = (movies.patch_side, movies.frames);
    if patch_side != LINES_SIDE || frames != 1 {
        return Err(SourceError::LinesDoNotFit { patch_side, frames });
    }
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let patches = draw_lines(SAMPLE_LINES, &mut generator);
    let named = patches.outer_iter().enumerate().map(|(index, patch)| {
        let square = patch
            .to_owned()
            .into_shape_with_order((patch_side, patch_side));
        let square = square.expect("a patch is a square of the side checked");
        (format!("patch {}", index + 1), square)
    });
    Ok(Pictures::lines(named.collect()))
}

fn load_files(
    paths: &[PathBuf],
    prepare: Prepare<'_>,
    movies: &MovieParams,
    report: Report<'_>,
) -> Result<Pictures, SourceError> {
    if paths.is_empty() {
        return Err(SourceError::NothingNamed);
    }
    let found = find(paths, || proceed(report(0, 0)))?;
    let smallest_px = movies.smallest_picture_px();
    let progress = Progress::start(report, found.files.len())?;
    let read = |path: &PathBuf| {
        progress.check()?;
        let image = read_grey(path, smallest_px).map(prepare);
        progress.finish_one()?;
        Ok((path.clone(), image))
    };
    let mut pictures = Pictures::default();
    found.skipped.into_iter().for_each(|one| pictures.skip(one));
    let mut room = MAX_TOTAL_PIXELS;
    for batch in found.files.chunks(BATCH) {
        if room == 0 {
            batch.iter().for_each(|path| pictures.skip(no_room(path)));
            continue;
        }
        let images: Result<Vec<_>, SourceError> = batch.par_iter().map(read).collect();
        for (path, image) in images? {
            keep(&mut pictures, &mut room, &path, image);
        }
    }
    if pictures.is_empty() {
        return Err(SourceError::NoneUsable {
            looked_for: looked_for(smallest_px),
            paths: paths.to_vec(),
            skipped: pictures.skipped().to_vec(),
            others: found.others,
        });
    }
    Ok(pictures)
}

/// Keeps a picture while there is room, else its name and the reason. After the first that does not
/// fit none is kept.
fn keep(
    pictures: &mut Pictures,
    room: &mut usize,
    path: &Path,
    image: Result<Array2<f32>, String>,
) {
    match image {
        Err(reason) => pictures.skip(Skipped::new(path, reason)),
        Ok(image) if image.len() <= *room => {
            *room -= image.len();
            pictures.push(path.display().to_string(), image);
        }
        Ok(_) => {
            *room = 0;
            pictures.skip(no_room(path));
        }
    }
}

fn no_room(path: &Path) -> Skipped {
    let megapixels = MAX_TOTAL_PIXELS / 1_000_000;
    let reason = format!("left out: the pictures before it fill the {megapixels} megapixels kept");
    Skipped::new(path, reason)
}

fn looked_for(smallest_px: usize) -> String {
    format!(
        "files ending in {} of at least {smallest_px} x {smallest_px} pixels",
        ENDINGS.join(", ")
    )
}

fn proceed(flow: ControlFlow<()>) -> Result<(), SourceError> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(SourceError::Cancelled),
    }
}

/// Counts finished pictures over all threads; the count reported never decreases.
struct Progress<'a> {
    report: Report<'a>,
    total: usize,
    /// Pictures done, or `None` once the report asked to stop.
    done: Mutex<Option<usize>>,
}

impl<'a> Progress<'a> {
    fn start(report: Report<'a>, total: usize) -> Result<Self, SourceError> {
        proceed(report(0, total))?;
        Ok(Self {
            report,
            total,
            done: Mutex::new(Some(0)),
        })
    }

    /// Whether to begin another picture.
    fn check(&self) -> Result<(), SourceError> {
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.map(|_| ()).ok_or(SourceError::Cancelled)
    }

    fn finish_one(&self) -> Result<(), SourceError> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let now = done.ok_or(SourceError::Cancelled)? + 1;
        let flow = proceed((self.report)(now, self.total));
        *done = flow.is_ok().then_some(now);
        flow
    }
}
