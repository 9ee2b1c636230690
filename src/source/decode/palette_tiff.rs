//! TIFF pictures of a palette, which the decoder of TIFF refuses: their numbers are read as grey, then looked up.

use std::io::Cursor;

use image::{DynamicImage, ImageBuffer};
use tiff::TiffError;
use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::Tag;

use crate::source::decode::limits::damaged;

/// The tag of what the numbers of pixels mean.
const INTERPRETATION: u16 = 262;
/// Numbers in a palette.
const PALETTE: u16 = 3;
/// Levels of grey.
const GREY: u8 = 1;
/// What is said where the two do not go together.
const UNFIT: &str = "its palette does not fit its pixels; palettes of 8 bits are read";
/// Bytes of an entry: tag, type, count, value.
const ENTRY: usize = 12;

/// The decoder of the first picture in a TIFF file, if that has a palette: its size, then its colours.
pub(in crate::source) struct PaletteTiff {
    decoder: Decoder<Cursor<Vec<u8>>>,
    pub(in crate::source) size: (u32, u32),
    /// All reds, then all greens, then all blues.
    colors: Vec<u16>,
}

impl PaletteTiff {
    /// Opens a picture; `None` of other TIFF files.
    ///
    /// # Errors
    /// When it has no colours.
    pub(in crate::source) fn open(
        bytes: &[u8],
        most_bytes: u64,
    ) -> Option<Result<Self, TiffError>> {
        let at = palette_at(bytes)?;
        let mut bytes = bytes.to_vec();
        // In either order of bytes, the other one stays 0.
        bytes[at] = GREY * u8::from(bytes[at] != 0);
        bytes[at + 1] = GREY * u8::from(bytes[at + 1] != 0);
        Some(Self::read(bytes, most_bytes))
    }

    fn read(bytes: Vec<u8>, most_bytes: u64) -> Result<Self, TiffError> {
        let mut limits = Limits::default();
        limits.decoding_buffer_size = usize::try_from(most_bytes)?;
        let mut decoder = Decoder::new(Cursor::new(bytes))?.with_limits(limits);
        let colors = decoder.find_tag_unsigned_vec::<u16>(Tag::ColorMap)?;
        Ok(Self {
            size: decoder.dimensions()?,
            colors: colors.unwrap_or_default(),
            decoder,
        })
    }

    /// The picture.
    ///
    /// # Errors
    /// The reason: damaged, or its numbers are not of 8 bits.
    pub(in crate::source) fn decode(mut self) -> Result<DynamicImage, String> {
        let numbers = match self.decoder.read_image() {
            Ok(DecodingResult::U8(numbers)) => numbers,
            Ok(_) => return Err("its palette is not of 8 bits".to_owned()),
            Err(error) => return Err(damaged(error)),
        };
        let (width, height) = self.size;
        let each = self.colors.len() / 3;
        let is_whole = numbers.len() == width as usize * height as usize;
        if !is_whole || numbers.iter().any(|&number| usize::from(number) >= each) {
            return Err(UNFIT.to_owned());
        }
        // A number of 8 bits needs no more of a colour.
        let byte = |at: usize| (self.colors[at] >> 8) as u8;
        let color =
            |&number: &u8| [0, 1, 2].map(|channel| byte(channel * each + usize::from(number)));
        let samples = numbers.iter().flat_map(color).collect();
        ImageBuffer::from_raw(width, height, samples)
            .map(DynamicImage::ImageRgb8)
            .ok_or_else(|| UNFIT.to_owned())
    }
}

/// Where the first directory says that the picture has a palette of 8 bits.
fn palette_at(bytes: &[u8]) -> Option<usize> {
    let is_little = match bytes.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let pair = bytes.get(at..)?.first_chunk::<2>()?;
        Some(if is_little {
            u16::from_le_bytes(*pair)
        } else {
            u16::from_be_bytes(*pair)
        })
    };
    let first = bytes.get(4..)?.first_chunk::<4>()?;
    let first = if is_little {
        u32::from_le_bytes(*first)
    } else {
        u32::from_be_bytes(*first)
    } as usize;
    let entries = usize::from(short(first)?);
    let mut entries = (0..entries).map(|index| first + 2 + index * ENTRY);
    let entry = entries.find(|&at| short(at) == Some(INTERPRETATION))?;
    (short(entry + 8) == Some(PALETTE)).then_some(entry + 8)
}
