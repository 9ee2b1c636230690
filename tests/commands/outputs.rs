//! Output files: links, pipes, files of other users, and models opened from another folder.

use std::fs;

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

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_replaced_and_stays_as_private_as_it_was() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = scratch();
    let (real, link) = (
        folder.path().join("real.json"),
        folder.path().join("latest.json"),
    );
    fs::write(&real, "before").expect("written");
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
