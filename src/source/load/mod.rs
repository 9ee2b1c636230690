//! Loads or generates all pictures and normalises them, in parallel.

pub(super) mod films;
pub(super) mod find;
mod progress;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ndarray::Array3;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::channels::Channels;
use crate::source::decode::formats::picture_endings;
use crate::source::decode::read_picture;
use crate::source::error::{Skipped, SourceError};
use crate::source::film::{FilmKind, Treatment, kind_of, numbered_runs};
use crate::source::lines::{LINES_SIDE, draw_lines};
use crate::source::load::films::{are_held, load_films, open_films};
use crate::source::load::find::find;
use crate::source::load::progress::{Progress, Report, proceed};
use crate::source::pictures::Pictures;
use crate::source::scenes::{MOVING_SCENES, SCENES, moving_scene_name, scene, scene_name};
use crate::source::{Motion, MovieParams, NormaliseParams, SourceSpec};

/// Pixels kept of all pictures together, each plane counted: 1 GB. Later pictures are skipped by name.
const MAX_TOTAL_PIXELS: usize = 1 << 28;
/// Patches of lines kept for display.
const SAMPLE_LINES: usize = 48;
/// Planes of pictures read between two checks of [`MAX_TOTAL_PIXELS`].
const BATCH: usize = 48;

/// The file of tasks in the folder of a sweep, by which that is told from a folder of pictures.
pub(crate) const SWEEP_FILE: &str = "sweep.json";

/// Why a still is left out where motion is that of movies.
const STILL: &str = "a still: left out with motion movie; motion drift uses stills too, and eight frames in a folder that are numbered \
                     without a gap make a movie";
/// The same beside movies that are read in rounds.
const STILL_AMONG_MOVIES: &str = "a still: left out beside movies that are too long to be held; load it without them, or with fewer of them";

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
    let treatment = Treatment {
        normalise: Some(*params),
        movies: *movies,
    };
    load_with(spec, seed, &treatment, progress)
}

/// The same pictures as levels in [0, 1], without contrast normalisation.
///
/// # Errors
/// As [`load`].
pub fn load_levels(
    spec: &SourceSpec,
    seed: u64,
    movies: &MovieParams,
    progress: &(dyn Fn(usize, usize) -> ControlFlow<()> + Sync),
) -> Result<Pictures, SourceError> {
    let treatment = Treatment {
        normalise: None,
        movies: *movies,
    };
    load_with(spec, seed, &treatment, progress)
}

fn load_with(
    spec: &SourceSpec,
    seed: u64,
    treatment: &Treatment,
    report: Report<'_>,
) -> Result<Pictures, SourceError> {
    check_fits(spec, &treatment.movies)?;
    match spec {
        SourceSpec::Scenes => make_scenes(seed, treatment, report),
        SourceSpec::Movie => make_movie(seed, treatment, report),
        SourceSpec::Images(paths) => load_files(paths, seed, treatment, report),
        SourceSpec::Lines => sample_lines(seed),
    }
}

/// Checks that movies like these can be cut from what is embedded; of files that is known when they are loaded.
///
/// # Errors
/// When pictures should move that do not, or the toy example has other movies.
pub(crate) fn check_fits(spec: &SourceSpec, movies: &MovieParams) -> Result<(), SourceError> {
    let (patch_side, frames) = (movies.patch_side, movies.frames);
    match spec {
        SourceSpec::Scenes if movies.motion == Motion::Movie => Err(SourceError::AllStill),
        SourceSpec::Lines if patch_side != LINES_SIDE || frames != 1 => {
            Err(SourceError::LinesDoNotFit { patch_side, frames })
        }
        SourceSpec::Lines if movies.channels != Channels::Grey => {
            Err(SourceError::LinesAreGrey(movies.channels.name()))
        }
        _ => Ok(()),
    }
}

fn make_scenes(
    seed: u64,
    treatment: &Treatment,
    report: Report<'_>,
) -> Result<Pictures, SourceError> {
    let progress = Progress::start(report, SCENES)?;
    let make = |index| {
        progress.check()?;
        let image = treatment.apply(scene(seed, index, treatment.movies.channels));
        progress.finish_one()?;
        Ok((scene_name(index), image))
    };
    let named = (0..SCENES).into_par_iter().map(make);
    let named: Result<Vec<_>, SourceError> = named.collect();
    Ok(Pictures::of_planes(named?))
}

fn make_movie(
    seed: u64,
    treatment: &Treatment,
    report: Report<'_>,
) -> Result<Pictures, SourceError> {
    let progress = Progress::start(report, MOVING_SCENES)?;
    let scene = |index| {
        let name = PathBuf::from(moving_scene_name(index));
        (name, FilmKind::Scene { seed, index })
    };
    let mut pictures = Pictures::default();
    let films = open_films(
        (0..MOVING_SCENES).map(scene).collect(),
        treatment,
        &progress,
    )?;
    let films = films.into_iter().collect::<Result<_, Skipped>>();
    let films = films.map_err(SourceError::Unreadable)?;
    load_films(&mut pictures, films, seed, treatment, &progress)?;
    pictures.check(&treatment.movies)?;
    Ok(pictures)
}

/// Patches of lines for display; those to learn from are drawn one by one.
fn sample_lines(seed: u64) -> Result<Pictures, SourceError> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let patches = draw_lines(SAMPLE_LINES, &mut generator);
    let named = patches.outer_iter().enumerate().map(|(index, patch)| {
        let square = patch
            .to_owned()
            .into_shape_with_order((1, LINES_SIDE, LINES_SIDE));
        let square = square.expect("a patch is a square");
        (format!("patch {}", index + 1), square)
    });
    Ok(Pictures::lines(named.collect()))
}

fn load_files(
    paths: &[PathBuf],
    seed: u64,
    treatment: &Treatment,
    report: Report<'_>,
) -> Result<Pictures, SourceError> {
    if paths.is_empty() {
        return Err(SourceError::NothingNamed);
    }
    let mut found = find(paths, || proceed(report(0, 0)))?;
    let mut pictures = Pictures::default();
    found.skipped.into_iter().for_each(|one| pictures.skip(one));
    let motion = treatment.movies.motion;
    let are_numbered = !numbered_runs(&mut found.files.clone(), Motion::Movie).is_empty();
    let mut movies = numbered_runs(&mut found.files, motion);
    let looking = Progress::start(report, 0)?;
    let kind = |path: &PathBuf| {
        let goes_on = looking.goes_on();
        goes_on.then(|| kind_of(path)).ok_or(SourceError::Cancelled)
    };
    let kinds: Result<Vec<_>, _> = found.files.par_iter().map(kind).collect();
    let kinds = kinds?;
    let mut stills = Vec::new();
    for (path, kind) in found.files.into_iter().zip(kinds) {
        match kind {
            Some(kind) => movies.push((path, kind)),
            None => stills.push(path),
        }
    }
    let shown = if motion == Motion::Movie {
        0
    } else {
        stills.len()
    };
    let progress = Progress::start(report, movies.len() + shown)?;
    let mut films = Vec::new();
    for film in open_films(movies, treatment, &progress)? {
        match film {
            Ok(film) => films.push(film),
            Err(skipped) => pictures.skip(skipped),
        }
    }
    if motion == Motion::Movie || !are_held(&films, treatment) {
        let reason = match motion {
            Motion::Movie => STILL,
            _ => STILL_AMONG_MOVIES,
        };
        for path in stills {
            pictures.skip(Skipped::new(&path, reason));
        }
        progress.finish(shown)?;
    } else {
        load_stills(&mut pictures, &stills, treatment, &progress)?;
    }
    load_films(&mut pictures, films, seed, treatment, &progress)?;
    pictures.note_numbered(are_numbered);
    if pictures.is_empty() {
        return Err(SourceError::NoneUsable {
            looked_for: looked_for(treatment.movies.smallest_picture_px()),
            paths: paths.to_vec(),
            skipped: pictures.skipped().to_vec(),
            others: found.others,
            sweep: paths
                .iter()
                .find(|path| path.join(SWEEP_FILE).is_file())
                .cloned(),
        });
    }
    if treatment.chooses() {
        pictures.check(&treatment.movies)?;
    }
    Ok(pictures)
}

fn load_stills(
    pictures: &mut Pictures,
    files: &[PathBuf],
    treatment: &Treatment,
    progress: &Progress<'_>,
) -> Result<(), SourceError> {
    let movies = &treatment.movies;
    let (channels, smallest_px) = (movies.channels, movies.smallest_picture_px());
    let read = |path: &PathBuf| {
        progress.check()?;
        let image = read_picture(path, channels, smallest_px);
        let image = image.map(|picture| treatment.apply(picture));
        progress.finish_one()?;
        Ok((path.clone(), image))
    };
    let mut room = MAX_TOTAL_PIXELS;
    for batch in files.chunks(BATCH / channels.count()) {
        if room == 0 {
            batch.iter().for_each(|path| pictures.skip(no_room(path)));
            progress.finish(batch.len())?;
            continue;
        }
        let images: Result<Vec<_>, SourceError> = batch.par_iter().map(read).collect();
        for (path, image) in images? {
            keep(pictures, &mut room, &path, image);
        }
    }
    Ok(())
}

/// Keeps a picture while there is room, else its name and the reason. After the first that does not
/// fit none is kept.
fn keep(
    pictures: &mut Pictures,
    room: &mut usize,
    path: &Path,
    image: Result<Array3<f32>, String>,
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
    let endings: Vec<_> = picture_endings().collect();
    let endings = endings.join(", ");
    format!(
        "files ending in {endings} of at least {smallest_px} x {smallest_px} pixels, and movies"
    )
}
