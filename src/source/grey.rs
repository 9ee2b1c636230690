//! The grey levels of decoded pictures.

use std::ops::Range;

use image::DynamicImage;
use ndarray::{Array2, s};

/// Grey level behind transparent pixels.
const MID_GREY: f32 = 0.5;

/// The grey levels of a decoded picture.
pub(super) fn to_grey(picture: &DynamicImage) -> Result<Array2<f32>, String> {
    let shape = (picture.height() as usize, picture.width() as usize);
    let values = grey_rows(picture, 0..shape.0)?;
    Array2::from_shape_vec(shape, values).map_err(|error| error.to_string())
}

/// The same in half the size, without the memory for the whole.
pub(super) fn to_half_grey(picture: &DynamicImage) -> Result<Array2<f32>, String> {
    let (height, width) = (picture.height() as usize, picture.width() as usize);
    let mut half = Array2::zeros((height / 2, width / 2));
    for (y, mut row) in half.outer_iter_mut().enumerate() {
        let pair = grey_rows(picture, 2 * y..2 * y + 2)?;
        let pair = Array2::from_shape_vec((2, width), pair).map_err(|error| error.to_string())?;
        row.assign(&halve(&pair).row(0));
    }
    Ok(half)
}

/// The grey levels of some rows of a picture.
fn grey_rows(picture: &DynamicImage, rows: Range<usize>) -> Result<Vec<f32>, String> {
    use DynamicImage as D;
    let (white8, white16) = (f32::from(u8::MAX), f32::from(u16::MAX));
    let width = picture.width() as usize;
    let pixels = rows.start * width..rows.end * width;
    Ok(match picture {
        D::ImageLuma8(p) => grey_values::<_, 1>(p, pixels, white8),
        D::ImageLumaA8(p) => grey_values::<_, 2>(p, pixels, white8),
        D::ImageRgb8(p) => grey_values::<_, 3>(p, pixels, white8),
        D::ImageRgba8(p) => grey_values::<_, 4>(p, pixels, white8),
        D::ImageLuma16(p) => grey_values::<_, 1>(p, pixels, white16),
        D::ImageLumaA16(p) => grey_values::<_, 2>(p, pixels, white16),
        D::ImageRgb16(p) => grey_values::<_, 3>(p, pixels, white16),
        D::ImageRgba16(p) => grey_values::<_, 4>(p, pixels, white16),
        D::ImageRgb32F(p) => grey_values::<_, 3>(p, pixels, 1.0),
        D::ImageRgba32F(p) => grey_values::<_, 4>(p, pixels, 1.0),
        other => {
            return Err(format!(
                "pixels of the kind {:?} are not read",
                other.color()
            ));
        }
    })
}

/// The grey of pixels of `CHANNELS` samples: grey, grey and opacity, colour, or colour and opacity.
fn grey_values<T: Copy + Into<f32>, const CHANNELS: usize>(
    samples: &[T],
    pixels: Range<usize>,
    white: f32,
) -> Vec<f32> {
    let pixel = |sample: &[T; CHANNELS]| {
        let level = sample.map(|value| value.into() / white);
        match level[..] {
            [grey, opacity] => over_mid_grey(grey, opacity),
            [red, green, blue] => luma(red, green, blue),
            [red, green, blue, opacity] => over_mid_grey(luma(red, green, blue), opacity),
            _ => level[0],
        }
    };
    let (all, _) = samples.as_chunks::<CHANNELS>();
    all[pixels].iter().map(pixel).collect()
}

fn luma(red: f32, green: f32, blue: f32) -> f32 {
    0.299 * red + 0.587 * green + 0.114 * blue
}

fn over_mid_grey(grey: f32, opacity: f32) -> f32 {
    MID_GREY + opacity * (grey - MID_GREY)
}

/// Half the size: the mean of every 2 x 2 pixels; an odd last row or column is dropped.
pub(super) fn halve(grey: &Array2<f32>) -> Array2<f32> {
    let (height, width) = (grey.nrows() / 2 * 2, grey.ncols() / 2 * 2);
    let corner = |y: usize, x: usize| grey.slice(s![y..height;2, x..width;2]);
    let mut half = &corner(0, 0) + &corner(0, 1);
    half += &corner(1, 0);
    half += &corner(1, 1);
    half * 0.25
}
