//! How long movies are, whatever their files tell.

use std::ops::ControlFlow;
use std::process::Command;

use cellscope::ffmpeg::find_ffmpeg;
use cellscope::source::{
    Motion, MovieParams, NormaliseParams, Pictures, SourceSpec, load, load_round,
};

/// 217 MB of normalised frames: more than is held.
const FRAMES: u64 = 180;

#[test]
fn where_sound_goes_on_after_the_pictures_every_round_is_of_pictures() {
    let Ok(ffmpeg) = find_ffmpeg() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.mkv");
    let made = Command::new(ffmpeg)
        .args(["-loglevel", "error", "-f", "lavfi", "-i"])
        .arg("testsrc2=size=640x470:rate=25:duration=7.2")
        .args(["-f", "lavfi", "-i", "sine=sample_rate=8000:duration=120"])
        .args(["-c:v", "mpeg4", "-q:v", "5", "-c:a", "pcm_s16le"])
        .arg(&path)
        .status();
    assert!(made.expect("ffmpeg runs").success());
    let movies = MovieParams {
        motion: Motion::Drift,
        ..MovieParams::default()
    };
    let open = || {
        let spec = SourceSpec::images([path.clone()]);
        let go_on = |_, _| ControlFlow::Continue(());
        load(&spec, 1, &NormaliseParams::default(), &movies, &go_on).expect("a movie")
    };
    let first = open();
    assert_eq!(first.totals().frames, FRAMES, "{:?}", first.movies());
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
