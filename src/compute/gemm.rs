//! Products of rows with a dictionary packed in panels: the innermost loop of W'x and of W'W.
//!
//! A tile of the product, a few rows by a few vectors of filters, stays in registers while it is summed over the pixels.
//! For each pixel it needs one value of every row, and of the filters values next to each other. So filters lie in panels:
//! the values that a panel's filters have at the first pixel, then those at the second. A general matrix product lays out
//! both its factors every time; W is laid out once, and rows are read as they are.
//!
//! An entry is the same sum whatever the tile and the thread: over the pixels of each part in their order, then
//! over the parts.

use ndarray::{Array3, ArrayView2, ArrayView3, ArrayViewMut2, ArrayViewMut3, Axis, s};
use pulp::{Arch, Simd};

use crate::compute::parallel::each;
use crate::compute::vectors::{contiguous, contiguous_mut};

/// Filters of a panel.
pub(crate) const PANEL: usize = 48;
/// Vectors of a row of a tile; of the widest ones they are a panel.
const VECTORS: usize = 3;
/// Most pixels of a part of a sum: the longer a sum in f32, the more it is rounded.
const PART_PIXELS: usize = 256;
/// Pixels that are laid out together, so that what is written stays in the nearest cache until its lines are full, and that
/// a tile takes together.
const PIXELS_AT_ONCE: usize = 16;

/// Empty panels for a dictionary `[P, K]`: `[K / PANEL, P, PANEL]`, the last panel padded with zeros.
pub(crate) fn zero_panels(dictionary: ArrayView2<'_, f32>) -> Array3<f32> {
    let (pixels, units) = dictionary.dim();
    Array3::zeros((units.div_ceil(PANEL), pixels, PANEL))
}

/// Packs a dictionary `[P, K]` into its panels.
pub(crate) fn pack(dictionary: ArrayView2<'_, f32>, mut panels: ArrayViewMut3<'_, f32>) {
    let filters = dictionary.axis_chunks_iter(Axis(1), PANEL);
    let panels = panels.outer_iter_mut().zip(filters);
    each(panels, 1, |(mut panel, filters)| {
        let mut panel = panel.slice_mut(s![.., ..filters.ncols()]);
        let blocks = panel.axis_chunks_iter_mut(Axis(0), PIXELS_AT_ONCE);
        for (mut to, from) in blocks.zip(filters.axis_chunks_iter(Axis(0), PIXELS_AT_ONCE)) {
            to.assign(&from);
        }
    });
}

/// Fills `to` `[n, units]` with the products of rows `[n, P]`, each contiguous, with so many filters in panels
/// `[.., P, PANEL]`.
///
/// # Panics
/// When rows and filters have other numbers of pixels.
pub(crate) fn multiply(
    rows: ArrayView2<'_, f32>,
    panels: ArrayView3<'_, f32>,
    to: ArrayViewMut2<'_, f32>,
) {
    assert_eq!(rows.ncols(), panels.dim().1, "pixels of the rows and of W");
    Arch::new().dispatch(Multiply { rows, panels, to });
}

struct Multiply<'a> {
    rows: ArrayView2<'a, f32>,
    panels: ArrayView3<'a, f32>,
    to: ArrayViewMut2<'a, f32>,
}

impl pulp::WithSimd for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // As many rows as registers hold the sums of, beside what is multiplied.
        if S::REGISTER_COUNT < 32 {
            self.by_tiles::<S, 4>(simd);
        } else {
            self.by_tiles::<S, 8>(simd);
        }
    }
}

impl Multiply<'_> {
    #[inline(always)]
    fn by_tiles<S: Simd, const ROWS: usize>(mut self, simd: S) {
        let (pixels, units) = (self.rows.ncols(), self.to.ncols());
        let panels = self.panels.to_slice().expect("panels that are contiguous");
        let (panels, _) = panels.as_chunks();
        for from in (0..pixels.max(1)).step_by(PART_PIXELS) {
            let part = from..pixels.min(from + PART_PIXELS);
            let rows = self.rows.axis_chunks_iter(Axis(0), ROWS);
            for (rows, mut to) in rows.zip(self.to.axis_chunks_iter_mut(Axis(0), ROWS)) {
                // A tile with too few rows repeats the last one and drops those products.
                let last = rows.nrows() - 1;
                let rows: [&[f32]; ROWS] = std::array::from_fn(|row| {
                    let row = rows.index_axis_move(Axis(0), row.min(last));
                    &contiguous(row)[part.clone()]
                });
                let mut to = to.rows_mut().into_iter();
                let mut to: [&mut [f32]; ROWS] =
                    std::array::from_fn(|_| to.next().map(contiguous_mut).unwrap_or_default());
                for unit in (0..units).step_by(VECTORS * S::F32_LANES) {
                    let panel = &panels[unit / PANEL * pixels..][part.clone()];
                    let add = from > 0;
                    if units - unit > S::F32_LANES {
                        let sums = tile::<S, ROWS, VECTORS>(simd, rows, panel, unit % PANEL);
                        store::<S, ROWS, VECTORS>(simd, sums, &mut to, unit, add);
                    } else {
                        let sums = tile::<S, ROWS, 1>(simd, rows, panel, unit % PANEL);
                        store::<S, ROWS, 1>(simd, sums, &mut to, unit, add);
                    }
                }
            }
        }
    }
}

/// The sums over the pixels of products of rows and vectors of filters, from this one of the panel on.
#[inline(always)]
fn tile<S: Simd, const ROWS: usize, const N: usize>(
    simd: S,
    rows: [&[f32]; ROWS],
    panel: &[[f32; PANEL]],
    first: usize,
) -> [[S::f32s; N]; ROWS] {
    let mut sums = [[simd.splat_f32s(0.0); N]; ROWS];
    // Bounds are checked once for several pixels.
    let rows = rows.map(|row| row.as_chunks());
    let (chunks, rest) = panel.as_chunks::<PIXELS_AT_ONCE>();
    for (chunk, filters) in chunks.iter().enumerate() {
        let rows = rows.map(|(chunks, _)| &chunks[chunk]);
        add_pixels(simd, &mut sums, rows, filters, first);
    }
    if !rest.is_empty() {
        let rows = rows.map(|(_, rest)| {
            let mut values = [0.0; PIXELS_AT_ONCE];
            values[..rest.len()].copy_from_slice(rest);
            values
        });
        add_pixels(simd, &mut sums, rows.each_ref(), rest, first);
    }
    sums
}

/// Adds the products of a few pixels.
#[inline(always)]
fn add_pixels<S: Simd, const ROWS: usize, const N: usize>(
    simd: S,
    sums: &mut [[S::f32s; N]; ROWS],
    rows: [&[f32; PIXELS_AT_ONCE]; ROWS],
    filters: &[[f32; PANEL]],
    first: usize,
) {
    for (pixel, filters) in (0..PIXELS_AT_ONCE).zip(filters) {
        let (filters, _) = S::as_simd_f32s(&filters[first..first + N * S::F32_LANES]);
        for (sums, row) in sums.iter_mut().zip(rows) {
            let value = simd.splat_f32s(row[pixel]);
            for (sum, &filters) in sums.iter_mut().zip(filters) {
                *sum = simd.mul_add_e_f32s(value, filters, *sum);
            }
        }
    }
}

/// Writes sums to the entries of `to` from this unit on, as many as there are, or adds them.
#[inline(always)]
fn store<S: Simd, const ROWS: usize, const N: usize>(
    simd: S,
    sums: [[S::f32s; N]; ROWS],
    to: &mut [&mut [f32]; ROWS],
    unit: usize,
    add: bool,
) {
    let added = |to: S::f32s, sum| if add { simd.add_f32s(to, sum) } else { sum };
    for (to, sums) in to.iter_mut().zip(sums) {
        if let Some(to) = to.get_mut(unit..unit + N * S::F32_LANES) {
            for (to, &sum) in S::as_mut_simd_f32s(to).0.iter_mut().zip(&sums) {
                *to = added(*to, sum);
            }
        } else if let Some(to) = to.get_mut(unit..) {
            let mut lanes = [0.0; PANEL];
            lanes[..to.len()].copy_from_slice(to);
            for (lanes, &sum) in S::as_mut_simd_f32s(&mut lanes).0.iter_mut().zip(&sums) {
                *lanes = added(*lanes, sum);
            }
            to.copy_from_slice(&lanes[..to.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::simd::instruction_sets;
    use ndarray::{Array2, ShapeBuilder};

    /// Numbers from -1 to 1, other ones for other seeds.
    fn wave(seed: usize, (row, column): (usize, usize)) -> f32 {
        ((seed + 37 * row + 101 * column) as f32 * 0.73).sin()
    }

    /// Products entry by entry: over the pixels of each part, then over the parts.
    fn sums(
        frames: ArrayView2<'_, f32>,
        dictionary: &Array2<f32>,
        mul_add: fn(f32, f32, f32) -> f32,
    ) -> Array2<f32> {
        Array2::from_shape_fn((frames.nrows(), dictionary.ncols()), |(row, unit)| {
            let part = |from: usize| {
                let pixels = from..frames.ncols().min(from + PART_PIXELS);
                pixels.fold(0.0, |sum, pixel| {
                    mul_add(frames[[row, pixel]], dictionary[[pixel, unit]], sum)
                })
            };
            let parts = (0..frames.ncols()).step_by(PART_PIXELS).map(part);
            parts.reduce(|sum, part| sum + part).unwrap_or(0.0)
        })
    }

    #[test]
    fn products_are_the_same_sums_whatever_the_tile_and_right() {
        for rows in [1, 7, 8, 21] {
            for pixels in [0, 1, 40, PART_PIXELS + 1, 3 * PART_PIXELS] {
                for units in [1, 17, PANEL, PANEL + 1, 2 * PANEL + 20] {
                    let frames = Array2::from_shape_fn((rows, pixels), |at| wave(1, at));
                    let shape = (pixels, units).f();
                    let dictionary = Array2::from_shape_fn(shape, |at| wave(2, at));
                    let mut panels = zero_panels(dictionary.view());
                    pack(dictionary.view(), panels.view_mut());
                    let (frames, panels) = (frames.view(), panels.view());
                    let at = format!("{rows} rows, {pixels} pixels, {units}");
                    let fused = sums(frames, &dictionary, f32::mul_add);
                    let apart = sums(frames, &dictionary, |a, b, c| a * b + c);
                    let products = |set: Arch| {
                        // What was there before leaves no trace.
                        let mut to = Array2::from_elem((rows, units), f32::NAN);
                        set.dispatch(Multiply {
                            rows: frames,
                            panels,
                            to: to.view_mut(),
                        });
                        let is_fused = !matches!(set, Arch::Scalar);
                        assert_eq!(to, if is_fused { &fused } else { &apart }, "{at}");
                        to
                    };
                    let all: Vec<_> = instruction_sets().into_iter().map(products).collect();
                    let wanted = frames.mapv(f64::from).dot(&dictionary.mapv(f64::from));
                    for found in all {
                        let error = &found.mapv(f64::from) - &wanted;
                        let worst = error.iter().fold(0.0f64, |worst, e| worst.max(e.abs()));
                        assert!(worst <= 1e-7 * (1 + pixels) as f64, "{worst}: {at}");
                    }
                }
            }
        }
    }
}
