//! Frames as GIF: one palette, and of each frame only what is not as before.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use gif::{DisposalMethod, Encoder, Repeat};
use rayon::prelude::*;

use super::colors::{AS_BEFORE, Colors};
use super::error::ClipError;
use super::frame::{Frame, part};
use super::frame_writer::{FrameWriter, Watch};
use super::options::ClipOptions;
use super::schedule::Schedule;

pub(super) struct GifEncoder<'a> {
    path: PathBuf,
    encoder: Encoder<BufWriter<File>>,
    colors: &'a Colors,
    schedule: Schedule,
    size: [usize; 2],
    /// The colours of the frame written last; none before the first.
    last: Vec<u8>,
    written: usize,
}

impl<'a> GifEncoder<'a> {
    pub(super) fn new(
        path: &Path,
        options: &ClipOptions,
        schedule: Schedule,
        size: [usize; 2],
        colors: &'a Colors,
    ) -> Result<Self, ClipError> {
        let file = File::create(path).map_err(|error| ClipError::file(path, error))?;
        let sides = size.map(u16::try_from);
        let [Ok(width), Ok(height)] = sides else {
            let reason = format!("{} x {} pixels are too many for a GIF", size[0], size[1]);
            return Err(ClipError::encode(path, reason));
        };
        let failed = |error| ClipError::encode(path, error);
        let (writer, palette) = (BufWriter::new(file), colors.palette());
        let mut encoder = Encoder::new(writer, width, height, &palette).map_err(failed)?;
        if options.loops {
            encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        }
        Ok(Self {
            path: path.to_owned(),
            encoder,
            colors,
            schedule,
            size,
            last: Vec::new(),
            written: 0,
        })
    }

    /// A frame, encoded.
    fn encode(&self, before: &[u8], now: &[u8]) -> gif::Frame<'static> {
        let ([width, _], is_first) = (self.size, before.is_empty());
        let at = if is_first {
            [0, 0, width, self.size[1]]
        } else {
            Frame::changed(self.size, |pixel| before[pixel] == now[pixel])
        };
        let frame = |buffer: Vec<u8>| {
            let [left, top, width, height] = at.map(|pixels| pixels as u16);
            let mut frame = gif::Frame {
                left,
                top,
                width,
                height,
                buffer: Cow::Owned(buffer),
                dispose: DisposalMethod::Keep,
                transparent: Some(AS_BEFORE),
                ..gif::Frame::default()
            };
            frame.make_lzw_pre_encoded();
            frame
        };
        let whole = frame(part(now, width, at));
        if is_first {
            return whole;
        }
        let pairs = before.iter().zip(now);
        let changes: Vec<u8> = pairs
            .map(|(before, now)| if before == now { AS_BEFORE } else { *now })
            .collect();
        let changes = frame(part(&changes, width, at));
        if changes.buffer.len() < whole.buffer.len() {
            changes
        } else {
            whole
        }
    }
}

impl FrameWriter for GifEncoder<'_> {
    fn write(&mut self, frames: &[Frame], _: Watch<'_>) -> Result<(), ClipError> {
        let numbers = frames.par_iter().map(|frame| self.colors.numbers(frame));
        let mut numbers: Vec<_> = numbers.collect();
        let encoded = (0..numbers.len()).into_par_iter().map(|at| {
            let before = if at == 0 {
                &self.last
            } else {
                &numbers[at - 1]
            };
            self.encode(before, &numbers[at])
        });
        let encoded: Vec<_> = encoded.collect();
        for mut frame in encoded {
            frame.delay = self.schedule.centiseconds(self.written);
            let written = self.encoder.write_lzw_pre_encoded_frame(&frame);
            written.map_err(|error| ClipError::encode(&self.path, error))?;
            self.written += 1;
        }
        if let Some(last) = numbers.pop() {
            self.last = last;
        }
        Ok(())
    }

    fn finish(self: Box<Self>, _: Watch<'_>) -> Result<(), ClipError> {
        let written = self.encoder.into_inner();
        let mut file = written.map_err(|error| ClipError::encode(&self.path, error))?;
        file.flush()
            .map_err(|error| ClipError::file(&self.path, error))
    }
}
