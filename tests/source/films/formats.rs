//! A still panned by known steps, written without loss in each format, gives the frames that a drift of those steps gives.

use std::fs::File;
use std::io::Write;

use cellscope::source::{MovieParams, MoviePath, NormaliseParams, Steps, normalise};
use ndarray::{Array2, Axis, s};

use super::writers::formats;
use super::{FRAMES, HEIGHT, PAN, WIDTH, frames, load_with, still};

/// Beyond this distance from the border, normalised pixels do not depend on what lies outside.
const MARGIN: usize = 8;

fn assert_near(a: &Array2<f32>, b: &Array2<f32>, what: &str) {
    assert_eq!(a.dim(), b.dim(), "{what}");
    let furthest = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    let furthest = furthest.fold(0.0, f32::max);
    assert!(furthest < 1e-4, "{what}: {furthest}");
}

#[test]
fn a_panned_still_gives_the_frames_that_drift_gives_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let movies = MovieParams::default();
    let grey = still().mapv(|level| f32::from(level) / 255.0);
    let still = normalise(&grey, &NormaliseParams::default());
    for (name, write) in formats() {
        let path = folder.path().join(name);
        write(&path, &frames());
        let pictures = load_with(path, &movies).expect(name);
        assert_eq!(pictures.len(), FRAMES, "{name}: {:?}", pictures.skipped());
        let drift = MoviePath {
            picture: 0,
            top: 3 * MARGIN,
            left: 2 * MARGIN,
            down_px_per_frame: PAN[0] as f64,
            right_px_per_frame: PAN[1] as f64,
            steps_px: Steps::default(),
            pictures_per_frame: 0,
        };
        let at_rest = MoviePath {
            down_px_per_frame: 0.0,
            right_px_per_frame: 0.0,
            pictures_per_frame: 1,
            ..drift
        };
        let [mut drifted, mut filmed] = [(); 2].map(|()| Array2::zeros((FRAMES, 400)));
        drift.copy(
            &[still.clone().insert_axis(Axis(0))],
            20,
            drifted.view_mut(),
        );
        at_rest.copy(pictures.images(), 20, filmed.view_mut());
        assert_near(&drifted, &filmed, name);
    }
}

#[test]
fn samples_of_16_bits_and_other_colours_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deep.y4m");
    let mut file = File::create(&path).expect("a file");
    writeln!(file, "YUV4MPEG2 W{WIDTH} H{HEIGHT} F30000:1001 C422p10").expect("written");
    for frame in frames() {
        writeln!(file, "FRAME").expect("written");
        let luma = frame
            .iter()
            .flat_map(|&level| (u16::from(level) * 4).to_le_bytes());
        file.write_all(&luma.collect::<Vec<_>>()).expect("written");
        file.write_all(&vec![0; 2 * WIDTH * HEIGHT])
            .expect("written");
    }
    drop(file);
    let pictures = load_with(path, &MovieParams::default()).expect("a movie");
    assert_eq!(pictures.len(), FRAMES);
    let grey = still().mapv(|level| f32::from(level) * 4.0 / 1023.0);
    let first = grey.slice(s![..HEIGHT, ..WIDTH]).to_owned();
    assert_near(
        &normalise(&first, &NormaliseParams::default()),
        &pictures.plane(0, 0).to_owned(),
        "10 bits",
    );
}
