//! Motion measured in movies: where a window's content goes from one frame to the next.
//!
//! For windows on a grid, the displacement in whole pixels is the one at which two frames differ least, all planes together:
//! searched at half the size, then refined by a pixel. Its part below a pixel is where a parabola through the differences around it is
//! lowest: without it, what moves by half a pixel would count as moving by one. A window is usable where it has texture and
//! where its content is found again.

use ndarray::Array3;
use rayon::prelude::*;

use crate::source::decode::planes::halve;
use crate::source::movie_params::{MovieParams, Steps};

/// Furthest displacement searched at half the size, in its pixels; beyond the fastest motion of 8 pixels, which is 4 there.
const REACH: isize = 5;
/// Largest difference of a match, as a share of the energies of both windows: 0 for the same, 1 for unrelated ones.
const MATCHED: f32 = 0.3;
/// Least energy per pixel of a window with texture, in all planes together, in squared gains of the normalisation.
const TEXTURE: f32 = 0.25;
/// Largest change of the displacement from frame to frame: rounding alone gives 1.5 pixels.
const LARGEST_CHANGE_PX: f32 = 1.5;
/// The same as a share of the displacement, where that is larger.
const CHANGE_SHARE: f32 = 0.3;
/// Partial sums of squares, which the compiler keeps in one vector.
const LANES: usize = 4;
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

/// Distance of the windows of a frame that are learned from, for patches of this side, in pixels.
pub(in crate::source) fn grid_step(side: usize) -> usize {
    (side / 2).max(1)
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
    let along = |length: usize| (0..=length - side).step_by(grid_step(side));
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

/// Of pixels, which do not overflow: `hypot` takes several times as long.
fn length([y, x]: [f32; 2]) -> f32 {
    (y * y + x * x).sqrt()
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
        let to_there = |there| difference([(from, at), (to, there)], side, f32::INFINITY);
        let least = to_there(there);
        let cost = |by| shifted(at, by, side, to).map(to_there);
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
    let mut best = None;
    for by @ [y, x] in offsets {
        let Some(there) = shifted(at, by, side, to) else {
            continue;
        };
        let further = 1.0 + FURTHER * length([y as f32, x as f32]);
        let least = best.map_or(f32::INFINITY, |(least, _)| least);
        let cost = further * difference([(from, at), (to, there)], side, least / further);
        // The first of equals.
        if best.is_none() || cost < least {
            best = Some((cost, by));
        }
    }
    best.map(|(_, by)| by)
}

/// A window's corner after a displacement, if it stays inside the frame.
fn shifted(at: [usize; 2], by: [isize; 2], side: usize, frame: &Array3<f32>) -> Option<[usize; 2]> {
    let [top, left] = [0, 1].map(|axis| at[axis].checked_add_signed(by[axis]));
    let (top, left) = (top?, left?);
    let (_, height, width) = frame.dim();
    let fits = top + side <= height && left + side <= width;
    fits.then_some([top, left])
}

/// The planes of a frame, row by row, and the width of a row.
fn planes(frame: &Array3<f32>) -> (impl Iterator<Item = &[f32]>, usize) {
    let (_, height, width) = frame.dim();
    let levels = frame.as_slice().expect("a frame is stored row by row");
    (levels.chunks_exact(height * width), width)
}

/// The sum of squares of a window.
fn energy(frame: &Array3<f32>, [top, left]: [usize; 2], side: usize) -> f32 {
    let (planes, width) = planes(frame);
    let mut sums = [0.0; LANES];
    for plane in planes {
        for y in top..top + side {
            let (chunks, rest) = plane[y * width + left..][..side].as_chunks::<LANES>();
            for levels in chunks {
                add_squared_differences(&mut sums, levels, &[0.0; LANES]);
            }
            add_squared_differences(&mut sums, rest, &[0.0; LANES]);
        }
    }
    sums.iter().sum()
}

/// The sum of squared differences of two windows; where it is above `limit`, some number above `limit`.
fn difference(windows: [(&Array3<f32>, [usize; 2]); 2], side: usize, limit: f32) -> f32 {
    let [(a, [top_a, left_a]), (b, [top_b, left_b])] = windows;
    let ((planes_a, width_a), (planes_b, width_b)) = (planes(a), planes(b));
    let mut sums = [0.0; LANES];
    for (a, b) in planes_a.zip(planes_b) {
        for y in 0..side {
            let a = &a[(top_a + y) * width_a + left_a..][..side];
            let b = &b[(top_b + y) * width_b + left_b..][..side];
            let (chunks_a, rest_a) = a.as_chunks::<LANES>();
            let (chunks_b, rest_b) = b.as_chunks::<LANES>();
            for (a, b) in chunks_a.iter().zip(chunks_b) {
                add_squared_differences(&mut sums, a, b);
            }
            add_squared_differences(&mut sums, rest_a, rest_b);
            let sum = sums.iter().sum();
            if sum > limit {
                return sum;
            }
        }
    }
    sums.iter().sum()
}

/// Adds the squared difference of each pair to the sum of its lane.
fn add_squared_differences(sums: &mut [f32; LANES], a: &[f32], b: &[f32]) {
    for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
        *sum += (a - b) * (a - b);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn the_nearest_is_that_of_a_search_without_an_early_end() {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(5);
        let (mut searches, mut away) = (0, 0);
        for (side, planes) in [(4, 1), (5, 1), (7, 3), (10, 1), (13, 3)] {
            let mut frame =
                || Array3::from_shape_simple_fn((planes, 40, 44), || generator.random::<f32>());
            let (from, other) = (frame(), frame());
            let mut moved = from.clone();
            moved
                .slice_mut(ndarray::s![.., 2.., 3..])
                .assign(&from.slice(ndarray::s![.., ..-2, ..-3]));
            for to in [&from, &other, &moved] {
                for at in [[0, 0], [10, 12], [40 - side, 44 - side]] {
                    let found = nearest(&from, to, at, side, offsets().into_iter());
                    let cost = |&[y, x]: &[isize; 2]| {
                        let there = shifted(at, [y, x], side, to)?;
                        let further = 1.0 + FURTHER * length([y as f32, x as f32]);
                        Some(further * difference([(&from, at), (to, there)], side, f32::INFINITY))
                    };
                    let costs = offsets()
                        .into_iter()
                        .filter_map(|by| Some((cost(&by)?, by)));
                    let least =
                        costs.reduce(|best, next| if next.0 < best.0 { next } else { best });
                    assert_eq!(found, least.map(|(_, by)| by), "side {side}, from {at:?}");
                    searches += 1;
                    away += usize::from(found != Some([0, 0]));
                }
            }
        }
        assert!(away > searches / 3, "{away} of {searches} found elsewhere");
    }
}
