//! Clips: decoded again, they play what was asked for.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use cellscope::engine::Recording;
use cellscope::figure::{Atlas, ColorMap, Contrast, FilterOptions, Palette, filter_grid, to_rgba};
use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::metadata::LoopCount;
use image::{AnimationDecoder as _, Frame, RgbaImage};

use super::common::{Outcome, cellscope, scratch, succeed};

/// A folder with a small model and its history in it.
pub(crate) fn with_history() -> tempfile::TempDir {
    let folder = scratch();
    // Moments that come faster than they can be written are left out.
    for _ in 0..50 {
        let train = "train --preset quick --simple 20 --invariant 5 --patch 8 --batch 50 --seed 1 --steps 60 --out m.safetensors";
        succeed(folder.path(), train);
        let recorded = Recording::open(&folder.path().join("m.history"));
        if recorded.is_ok_and(|recorded| recorded.moments().len() > 20) {
            return folder;
        }
    }
    panic!("no history in fifty runs");
}

pub(crate) fn clip(folder: &Path, arguments: &str) -> Outcome {
    cellscope(folder, &format!("clip m.safetensors {arguments}"))
}

fn gif(path: &Path) -> Vec<Frame> {
    let bytes = fs::read(path).expect("a file is there");
    let decoder = GifDecoder::new(Cursor::new(bytes)).expect("a GIF");
    decoder.into_frames().collect_frames().expect("frames")
}

fn apng(path: &Path) -> (Vec<Frame>, LoopCount) {
    let bytes = fs::read(path).expect("a file is there");
    let decoder = PngDecoder::new(Cursor::new(bytes)).expect("a PNG");
    let decoder = decoder.apng().expect("frames");
    let loops = decoder.loop_count();
    (
        decoder.into_frames().collect_frames().expect("frames"),
        loops,
    )
}

fn seconds(frames: &[Frame]) -> f64 {
    let delays = frames.iter().map(|frame| {
        let (numerator, denominator) = frame.delay().numer_denom_ms();
        f64::from(numerator) / f64::from(denominator) / 1000.0
    });
    delays.sum()
}

/// Frames that are not like the one before.
fn changes(frames: &[Frame]) -> usize {
    let pairs = frames.windows(2);
    pairs
        .filter(|pair| pair[0].buffer() != pair[1].buffer())
        .count()
}

/// Largest difference of a channel of a pixel.
fn difference(a: &RgbaImage, b: &RgbaImage) -> u8 {
    assert_eq!(a.dimensions(), b.dimensions());
    let channels = a.iter().zip(b.iter());
    channels.map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

/// The filters at the first moment of a history.
fn first_filters(history: &Path) -> RgbaImage {
    let past = Recording::open(history).expect("a history");
    let past = past.read(0).expect("a moment");
    assert_eq!(past.step, 0);
    let dictionary = past.learner.weights.dictionary.view();
    let atlas = Atlas::new(dictionary, ColorMap::default(), Contrast::default());
    let all: Vec<usize> = (0..atlas.units()).collect();
    let options = FilterOptions::grid(all.len(), Palette::LIGHT);
    let scene = filter_grid(&all, &atlas, &options).scene;
    let ([width, height], pixels) = to_rgba(&scene, 1.0).expect("drawn");
    RgbaImage::from_raw(width as u32, height as u32, pixels).expect("a picture")
}

#[test]
fn an_apng_leads_exactly_from_the_first_moment_to_the_model() {
    let folder = with_history();
    let folder = folder.path();
    let told = clip(folder, "--seconds 4 --fps 10 --no-caption --out c.png");
    assert_eq!(told.code, Some(0), "{told:?}");
    let (frames, loops) = apng(&folder.join("c.png"));
    // 40 frames, 10 of which are the last one that stays.
    assert_eq!(frames.len(), 31);
    assert!(
        (seconds(&frames) - 4.0).abs() < 1e-3,
        "{}",
        seconds(&frames)
    );
    assert!(matches!(loops, LoopCount::Infinite));
    assert!(changes(&frames) >= 8, "{}", changes(&frames));
    assert_eq!(
        difference(
            frames[0].buffer(),
            &first_filters(&folder.join("m.history"))
        ),
        0
    );
    succeed(
        folder,
        "figures m.safetensors --out f --format png --only filters --scale 1",
    );
    let figure = image::open(folder.join("f/filters.png")).expect("a figure");
    assert_eq!(difference(frames[30].buffer(), &figure.to_rgba8()), 0);
    let told = succeed(
        folder,
        "clip m.safetensors --seconds 1 --fps 10 --no-loop --colors 9 --ffmpeg x --out once.png",
    );
    for (argument, is_told) in [("--colors", true), ("--ffmpeg", true), ("--no-loop", false)] {
        let is_named = told.stderr.contains(&format!("{argument} has no effect"));
        assert_eq!(is_named, is_told, "{argument}: {told:?}");
    }
    let (frames, loops) = apng(&folder.join("once.png"));
    assert!(matches!(loops, LoopCount::Finite(times) if times.get() == 1));
    assert_eq!(
        frames[0].buffer().height(),
        figure.height() + 24,
        "a caption"
    );
}

#[test]
fn the_size_told_before_is_near_that_of_the_file() {
    let folder = with_history();
    let folder = folder.path();
    for file in ["c.gif", "c.png"] {
        for view in ["filters", "pooling", "polar-all"] {
            let made = format!("--view {view} --seconds 4 --fps 20 --out {file}");
            let told = clip(folder, &made);
            assert_eq!(told.code, Some(0), "{told:?}");
            assert_eq!(told.stderr.matches("about ").count(), 1, "{told:?}");
            let about = told.stderr.split_once("about ").map(|(_, rest)| rest);
            let about = about.and_then(|rest| rest.split_once(" MB"));
            let about: f64 = about.expect("told").0.parse().expect("a number");
            let bytes = fs::metadata(folder.join(file)).expect("a file").len();
            let ratio = about / (bytes as f64 / 1e6);
            assert!((0.6..1.6).contains(&ratio), "{view}, {file}: {ratio:.2}");
        }
    }
}

#[test]
fn a_gif_is_as_long_and_as_wide_as_was_asked_and_shows_the_same_in_fewer_colours() {
    let folder = with_history();
    let folder = folder.path();
    let told = succeed(
        folder,
        "clip m.safetensors --seconds 4 --fps 30 --no-caption --out c.gif",
    );
    let frames = gif(&folder.join("c.gif"));
    assert_eq!(frames.len(), 91);
    assert!(
        (seconds(&frames) - 4.0).abs() < 1e-6,
        "{}",
        seconds(&frames)
    );
    assert!(changes(&frames) >= 8, "{}", changes(&frames));
    let first = first_filters(&folder.join("m.history"));
    assert!(difference(frames[0].buffer(), &first) <= 5);
    let last_of = |name: &str, arguments: &str| {
        let figure = format!("figures m.safetensors --out f --format png --only {name} --scale 1");
        succeed(folder, &figure);
        let all = format!("clip m.safetensors --view {name} --fps 10 --no-caption --out v.gif");
        succeed(folder, &format!("{all} {arguments}"));
        let figure = image::open(folder.join(format!("f/{name}.png"))).expect("a figure");
        let frames = gif(&folder.join("v.gif"));
        difference(frames.last().expect("frames").buffer(), &figure.to_rgba8())
    };
    assert!(last_of("filters", "--seconds 4") <= 5);
    // The last moment that there was room to record, and the model itself.
    let recording = Recording::open(&folder.join("m.history")).expect("a history");
    let mut earlier = recording.moments().iter().rev();
    let last = earlier.find(|moment| moment.step < 60).expect("moments");
    let from_last = format!("--colors 255 --seconds 1 --from {}", last.step);
    assert_eq!(last_of("filters", &from_last), 0);
    assert!(last_of("polar-all", "--colors 255 --seconds 1") <= 40);
    let bytes = fs::read(folder.join("c.gif")).expect("a file");
    assert!(has_loop(&bytes));
    assert!(told.stderr.contains("about "), "{}", told.stderr);
    let told_size = format!("c.gif: {:.2} MB, 91 frames of ", bytes.len() as f64 / 1e6);
    assert!(told.stderr.contains(&told_size), "{}", told.stderr);
    succeed(
        folder,
        "clip m.safetensors --view filters,pooling --width 301 --seconds 1 --no-loop --out once.gif",
    );
    assert!(!has_loop(
        &fs::read(folder.join("once.gif")).expect("a file")
    ));
    assert_eq!(gif(&folder.join("once.gif"))[0].buffer().width(), 301);
}

fn has_loop(gif: &[u8]) -> bool {
    gif.windows(11).any(|bytes| bytes == b"NETSCAPE2.0")
}

#[test]
fn every_view_of_a_moment_can_be_a_clip() {
    let folder = with_history();
    for view in [
        "filters",
        "pooling",
        "figure2-left",
        "figure2-middle",
        "figure2-right",
        "maps",
        "polar",
        "centres-all",
        "usage",
    ] {
        let asked = format!("clip m.safetensors --view {view} --seconds 1 --fps 8 --out c.gif");
        succeed(folder.path(), &asked);
        let frames = gif(&folder.path().join("c.gif"));
        assert_eq!(frames.len(), 7, "{view}");
        assert!(changes(&frames) > 0, "{view}");
    }
}

#[test]
fn a_span_begins_and_ends_where_it_was_asked_to() {
    let folder = with_history();
    let folder = folder.path();
    let last = |arguments: &str| {
        succeed(
            folder,
            &format!(
                "clip m.safetensors --seconds 1 --fps 10 --no-caption --out c.png {arguments}"
            ),
        );
        let (frames, _) = apng(&folder.join("c.png"));
        let last = frames.last().expect("frames").buffer().clone();
        (frames[0].buffer().clone(), last)
    };
    let (start, end) = last("");
    let (early_start, early_end) = last("--to 20");
    let (late_start, late_end) = last("--from 20");
    assert!(start == early_start && end == late_end);
    assert!(early_end != end && late_start != start);
}

pub(crate) fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
