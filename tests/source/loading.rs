//! Loading: which files, in which order, on how many threads, and when it stops.

use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use cellscope::source::{
    Motion, MovieParams, NormaliseParams, Pictures, SourceError, SourceSpec, load,
};
use image::GrayImage;

const KEEP_GOING: &(dyn Fn(usize, usize) -> ControlFlow<()> + Sync) =
    &|_, _| ControlFlow::Continue(());

fn load_with(
    spec: &SourceSpec,
    progress: &(dyn Fn(usize, usize) -> ControlFlow<()> + Sync),
) -> Result<Pictures, SourceError> {
    let (normalise, movies) = (NormaliseParams::default(), MovieParams::default());
    load(spec, 1, &normalise, &movies, progress)
}

fn load_paths(paths: &[PathBuf]) -> Result<Pictures, SourceError> {
    load_with(&SourceSpec::Images(paths.to_vec()), KEEP_GOING)
}

/// A picture whose every pixel depends on `seed`.
fn write_picture(path: &Path, seed: u32) {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).expect("folder");
    }
    let level = |x: u32, y: u32| (x * x * (seed + 1) + 7 * y * (seed + 3)) as u8;
    GrayImage::from_fn(30, 28, |x, y| image::Luma([level(x, y)]))
        .save_with_format(path, image::ImageFormat::Png)
        .expect("picture");
}

fn names_inside(pictures: &Pictures, root: &Path) -> Vec<String> {
    let inside = |name: &String| {
        let path = Path::new(name)
            .strip_prefix(root)
            .expect("inside the folder");
        path.display().to_string()
    };
    pictures.names().iter().map(inside).collect()
}

#[test]
fn folders_are_searched_in_natural_order_without_hidden_files() {
    let folder = tempfile::tempdir().expect("folder");
    let root = folder.path();
    let files = [
        "img10.png",
        "img2.png",
        "b/9.jpg",
        "b/11.JPG",
        "a.png/1.png",
    ];
    let hidden = [".hidden.png", ".thumbnails/1.png"];
    for (seed, name) in files.iter().chain(&hidden).enumerate() {
        write_picture(&root.join(name), seed as u32);
    }
    fs::write(root.join("notes.txt"), "not a picture").expect("notes");
    let pictures = load_paths(&[root.to_path_buf()]).expect("pictures");
    let expected = [
        "a.png/1.png",
        "b/9.jpg",
        "b/11.JPG",
        "img2.png",
        "img10.png",
    ];
    assert_eq!(names_inside(&pictures, root), expected);
    assert_eq!(pictures.skipped(), []);
}

#[test]
fn paths_keep_the_order_in_which_they_are_named_and_a_file_is_used_once() {
    let folder = tempfile::tempdir().expect("folder");
    let root = folder.path();
    for (seed, name) in ["a/1.png", "a/2.png", "z.dat"].iter().enumerate() {
        write_picture(&root.join(name), seed as u32);
    }
    let named = ["z.dat", "a/2.png", "a", "a/../z.dat"].map(|name| root.join(name));
    let pictures = load_paths(&named).expect("pictures");
    assert_eq!(
        names_inside(&pictures, root),
        ["z.dat", "a/2.png", "a/1.png"]
    );
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let folder = tempfile::tempdir().expect("folder");
    for seed in 0..20 {
        write_picture(&folder.path().join(format!("{seed}.png")), seed);
    }
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let load = || load_paths(&[folder.path().to_path_buf()]);
        pool.expect("threads").install(load).expect("pictures")
    };
    let (one, two) = (on(1), on(2));
    assert_eq!(one.names(), two.names());
    assert_eq!(one.images(), two.images());
    assert_eq!(one.len(), 20);
}

#[test]
fn progress_counts_up_to_the_total() {
    let folder = tempfile::tempdir().expect("folder");
    for seed in 0..9 {
        write_picture(&folder.path().join(format!("{seed}.png")), seed);
    }
    let images = SourceSpec::Images(vec![folder.path().to_path_buf()]);
    for (spec, total) in [(images, 9), (SourceSpec::Scenes, 16)] {
        let calls = Mutex::new(Vec::new());
        let report = |done, of| {
            calls.lock().expect("calls").push((done, of));
            ControlFlow::Continue(())
        };
        let loaded = load_with(&spec, &report).expect("pictures");
        assert_eq!(loaded.len(), total);
        let calls = calls.into_inner().expect("calls");
        let counted: Vec<_> = calls.into_iter().filter(|&(_, of)| of > 0).collect();
        let expected: Vec<_> = (0..=total).map(|done| (done, total)).collect();
        assert_eq!(counted, expected, "{spec}");
    }
}

/// Writes a black movie that is too long to be held: 217 MB of normalised frames.
fn write_long_movie(path: &Path) {
    let mut file = fs::File::create(path).expect("a file");
    writeln!(file, "YUV4MPEG2 W640 H470 F25:1 Cmono").expect("written");
    for _ in 0..180 {
        writeln!(file, "FRAME").expect("written");
        let end = file.seek(SeekFrom::Current(640 * 470)).expect("zeros");
        file.set_len(end).expect("as long");
    }
}

#[test]
fn progress_reaches_the_total_whatever_is_left_out() {
    let folder = tempfile::tempdir().expect("folder");
    for seed in 0..2 {
        write_picture(&folder.path().join(format!("{seed}.png")), seed);
    }
    fs::write(folder.path().join("broken.y4m"), "YUV4MPEG2 W0\n").expect("a file");
    let movies = MovieParams {
        motion: Motion::Drift,
        ..MovieParams::default()
    };
    let load_all = || {
        let last = Mutex::new((0, 0));
        let report = |done, of| {
            *last.lock().expect("count") = (done, of);
            ControlFlow::Continue(())
        };
        let spec = SourceSpec::Images(vec![folder.path().to_path_buf()]);
        let loaded = load(&spec, 1, &NormaliseParams::default(), &movies, &report);
        let skipped = loaded.expect("pictures").skipped().len();
        (last.into_inner().expect("count"), skipped)
    };
    assert_eq!(load_all(), ((3, 3), 1));
    // Beside this one stills are left out.
    write_long_movie(&folder.path().join("long.y4m"));
    assert_eq!(load_all(), ((4, 4), 3));
}

#[test]
fn loading_stops_where_progress_says_so() {
    let folder = tempfile::tempdir().expect("folder");
    for seed in 0..9 {
        write_picture(&folder.path().join(format!("{seed}.png")), seed);
    }
    let images = SourceSpec::Images(vec![folder.path().to_path_buf()]);
    for spec in [images, SourceSpec::Scenes] {
        for stop_at in [0, 1, 4] {
            let last = Mutex::new(0);
            let report = |done, _| {
                *last.lock().expect("count") = done;
                if done < stop_at {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let stopped = load_with(&spec, &report).err();
            assert_eq!(stopped, Some(SourceError::Cancelled), "{spec} at {stop_at}");
            assert_eq!(
                *last.lock().expect("count"),
                stop_at,
                "no call after the stop"
            );
        }
    }
}

#[test]
fn a_source_is_shown_in_a_few_words() {
    let images = |paths: &[&str]| SourceSpec::Images(paths.iter().map(PathBuf::from).collect());
    assert_eq!(SourceSpec::Scenes.to_string(), "embedded scenes");
    assert_eq!(images(&["one"]).to_string(), "one");
    assert_eq!(
        images(&["one", "two", "three"]).to_string(),
        "one and 2 more"
    );
}
