//! The planes of decoded pictures.

use std::ops::Range;

use image::DynamicImage;
use ndarray::{Array3, s};

use crate::channels::Channels;

/// Level behind transparent pixels, in every plane.
const MIDDLE: f32 = 0.5;

/// The planes `[channels, height, width]` of a decoded picture.
pub(in crate::source) fn to_planes(
    picture: &DynamicImage,
    channels: Channels,
) -> Result<Array3<f32>, String> {
    let (height, width) = (picture.height() as usize, picture.width() as usize);
    rows(picture, 0..height, width, channels)
}

/// The same in half the size, without the memory for the whole.
pub(in crate::source) fn to_half_planes(
    picture: &DynamicImage,
    channels: Channels,
) -> Result<Array3<f32>, String> {
    let (height, width) = (picture.height() as usize, picture.width() as usize);
    let mut half = Array3::zeros((channels.count(), height / 2, width / 2));
    for y in 0..height / 2 {
        let pair = rows(picture, 2 * y..2 * y + 2, width, channels)?;
        half.slice_mut(s![.., y..=y, ..]).assign(&halve(&pair));
    }
    Ok(half)
}

/// The planes of some rows of a picture.
fn rows(
    picture: &DynamicImage,
    rows: Range<usize>,
    width: usize,
    channels: Channels,
) -> Result<Array3<f32>, String> {
    let shape = (channels.count(), rows.len(), width);
    let pixels = rows.start * width..rows.end * width;
    let mut values = Vec::with_capacity(channels.count() * pixels.len());
    for plane in 0..channels.count() {
        values.extend(plane_of(picture, pixels.clone(), channels, plane)?);
    }
    Array3::from_shape_vec(shape, values).map_err(|error| error.to_string())
}

/// One plane of some pixels.
fn plane_of(
    picture: &DynamicImage,
    pixels: Range<usize>,
    channels: Channels,
    plane: usize,
) -> Result<Vec<f32>, String> {
    use DynamicImage as D;
    let (white8, white16) = (f32::from(u8::MAX), f32::from(u16::MAX));
    let of = (channels, plane);
    Ok(match picture {
        D::ImageLuma8(p) => levels::<_, 1>(p, pixels, white8, of),
        D::ImageLumaA8(p) => levels::<_, 2>(p, pixels, white8, of),
        D::ImageRgb8(p) => levels::<_, 3>(p, pixels, white8, of),
        D::ImageRgba8(p) => levels::<_, 4>(p, pixels, white8, of),
        D::ImageLuma16(p) => levels::<_, 1>(p, pixels, white16, of),
        D::ImageLumaA16(p) => levels::<_, 2>(p, pixels, white16, of),
        D::ImageRgb16(p) => levels::<_, 3>(p, pixels, white16, of),
        D::ImageRgba16(p) => levels::<_, 4>(p, pixels, white16, of),
        D::ImageRgb32F(p) => levels::<_, 3>(p, pixels, 1.0, of),
        D::ImageRgba32F(p) => levels::<_, 4>(p, pixels, 1.0, of),
        other => {
            return Err(format!(
                "pixels of the kind {:?} are not read",
                other.color()
            ));
        }
    })
}

/// The levels in a plane of pixels of `SAMPLES` samples: grey, grey and opacity, colour, or colour and opacity.
fn levels<T: Copy + Into<f32>, const SAMPLES: usize>(
    samples: &[T],
    pixels: Range<usize>,
    white: f32,
    (channels, plane): (Channels, usize),
) -> Vec<f32> {
    let pixel = |sample: &[T; SAMPLES]| {
        let level = sample.map(|value| value.into() / white);
        match level[..] {
            [grey, opacity] => over_middle(channels.level_of_grey(plane, grey), opacity),
            [red, green, blue] => channels.level(plane, [red, green, blue]),
            [red, green, blue, opacity] => {
                over_middle(channels.level(plane, [red, green, blue]), opacity)
            }
            _ => channels.level_of_grey(plane, level[0]),
        }
    };
    let (all, _) = samples.as_chunks::<SAMPLES>();
    all[pixels].iter().map(pixel).collect()
}

fn over_middle(level: f32, opacity: f32) -> f32 {
    MIDDLE + opacity * (level - MIDDLE)
}

/// Half the size: the mean of every 2 x 2 pixels; an odd last row or column is dropped.
pub(in crate::source) fn halve(picture: &Array3<f32>) -> Array3<f32> {
    let (_, height, width) = picture.dim();
    let (height, width) = (height / 2 * 2, width / 2 * 2);
    let corner = |y: usize, x: usize| picture.slice(s![.., y..height;2, x..width;2]);
    let mut half = &corner(0, 0) + &corner(0, 1);
    half += &corner(1, 0);
    half += &corner(1, 1);
    half * 0.25
}
