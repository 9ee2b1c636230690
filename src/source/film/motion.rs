//! Motion measured in movies: where a window's content goes from one frame to the next.
//!
//! For windows on a grid, the displacement in whole pixels is the one at which two frames differ least, all planes together:
//! searched at half the size, then refined by a pixel. Its part below a pixel is where a parabola through the differences around it is
//! lowest: without it, what moves by half a pixel would count as moving by one. A window is usable where it has texture and
//! where its content is found again.

use ndarray::Array3;
use rayon::prelude::*;

use crate::source::movie_params::{MovieParams, Steps};
use crate::source::planes::halve;

/// Furthest displacement searched at half the size, in its pixels; beyond the fastest motion of 8 there.
const REACH: isize = 5;
/// Largest difference of a match, as a share of the energies of both windows: 0 for the same, 1 for unrelated ones.
const MATCHED: f32 = 0.3;
/// Least energy per pixel of a window with texture, in all planes together, in squared gains of the normalisation.
const TEXTURE: f32 = 0.25;
/// Largest change of the displacement from frame to frame: rounding alone gives 1.5 pixels.
const LARGEST_CHANGE_PX: f32 = 1.5;
/// The same as a share of the displacement, where that is larger.
const CHANGE_SHARE: f32 = 0.3;
/// Displacement below which a window counts as standing still, in pixels.
const STILL_PX: f32 = 0.25;
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
    /// What it moves by from frame to frame, where it follows its content.
    pub(in crate::source) steps_px: Steps,
}

/// The usable windows of normalised frames, and how many there are altogether. `shots` counts up at each cut.
pub(super) fn windows(
    frames: &[Array3<f32>],
    shots: &[u32],
    movies: &MovieParams,
    gain: f32,
) -> (Vec<Window>, usize) {
    let Some((_, height, width)) = frames.first().map(Array3::dim) else {
        return (Vec::new(), 0);
    };
    let side = movies.patch_side;
    let along = |length: usize| (0..=length - side).step_by((side / 2).max(1));
    let grid: Vec<_> = along(height)
        .flat_map(|top| along(width).map(move |left| [top, left]))
        .collect();
    let search = Search {
        side,
        floor: TEXTURE * gain * gain,
        offsets: offsets(),
        frames,
        halves: frames.par_iter().map(halve).collect(),
        shots,
    };
    // What rests on the grid is part of many movies.
    let (stride, span) = (movies.stride, movies.span());
    let on_grid: Vec<Vec<Option<Step>>> = (0..frames.len())
        .into_par_iter()
        .map(|t| {
            let step = |&at: &[usize; 2]| match span {
                1 => search.has_texture(&frames[t], at).then(Step::default),
                _ => search.step([t, t + stride], at),
            };
            grid.iter().map(step).collect()
        })
        .collect();
    let starts = 0..(frames.len() + 1).saturating_sub(span);
    let places = starts.len() * grid.len();
    let found = starts.into_par_iter().map(|first| {
        let window = |(place, &corner): (usize, &[usize; 2])| {
            let step = |t: usize, at: [usize; 2]| match at == corner {
                true => on_grid[t][place],
                false => search.step([t, t + stride], at),
            };
            follow(first, corner, movies, step)
        };
        let windows = grid.iter().enumerate().filter_map(window);
        windows.collect::<Vec<_>>()
    });
    let found: Vec<Vec<Window>> = found.collect();
    (found.concat(), places)
}

/// The window that starts here, by the steps of its content; `None` where one is not known, or is not much like the one
/// before it: things go on as they go, and false matches do not.
fn follow(
    first: usize,
    corner: [usize; 2],
    movies: &MovieParams,
    step: impl Fn(usize, [usize; 2]) -> Option<Step>,
) -> Option<Window> {
    let (mut whole, mut last) = ([0.0, 0.0], None::<[f32; 2]>);
    let (mut at, mut steps_px) = (corner, Steps::default());
    let pairs = (movies.frames - 1).max(1);
    for (pair, step_px) in steps_px.iter_mut().enumerate().take(pairs) {
        let step = step(first + pair * movies.stride, at)?;
        let [y, x] = step.exact_px;
        let change = last.map_or(0.0, |[last_y, last_x]| length([y - last_y, x - last_x]));
        if change > LARGEST_CHANGE_PX.max(CHANGE_SHARE * length([y, x])) {
            return None;
        }
        whole = [whole[0] + y, whole[1] + x];
        last = Some([y, x]);
        if movies.follow {
            at = [0, 1].map(|axis| at[axis].strict_add_signed(step.whole_px[axis]));
            *step_px = step.whole_px.map(|along| along as i8);
        }
    }
    Some(Window {
        speed_px: length(whole) / pairs as f32,
        image: first as u32,
        top: corner[0] as u16,
        left: corner[1] as u16,
        steps_px,
    })
}

fn length([y, x]: [f32; 2]) -> f32 {
    y.hypot(x)
}

/// Displacements in rows and columns, the nearest first.
fn offsets() -> Vec<[isize; 2]> {
    let all = (-REACH..=REACH).flat_map(|y| (-REACH..=REACH).map(move |x| [y, x]));
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|[y, x]| y * y + x * x);
    all
}

/// How far the content of a window moves from one frame to another, in rows and columns.
#[derive(Clone, Copy, Default)]
struct Step {
    whole_px: [isize; 2],
    exact_px: [f32; 2],
}

struct Search<'a> {
    side: usize,
    floor: f32,
    offsets: Vec<[isize; 2]>,
    frames: &'a [Array3<f32>],
    /// The frames at half their size.
    halves: Vec<Array3<f32>>,
    shots: &'a [u32],
}

impl Search<'_> {
    fn has_texture(&self, frame: &Array3<f32>, at: [usize; 2]) -> bool {
        let pixels = (self.side * self.side) as f32;
        energy(frame, at, self.side) >= self.floor * pixels
    }

    /// How far the content of a window moves from one frame to another; `None` beyond a cut, without texture, and where it
    /// is not found again.
    fn step(&self, [t, next]: [usize; 2], at: [usize; 2]) -> Option<Step> {
        let (from, side) = (&self.frames[t], self.side);
        if self.shots.get(next) != Some(&self.shots[t]) || !self.has_texture(from, at) {
            return None;
        }
        let (to, half_at) = (&self.frames[next], at.map(|at| at / 2));
        let [half_from, half_to] = [t, next].map(|t| &self.halves[t]);
        let offsets = self.offsets.iter().copied();
        let coarse = nearest(half_from, half_to, half_at, side / 2, offsets)?;
        let [y, x] = coarse.map(|along| 2 * along);
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [y + dy, x + dx]));
        let whole_px @ [y, x] = nearest(from, to, at, side, around)?;
        let there = shifted(at, whole_px, side, to)?;
        let both = energy(from, at, side) + energy(to, there, side);
        let least = difference(from, at, to, there, side);
        let cost = |by| Some(difference(from, at, to, shifted(at, by, side, to)?, side));
        let below = |before, after| lowest(cost(before), least, cost(after));
        let exact_px = [
            y as f32 + below([y - 1, x], [y + 1, x]),
            x as f32 + below([y, x - 1], [y, x + 1]),
        ];
        let is_still = length(exact_px) < STILL_PX;
        (least <= MATCHED * both).then_some(Step {
            whole_px,
            exact_px: if is_still { [0.0; 2] } else { exact_px },
        })
    }
}

/// Where a parabola through three costs, a pixel apart, is lowest, from the middle one on; 0 where one is not known.
fn lowest(before: Option<f32>, middle: f32, after: Option<f32>) -> f32 {
    let known = before.zip(after);
    known.map_or(0.0, |(before, after)| {
        let bend = before + after - 2.0 * middle;
        let below = 0.5 * (before - after) / bend;
        if bend > 0.0 {
            below.clamp(-0.5, 0.5)
        } else {
            0.0
        }
    })
}

/// The displacement at which two frames differ least; `None` where none stays inside.
fn nearest(
    from: &Array3<f32>,
    to: &Array3<f32>,
    at: [usize; 2],
    side: usize,
    offsets: impl Iterator<Item = [isize; 2]>,
) -> Option<[isize; 2]> {
    let costs = offsets.filter_map(|[y, x]| {
        let there = shifted(at, [y, x], side, to)?;
        let further = 1.0 + FURTHER * length([y as f32, x as f32]);
        Some((difference(from, at, to, there, side) * further, [y, x]))
    });
    // The first of equals.
    let least = costs.reduce(|best, next| if next.0 < best.0 { next } else { best });
    least.map(|(_, offset)| offset)
}

/// A window's corner after a displacement, if it stays inside the frame.
fn shifted(at: [usize; 2], by: [isize; 2], side: usize, frame: &Array3<f32>) -> Option<[usize; 2]> {
    let [top, left] = [0, 1].map(|axis| at[axis].checked_add_signed(by[axis]));
    let (top, left) = (top?, left?);
    let (_, height, width) = frame.dim();
    let fits = top + side <= height && left + side <= width;
    fits.then_some([top, left])
}

/// The rows of a window, plane by plane.
fn rows(frame: &Array3<f32>, [top, left]: [usize; 2], side: usize) -> impl Iterator<Item = &[f32]> {
    let (_, height, width) = frame.dim();
    let levels = frame.as_slice().expect("a frame is stored row by row");
    let planes = levels.chunks_exact(height * width);
    planes.flat_map(move |plane| (top..top + side).map(move |y| &plane[y * width + left..][..side]))
}

fn energy(frame: &Array3<f32>, at: [usize; 2], side: usize) -> f32 {
    rows(frame, at, side)
        .flatten()
        .map(|level| level * level)
        .sum()
}

/// The sum of squared differences of two windows.
fn difference(
    a: &Array3<f32>,
    at_a: [usize; 2],
    b: &Array3<f32>,
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
