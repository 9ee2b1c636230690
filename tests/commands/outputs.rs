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
fn results_of_three_layers_do_not_stay_beside_those_of_two() {
    let folder = scratch();
    let run = |line: &str| cellscope(folder.path(), line);
    succeed(
        folder.path(),
        "train TINY --top 3 --steps 1 --out deep.safetensors",
    );
    succeed(folder.path(), "train TINY --steps 1 --out two.safetensors");
    succeed(folder.path(), "export deep.safetensors --out w");
    let refused = run("export two.safetensors --out w");
    assert!(
        refused
            .stderr
            .contains("w/B.npy: belongs to a model with a third layer")
    );
    fs::remove_file(folder.path().join("w/B.npy")).expect("removed");
    succeed(folder.path(), "export two.safetensors --out w");
    fs::write(folder.path().join("w/config.json"), r#"{"port": 80}"#).expect("written");
    let refused = run("export two.safetensors --out w");
    assert!(
        refused
            .stderr
            .contains("w/config.json: is not a configuration of cellscope")
    );
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
    for (arguments, reason) in [
        ("--screenshot shot.jpg", "should end in .png"),
        ("--lesson toy --step 99", "--step 99: the lesson"),
        (
            "--lesson nonsense",
            "give the file of a lesson, or one of simple-cells",
        ),
    ] {
        let refused = cellscope(folder.path(), arguments);
        assert_ne!(refused.code, Some(0), "{refused:?}");
        assert!(refused.stderr.contains(reason), "{refused:?}");
    }
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_replaced_and_stays_as_private_as_it_was() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = scratch();
    let (real, link) = (
        folder.path().join("real.json"),
        folder.path().join("latest.json"),
    );
    fs::write(&real, "[]").expect("written");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).expect("set");
    symlink("real.json", &link).expect("a link");
    succeed(
        folder.path(),
        "train TINY --steps 1 --out m.safetensors --json latest.json",
    );
    assert!(link.is_symlink());
    assert_eq!(json(&real)["steps"], 1);
    let mode = |path: &std::path::Path| {
        let found = path.metadata().expect("a file").permissions();
        found.mode() & 0o777
    };
    assert_eq!(mode(&real), 0o600);
    // A new file is as readable as any other that is made here.
    fs::write(folder.path().join("any"), "").expect("written");
    assert_eq!(
        mode(&folder.path().join("m.safetensors")),
        mode(&folder.path().join("any"))
    );
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
fn what_cannot_be_written_is_found_out_before_training() {
    use std::os::unix::fs::PermissionsExt;
    let folder = scratch();
    let kept = folder.path().join("kept.safetensors");
    fs::write(&kept, "mine").expect("written");
    fs::set_permissions(&kept, fs::Permissions::from_mode(0o444)).expect("allowed");
    let long = "n".repeat(300);
    for (out, reason) in [
        ("kept.safetensors", "kept.safetensors: is read-only"),
        (long.as_str(), "File name too long"),
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
fn a_model_that_goes_on_without_a_history_keeps_the_one_that_it_has() {
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    succeed(folder.path(), "train TINY --steps 5 --out m.safetensors");
    let history = fs::read(at("m.history")).expect("there");
    succeed(
        folder.path(),
        "train --open m.safetensors --steps 2 --history 0 --out ./m.safetensors",
    );
    assert_eq!(fs::read(at("m.history")).expect("there"), history);
}

#[test]
fn models_of_names_with_points_have_a_history_each_and_one_that_is_replaced_is_told() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 3 --out alpha0.3");
    let before = fs::read(folder.join("alpha0.3.history")).expect("a history");
    succeed(folder, "train TINY --alpha 0.6 --steps 3 --out alpha0.5");
    assert!(folder.join("alpha0.5.history").exists());
    let after = fs::read(folder.join("alpha0.3.history")).expect("a history");
    assert_eq!(before, after);
    fs::remove_file(folder.join("alpha0.5")).expect("removed");
    let again = succeed(folder, "train TINY --steps 3 --out alpha0.5");
    assert!(
        again
            .stderr
            .contains("alpha0.5.history is there, and will be replaced"),
        "{again:?}"
    );
}

#[test]
fn a_configuration_that_is_learned_from_is_not_replaced() {
    let folder = scratch();
    fs::write(folder.path().join("c.json"), "{}").expect("written");
    for command in [
        "train --config c.json --steps 1 --out c.json",
        "train --config c.json --steps 1 --out m --json c.json",
        "frames --config c.json --count 1 --out c.json",
    ] {
        let refused = cellscope(folder.path(), command);
        assert!(
            refused.stderr.contains("c.json: would be replaced"),
            "{refused:?}"
        );
    }
}

#[test]
fn a_file_of_another_kind_is_not_replaced() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 3 --out m.safetensors");
    succeed(folder, "frames TINY --count 1 --out x.npy");
    succeed(folder, "export m.safetensors --out w");
    fs::write(folder.join("s.toml"), "steps = 3").expect("written");
    succeed(folder, "sweep plan s.toml --out s");
    // Beside what belongs to a task there is room for more.
    fs::create_dir_all(folder.join("s/tasks/0000")).expect("made");
    succeed(folder, "export m.safetensors --out s/tasks/0000/weights");
    for (command, file, reason) in [
        (
            "toy --json",
            "m.safetensors",
            "is not a JSON file and would be replaced",
        ),
        (
            "measure m.safetensors --json",
            "m.history",
            "is not a JSON file and would be replaced",
        ),
        (
            "measure m.safetensors --json",
            "w/config.json",
            "is a configuration and would be replaced",
        ),
        (
            "measure m.safetensors --json",
            "s/sweep.json",
            "is a file of a sweep",
        ),
        (
            "measure m.safetensors --json",
            "s/tasks/0000/result.json",
            "is a file of a sweep",
        ),
        (
            "frames TINY --count 1 --out",
            "m.safetensors",
            "is not an .npy file and would be replaced",
        ),
        (
            "train TINY --steps 1 --out",
            "x.npy",
            "is not a model and would be replaced",
        ),
        (
            "train TINY --steps 1 --out",
            "m.history",
            "would be the name of the history",
        ),
        (
            "train TINY --steps 1 --out n --json",
            "n.history",
            "would be replaced, but this command",
        ),
        (
            "train TINY --steps 1 --out",
            "-",
            "this is not written to standard output",
        ),
        (
            "converge m.safetensors --json c.json --svg",
            "c.png",
            "the file should end in .svg",
        ),
    ] {
        let path = folder.join(file);
        let before = fs::read(&path).ok();
        let refused = cellscope(folder, &format!("{command} {file}"));
        assert_eq!(refused.code, Some(1), "{command}: {refused:?}");
        let said = format!("{file}: {reason}");
        assert!(refused.stderr.contains(&said), "{command}: {refused:?}");
        assert_eq!(fs::read(&path).ok(), before, "{command}");
    }
}

#[test]
fn arguments_without_effect_are_told() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 3 --out m.safetensors");
    let quiet = succeed(folder, "figures m.safetensors --out f --only filters");
    assert_eq!(quiet.stderr, "");
    let told = succeed(
        folder,
        "figures m.safetensors --out f --only filters --format svg --units 3 --cells 4 --k 2 --betas 0.1 --scale 3 --strongest-of u1",
    );
    for flag in ["units", "cells", "k", "betas", "scale", "strongest-of"] {
        let words = format!("--{flag} has no effect: no ");
        assert!(told.stderr.contains(&words), "{flag}: {told:?}");
    }
    let above = succeed(
        folder,
        "figures m.safetensors --out f --only figure2-left --units 99",
    );
    assert!(
        above.stderr.contains("--units 99: the model has "),
        "{above:?}"
    );
    let lines = succeed(
        folder,
        "train --preset toy --sigma 2 --motion still --steps 1 --out t",
    );
    for flag in ["--sigma", "--motion"] {
        let words = format!("{flag} has no effect on lines");
        assert!(lines.stderr.contains(&words), "{lines:?}");
    }
}

#[test]
fn measures_depend_on_the_movies_asked_for() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 3 --out m.safetensors");
    let measure = |options: &str| {
        succeed(
            folder,
            &format!("measure m.safetensors --movies 300 {options} --json r.json"),
        );
        json(&folder.join("r.json"))
    };
    let (first, again, other) = (measure(""), measure(""), measure("--seed 5"));
    assert_eq!(first, again);
    assert_eq!((&first["movies"], &other["seed"]), (&300.into(), &5.into()));
    assert_ne!(first["explained_variance"], other["explained_variance"]);
    assert!(first["edge_amplitude"].as_f64().is_some_and(|a| a > 0.0));
    let before = measure("--at 1");
    assert_eq!((&before["step"], &first["step"]), (&1.into(), &3.into()));
    assert_ne!(before["explained_variance"], first["explained_variance"]);
    let later = succeed(folder, "export m.safetensors --at 9 --out w");
    assert!(
        later.stderr.contains("at step 3, the nearest to 9"),
        "{later:?}"
    );
    for (refused, reason) in [
        (
            "inpaint m.safetensors --images . --hide 0.5,0.5 --json i.json",
            "is there twice",
        ),
        (
            "inpaint m.safetensors --two m.safetensors --images . --json i.json",
            "is the first model",
        ),
        (
            "encode m.safetensors --frames x.npy --gap 1 --out e",
            "above 0 and below 1",
        ),
    ] {
        let refused = cellscope(folder, refused);
        assert!(refused.stderr.contains(reason), "{refused:?}");
    }
}

#[test]
fn what_a_run_replaces_is_told_once_its_settings_fit() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 3 --out m.safetensors");
    let refused = cellscope(
        folder,
        "train TINY --alpha -1 --steps 3 --out m.safetensors",
    );
    assert!(!refused.stderr.contains("is there"), "{refused:?}");
    let again = succeed(
        folder,
        "train TINY --history 0 --steps 3 --out m.safetensors",
    );
    for words in [
        "m.safetensors is there, and will be replaced",
        "m.history is there, and will be removed",
    ] {
        assert!(again.stderr.contains(words), "{again:?}");
    }
    assert!(!folder.join("m.history").exists());
}

#[test]
fn a_history_that_cannot_be_written_is_told_and_the_model_is_saved() {
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("m.history/full")).expect("a folder");
    let saved = succeed(folder.path(), "train TINY --steps 5 --out m.safetensors");
    let problem = "the model is saved, but its history is not: m.history: ";
    assert!(saved.stderr.contains(problem), "{}", saved.stderr);
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
    let lost = cellscope(
        folder.path(),
        "train --preset quick --simple 20 --invariant 5 --patch 8 --batch 2048 --steps 400 --images long.y4m --out m.safetensors",
    );
    assert_eq!(lost.code, Some(1), "{lost:?}");
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
