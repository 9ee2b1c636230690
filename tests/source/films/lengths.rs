//! How long movies are, whatever their files tell.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use cellscope::ffmpeg::find_ffmpeg;
use cellscope::source::{
    Motion, MovieParams, NormaliseParams, Pictures, SourceSpec, load, load_round,
};

/// 217 MB of normalised frames: more than is held.
const FRAMES: u64 = 180;

/// A video of so many seconds, with sound of so many.
fn make(ffmpeg: &Path, path: &Path, size: &str, secs: [f64; 2]) {
    let [pictures, sound] = secs;
    let made = Command::new(ffmpeg)
        .args(["-loglevel", "error", "-f", "lavfi", "-i"])
        .arg(format!("testsrc2=size={size}:rate=25:duration={pictures}"))
        .args(["-f", "lavfi", "-i"])
        .arg(format!("sine=sample_rate=8000:duration={sound}"))
        .args(["-c:v", "mpeg4", "-q:v", "5", "-c:a", "pcm_s16le"])
        .arg(path)
        .status();
    assert!(made.expect("ffmpeg runs").success());
}

fn open(path: &Path) -> Pictures {
    let movies = MovieParams {
        motion: Motion::Drift,
        ..MovieParams::default()
    };
    let spec = SourceSpec::images([path.to_path_buf()]);
    let go_on = |_, _| ControlFlow::Continue(());
    load(&spec, 1, &NormaliseParams::default(), &movies, &go_on).expect("a movie")
}

#[test]
fn a_movie_held_whole_is_as_long_as_its_pictures_and_one_that_is_cut_off_says_so() {
    let Ok(ffmpeg) = find_ffmpeg() else {
        return eprintln!("not tested: there is no ffmpeg");
    };
    let folder = tempfile::tempdir().expect("a folder");
    for ending in ["mkv", "avi", "mov"] {
        let path = folder.path().join(format!("sound.{ending}"));
        make(&ffmpeg, &path, "160x120", [4.0, 10.0]);
        let line = open(&path).movies()[0].clone();
        assert!(
            line.contains(": 100 frames of 160 x 120 pixels, 4.0 s, "),
            "{line}"
        );
    }
    let whole = folder.path().join("whole.mkv");
    make(&ffmpeg, &whole, "160x120", [10.0, 10.0]);
    let mut bytes = std::fs::read(&whole).expect("a video");
    assert!(!open(&whole).movies()[0].contains("damaged"));
    let cut = folder.path().join("cut.mkv");
    std::fs::write(&cut, &bytes[..bytes.len() * 2 / 5]).expect("written");
    let line = open(&cut).movies()[0].clone();
    assert!(
        line.contains(": 250 frames of 160 x 120 pixels, 10.0 s; only "),
        "{line}"
    );
    let (middle, damaged) = (bytes.len() / 2, folder.path().join("damaged.mkv"));
    bytes[middle..middle + 4000].fill(0x5A);
    std::fs::write(&damaged, &bytes).expect("written");
    let line = open(&damaged).movies()[0].clone();
    assert!(line.contains("; damaged in places"), "{line}");
}

#[test]
fn where_sound_goes_on_after_the_pictures_every_round_is_of_pictures() {
    let Ok(ffmpeg) = find_ffmpeg() else {
        return eprintln!("not tested: there is no ffmpeg");
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.mkv");
    make(&ffmpeg, &path, "640x470", [7.2, 120.0]);
    let open = || open(&path);
    let first = open();
    let totals = first.totals(&MovieParams::default());
    assert_eq!(totals.frames, FRAMES, "{:?}", first.movies());
    let (reel, _) = first.reel().expect("too long to be held");
    let again = open();
    let (same, _) = again.reel().expect("too long to be held");
    let names = |pictures: &Pictures| pictures.names().to_vec();
    for round in 0..3 {
        let [one, two] = [reel, same].map(|reel| load_round(reel, round, &|| true));
        let (one, two) = (one.expect("pictures"), two.expect("pictures"));
        // Four pieces, each of as many frames as the others.
        assert_eq!(one.len(), first.len());
        assert_eq!(names(&one), names(&two));
    }
}

#[test]
fn of_movies_too_long_to_be_held_the_longer_one_is_read_more_often_and_none_twice_in_a_round() {
    let Ok(ffmpeg) = find_ffmpeg() else {
        return eprintln!("not tested: there is no ffmpeg");
    };
    let folder = tempfile::tempdir().expect("a folder");
    let [long, short] = ["long.mkv", "short.mkv"].map(|name| folder.path().join(name));
    make(&ffmpeg, &long, "640x470", [7.2, 7.2]);
    make(&ffmpeg, &short, "160x120", [1.0, 1.0]);
    let first = open(folder.path());
    let (reel, _) = first.reel().expect("too long to be held");
    let mut rounds_of = [0; 2];
    for round in 0..16 {
        let pictures = load_round(reel, round, &|| true).expect("pictures");
        let line = pictures.movies()[1].clone();
        assert!(line.contains("short.mkv: 25 frames"), "{line}");
        for (rounds, path) in rounds_of.iter_mut().zip([&long, &short]) {
            let name = path.display().to_string();
            let frames = pictures.names().iter().filter(|of| of.contains(&name));
            let frames = frames.count();
            assert!(path == &long || [0, 25].contains(&frames), "{frames}");
            *rounds += usize::from(frames > 0);
        }
    }
    // Of 205 frames 180 are of the long one.
    assert_eq!(rounds_of[0], 16);
    assert!((1..12).contains(&rounds_of[1]), "{rounds_of:?}");
    // Another seed draws other pieces.
    let names = |seed| {
        let pictures = load_round(&Arc::new(reel.drawn_by(seed)), 0, &|| true);
        pictures.expect("pictures").names().to_vec()
    };
    assert_eq!(names(7), names(7));
    assert_ne!(names(7), names(8));
}
