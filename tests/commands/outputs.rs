//! Output files: links, pipes, files of other users, and models opened from another folder.

use std::fs;
use std::ops::ControlFlow;

use cellscope::engine::Checkpoint;
use cellscope::source::{MovieParams, SourceSpec, load_levels};
use serde_json::Value;

use super::common::{cellscope, scratch, succeed};
use super::json;

#[test]
fn a_model_finds_its_pictures_from_another_folder() {
    let folder = scratch();
    let (here, elsewhere) = (folder.path().join("here"), folder.path().join("elsewhere"));
    fs::create_dir_all(here.join("pictures")).expect("a folder");
    fs::create_dir(&elsewhere).expect("a folder");
    let picture = image::GrayImage::from_fn(60, 50, |x, y| image::Luma([(x * y % 251) as u8]));
    let at = here.join("pictures/one.png");
    picture.save(&at).expect("a picture is written");
    succeed(
        &here,
        "train TINY --images pictures --steps 1 --out m.safetensors",
    );
    succeed(
        &elsewhere,
        "train --open ../here/m.safetensors --steps 1 --out n.safetensors",
    );
    succeed(&elsewhere, "measure n.safetensors --json m.json");
}

#[test]
fn without_a_file_the_main_measures_are_printed_as_the_file_has_them() {
    let folder = scratch();
    let at = folder.path();
    succeed(at, "train TINY --steps 2 --out m.safetensors");
    let printed = succeed(at, "measure m.safetensors --movies 50").stdout;
    succeed(at, "measure m.safetensors --movies 50 --json m.json");
    let all = json(&at.join("m.json"));
    let of = |name: &str| {
        let line = printed.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("{name}: {printed}"))
            .trim()
            .to_owned()
    };
    assert_eq!(of("movies measured on"), "50");
    let density = all["density_z"].as_f64().expect("a number");
    assert_eq!(of("share of z active"), format!("{density:.3}"));
    assert_eq!(of("F2/F0 of u"), "not measured", "after two minibatches");
}

#[test]
fn without_a_display_no_picture_of_the_window_is_promised() {
    let folder = scratch();
    let refused = std::process::Command::new(env!("CARGO_BIN_EXE_cellscope"))
        .args(["--screenshot", "shot.png", "--paused"])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .current_dir(folder.path())
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&refused.stderr);
    if cfg!(target_os = "linux") {
        assert_eq!(refused.status.code(), Some(1), "{told}");
        assert!(
            told.contains("shot.png: --screenshot needs a display"),
            "{told}"
        );
        assert!(!folder.path().join("cellscope-out").exists());
    }
}

#[cfg(feature = "window")]
#[test]
fn what_the_window_cannot_show_is_refused_before_it_opens() {
    let folder = scratch();
    let model = folder.path().join("model.png");
    fs::write(&model, b"\x02\0\0\0\0\0\0\0{}").expect("written");
    fs::create_dir(folder.path().join("below.png")).expect("a folder");
    for (arguments, code, reason) in [
        (
            "--screenshot shot.jpg",
            2,
            "cellscope: --screenshot shot.jpg: should end in .png",
        ),
        (
            "--screenshot model.png",
            1,
            "model.png: is not a PNG file and would be replaced; name another file",
        ),
        (
            "--screenshot nowhere/w.png",
            1,
            "nowhere: no such folder; make it first",
        ),
        (
            "--screenshot below.png",
            1,
            "below.png: is a folder; name a file",
        ),
        (
            "--screenshot a.png --images a.png",
            1,
            "a.png: would be replaced, but this command also uses it",
        ),
        ("--lesson toy --step 99", 2, "--step 99: the lesson"),
        (
            "--lesson nonsense",
            1,
            "or give one of the lessons simple-cells",
        ),
    ] {
        let refused = cellscope(folder.path(), arguments);
        assert_eq!(refused.code, Some(code), "{refused:?}");
        assert!(refused.stderr.contains(reason), "{refused:?}");
    }
    assert!(fs::read(&model).expect("there").ends_with(b"{}"));
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_into_and_stays_one() {
    use std::os::unix::fs::FileTypeExt;
    let folder = scratch();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let reader = {
        let pipe = pipe.clone();
        let thread = std::thread::Builder::new().name("reader".to_owned());
        thread.spawn(move || fs::read(pipe).expect("read to its end"))
    };
    let reader = reader.expect("a thread");
    succeed(
        folder.path(),
        "train TINY --steps 1 --out m.safetensors --json pipe",
    );
    let told = reader.join().expect("no panic");
    let told: Value = serde_json::from_slice(&told).expect("JSON");
    assert_eq!(told["steps"], 1);
    let kind = pipe.metadata().expect("it is there").file_type();
    assert!(kind.is_fifo());
}

#[cfg(unix)]
#[test]
fn a_report_that_nobody_reads_to_its_end_is_told_and_a_table_is_not() {
    use std::process::{Command, Stdio};
    let folder = scratch();
    succeed(folder.path(), "train TINY --steps 1 --out m.safetensors");
    for (arguments, code, says) in [
        (&["--json", "-"][..], 1, "standard output: not written: "),
        (&[], 0, ""),
    ] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_cellscope"))
            .args(["measure", "m.safetensors", "--movies", "5"])
            .args(arguments)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        drop(process.stdout.take());
        let output = process.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_is_found_out_before_training() {
    use std::os::unix::fs::PermissionsExt;
    let folder = scratch();
    let kept = folder.path().join("kept.safetensors");
    fs::write(&kept, "mine").expect("written");
    fs::set_permissions(&kept, fs::Permissions::from_mode(0o444)).expect("allowed");
    let long = "n".repeat(300);
    for (out, reason) in [
        ("kept.safetensors", "kept.safetensors: is read-only"),
        (
            long.as_str(),
            "its name is too long for this disk; give it a shorter one",
        ),
    ] {
        let outcome = cellscope(
            folder.path(),
            &format!("train TINY --seconds 1000 --out {out}"),
        );
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(outcome.stderr.contains(reason), "{outcome:?}");
    }
    assert_eq!(fs::read(&kept).expect("there"), b"mine");
}

#[cfg(unix)]
#[test]
fn through_a_link_to_nothing_its_target_is_written() {
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("below")).expect("a folder");
    std::os::unix::fs::symlink("below/m.safetensors", at("link")).expect("a link");
    succeed(folder.path(), "train TINY --steps 1 --out link");
    assert!(at("link").is_symlink());
    succeed(folder.path(), "export below/m.safetensors --out weights");
}

#[cfg(unix)]
#[test]
fn a_pipe_that_nobody_reads_is_not_waited_for_and_no_planted_link_is_followed() {
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("victim"), "mine").expect("written");
    fs::create_dir(at("temporary")).expect("a folder");
    // The name that the fallback had before: that of the process, which the shell knows beforehand.
    let script = r#"mkfifo pipe && ln -s "$PWD/victim" "temporary/cellscope-$$.safetensors" \
        && exec "$0" train --preset toy --steps 1 --out pipe"#;
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_cellscope")])
        .current_dir(folder.path())
        .env("TMPDIR", at("temporary"))
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("nobody reads from this pipe"), "{said}");
    let (_, rest) = said.split_once("saved as ").expect("where it is");
    let saved = rest.split_once(" instead").expect("where it is").0;
    succeed(folder.path(), &format!("export {saved} --out weights"));
    assert_eq!(fs::read(at("victim")).expect("there"), b"mine");
}

#[test]
fn a_history_that_cannot_be_written_is_told_and_the_model_is_saved() {
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("m.history/full")).expect("a folder");
    let saved = cellscope(folder.path(), "train TINY --steps 5 --out m.safetensors");
    let problem = "cellscope: the model is saved, but its history is not: m.history: ";
    assert!(saved.stderr.contains(problem), "{}", saved.stderr);
    assert_eq!(saved.code, Some(1));
    assert!(at("m.safetensors").exists());
}

#[cfg(unix)]
#[test]
fn training_goes_on_where_its_history_cannot_be_recorded() {
    let folder = scratch();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_cellscope"))
        .args(["train", "--preset", "quick", "--steps", "40", "--out"])
        .args(["/dev/null", "--json", "m.json"])
        .current_dir(folder.path())
        .env("TMPDIR", "/no/such/folder")
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("the history is no longer recorded"), "{said}");
    assert_eq!(json(&folder.path().join("m.json"))["steps"], 40);
}

/// Writes a movie of a scene that pans, longer than is held at a time, in which one frame is damaged.
fn write_damaged_movie(path: &std::path::Path, damaged: usize) {
    use std::io::Write as _;
    let (movies, go_on) = (MovieParams::default(), |_, _| ControlFlow::Continue(()));
    let scenes = load_levels(&SourceSpec::Scenes, 2, &movies, &go_on).expect("scenes");
    let scene = scenes.plane(0, 0);
    let (height, width) = scene.dim();
    let mut file = std::io::BufWriter::new(fs::File::create(path).expect("a file"));
    writeln!(file, "YUV4MPEG2 W640 H470 F25:1 Cmono").expect("written");
    for t in 0..180 {
        let head = if t == damaged { "fRAME" } else { "FRAME" };
        writeln!(file, "{head}").expect("written");
        for y in 0..470 {
            let grey = |x: usize| (255.0 * scene[[(y + t) % height, (x + t) % width]]) as u8;
            let row: Vec<u8> = (0..640).map(grey).collect();
            file.write_all(&row).expect("written");
        }
    }
}

#[test]
fn what_was_learned_before_movies_are_lost_is_saved() {
    let folder = scratch();
    write_damaged_movie(&folder.path().join("long.y4m"), 90);
    let asked = "train --preset quick --simple 20 --invariant 5 --patch 8 --batch 2048 --steps 400 --images long.y4m \
                 --out m.safetensors";
    let (json, unwritten) = match cfg!(target_os = "linux") {
        true => (" --json /dev/full", "/dev/full: not written: No space left"),
        false => ("", ""),
    };
    let lost = cellscope(folder.path(), &format!("{asked}{json}"));
    assert_eq!(lost.code, Some(1), "{lost:?}");
    assert!(lost.stderr.contains(unwritten), "{lost:?}");
    let told = "long.y4m: damaged";
    let saved = "what was learned until then was saved as m.safetensors";
    assert!(
        lost.stderr.contains(told) && lost.stderr.contains(saved),
        "{lost:?}"
    );
    let step = Checkpoint::open(&folder.path().join("m.safetensors"));
    let step = step.expect("a model").state.step;
    assert!((8..400).contains(&step), "{step}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_was_learned_without_a_display_before_movies_are_lost_is_saved() {
    let folder = scratch();
    write_damaged_movie(&folder.path().join("long.y4m"), 90);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_cellscope"))
        .args(["--preset", "quick", "--batch", "2048"])
        .args(["--images", "long.y4m"])
        .current_dir(folder.path())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let saved = "what was learned until then was saved as cellscope-out/model.safetensors";
    assert!(said.contains(saved), "{said}");
    let model = Checkpoint::open(&folder.path().join("cellscope-out/model.safetensors"));
    assert!(model.expect("a model").state.step > 0);
}
