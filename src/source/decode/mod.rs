//! Turns the bytes of a picture file into levels in [0, 1], a plane for each channel.
//!
//! - The format is recognised by the content, never by the file's extension.
//! - Grey is the luma of Rec. 601, 0.299 R + 0.587 G + 0.114 B, of the values as stored: gamma is kept.
//! - The planes of colour are those of [`Channels`], of the values as stored too.
//! - Transparent pixels are laid over mid grey, which contrast normalisation turns into values near 0.
//! - A photograph is turned upright as its EXIF orientation says. TIFF files with a palette, of floats or of several pages are not.
//! - Pictures of more than [`MAX_PIXELS`], or longer than [`MAX_KEPT_SIDE`], are halved until they are not, for as
//!   long as patches fit in.

pub(super) mod budget;
pub(super) mod formats;
pub(super) mod limits;
mod palette_tiff;
pub(super) mod planes;
pub(super) mod tiff_samples;

use std::fs;
use std::io::{self, Cursor};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use ndarray::{Array3, Axis};

use crate::channels::Channels;
use crate::source::decode::budget::{DECODING, FILES};
use crate::source::decode::formats::{begins_as_model, format_of};
use crate::source::decode::limits::{MAX_BYTES, MAX_SIDE, damaged};
use crate::source::decode::palette_tiff::PaletteTiff;
use crate::source::decode::planes::{halve, to_half_planes, to_planes};
use crate::source::decode::tiff_samples::FloatTiff;

/// Pixels above which a picture is halved: at the full resolution of a camera, edges are wider than the
/// filters.
const MAX_PIXELS: usize = 4_000_000;
/// Side in pixels above which it is halved too: graphics processors show no larger textures.
const MAX_KEPT_SIDE: usize = 8192;
const ENDS_TOO_EARLY: &str = "damaged: the file ends too early";
const MODEL: &str =
    "a model, not a picture; open it with --open, or under Model file in the window";
/// Rounding of the luma sum: white may come out this far from 1.
const LUMA_SLACK: f32 = 1e-5;

/// Reads a picture file of at least `smallest_px` on each side as levels `[channels, height, width]`.
///
/// # Errors
/// The reason, in one sentence without the path.
pub(in crate::source) fn read_picture(
    path: &Path,
    channels: Channels,
    smallest_px: usize,
) -> Result<Array3<f32>, String> {
    let is_halved = |(height, width): (usize, usize)| {
        let is_large = height * width > MAX_PIXELS || height.max(width) > MAX_KEPT_SIDE;
        is_large && height.min(width) / 2 >= smallest_px
    };
    let size = |picture: &Array3<f32>| (picture.dim().1, picture.dim().2);
    let mut picture = read(path, channels, smallest_px, &is_halved)?;
    while is_halved(size(&picture)) {
        picture = halve(&picture);
    }
    let (height, width) = size(&picture);
    if height.max(width) > MAX_KEPT_SIDE {
        return Err(format!(
            "{width} x {height} pixels: too long for so thin a picture; up to {MAX_KEPT_SIDE} a side can be kept"
        ));
    }
    if check_range(&picture)? <= LUMA_SLACK {
        let what = match channels {
            Channels::Grey => "grey",
            _ => "colour",
        };
        return Err(format!("flat: every pixel has the same {what}"));
    }
    Ok(picture)
}

/// Reads a picture file as one frame of a movie: of any size, and flat ones too.
///
/// # Errors
/// The reason, in one sentence without the path.
pub(in crate::source) fn read_frame(
    path: &Path,
    channels: Channels,
) -> Result<Array3<f32>, String> {
    read(path, channels, 1, &|_| false)
}

/// Reads a picture file, in half its size where `is_halved` says so of its height and width.
fn read(
    path: &Path,
    channels: Channels,
    smallest_px: usize,
    is_halved: &dyn Fn((usize, usize)) -> bool,
) -> Result<Array3<f32>, String> {
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
    let _share = FILES.take(metadata.len())?;
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    decoding(|| decode(&bytes, channels, smallest_px, is_halved))
}

/// Decodes a file: a decoder that panics on damaged data loses this file, not the program.
///
/// # Errors
/// That of `work`, or that the decoder failed.
pub(in crate::source) fn decoding<T>(
    work: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err("damaged: its decoder failed".to_owned()))
}

fn decode(
    bytes: &[u8],
    channels: Channels,
    smallest_px: usize,
    is_halved: &dyn Fn((usize, usize)) -> bool,
) -> Result<Array3<f32>, String> {
    if bytes.is_empty() {
        return Err("empty file".to_owned());
    }
    if begins_as_model(bytes) {
        return Err(MODEL.to_owned());
    }
    let format = format_of(bytes)?;
    let progressive = match format {
        ImageFormat::Jpeg => is_progressive(bytes).ok_or(ENDS_TOO_EARLY)?,
        _ => false,
    };
    if format == ImageFormat::Tiff
        && let Some(opened) = PaletteTiff::open(bytes, MAX_BYTES)
    {
        let tiff = opened.map_err(damaged)?;
        let colors = 3 * u64::from(tiff.size.0) * u64::from(tiff.size.1);
        let size = Size::checked(tiff.size, colors, smallest_px)?;
        // The file once more, the numbers, and the colours.
        let held = bytes.len() as u64 + 2 * size.bytes;
        let _share = DECODING.take(held + size.plane_bytes(channels, is_halved))?;
        return to_planes_of(&tiff.decode()?, channels, is_halved);
    }
    if format == ImageFormat::Tiff
        && let Some(tiff) = FloatTiff::open(bytes, MAX_BYTES)
    {
        let grey = size_of::<f32>() as u64 * u64::from(tiff.size.0) * u64::from(tiff.size.1);
        let size = Size::checked(tiff.size, grey, smallest_px)?;
        // The samples, and each as three colours.
        let _share = DECODING.take(4 * size.bytes + size.plane_bytes(channels, is_halved))?;
        return to_planes_of(&tiff.decode()?, channels, is_halved);
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(undecodable)?;
    let size = Size::checked(decoder.dimensions(), decoder.total_bytes(), smallest_px)?;
    if format == ImageFormat::Jpeg {
        size.check_jpeg(bytes.len())?;
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let turned = if orientation == Orientation::NoTransforms {
        0
    } else {
        size.bytes
    };
    let work = match format {
        // All coefficients, of 16 bits.
        ImageFormat::Jpeg if progressive => 2 * size.bytes,
        ImageFormat::WebP | ImageFormat::Gif | ImageFormat::Tiff => size.bytes,
        _ => 0,
    };
    let planes = size.plane_bytes(channels, is_halved);
    let _share = DECODING.take(size.bytes + work + turned + planes)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(undecodable)?;
    picture.apply_orientation(orientation);
    to_planes_of(&picture, channels, is_halved)
}

/// The size of a picture that is to be decoded.
struct Size {
    height: usize,
    width: usize,
    /// Bytes of its pixels as they are decoded.
    bytes: u64,
}

impl Size {
    /// A size within the limits.
    fn checked(
        (width, height): (u32, u32),
        bytes: u64,
        smallest_px: usize,
    ) -> Result<Self, String> {
        check_size(width as usize, height as usize, smallest_px)?;
        if width.max(height) > MAX_SIDE || bytes > MAX_BYTES {
            return Err(format!(
                "{width} x {height} pixels, but pictures are read up to {MAX_SIDE} pixels a side and {} MB",
                MAX_BYTES >> 20
            ));
        }
        Ok(Self {
            height: height as usize,
            width: width as usize,
            bytes,
        })
    }

    /// Refuses a JPEG file that cannot hold its pixels: each block of 8 x 8 takes a bit or more. Its decoder would fill a
    /// picture of any size with grey.
    fn check_jpeg(&self, file_bytes: usize) -> Result<(), String> {
        let blocks = self.height.div_ceil(8) * self.width.div_ceil(8);
        if 8 * file_bytes < blocks {
            return Err(format!(
                "damaged: {file_bytes} bytes cannot hold {} x {} pixels",
                self.width, self.height
            ));
        }
        Ok(())
    }

    /// Bytes of the planes, and of half their size while they are halved again.
    fn plane_bytes(&self, channels: Channels, is_halved: &dyn Fn((usize, usize)) -> bool) -> u64 {
        let levels = channels.count() * self.height * self.width;
        let bytes = (levels * size_of::<f32>()) as u64;
        if is_halved((self.height, self.width)) {
            bytes / 4 + bytes / 8
        } else {
            bytes
        }
    }
}

fn to_planes_of(
    picture: &DynamicImage,
    channels: Channels,
    is_halved: &dyn Fn((usize, usize)) -> bool,
) -> Result<Array3<f32>, String> {
    if is_halved((picture.height() as usize, picture.width() as usize)) {
        to_half_planes(picture, channels)
    } else {
        to_planes(picture, channels)
    }
}

/// Why a decoder failed.
pub(in crate::source) fn undecodable(error: ImageError) -> String {
    match error {
        ImageError::IoError(io) if io.kind() == io::ErrorKind::UnexpectedEof => {
            ENDS_TOO_EARLY.to_owned()
        }
        other => damaged(other),
    }
}

/// Whether a JPEG file is progressive; `None` without an end-of-image marker. What follows that, such as a phone's motion
/// photo, is not part of the picture. The decoder itself fills the missing part of a truncated file with grey.
fn is_progressive(bytes: &[u8]) -> Option<bool> {
    // After the start of the image.
    let mut rest = bytes.get(2..).unwrap_or_default();
    let mut progressive = false;
    loop {
        // In the data of a scan a 0xFF is followed by 0, or by the number of a restart.
        let is_marker =
            |pair: &[u8]| pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0x01 | 0xD0..=0xD8 | 0xFF);
        let at = rest.windows(2).position(is_marker)?;
        let (marker, segment) = (rest[at + 1], &rest[at + 2..]);
        match marker {
            0xD9 => return Some(progressive),
            0xC2 => progressive = true,
            _ => {}
        }
        // All others have a length, which includes itself.
        let (length, _) = segment.split_first_chunk::<2>()?;
        let length = usize::from(u16::from_be_bytes(*length));
        rest = segment.get(length..).unwrap_or_default();
    }
}

/// Refuses pictures and frames that no patch fits in.
pub(in crate::source) fn check_size(
    width: usize,
    height: usize,
    smallest_px: usize,
) -> Result<(), String> {
    if width.min(height) < smallest_px {
        return Err(format!(
            "{width} x {height} pixels, but patch and motion need at least {smallest_px} x {smallest_px}"
        ));
    }
    Ok(())
}

/// Refuses levels that contrast normalisation cannot use; the difference of the highest and the lowest of a plane.
pub(in crate::source) fn check_range(picture: &Array3<f32>) -> Result<f32, String> {
    if picture.iter().any(|value| !value.is_finite()) {
        return Err("has values that are not finite".to_owned());
    }
    let mut largest = 0.0_f32;
    for plane in picture.axis_iter(Axis(0)) {
        let lowest = plane.iter().copied().fold(f32::INFINITY, f32::min);
        let highest = plane.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        if lowest < -LUMA_SLACK || highest > 1.0 + LUMA_SLACK {
            return Err(format!(
                "levels from {lowest} to {highest}, but floating-point pictures should lie in 0 to 1"
            ));
        }
        largest = largest.max(highest - lowest);
    }
    Ok(largest)
}
