//! Frames as APNG: all colours, and of each frame only the rectangle that is not as before.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, EncodingError, Writer};

use super::error::ClipError;
use super::frame::{Frame, part};
use super::frame_writer::{FrameWriter, Watch};
use super::options::ClipOptions;
use super::schedule::Schedule;

pub(super) struct ApngEncoder {
    path: PathBuf,
    writer: Writer<BufWriter<File>>,
    schedule: Schedule,
    last: Option<Frame>,
    written: usize,
}

impl ApngEncoder {
    pub(super) fn new(
        path: &Path,
        options: &ClipOptions,
        schedule: Schedule,
        size: [usize; 2],
    ) -> Result<Self, ClipError> {
        let file = File::create(path).map_err(|error| ClipError::file(path, error))?;
        let [width, height] = size.map(|side| side as u32);
        let mut encoder = Encoder::new(BufWriter::new(file), width, height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        let plays = if options.loops { 0 } else { 1 };
        let started = || -> Result<_, EncodingError> {
            encoder.set_animated(schedule.frames as u32, plays)?;
            encoder.set_blend_op(BlendOp::Source)?;
            encoder.set_dispose_op(DisposeOp::None)?;
            encoder.write_header()
        };
        Ok(Self {
            path: path.to_owned(),
            writer: started().map_err(|error| ClipError::encode(path, error))?,
            schedule,
            last: None,
            written: 0,
        })
    }

    fn write_frame(&mut self, frame: &Frame) -> Result<(), EncodingError> {
        let [width, height] = frame.size;
        let at = match &self.last {
            Some(last) => Frame::changed(frame.size, |at| last.pixels[at] == frame.pixels[at]),
            None => [0, 0, width, height],
        };
        let ticks = self.schedule.ticks(self.written) as u16;
        let rate = self.schedule.frames_per_sec as u16;
        self.writer.set_frame_delay(ticks, rate)?;
        let [left, top, across, down] = at.map(|pixels| pixels as u32);
        // In between the rectangle has to stay within the picture.
        self.writer.reset_frame_position()?;
        self.writer.set_frame_dimension(across, down)?;
        self.writer.set_frame_position(left, top)?;
        let pixels = part(&frame.pixels, width, at);
        self.writer.write_image_data(pixels.as_flattened())
    }
}

impl FrameWriter for ApngEncoder {
    fn write(&mut self, frames: &[Frame], _: Watch<'_>) -> Result<(), ClipError> {
        for frame in frames {
            let written = self.write_frame(frame);
            written.map_err(|error| ClipError::encode(&self.path, error))?;
            self.last = Some(frame.clone());
            self.written += 1;
        }
        Ok(())
    }

    fn finish(self: Box<Self>, _: Watch<'_>) -> Result<(), ClipError> {
        let finished = self.writer.finish();
        finished.map_err(|error| ClipError::encode(&self.path, error))
    }
}
