//! Clips as videos: what stands in for ffmpeg here is a script.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::clip::{clip, files, with_history};
use super::common::succeed;
use super::unignore_signals;

fn script(folder: &Path, lines: &str) {
    let path = folder.join("ffmpeg");
    fs::write(&path, format!("#!/bin/sh\n{lines}\n")).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("set");
}

#[test]
fn ffmpeg_gets_every_frame_with_even_sides() {
    let folder = with_history();
    let folder = folder.path();
    script(
        folder,
        "echo \"$@\" >> told; for last; do :; done; cat > \"$last\"",
    );
    let asked = "clip m.safetensors --seconds 2 --fps 10 --width 100 --out c.mp4";
    let made = succeed(folder, &format!("{asked} --ffmpeg ./ffmpeg"));
    // With the last one as often as it is shown.
    assert_eq!(
        made.stderr.matches(" MB, 20 frames of 100 x ").count(),
        2,
        "{made:?}"
    );
    let told = fs::read_to_string(folder.join("told")).expect("it was called");
    let size = told
        .split_once("-s ")
        .and_then(|(_, rest)| rest.split_once(' '));
    let (width, height) = size
        .and_then(|(size, _)| size.split_once('x'))
        .expect("a size");
    let [width, height] = [width, height].map(|side| side.parse::<usize>().expect("a number"));
    assert_eq!((width, height % 2), (100, 0), "{told}");
    let bytes = fs::metadata(folder.join("c.mp4")).expect("a file").len();
    assert_eq!(bytes, 20 * 3 * (width * height) as u64);
    assert!(!told.contains("-cpu-used"), "{told}");
    // By default the encoder of WebM takes twice the time.
    clip(folder, "--seconds 1 --out c.webm --ffmpeg ./ffmpeg");
    let told = fs::read_to_string(folder.join("told")).expect("it was called");
    assert!(told.contains("-cpu-used 4"), "{told}");
    // It is no MP4 file, and would not be replaced.
    fs::remove_file(folder.join("c.mp4")).expect("removed");
    let named = Command::new(env!("CARGO_BIN_EXE_cellscope"))
        .args(asked.split_whitespace())
        .env("CELLSCOPE_FFMPEG", "./no-such-program")
        .current_dir(folder)
        .output();
    let said = String::from_utf8(named.expect("it starts").stderr).expect("text");
    assert!(
        said.contains("CELLSCOPE_FFMPEG names ./no-such-program, which is not a file"),
        "{said}"
    );
}

#[test]
fn what_ffmpeg_says_when_it_fails_is_passed_on_and_no_file_is_left() {
    let folder = with_history();
    let folder = folder.path();
    for (lines, says) in [
        ("echo no such codec >&2; exit 3", "ffmpeg: no such codec"),
        (
            "cat >/dev/null; echo no such codec >&2; exit 3",
            "ffmpeg: no such codec",
        ),
        (
            "exit 1",
            "./ffmpeg ended without a word; name an ffmpeg by --ffmpeg",
        ),
    ] {
        script(folder, lines);
        let before = files(folder);
        let failed = clip(folder, "--seconds 1 --out c.webm --ffmpeg ./ffmpeg");
        assert_eq!(failed.code, Some(1));
        let message = format!("c.webm: not encoded: {says}");
        assert!(failed.stderr.contains(&message), "{}", failed.stderr);
        assert_eq!(files(folder), before);
    }
}

/// Far longer than a program takes to start.
const PATIENCE: Duration = Duration::from_secs(60);

fn start(folder: &Path, arguments: &str) -> Child {
    unignore_signals();
    Command::new(env!("CARGO_BIN_EXE_cellscope"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

fn interrupt(process: &Child) {
    let stop = Command::new("kill")
        .args(["-INT", &process.id().to_string()])
        .status();
    assert!(stop.expect("kill runs").success());
}

#[test]
fn ctrl_c_leaves_no_file() {
    let folder = with_history();
    let folder = folder.path();
    let before = files(folder);
    let asked = "clip m.safetensors --view maps --seconds 120 --fps 50 --width 2000 --out c.gif";
    let mut process = start(folder, asked);
    let mut lines = BufReader::new(process.stderr.take().expect("a pipe")).lines();
    let first = lines.next().expect("a line").expect("text");
    assert!(first.starts_with("about "), "{first}");
    interrupt(&process);
    let said = lines.next().expect("a line").expect("text");
    assert_eq!(said, "cellscope: c.gif: stopped; nothing is written");
    assert_eq!(process.wait().expect("it ends").code(), Some(130));
    assert_eq!(files(folder), before);
}

#[test]
fn ctrl_c_ends_an_ffmpeg_that_hangs() {
    let folder = with_history();
    let folder = folder.path();
    // It reads some of the first frame, or only the end is missing.
    for (reads, asked) in [
        (
            "head -c 10 >/dev/null",
            "--seconds 10 --fps 20 --width 1000",
        ),
        ("cat >/dev/null", "--seconds 1 --fps 4"),
    ] {
        script(folder, &format!("{reads}; echo > begun; exec sleep 1000"));
        let asked = format!("clip m.safetensors {asked} --out c.mp4 --ffmpeg ./ffmpeg");
        let mut process = start(folder, &asked);
        let started = Instant::now();
        while !folder.join("begun").exists() {
            assert!(started.elapsed() < PATIENCE, "ffmpeg is not started");
            std::thread::sleep(Duration::from_millis(5));
        }
        interrupt(&process);
        let pipe = process.stderr.take().expect("a pipe");
        let said = BufReader::new(pipe)
            .lines()
            .next()
            .expect("a line")
            .expect("text");
        assert_eq!(said, "cellscope: c.mp4: stopped; nothing is written");
        assert_eq!(process.wait().expect("it ends").code(), Some(130));
        assert!(!folder.join("c.mp4").exists());
        fs::remove_file(folder.join("begun")).expect("removed");
    }
}
