//! All filters of a dictionary in one picture, so that a snapshot costs one texture.

use std::sync::Arc;

use ndarray::{ArrayView1, ArrayView2};
use serde::{Deserialize, Serialize};

use super::grid::ceil_sqrt;
use crate::channels::Channels;
use crate::figure::scene::{Crop, PixelColors, Raster, Rect, Shape, rgba};
use crate::named::named;

named! {
    /// Which weight gets the strongest colour.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Contrast {
        /// The largest magnitude of each filter: every filter uses the whole range.
        #[default]
        PerFilter = "Per filter",
        /// The largest magnitude of all filters: filters can be compared.
        Common = "Common",
    }
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
    /// Colours the filters of `dictionary`, `[P, K]` with P the square of the patch side, in each channel.
    ///
    /// # Panics
    /// When P is not that, which no configuration allows.
    pub fn new(
        dictionary: ArrayView2<'_, f32>,
        colors: impl Into<PixelColors>,
        contrast: Contrast,
    ) -> Self {
        Self::named("filters", dictionary, colors, contrast)
    }

    /// The same of other square pictures `[P, n]`, under another name than the filters have on screen.
    ///
    /// # Panics
    /// When P is not the square of a side, in each channel.
    pub fn named(
        name: &'static str,
        dictionary: ArrayView2<'_, f32>,
        colors: impl Into<PixelColors>,
        contrast: Contrast,
    ) -> Self {
        let colors: PixelColors = colors.into();
        let (pixels, units) = dictionary.dim();
        let (planes, side) = (colors.channels.count(), Channels::side_of(pixels));
        assert_eq!(
            planes * side * side,
            pixels,
            "a patch is square: {planes} times {side}^2 against {pixels} pixels"
        );
        let tiles_per_row = ceil_sqrt(units);
        let (width, height) = (tiles_per_row * side, units.div_ceil(tiles_per_row) * side);
        let mut tiles = vec![0; 4 * width * height];
        let table = colors.map.table();
        let mut copy = vec![0.0; pixels];
        let coloured = |filter: ArrayView1<'_, f32>| -> Vec<[f32; 3]> {
            colors.rgb(&filter.to_vec()).collect()
        };
        let peak = |filter: ArrayView1<'_, f32>| match planes {
            1 => peak(filter),
            _ => peak(ArrayView1::from(coloured(filter).as_flattened())),
        };
        let peaks: Vec<f32> = dictionary.columns().into_iter().map(peak).collect();
        let common = peaks.iter().copied().fold(0.0, f32::max);
        for (unit, column) in dictionary.columns().into_iter().enumerate() {
            let top = match contrast {
                Contrast::PerFilter => peaks[unit],
                Contrast::Common => common,
            };
            let (x, y) = (unit % tiles_per_row * side, unit / tiles_per_row * side);
            let start = |row: usize| 4 * ((y + row) * width + x);
            if planes > 1 {
                for (row, colours) in coloured(column).chunks_exact(side).enumerate() {
                    let pixels = colours.iter().flat_map(|&rgb| rgba(rgb, top));
                    let to = &mut tiles[start(row)..];
                    to.iter_mut().zip(pixels).for_each(|(to, from)| *to = from);
                }
                continue;
            }
            let filter = column.as_slice().unwrap_or_else(|| {
                copy.iter_mut()
                    .zip(column)
                    .for_each(|(to, &from)| *to = from);
                &copy
            });
            for (row, values) in filter.chunks_exact(side).enumerate() {
                let start = start(row);
                color_row(values, top, &table, &mut tiles[start..start + 4 * side]);
            }
        }
        Self {
            raster: Arc::new(Raster {
                name,
                width,
                height,
                rgba: tiles,
            }),
            units,
            side,
            tiles_per_row,
        }
    }

    /// Filters.
    pub fn units(&self) -> usize {
        self.units
    }

    /// Pixels along the side of a filter.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The pixels of all filters.
    pub fn raster(&self) -> &Arc<Raster> {
        &self.raster
    }

    /// Where the filter of `unit` is in [`Self::raster`].
    pub fn crop(&self, unit: usize) -> Crop {
        let [column, row] = [unit % self.tiles_per_row, unit / self.tiles_per_row];
        Crop::new(column * self.side, row * self.side, [self.side; 2])
    }

    /// The filter of `unit`, drawn at a place.
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
