//! Frames to a file.

use std::path::Path;

use super::apng::ApngEncoder;
use super::colors::Colors;
use super::error::ClipError;
use super::frame::Frame;
use super::gif::GifEncoder;
use super::options::{ClipFormat, ClipOptions};
use super::schedule::Schedule;
use super::video::VideoEncoder;

/// Takes the frames of a clip in their order.
pub(super) trait Encode {
    /// Takes the next frames.
    fn write(&mut self, frames: &[Frame]) -> Result<(), ClipError>;

    /// Ends the file, after all frames of the schedule.
    fn finish(self: Box<Self>) -> Result<(), ClipError>;
}

/// Starts a file of frames of this size at `path`; the palette is that of a GIF.
pub(super) fn encoder<'a>(
    path: &Path,
    options: &ClipOptions,
    schedule: Schedule,
    size: [usize; 2],
    colors: &'a Colors,
) -> Result<Box<dyn Encode + 'a>, ClipError> {
    Ok(match options.format {
        ClipFormat::Gif => Box::new(GifEncoder::new(path, options, schedule, size, colors)?),
        ClipFormat::Apng => Box::new(ApngEncoder::new(path, options, schedule, size)?),
        ClipFormat::Mp4 | ClipFormat::WebM => {
            Box::new(VideoEncoder::new(path, options, schedule, size)?)
        }
    })
}
