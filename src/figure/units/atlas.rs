//! All filters of a dictionary in one picture, so that a snapshot costs one texture.

use std::sync::Arc;

use ndarray::{ArrayView1, ArrayView2};
use serde::{Deserialize, Serialize};

use super::grid::ceil_sqrt;
use crate::figure::scene::{ColorMap, Crop, Raster, Rect, Shape};

/// Which weight gets the strongest colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contrast {
    /// The largest magnitude of each filter: every filter uses the whole range.
    #[default]
    PerFilter,
    /// The largest magnitude of all filters: filters can be compared.
    Common,
}

/// Every filter as a square tile of pixels, in rows of about as many tiles as there are rows.
#[derive(Clone, Debug)]
pub struct Atlas {
    raster: Arc<Raster>,
    units: usize,
    side: usize,
    tiles_per_row: usize,
}

impl Atlas {
    /// Colours the filters of `dictionary`, `[P, K]` with P the square of the patch side.
    ///
    /// # Panics
    /// When P is not a square, which no configuration allows.
    #[must_use]
    pub fn new(dictionary: ArrayView2<'_, f32>, map: ColorMap, contrast: Contrast) -> Self {
        Self::named("filters", dictionary, map, contrast)
    }

    /// The same of other square pictures `[P, n]`, under another name than the filters have on screen.
    ///
    /// # Panics
    /// When P is not a square.
    #[must_use]
    pub fn named(
        name: &'static str,
        dictionary: ArrayView2<'_, f32>,
        map: ColorMap,
        contrast: Contrast,
    ) -> Self {
        let (pixels, units) = dictionary.dim();
        let side = pixels.isqrt();
        assert_eq!(
            side * side,
            pixels,
            "a patch is square: {side}^2 against {pixels} pixels"
        );
        let tiles_per_row = ceil_sqrt(units);
        let (width, height) = (tiles_per_row * side, units.div_ceil(tiles_per_row) * side);
        let mut rgba = vec![0; 4 * width * height];
        let table = map.table();
        let mut copy = vec![0.0; pixels];
        let peaks: Vec<f32> = dictionary.columns().into_iter().map(peak).collect();
        let common = peaks.iter().copied().fold(0.0, f32::max);
        for (unit, column) in dictionary.columns().into_iter().enumerate() {
            let filter = column.as_slice().unwrap_or_else(|| {
                copy.iter_mut()
                    .zip(column)
                    .for_each(|(to, &from)| *to = from);
                &copy
            });
            let top = match contrast {
                Contrast::PerFilter => peaks[unit],
                Contrast::Common => common,
            };
            let (x, y) = (unit % tiles_per_row * side, unit / tiles_per_row * side);
            for (row, values) in filter.chunks_exact(side).enumerate() {
                let start = 4 * ((y + row) * width + x);
                color_row(values, top, &table, &mut rgba[start..start + 4 * side]);
            }
        }
        Self {
            raster: Arc::new(Raster {
                name,
                width,
                height,
                rgba,
            }),
            units,
            side,
            tiles_per_row,
        }
    }

    /// Filters.
    #[must_use]
    pub fn units(&self) -> usize {
        self.units
    }

    /// Pixels along the side of a filter.
    #[must_use]
    pub fn side(&self) -> usize {
        self.side
    }

    /// The pixels of all filters.
    #[must_use]
    pub fn raster(&self) -> &Arc<Raster> {
        &self.raster
    }

    /// Where the filter of `unit` is in [`Self::raster`].
    #[must_use]
    pub fn crop(&self, unit: usize) -> Crop {
        Crop {
            x: unit % self.tiles_per_row * self.side,
            y: unit / self.tiles_per_row * self.side,
            width: self.side,
            height: self.side,
        }
    }

    /// The filter of `unit`, drawn at a place.
    #[must_use]
    pub fn tile(&self, unit: usize, at: Rect) -> Shape {
        Shape::Raster {
            raster: Arc::clone(&self.raster),
            crop: self.crop(unit),
            at,
        }
    }
}

/// The largest magnitude; several running maxima let the compiler use vector registers.
fn peak(filter: ArrayView1<'_, f32>) -> f32 {
    const LANES: usize = 16;
    let Some(values) = filter.as_slice() else {
        return filter.iter().fold(0.0, |top, value| value.abs().max(top));
    };
    let mut tops = [0.0_f32; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for (top, value) in tops.iter_mut().zip(chunk) {
            *top = if value.abs() > *top {
                value.abs()
            } else {
                *top
            };
        }
    }
    rest.iter()
        .map(|value| value.abs())
        .chain(tops)
        .fold(0.0, f32::max)
}

/// Colours one row of weights; `top` and beyond get the ends of the table.
fn color_row(values: &[f32], top: f32, table: &[[u8; 4]; 255], rgba: &mut [u8]) {
    let gain = if top > 0.0 { 127.0 / top } else { 0.0 };
    for (pixel, value) in rgba.as_chunks_mut::<4>().0.iter_mut().zip(values) {
        let index = (value * gain + 127.5).clamp(0.0, 254.0) as u8;
        *pixel = table[usize::from(index)];
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;

    fn pixel(atlas: &Atlas, unit: usize, x: usize, y: usize) -> u8 {
        let crop = atlas.crop(unit);
        atlas.raster.rgba[4 * ((crop.y + y) * atlas.raster.width + crop.x + x)]
    }

    #[test]
    fn every_filter_lands_in_its_own_tile_with_zero_as_mid_grey() {
        let dictionary =
            Array2::from_shape_fn((4, 5), |(p, k)| if p == k % 4 { -1.0 } else { 0.0 });
        let atlas = Atlas::new(dictionary.view(), ColorMap::Grey, Contrast::PerFilter);
        for unit in 0..5 {
            for p in 0..4 {
                let expected = if p == unit % 4 { 0 } else { 127 };
                let found = pixel(&atlas, unit, p % 2, p / 2);
                assert!(
                    found.abs_diff(expected) <= 1,
                    "unit {unit} pixel {p}: {found}"
                );
            }
        }
    }

    #[test]
    fn common_contrast_keeps_a_weak_filter_weak_and_per_filter_contrast_does_not() {
        let dictionary = Array2::from_shape_fn((4, 2), |(_, k)| if k == 0 { 1.0 } else { 0.1 });
        let per_filter = Atlas::new(dictionary.view(), ColorMap::Grey, Contrast::PerFilter);
        let common = Atlas::new(dictionary.view(), ColorMap::Grey, Contrast::Common);
        assert_eq!(pixel(&per_filter, 1, 0, 0), 255);
        assert!(pixel(&common, 1, 0, 0) < 145);
    }

    #[test]
    fn an_empty_filter_is_mid_grey() {
        let atlas = Atlas::new(
            Array2::zeros((9, 1)).view(),
            ColorMap::Grey,
            Contrast::PerFilter,
        );
        assert!(pixel(&atlas, 0, 1, 1).abs_diff(127) <= 1);
    }
}
