//! Files and folders that cannot be used: each is named with its reason, and the others are
//! loaded.

mod files;
mod movies;

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use cellscope::config::Config;
use cellscope::source::{
    MovieParams, NormaliseParams, Pictures, Skipped, SourceError, SourceSpec, load,
};
use files::{bad_files, good};
use image::ImageFormat;

/// The smallest picture for 20 x 20 pixels and three frames of 2 pixels per frame is 24 x 24.
fn load_paths(paths: &[PathBuf]) -> Result<Pictures, SourceError> {
    let spec = SourceSpec::Images(paths.to_vec());
    let (normalise, movies) = (NormaliseParams::default(), MovieParams::default());
    load(&spec, 1, &normalise, &movies, &|_, _| {
        ControlFlow::Continue(())
    })
}

/// The only file skipped, when nothing is left.
fn only_skipped(result: Result<Pictures, SourceError>) -> Skipped {
    match result {
        Err(SourceError::NoneUsable { skipped, .. }) if skipped.len() == 1 => skipped[0].clone(),
        other => panic!("one file should have been skipped, but: {other:?}"),
    }
}

#[test]
fn each_bad_file_is_named_with_its_reason() {
    let folder = tempfile::tempdir().expect("folder");
    for (name, content, reason) in bad_files() {
        let path = folder.path().join(name);
        fs::write(&path, content).expect(name);
        let skipped = only_skipped(load_paths(std::slice::from_ref(&path)));
        assert_eq!(skipped.path, path);
        assert!(
            skipped.reason.starts_with(&reason),
            "{name}: {}",
            skipped.reason
        );
        let line = skipped.to_string();
        assert_eq!(line.lines().count(), 1, "{line}");
    }
}

#[test]
fn bad_files_do_not_harm_a_good_one() {
    let folder = tempfile::tempdir().expect("folder");
    let bad = bad_files();
    for (name, content, _) in &bad {
        fs::write(folder.path().join(name), content).expect(name);
    }
    let good_path = folder.path().join("good.png");
    fs::write(&good_path, good(ImageFormat::Png)).expect("good file");
    let pictures = load_paths(&[folder.path().to_path_buf()]).expect("one picture");
    assert_eq!(pictures.names(), [good_path.display().to_string()]);
    assert_eq!(pictures.skipped().len(), bad.len());
}

#[test]
fn any_damage_to_a_file_is_survived() {
    use ImageFormat::{Bmp, Gif, Jpeg, Png, Tiff, WebP};
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("damaged.png");
    let mut refused = 0;
    for format in [Png, Jpeg, Tiff, Bmp, WebP, Gif] {
        let whole = good(format);
        for at in (0..whole.len()).step_by(whole.len() / 60 + 1) {
            for flip in [0x01, 0x80, 0xFF] {
                let mut content = whole.clone();
                content[at] ^= flip;
                fs::write(&path, &content).expect("file");
                match load_paths(std::slice::from_ref(&path)) {
                    Ok(pictures) => {
                        let image = &pictures.images()[0];
                        assert!(image.iter().all(|v| v.is_finite()), "{format:?} at {at}");
                    }
                    Err(SourceError::NoneUsable { .. }) => refused += 1,
                    Err(other) => panic!("{format:?} at {at}: {other}"),
                }
            }
        }
    }
    assert!(refused > 100, "only {refused} damaged files were noticed");
}

#[test]
fn nothing_usable_says_what_was_looked_for_and_where() {
    let folder = tempfile::tempdir().expect("folder");
    let here = folder.path().display();
    let said = |found: &str| format!("no usable picture or movie in {here}: {found}");
    let none = |others: &str| {
        said(&format!(
            "looked for files ending in png, jpg, jpeg, tif, tiff, bmp, webp, gif of at least 24 x 24 pixels, and \
             movies{others}"
        ))
    };
    let message = || match load_paths(&[folder.path().to_path_buf()]) {
        Err(error) => error.to_string(),
        Ok(pictures) => panic!("{} pictures", pictures.len()),
    };
    assert_eq!(message(), none(""));
    fs::write(folder.path().join("notes.txt"), "no picture").expect("notes");
    assert_eq!(message(), none("; passed over 1 other file"));
    fs::write(folder.path().join("data"), good(ImageFormat::Png)).expect("data");
    assert_eq!(message(), none("; passed over 2 other files"));
    fs::write(folder.path().join("a.png"), "").expect("a.png");
    let skipped = format!("skipped {here}/a.png: empty file");
    assert_eq!(
        message(),
        said(&format!("{skipped}; passed over 2 other files"))
    );
    fs::write(folder.path().join("b.png"), "").expect("b.png");
    assert_eq!(
        message(),
        said(&format!(
            "{skipped} (and 1 more); passed over 2 other files"
        ))
    );
}

#[test]
fn a_path_that_does_not_exist_is_named() {
    let folder = tempfile::tempdir().expect("folder");
    let (good_path, missing) = (
        folder.path().join("good.png"),
        folder.path().join("missing"),
    );
    fs::write(&good_path, good(ImageFormat::Png)).expect("good file");
    let error = load_paths(&[good_path, missing.clone()]).err();
    assert_eq!(error, Some(SourceError::NotFound(missing.clone())));
    let message = error.map(|error| error.to_string());
    assert_eq!(
        message,
        Some(format!("{}: no such file or folder", missing.display()))
    );
}

#[test]
fn an_empty_list_of_paths_asks_for_one() {
    let error = load_paths(&[]).err();
    assert_eq!(error, Some(SourceError::NothingNamed));
}

#[test]
fn an_impossible_path_is_named() {
    let skipped = only_skipped(load_paths(&[PathBuf::from("pic\0ture.png")]));
    assert_eq!(skipped.reason, "file name contained an unexpected NUL byte");
    assert_eq!(skipped.to_string().lines().count(), 1);
}

#[test]
fn a_file_of_unreasonable_length_is_not_read() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("huge.png");
    // A hole: it takes no room on the disk.
    let file = fs::File::create(&path).expect("file");
    file.set_len(600 << 20).expect("a hole");
    let skipped = only_skipped(load_paths(&[path]));
    assert_eq!(skipped.reason, "600 MB, but files are read up to 512 MB");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn links_to_nowhere_and_in_circles_are_named_and_left() {
        let folder = tempfile::tempdir().expect("folder");
        let root = folder.path();
        fs::write(root.join("good.png"), good(ImageFormat::Png)).expect("good file");
        symlink("good.png", root.join("again.png")).expect("link");
        symlink("nowhere", root.join("lost.png")).expect("link");
        fs::create_dir(root.join("inner")).expect("folder");
        symlink(root, root.join("inner/circle")).expect("link");
        let pictures = load_paths(&[root.to_path_buf()]).expect("one picture");
        assert_eq!(
            pictures.len(),
            1,
            "a link and its file are one: {:?}",
            pictures.names()
        );
        let mut skipped: Vec<String> = pictures.skipped().iter().map(ToString::to_string).collect();
        skipped.sort();
        let expected = [
            format!(
                "{}/inner/circle: a link back to a folder that holds it",
                root.display()
            ),
            format!(
                "{}/lost.png: a link to a file that does not exist",
                root.display()
            ),
        ];
        assert_eq!(skipped, expected);
    }

    #[test]
    fn what_is_no_regular_file_is_not_opened() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("socket.png");
        let _listener = UnixListener::bind(&path).expect("socket");
        let skipped = only_skipped(load_paths(&[path]));
        assert_eq!(skipped.reason, "not a regular file");
    }

    #[test]
    fn a_path_that_is_not_text_is_as_good_as_any() {
        use std::os::unix::ffi::OsStrExt as _;
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
        fs::create_dir(&path).expect("folder");
        fs::write(path.join("bird.png"), good(ImageFormat::Png)).expect("good file");
        let pictures = load_paths(std::slice::from_ref(&path)).expect("one picture");
        assert_eq!(pictures.len(), 1);
        let mut config = Config {
            source: SourceSpec::images([path]),
            ..Config::default()
        };
        let text = config.to_json();
        assert!(text.contains("caf%E9"), "{text}");
        assert_eq!(Config::from_json(&text).expect("as it was"), config);
        let command = cellscope::command_line::repeating_command(&config, 1);
        assert!(command.contains("--config -"), "{command}");
        // A model that learned from it is saved, and finds it again.
        let mut checkpoint = cellscope::engine::Checkpoint::trained();
        std::mem::swap(&mut checkpoint.config.source, &mut config.source);
        let file = folder.path().join("model.safetensors");
        checkpoint.save(&file).expect("saved");
        let opened = cellscope::engine::Checkpoint::open(&file).expect("a model");
        assert_eq!(opened.config.source, checkpoint.config.source);
        let SourceSpec::Images(found) = opened.config.source else {
            panic!("other pictures");
        };
        assert_eq!(load_paths(&found).expect("one picture").len(), 1);
    }

    #[test]
    fn what_may_not_be_read_is_named() {
        let folder = tempfile::tempdir().expect("folder");
        let (file, inner) = (
            folder.path().join("secret.png"),
            folder.path().join("secrets"),
        );
        fs::write(&file, good(ImageFormat::Png)).expect("file");
        fs::create_dir(&inner).expect("folder");
        for path in [&file, &inner] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o000)).expect("permissions");
        }
        let loaded = load_paths(&[folder.path().to_path_buf()]);
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o700)).expect("permissions");
        // Root may read everything.
        let may_read_all = fs::read(&file).is_ok();
        match loaded {
            Ok(pictures) => assert!(may_read_all && pictures.skipped().is_empty()),
            Err(SourceError::NoneUsable { skipped, .. }) => {
                assert!(!may_read_all);
                assert_eq!(skipped.len(), 2, "{skipped:?}");
                for one in skipped {
                    assert!(one.reason.starts_with("Permission denied"), "{one}");
                }
            }
            Err(other) => panic!("{other}"),
        }
    }
}
