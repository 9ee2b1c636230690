//! TIFF pictures from their samples.

use std::io::Cursor;

use image::{DynamicImage, ImageBuffer};
use tiff::ColorType;
use tiff::decoder::{Decoder, DecodingResult, Limits};

use crate::source::decode::limits::damaged;

/// A picture of grey 32-bit floats, which the decoder of pictures leaves out.
pub(in crate::source) struct FloatTiff<'a> {
    decoder: Decoder<Cursor<&'a [u8]>>,
    pub(in crate::source) size: (u32, u32),
}

impl<'a> FloatTiff<'a> {
    /// Opens a picture; `None` of other TIFF files.
    pub(in crate::source) fn open(bytes: &'a [u8], most_bytes: u64) -> Option<Self> {
        let mut limits = Limits::default();
        limits.decoding_buffer_size = usize::try_from(most_bytes).ok()?;
        let mut decoder = Decoder::new(Cursor::new(bytes)).ok()?.with_limits(limits);
        let is_grey = decoder.colortype().ok()? == ColorType::Gray(32);
        let size = decoder.dimensions().ok()?;
        is_grey.then_some(Self { decoder, size })
    }

    /// The picture.
    ///
    /// # Errors
    /// The reason: damaged, or its samples are no floats.
    pub(in crate::source) fn decode(mut self) -> Result<DynamicImage, String> {
        let samples = self.decoder.read_image().map_err(damaged)?;
        picture(ColorType::Gray(32), samples, self.size.0, self.size.1)
    }
}

/// A picture of these samples.
///
/// # Errors
/// When they are of a kind that is not read.
pub(in crate::source) fn picture(
    color: ColorType,
    samples: DecodingResult,
    width: u32,
    height: u32,
) -> Result<DynamicImage, String> {
    read(color, samples, width, height).ok_or_else(|| {
        format!("of the kind {color:?}, but grey and colour of 8 and 16 bits, and grey of 32-bit floats, are read")
    })
}

fn read(
    color: ColorType,
    samples: DecodingResult,
    width: u32,
    height: u32,
) -> Option<DynamicImage> {
    use ColorType::{Gray, GrayA, RGB, RGBA};
    use DecodingResult::{F32, U8, U16};
    Some(match (color, samples) {
        (Gray(8), U8(s)) => DynamicImage::ImageLuma8(ImageBuffer::from_raw(width, height, s)?),
        (GrayA(8), U8(s)) => DynamicImage::ImageLumaA8(ImageBuffer::from_raw(width, height, s)?),
        (RGB(8), U8(s)) => DynamicImage::ImageRgb8(ImageBuffer::from_raw(width, height, s)?),
        (RGBA(8), U8(s)) => DynamicImage::ImageRgba8(ImageBuffer::from_raw(width, height, s)?),
        (Gray(16), U16(s)) => DynamicImage::ImageLuma16(ImageBuffer::from_raw(width, height, s)?),
        (GrayA(16), U16(s)) => DynamicImage::ImageLumaA16(ImageBuffer::from_raw(width, height, s)?),
        (RGB(16), U16(s)) => DynamicImage::ImageRgb16(ImageBuffer::from_raw(width, height, s)?),
        (RGBA(16), U16(s)) => DynamicImage::ImageRgba16(ImageBuffer::from_raw(width, height, s)?),
        (Gray(32), F32(s)) => {
            let colour = s.iter().flat_map(|&level| [level; 3]).collect();
            DynamicImage::ImageRgb32F(ImageBuffer::from_raw(width, height, colour)?)
        }
        _ => return None,
    })
}
