//! Movie files.

mod formats;
mod kinds;
mod lengths;
mod motion;
mod writers;

use std::ops::ControlFlow;
use std::path::PathBuf;

use cellscope::source::{
    MovieParams, NormaliseParams, Pictures, SourceError, SourceSpec, cut_movies, load,
};
use ndarray::{Array2, s};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const FRAMES: usize = 9;
const WIDTH: usize = 120;
const HEIGHT: usize = 90;
/// Rows and columns of the still from frame to frame.
const PAN: [usize; 2] = [1, 1];

/// The still, as bytes.
fn still() -> Array2<u8> {
    let (_, scene) = super::scenes::scenes(5).swap_remove(0);
    let part = scene.slice(s![100..110 + HEIGHT, 50..60 + WIDTH]);
    part.mapv(|level| (level * 255.0).round() as u8)
}

/// The frames of an even pan, row by row.
fn frames() -> Vec<Vec<u8>> {
    panned((0..FRAMES).map(|t| [PAN[0] * t, PAN[1] * t]))
}

/// Frames whose first row and column are these of the still.
fn panned(corners: impl Iterator<Item = [usize; 2]>) -> Vec<Vec<u8>> {
    let still = still();
    let frame = |[top, left]: [usize; 2]| {
        let part = still.slice(s![top..top + HEIGHT, left..left + WIDTH]);
        part.iter().copied().collect()
    };
    corners.map(frame).collect()
}

fn load_with(path: PathBuf, movies: &MovieParams) -> Result<Pictures, SourceError> {
    let spec = SourceSpec::Images(vec![path]);
    load(&spec, 1, &NormaliseParams::default(), movies, &|_, _| {
        ControlFlow::Continue(())
    })
}

fn movies_of(pictures: &Pictures, movies: &MovieParams, count: usize) -> Array2<f32> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(3);
    let pixels = movies.patch_side * movies.patch_side;
    let mut frames = Array2::zeros((count * movies.frames, pixels));
    cut_movies(pictures, movies, &mut generator, &mut frames);
    frames
}
