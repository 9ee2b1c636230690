//! What every encoder does.

use super::error::ClipError;
use super::frame::Frame;

/// Takes the frames of a clip in their order.
pub(super) trait FrameWriter {
    /// Takes the next frames.
    fn write(&mut self, frames: &[Frame]) -> Result<(), ClipError>;

    /// Ends the file, after all frames of the schedule.
    fn finish(self: Box<Self>) -> Result<(), ClipError>;
}
