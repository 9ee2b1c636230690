//! Movies that cannot be used: each is named, with the reason and the way out, and nothing hangs.

use std::fs;
use std::path::Path;

use cellscope::source::SourceError;

use super::{load_paths, only_skipped};

const HEADER: &str = "YUV4MPEG2 W40 H30 F25:1 Cmono\n";

/// A Y4M movie of so many frames of 40 x 30 pixels that do not move.
fn movie(frames: usize) -> Vec<u8> {
    let mut bytes = HEADER.as_bytes().to_vec();
    for number in 0..frames {
        bytes.extend(b"FRAME\n");
        bytes.extend((0..1200_usize).map(|at| (at * at % 251 + number) as u8));
    }
    bytes
}

/// A GIF of two frames.
fn gif() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = image::codecs::gif::GifEncoder::new(&mut bytes);
    for number in 0..3 {
        let level = |x: u32, y: u32| (x * x + 3 * x * y + 7 * y + number) as u8;
        let picture = image::RgbaImage::from_fn(40, 30, |x, y| {
            image::Rgba([level(x, y), level(x, y), level(x, y), 255])
        });
        encoder
            .encode_frame(image::Frame::new(picture))
            .expect("encoded");
    }
    drop(encoder);
    bytes
}

/// A GIF of two frames on a screen of this size, without their pixels.
fn gif_of_size(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = gif();
    bytes[6..8].copy_from_slice(&width.to_le_bytes());
    bytes[8..10].copy_from_slice(&height.to_le_bytes());
    bytes
}

#[test]
fn each_bad_movie_is_named_with_its_reason() {
    let with = |header: &str| [header.as_bytes(), &movie(5)[HEADER.len()..]].concat();
    let mut cut_off = movie(12);
    cut_off.truncate(cut_off.len() - 700);
    let mut no_frame = movie(5);
    no_frame[HEADER.len() + 1206..][..5].copy_from_slice(b"frame");
    let mut short_gif = gif();
    short_gif.truncate(short_gif.len() * 2 / 3);
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        (
            "cut-off.y4m",
            cut_off,
            "damaged: the file ends within a frame, number 12",
        ),
        ("no-frames.y4m", HEADER.into(), "a movie without frames"),
        (
            "header.y4m",
            HEADER[..20].into(),
            "damaged: a line of its header does not end",
        ),
        (
            "one-pixel.y4m",
            b"YUV4MPEG2 W1 H1 Cmono\nFRAME\nx".to_vec(),
            "1 x 1 pixels, but patch and motion need at least 20 x 20",
        ),
        (
            "huge.y4m",
            b"YUV4MPEG2 W30000 H30000 Cmono\nFRAME\n".to_vec(),
            "30000 x 30000 pixels, but movies are read up to 16384",
        ),
        (
            "nothing.y4m",
            b"YUV4MPEG2 W0 H30\nFRAME\n".to_vec(),
            "0 x 30 pixels: frames without pixels",
        ),
        (
            "width.y4m",
            with("YUV4MPEG2 Wmany H30 Cmono\n"),
            "its header has Wmany where a side in pixels should be",
        ),
        (
            "overflow.y4m",
            with("YUV4MPEG2 W99999999999999999999 H30\n"),
            "its header has W99999999999999999999",
        ),
        (
            "colours.y4m",
            with("YUV4MPEG2 W40 H30 Crgb\n"),
            "colours of the kind rgb, but 420, 411, 422, 444 and mono are read",
        ),
        (
            "bits.y4m",
            with("YUV4MPEG2 W40 H30 Cmono99\n"),
            "samples of the kind mono99, but 8 to 16 bits are read",
        ),
        (
            "no-frame.y4m",
            no_frame,
            "damaged: no frame where one should begin",
        ),
        (
            "two.y4m",
            movie(2),
            "2 frames, but movies of 3 frames at a stride of 1 need 3",
        ),
        ("cut-off.gif", short_gif, "frame "),
        (
            "huge.gif",
            gif_of_size(30_000, 30_000),
            "30000 x 30000 pixels",
        ),
        (
            "thin.y4m",
            with("YUV4MPEG2 W4 H300 Cmono\n"),
            "4 x 300 pixels, but patch and motion need",
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content, reason) in cases {
        let path = folder.path().join(name);
        fs::write(&path, content).expect(name);
        let skipped = only_skipped(load_paths(std::slice::from_ref(&path)));
        assert_eq!(skipped.path, path);
        assert!(
            skipped.reason.starts_with(reason),
            "{name}: {}",
            skipped.reason
        );
    }
}

#[test]
fn a_movie_that_stands_still_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("still.y4m");
    fs::write(&path, movie(5)).expect("written");
    match load_paths(&[path]) {
        Err(error @ SourceError::NothingMoves { .. }) => {
            let told = error.to_string();
            assert!(told.contains("\u{a0}% stand still"), "{told}");
            // One way out, and not that of a movie of which a little can be used.
            for other in ["few are usable", "choose a range of speeds"] {
                assert!(!told.contains(other), "{told}");
            }
        }
        other => panic!("{other:?}"),
    }
}

/// Runs `frames` on a video file, with this program for ffmpeg; the exit code, and what it says on standard error.
fn frames_with(ffmpeg: &Path, video: &[u8]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("video.mp4");
    fs::write(&path, video).expect("written");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_cellscope"))
        .args(["frames", "--motion", "drift", "--count", "1"])
        .args(["--out", "frames.npy", "--images"])
        .arg(&path)
        .current_dir(folder.path())
        .env("CELLSCOPE_FFMPEG", ffmpeg)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

const MP4: &[u8] = b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2";

#[test]
fn without_ffmpeg_a_line_says_what_to_do() {
    let (code, said) = frames_with(Path::new("/no/such/ffmpeg"), MP4);
    assert_eq!(code, Some(1));
    assert!(
        said.contains("CELLSCOPE_FFMPEG names /no/such/ffmpeg, which is not a file"),
        "{said}"
    );
    assert!(said.contains("video.mp4"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_ffmpeg_that_fails_hangs_or_writes_nonsense_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let cases = [
        (
            "echo 'Stream map matches no streams.' >&2; exit 1",
            "no moving pictures in it, only sound or text: give a video",
        ),
        ("exec sleep 1000", "ffmpeg gave no frame within 15 seconds"),
        ("echo nonsense", "not a YUV4MPEG2 movie"),
        (
            // Ctrl-C in the terminal is for the program alone.
            "test $(ps -o pgid= -p $$) = $$ && echo 'a group of its own' >&2; exit 1",
            "ffmpeg finds no video in it: a group of its own",
        ),
        (
            "yes 'an error' | head -c 3000000 >&2; echo >&2; echo 'the end' >&2; exit 1",
            "ffmpeg finds no video in it: the end",
        ),
        (
            "echo 'YUV4MPEG2 W30000 H30000 Cmono'; exec sleep 1000",
            "30000 x 30000 pixels",
        ),
        (
            "echo 'YUV4MPEG2 W40 H30 Cmono'; echo FRAME; echo short",
            "damaged: the file ends within a frame",
        ),
        (
            "echo 'YUV4MPEG2 W40 H30 F25:1 Cmono'",
            "0 frames, but movies of 3 frames",
        ),
    ];
    for (script, expected) in cases {
        let program = folder.path().join("ffmpeg");
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("allowed");
        let (code, said) = frames_with(&program, MP4);
        assert_eq!(code, Some(1), "{script}: {said}");
        assert!(said.contains(expected), "{script}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn the_length_that_is_told_is_waited_for_and_its_end_is_looked_for_where_it_is_long() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let frames = r"echo 'YUV4MPEG2 W40 H30 F25:1 Cmono'
        for frame in 1 2 3 4 5; do echo FRAME; head -c 1200 /dev/urandom; done";
    let tell =
        |duration: &str| format!(r#"printf '\n  Duration: {duration}, start: 0.000000\n' >&2"#);
    let cases = [
        // Told after the first frames, but believed: there is no sound after them.
        (
            format!(
                "case \"$*\" in *-0:v*) exit 1;; esac\n{frames}\nsleep 0.3\n{}",
                tell("00:00:10.00")
            ),
            "250 frames of 40 x 30 pixels, 10.0 s; only 5 of them can be decoded",
        ),
        // Beyond the last frame there is sound.
        (
            format!(
                "case \"$*\" in *-0:v*) echo 'size=N/A time=00:00:09.80 bitrate=N/A' >&2; exit;; esac\n{frames}\n{}",
                tell("00:00:10.00")
            ),
            "5 frames of 40 x 30 pixels, 0.2 s, ",
        ),
        // Of this length it would not be held whole; from frame 1 on, nothing comes but an error.
        (
            format!(
                "{}\ncase \"$*\" in *-ss*) exit 1;; esac\n{frames}",
                tell("99:00:00.00")
            ),
            "5 frames of 40 x 30 pixels, 0.2 s, ",
        ),
    ];
    for (script, expected) in cases {
        let program = folder.path().join("ffmpeg");
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("allowed");
        let (code, said) = frames_with(&program, MP4);
        assert_eq!(code, Some(0), "{script}: {said}");
        assert!(said.contains(expected), "{script}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn loading_stops_while_ffmpeg_hangs() {
    use cellscope::ffmpeg::choose_ffmpeg;
    use cellscope::source::{MovieParams, NormaliseParams, SourceError, SourceSpec, load};
    use std::ops::ControlFlow;
    use std::os::unix::fs::PermissionsExt;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let folder = tempfile::tempdir().expect("a folder");
    let (program, video) = (
        folder.path().join("ffmpeg"),
        folder.path().join("video.mp4"),
    );
    fs::write(&program, "#!/bin/sh\nexec sleep 1000\n").expect("written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("allowed");
    fs::write(&video, MP4).expect("written");
    // The one that is chosen goes before that of the environment.
    choose_ffmpeg(Some(program));
    let asked = AtomicUsize::new(0);
    // The third time is while ffmpeg is waited for, which without a stop ends with another error.
    let loaded = load(
        &SourceSpec::Images(vec![video]),
        1,
        &NormaliseParams::default(),
        &MovieParams::default(),
        &|_, _| match asked.fetch_add(1, Ordering::Relaxed) {
            0..3 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        },
    );
    choose_ffmpeg(None);
    assert_eq!(loaded.expect_err("it was stopped"), SourceError::Cancelled);
}
