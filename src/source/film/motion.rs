//! Motion measured in movies: where a window's content goes from one frame to the next.
//!
//! For windows on a grid, the displacement in whole pixels is the one at which two frames differ least: searched at half
//! the size, then refined by a pixel. A window is usable where it has texture and where its content is found again.

use ndarray::Array2;
use rayon::prelude::*;

use crate::source::decode::halve;
use crate::source::movie_params::MovieParams;

/// Furthest displacement searched at half the size, in its pixels; beyond the fastest motion of 8 there.
const REACH: isize = 5;
/// Largest difference of a match, as a share of the energies of both windows: 0 for the same, 1 for unrelated ones.
const MATCHED: f32 = 0.3;
/// Least energy per pixel of a window with texture, in squared gains of the normalisation.
const TEXTURE: f32 = 0.25;
/// Largest change of the displacement from frame to frame: rounding alone gives 1.5 pixels.
const LARGEST_CHANGE_PX: f32 = 1.5;
/// The same as a share of the displacement, where that is larger.
const CHANGE_SHARE: f32 = 0.3;
/// How much more alike a match must be for each pixel it is further away, as a share: along an edge, many places match.
const FURTHER: f32 = 0.02;

/// A place and time in movies at which something moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::source) struct Window {
    /// Length of the whole displacement, in pixels per frame.
    pub(in crate::source) speed_px: f32,
    /// The picture that holds the first frame.
    pub(in crate::source) image: u32,
    /// First row.
    pub(in crate::source) top: u16,
    /// First column.
    pub(in crate::source) left: u16,
}

/// The usable windows of normalised frames, and how many there are altogether. `shots` counts up at each cut.
pub(super) fn windows(
    frames: &[Array2<f32>],
    shots: &[u32],
    movies: &MovieParams,
    gain: f32,
) -> (Vec<Window>, usize) {
    let (side, stride, span) = (movies.patch_side, movies.stride, movies.span());
    let Some((height, width)) = frames.first().map(Array2::dim) else {
        return (Vec::new(), 0);
    };
    let along = |length: usize| (0..=length - side).step_by((side / 2).max(1));
    let grid: Vec<_> = along(height)
        .flat_map(|top| along(width).map(move |left| [top, left]))
        .collect();
    let search = Search {
        side,
        floor: TEXTURE * gain * gain,
        offsets: offsets(),
    };
    let halves: Vec<_> = frames.par_iter().map(halve).collect();
    let steps: Vec<Vec<Option<[isize; 2]>>> = (0..frames.len())
        .into_par_iter()
        .map(|t| {
            let next = t + stride;
            if span == 1 {
                let has_texture = |&at: &[usize; 2]| search.has_texture(&frames[t], at);
                grid.iter()
                    .map(|at| has_texture(at).then_some([0, 0]))
                    .collect()
            } else if shots.get(next) == Some(&shots[t]) {
                let from = [&frames[t], &halves[t]];
                let to = [&frames[next], &halves[next]];
                grid.iter().map(|&at| search.step(from, to, at)).collect()
            } else {
                vec![None; grid.len()]
            }
        })
        .collect();
    let mut found = Vec::new();
    let mut places = 0;
    let pairs = (movies.frames - 1).max(1);
    for first in 0..(frames.len() + 1).saturating_sub(span) {
        places += grid.len();
        for (place, &[top, left]) in grid.iter().enumerate() {
            let on_its_way = (0..pairs).map(|pair| steps[first + pair * stride][place]);
            let Some(whole) = smooth(on_its_way) else {
                continue;
            };
            found.push(Window {
                speed_px: length(whole) / pairs as f32,
                image: first as u32,
                top: top as u16,
                left: left as u16,
            });
        }
    }
    (found, places)
}

/// The sum of displacements; `None` where one is not known, or is not much like the one before it: things go on as they
/// go, and false matches do not.
fn smooth(steps: impl Iterator<Item = Option<[isize; 2]>>) -> Option<[isize; 2]> {
    let (mut whole, mut last) = ([0, 0], None::<[isize; 2]>);
    for step in steps {
        let [y, x] = step?;
        let change = last.map_or(0.0, |[last_y, last_x]| length([y - last_y, x - last_x]));
        if change > LARGEST_CHANGE_PX.max(CHANGE_SHARE * length([y, x])) {
            return None;
        }
        whole = [whole[0] + y, whole[1] + x];
        last = Some([y, x]);
    }
    Some(whole)
}

fn length([y, x]: [isize; 2]) -> f32 {
    ((y * y + x * x) as f32).sqrt()
}

/// Displacements in rows and columns, the nearest first.
fn offsets() -> Vec<[isize; 2]> {
    let all = (-REACH..=REACH).flat_map(|y| (-REACH..=REACH).map(move |x| [y, x]));
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|[y, x]| y * y + x * x);
    all
}

struct Search {
    side: usize,
    floor: f32,
    offsets: Vec<[isize; 2]>,
}

impl Search {
    fn has_texture(&self, frame: &Array2<f32>, at: [usize; 2]) -> bool {
        let pixels = (self.side * self.side) as f32;
        energy(frame, at, self.side) >= self.floor * pixels
    }

    /// How far the content of a window moves from one frame to another, each in full and at half its size.
    fn step(
        &self,
        [from, half_from]: [&Array2<f32>; 2],
        [to, half_to]: [&Array2<f32>; 2],
        at: [usize; 2],
    ) -> Option<[isize; 2]> {
        if !self.has_texture(from, at) {
            return None;
        }
        let offsets = self.offsets.iter().copied();
        let coarse = nearest(
            half_from,
            half_to,
            at.map(|at| at / 2),
            self.side / 2,
            offsets,
        )?;
        let [y, x] = coarse.map(|along| 2 * along);
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [y + dy, x + dx]));
        let [y, x] = nearest(from, to, at, self.side, around)?;
        let there = shifted(at, [y, x], self.side, to)?;
        let both = energy(from, at, self.side) + energy(to, there, self.side);
        let is_matched = difference(from, at, to, there, self.side) <= MATCHED * both;
        is_matched.then_some([y, x])
    }
}

/// The displacement at which two frames differ least; `None` where none stays inside.
fn nearest(
    from: &Array2<f32>,
    to: &Array2<f32>,
    at: [usize; 2],
    side: usize,
    offsets: impl Iterator<Item = [isize; 2]>,
) -> Option<[isize; 2]> {
    let costs = offsets.filter_map(|[y, x]| {
        let there = shifted(at, [y, x], side, to)?;
        let further = 1.0 + FURTHER * length([y, x]);
        Some((difference(from, at, to, there, side) * further, [y, x]))
    });
    // The first of equals.
    let least = costs.reduce(|best, next| if next.0 < best.0 { next } else { best });
    least.map(|(_, offset)| offset)
}

/// A window's corner after a displacement, if it stays inside the frame.
fn shifted(at: [usize; 2], by: [isize; 2], side: usize, frame: &Array2<f32>) -> Option<[usize; 2]> {
    let [top, left] = [0, 1].map(|axis| at[axis].checked_add_signed(by[axis]));
    let (top, left) = (top?, left?);
    let fits = top + side <= frame.nrows() && left + side <= frame.ncols();
    fits.then_some([top, left])
}

/// The rows of a window.
fn rows(frame: &Array2<f32>, [top, left]: [usize; 2], side: usize) -> impl Iterator<Item = &[f32]> {
    let width = frame.ncols();
    let levels = frame.as_slice().expect("a frame is stored row by row");
    (top..top + side).map(move |y| &levels[y * width + left..][..side])
}

fn energy(frame: &Array2<f32>, at: [usize; 2], side: usize) -> f32 {
    rows(frame, at, side)
        .flatten()
        .map(|level| level * level)
        .sum()
}

/// The sum of squared differences of two windows.
fn difference(
    a: &Array2<f32>,
    at_a: [usize; 2],
    b: &Array2<f32>,
    at_b: [usize; 2],
    side: usize,
) -> f32 {
    let pairs = rows(a, at_a, side).zip(rows(b, at_b, side));
    let mut sums = [0.0_f32; 4];
    for (a, b) in pairs {
        // Four sums at a time, which the compiler turns into one vector.
        let ((a4, a_rest), (b4, b_rest)) = (a.as_chunks::<4>(), b.as_chunks::<4>());
        for (a, b) in a4.iter().zip(b4) {
            for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
                *sum += (a - b) * (a - b);
            }
        }
        for (a, b) in a_rest.iter().zip(b_rest) {
            sums[0] += (a - b) * (a - b);
        }
    }
    sums.iter().sum()
}
