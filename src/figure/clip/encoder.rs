//! The encoder of each format.

use std::path::Path;

use super::apng::ApngEncoder;
use super::colors::Colors;
use super::error::ClipError;
use super::frame_writer::FrameWriter;
use super::gif::GifEncoder;
use super::options::{ClipFormat, ClipOptions};
use super::schedule::Schedule;
use super::video::VideoEncoder;

/// Starts a file of frames of this size at `path`; the palette is that of a GIF.
pub(super) fn encoder<'a>(
    path: &Path,
    options: &ClipOptions,
    schedule: Schedule,
    size: [usize; 2],
    colors: &'a Colors,
) -> Result<Box<dyn FrameWriter + 'a>, ClipError> {
    Ok(match options.format {
        ClipFormat::Gif => Box::new(GifEncoder::new(path, options, schedule, size, colors)?),
        ClipFormat::Apng => Box::new(ApngEncoder::new(path, options, schedule, size)?),
        ClipFormat::Mp4 | ClipFormat::WebM => {
            Box::new(VideoEncoder::new(path, options, schedule, size)?)
        }
    })
}
