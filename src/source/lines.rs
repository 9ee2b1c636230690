//! The lines of the paper's toy example (Figure 1): a texture of parallel lines.
//!
//! A patch shows lines of one of four orientations, each of its ten lines with probability 0.2, so that
//! one patch in ten is blank. Lines are 1 on 0 and disjoint within an orientation; the diagonal ones
//! wrap around the patch's border, so that every line has ten pixels.

use ndarray::Array2;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Side of a patch in pixels; also the number of lines of an orientation, and of pixels of a line.
pub const LINES_SIDE: usize = 10;
/// Orientations: 0, 45, 90 and 135 degrees.
pub const LINE_ORIENTATIONS: usize = 4;
/// All the lines there are.
pub const LINES: usize = LINE_ORIENTATIONS * LINES_SIDE;
/// Probability of each line of the patch's orientation.
const LINE_PROBABILITY: f64 = 0.2;

/// Every line by itself, `[40, 100]`, orientation by orientation, pixels row by row.
pub fn all_lines() -> Array2<f32> {
    let mut lines = Array2::zeros((LINES, LINES_SIDE * LINES_SIDE));
    for (line, mut pixels) in lines.outer_iter_mut().enumerate() {
        let (orientation, place) = (line / LINES_SIDE, line % LINES_SIDE);
        for along in 0..LINES_SIDE {
            let (x, y) = match orientation {
                0 => (along, place),
                1 => (along, (place + LINES_SIDE - along) % LINES_SIDE),
                2 => (place, along),
                _ => (along, (place + along) % LINES_SIDE),
            };
            pixels[y * LINES_SIDE + x] = 1.0;
        }
    }
    lines
}

/// `count` patches of lines, `[n, 100]`; blank ones are kept.
pub fn draw_lines(count: usize, generator: &mut Xoshiro256PlusPlus) -> Array2<f32> {
    let lines = all_lines();
    let mut patches = Array2::zeros((count, LINES_SIDE * LINES_SIDE));
    for mut patch in patches.outer_iter_mut() {
        let orientation = generator.random_range(0..LINE_ORIENTATIONS);
        for place in 0..LINES_SIDE {
            if generator.random_bool(LINE_PROBABILITY) {
                patch += &lines.row(orientation * LINES_SIDE + place);
            }
        }
    }
    patches
}
