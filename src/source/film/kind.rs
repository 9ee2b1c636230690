//! What kind of movie a file is, by its content, and which pictures of a folder are the frames of one.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::{ImageFormat, ImageReader};
use ndarray::Array3;

use crate::channels::Channels;
use crate::source::decode::budget::{DECODING, Share, movie_bytes};
use crate::source::decode::{decoding, undecodable};
use crate::source::movie_params::Motion;
use crate::source::reader::{
    Animation, Folder, GoesOn, MovieInfo, MovieReader, Pages, Video, Y4mFile,
};
use crate::source::scenes::MovingScene;

/// Fewest numbered pictures that are taken for a movie.
const FEWEST_FRAMES: usize = 8;
/// Bytes by which a format is recognised.
const HEAD: usize = 192;

/// The kind of a movie.
#[derive(Clone, Debug)]
pub(in crate::source) enum FilmKind {
    Animation(ImageFormat),
    Pages,
    Y4m,
    Video,
    /// Numbered pictures, in their order.
    Folder(Arc<[PathBuf]>),
    /// The embedded movie of this number.
    Scene {
        seed: u64,
        index: usize,
    },
}

impl FilmKind {
    /// The memory that is needed to open the movie, where its frames are decoded to do so.
    pub(super) fn share_to_open(
        &self,
        path: &Path,
        channels: Channels,
    ) -> Result<Option<Share<'static>>, String> {
        match self {
            Self::Animation(_) => share_of_animation(path, channels).map(Some),
            _ => Ok(None),
        }
    }

    /// Starts to read the movie, as long as `goes_on` says so.
    pub(super) fn open<'a>(
        &self,
        path: &Path,
        channels: Channels,
        goes_on: GoesOn<'a>,
    ) -> Result<Box<dyn MovieReader + 'a>, String> {
        Ok(match self {
            Self::Animation(format) => Box::new(Animation::open(path, *format, channels)?),
            Self::Pages => Box::new(Pages::open(path, channels)?),
            Self::Y4m => Box::new(Y4mFile::open(path, channels)?),
            Self::Video => Box::new(Video::open(path, channels, goes_on)?),
            Self::Folder(files) => Box::new(Folder::open(files.to_vec(), channels)?),
            Self::Scene { seed, index } => Box::new(MovingScene::new(*seed, *index, channels)),
        })
    }

    /// Starts to read the movie, of which this is known, from a frame on.
    pub(super) fn open_at<'a>(
        &self,
        path: &Path,
        (info, channels): (MovieInfo, Channels),
        frame: u64,
        goes_on: GoesOn<'a>,
    ) -> Result<Box<dyn MovieReader + 'a>, String> {
        if frame > 0 && matches!(self, Self::Video) {
            return Ok(Box::new(Video::open_at(
                path,
                (info, channels),
                frame,
                goes_on,
            )?));
        }
        let mut reader = self.open(path, channels, goes_on)?;
        if frame > 0 {
            reader.seek(frame)?;
        }
        Ok(reader)
    }
}

/// The kind of movie in a file; `None` for a picture, and for what cannot be read.
pub(in crate::source) fn kind_of(path: &Path) -> Option<FilmKind> {
    if !path.is_file() {
        return None;
    }
    let mut head = Vec::new();
    let file = File::open(path).ok()?;
    file.take(HEAD as u64).read_to_end(&mut head).ok()?;
    if head.starts_with(crate::source::reader::Y4M_MAGIC) {
        return Some(FilmKind::Y4m);
    }
    match image::guess_format(&head) {
        Ok(format @ (ImageFormat::Gif | ImageFormat::WebP | ImageFormat::Png)) => {
            moves(path, format).then_some(FilmKind::Animation(format))
        }
        Ok(ImageFormat::Tiff) => {
            let is_movie = || Ok(Pages::open(path, Channels::Grey)?.is_movie());
            (decoding(is_movie) == Ok(true)).then_some(FilmKind::Pages)
        }
        _ => is_video(&head).then_some(FilmKind::Video),
    }
}

/// The memory that a decoder takes for an animated picture.
fn share_of_animation(path: &Path, channels: Channels) -> Result<Share<'static>, String> {
    let sized = ImageReader::open(path).and_then(ImageReader::with_guessed_format);
    let size = sized.map_err(|error| error.to_string())?.into_dimensions();
    let (width, height) = size.map_err(undecodable)?;
    DECODING.take(movie_bytes(width as usize, height as usize, channels))
}

/// Whether a picture has a second frame, even one that cannot be decoded.
fn moves(path: &Path, format: ImageFormat) -> bool {
    let has_second = || {
        let _share = share_of_animation(path, Channels::Grey)?;
        let mut reader = Animation::open(path, format, Channels::Grey)?;
        let mut frame = Array3::zeros((0, 0, 0));
        let is_first = reader.next(&mut frame)?;
        Ok(is_first && reader.next(&mut frame) != Ok(false))
    };
    decoding(has_second) == Ok(true)
}

/// Whether a file begins as a container of video does: MP4 and its relatives but those of pictures, Matroska, AVI, Ogg,
/// MPEG, Flash, Windows Media.
fn is_video(head: &[u8]) -> bool {
    let at = |start: usize, bytes: &[u8]| {
        head.get(start..)
            .is_some_and(|rest| rest.starts_with(bytes))
    };
    let is_still = [b"avif", b"heic", b"heix", b"mif1"]
        .iter()
        .any(|brand| at(8, *brand));
    (at(4, b"ftyp") && !is_still)
        || [&b"moov"[..], b"mdat", b"wide"]
            .iter()
            .any(|atom| at(4, atom))
        || (at(0, b"RIFF") && at(8, b"AVI "))
        || (at(0, b"G") && at(188, b"G"))
        || [
            &b"\x1A\x45\xDF\xA3"[..],
            b"OggS",
            b"\x00\x00\x01\xBA",
            b"\x00\x00\x01\xB3",
            b"FLV\x01",
            b"\x30\x26\xB2\x75\x8E\x66\xCF\x11",
        ]
        .iter()
        .any(|start| at(0, start))
}

/// Takes the runs of numbered pictures out of `files` that are movies: at least eight of one folder, whose names
/// differ only in their numbers, without a gap. Under `Movie` all such runs are, else those named "frame".
pub(in crate::source) fn numbered_runs(
    files: &mut Vec<PathBuf>,
    motion: Motion,
) -> Vec<(PathBuf, FilmKind)> {
    let mut runs: BTreeMap<(PathBuf, String, String), BTreeMap<u64, Vec<PathBuf>>> =
        BTreeMap::new();
    for file in &*files {
        let Some((before, number, after)) = numbered(file) else {
            continue;
        };
        if motion != Motion::Movie && !before.to_lowercase().contains("frame") {
            continue;
        }
        let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
        let run = runs.entry((folder, before, after)).or_default();
        run.entry(number).or_default().push(file.clone());
    }
    // Two files of one number, such as 1 and 01, leave their order open.
    let is_whole = |run: &BTreeMap<u64, Vec<PathBuf>>| {
        let ends = run.first_key_value().zip(run.last_key_value());
        run.len() >= FEWEST_FRAMES
            && run.values().all(|files| files.len() == 1)
            && ends.is_some_and(|((first, _), (last, _))| last - first == run.len() as u64 - 1)
    };
    let mut taken = HashSet::new();
    let mut movies = Vec::new();
    for ((folder, ..), run) in runs.into_iter().filter(|(_, run)| is_whole(run)) {
        let run: Vec<PathBuf> = run.into_values().flatten().collect();
        taken.extend(run.iter().cloned());
        movies.push((folder, FilmKind::Folder(run.into())));
    }
    files.retain(|file| !taken.contains(file));
    movies
}

/// A file's name before its last number, the number, and what follows.
fn numbered(file: &Path) -> Option<(String, u64, String)> {
    let name = file.file_name()?.to_str()?;
    let (stem, ending) = name.rsplit_once('.')?;
    let before = stem.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = stem.strip_prefix(before)?.parse().ok()?;
    Some((before.to_owned(), number, ending.to_owned()))
}
