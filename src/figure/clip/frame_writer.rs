//! What every encoder does.

use super::error::ClipError;
use super::frame::Frame;

/// Called now and then by what takes long; fails when it is to stop.
pub(super) type Watch<'a> = &'a mut dyn FnMut() -> Result<(), ClipError>;

/// Takes the frames of a clip in their order.
pub(super) trait FrameWriter {
    /// Takes the next frames.
    fn write(&mut self, frames: &[Frame], watch: Watch<'_>) -> Result<(), ClipError>;

    /// Ends the file, after all frames of the schedule.
    fn finish(self: Box<Self>, watch: Watch<'_>) -> Result<(), ClipError>;
}
