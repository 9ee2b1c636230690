//! Turns the bytes of a picture file into grey levels in [0, 1].
//!
//! - The format is recognised by the content, never by the file's extension.
//! - Grey is the luma of Rec. 601, 0.299 R + 0.587 G + 0.114 B, of the values as stored: gamma is kept.
//! - Transparent pixels are laid over mid grey, which contrast normalisation turns into values near 0.
//! - A photograph is turned upright as its EXIF orientation says.
//! - Pictures of more than [`MAX_PIXELS`], or longer than [`MAX_KEPT_SIDE`], are halved until they are not, for as
//!   long as patches fit in.

use std::fs;
use std::io::{self, Cursor};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use ndarray::{Array2, s};

/// Formats read; the file extensions are in [`find`](super::find).
const FORMATS: [ImageFormat; 6] = [
    ImageFormat::Png,
    ImageFormat::Jpeg,
    ImageFormat::Tiff,
    ImageFormat::Bmp,
    ImageFormat::WebP,
    ImageFormat::Gif,
];
/// Largest size of a file, and of a decoder's buffers, in bytes: stops decompression bombs.
const MAX_BYTES: u64 = 512 << 20;
/// Longest side in pixels that is decoded.
const MAX_SIDE: u32 = 16_384;
/// Pixels above which a picture is halved: at the full resolution of a camera, edges are wider than the
/// filters.
const MAX_PIXELS: usize = 4_000_000;
/// Side in pixels above which it is halved too: graphics processors show no larger textures.
const MAX_KEPT_SIDE: usize = 8192;
/// Grey level behind transparent pixels.
const MID_GREY: f32 = 0.5;
const ENDS_TOO_EARLY: &str = "damaged: the file ends too early";
/// Rounding of the luma sum: white may come out this far from 1.
const LUMA_SLACK: f32 = 1e-5;

/// Reads a picture file of at least `smallest_px` on each side as grey levels `[height, width]`.
///
/// # Errors
/// The reason, in one sentence without the path.
pub(super) fn read_grey(path: &Path, smallest_px: usize) -> Result<Array2<f32>, String> {
    let mut grey = read_whole(path, smallest_px)?;
    let is_large = |grey: &Array2<f32>| {
        grey.len() > MAX_PIXELS || grey.ncols().max(grey.nrows()) > MAX_KEPT_SIDE
    };
    while is_large(&grey) && grey.ncols().min(grey.nrows()) / 2 >= smallest_px {
        grey = halve(&grey);
    }
    let (height, width) = grey.dim();
    if height.max(width) > MAX_KEPT_SIDE {
        return Err(format!(
            "{width} x {height} pixels: too long for so thin a picture; up to {MAX_KEPT_SIDE} a side can be kept"
        ));
    }
    if check_range(&grey)? <= LUMA_SLACK {
        return Err("flat: every pixel has the same grey".to_owned());
    }
    Ok(grey)
}

/// Reads a picture file as one frame of a movie: of any size, and flat ones too.
///
/// # Errors
/// The reason, in one sentence without the path.
pub(super) fn read_frame(path: &Path) -> Result<Array2<f32>, String> {
    read_whole(path, 1)
}

/// Reads a picture file in its own size.
fn read_whole(path: &Path, smallest_px: usize) -> Result<Array2<f32>, String> {
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("not a regular file".to_owned());
    }
    if metadata.len() > MAX_BYTES {
        return Err(format!(
            "{} MB, but files are read up to {} MB",
            metadata.len() >> 20,
            MAX_BYTES >> 20
        ));
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    // A decoder that panics on damaged data loses this file, not the program.
    catch_unwind(AssertUnwindSafe(|| decode(&bytes, smallest_px)))
        .unwrap_or_else(|_| Err("damaged: its decoder failed".to_owned()))
}

fn decode(bytes: &[u8], smallest_px: usize) -> Result<Array2<f32>, String> {
    if bytes.is_empty() {
        return Err("empty file".to_owned());
    }
    let format = image::guess_format(bytes)
        .ok()
        .filter(|format| FORMATS.contains(format))
        .ok_or("not a PNG, JPEG, TIFF, BMP, WebP or GIF picture")?;
    if format == ImageFormat::Jpeg && !is_whole_jpeg(bytes) {
        return Err(ENDS_TOO_EARLY.to_owned());
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(undecodable)?;
    let (width, height) = decoder.dimensions();
    check_size(width as usize, height as usize, smallest_px)?;
    if width.max(height) > MAX_SIDE || decoder.total_bytes() > MAX_BYTES {
        return Err(format!(
            "{width} x {height} pixels, but pictures are read up to {MAX_SIDE} pixels a side and {} MB",
            MAX_BYTES >> 20
        ));
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(undecodable)?;
    picture.apply_orientation(orientation);
    to_grey(&picture)
}

/// Why a decoder failed.
pub(super) fn undecodable(error: ImageError) -> String {
    match error {
        ImageError::IoError(io) if io.kind() == io::ErrorKind::UnexpectedEof => {
            ENDS_TOO_EARLY.to_owned()
        }
        other => format!("damaged or of an unsupported kind: {other}"),
    }
}

/// Whether the end-of-image marker is there; what follows it, such as a phone's motion photo, is not part of the
/// picture. The decoder itself fills the missing part of a truncated file with grey.
fn is_whole_jpeg(bytes: &[u8]) -> bool {
    // After the start of the image.
    let mut rest = bytes.get(2..).unwrap_or_default();
    loop {
        // In the data of a scan a 0xFF is followed by 0, or by the number of a restart.
        let is_marker =
            |pair: &[u8]| pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0x01 | 0xD0..=0xD8 | 0xFF);
        let Some(at) = rest.windows(2).position(is_marker) else {
            return false;
        };
        let (marker, segment) = (rest[at + 1], &rest[at + 2..]);
        if marker == 0xD9 {
            return true;
        }
        // All others have a length, which includes itself.
        let [high, low, ..] = *segment else {
            return false;
        };
        let length = usize::from(u16::from_be_bytes([high, low]));
        rest = segment.get(length..).unwrap_or_default();
    }
}

fn check_size(width: usize, height: usize, smallest_px: usize) -> Result<(), String> {
    if width.min(height) < smallest_px {
        return Err(format!(
            "{width} x {height} pixels, but patch and motion need at least {smallest_px} x {smallest_px}"
        ));
    }
    Ok(())
}

/// Refuses levels that contrast normalisation cannot use; the difference of the highest and the lowest.
pub(super) fn check_range(grey: &Array2<f32>) -> Result<f32, String> {
    if grey.iter().any(|value| !value.is_finite()) {
        return Err("has values that are not finite".to_owned());
    }
    let lowest = grey.iter().copied().fold(f32::INFINITY, f32::min);
    let highest = grey.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if lowest < -LUMA_SLACK || highest > 1.0 + LUMA_SLACK {
        return Err(format!(
            "grey levels from {lowest} to {highest}, but floating-point pictures should lie in 0 to 1"
        ));
    }
    Ok(highest - lowest)
}

/// The grey levels of a decoded picture.
pub(super) fn to_grey(picture: &DynamicImage) -> Result<Array2<f32>, String> {
    use DynamicImage as D;
    let (white8, white16) = (f32::from(u8::MAX), f32::from(u16::MAX));
    let values = match picture {
        D::ImageLuma8(p) => grey_values::<_, 1>(p, white8),
        D::ImageLumaA8(p) => grey_values::<_, 2>(p, white8),
        D::ImageRgb8(p) => grey_values::<_, 3>(p, white8),
        D::ImageRgba8(p) => grey_values::<_, 4>(p, white8),
        D::ImageLuma16(p) => grey_values::<_, 1>(p, white16),
        D::ImageLumaA16(p) => grey_values::<_, 2>(p, white16),
        D::ImageRgb16(p) => grey_values::<_, 3>(p, white16),
        D::ImageRgba16(p) => grey_values::<_, 4>(p, white16),
        D::ImageRgb32F(p) => grey_values::<_, 3>(p, 1.0),
        D::ImageRgba32F(p) => grey_values::<_, 4>(p, 1.0),
        other => {
            return Err(format!(
                "pixels of the kind {:?} are not read",
                other.color()
            ));
        }
    };
    let shape = (picture.height() as usize, picture.width() as usize);
    Array2::from_shape_vec(shape, values).map_err(|error| error.to_string())
}

/// The grey of each pixel of `CHANNELS` samples: grey, grey and opacity, colour, or colour and opacity.
fn grey_values<T: Copy + Into<f32>, const CHANNELS: usize>(samples: &[T], white: f32) -> Vec<f32> {
    let pixel = |sample: &[T; CHANNELS]| {
        let level = sample.map(|value| value.into() / white);
        match level[..] {
            [grey, opacity] => over_mid_grey(grey, opacity),
            [red, green, blue] => luma(red, green, blue),
            [red, green, blue, opacity] => over_mid_grey(luma(red, green, blue), opacity),
            _ => level[0],
        }
    };
    let (pixels, _) = samples.as_chunks::<CHANNELS>();
    pixels.iter().map(pixel).collect()
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
