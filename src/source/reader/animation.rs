//! Animated pictures: GIF, APNG and animated WebP.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use image::codecs::{gif::GifDecoder, png::PngDecoder, webp::WebPDecoder};
use image::{
    AnimationDecoder, DynamicImage, Frame, Frames, ImageDecoder, ImageError, ImageFormat,
    ImageResult, Limits,
};
use ndarray::Array3;

use super::{GoesOn, MovieInfo, MovieReader, check_size, put, read_all};
use crate::channels::Channels;
use crate::source::decode::limits::MAX_BYTES;
use crate::source::decode::planes::to_planes;
use crate::source::decode::undecodable;

/// An animated picture. Frames are decoded one after the other: to go back is to begin again.
pub(crate) struct Animation {
    path: PathBuf,
    format: ImageFormat,
    info: MovieInfo,
    channels: Channels,
    frames: Frames<'static>,
    /// The next frame, where it was decoded already.
    first: Option<Frame>,
    /// Frames read so far.
    done: u64,
    /// How long these stay, in milliseconds.
    shown_ms: f64,
}

impl Animation {
    /// Opens a picture of this format, animated or not.
    ///
    /// # Errors
    /// The reason, without the path.
    pub(crate) fn open(
        path: &Path,
        format: ImageFormat,
        channels: Channels,
    ) -> Result<Self, String> {
        let (mut frames, [width, height]) = frames(path, format)?;
        let first = frames.next().transpose().map_err(undecodable)?;
        let first = first.ok_or("a movie without frames")?;
        let info = MovieInfo {
            width,
            height,
            // Frames may stay for unequal times: known once all are read.
            fps: None,
            frames: None,
        };
        Ok(Self {
            path: path.to_path_buf(),
            format,
            info,
            channels,
            frames,
            first: Some(first),
            done: 0,
            shown_ms: 0.0,
        })
    }

    fn frame(&mut self) -> ImageResult<Option<Frame>> {
        let frame = match self.first.take() {
            Some(first) => Some(first),
            None => self.frames.next().transpose()?,
        };
        if let Some(frame) = &frame {
            let (above, below) = frame.delay().numer_denom_ms();
            self.shown_ms += f64::from(above) / f64::from(below);
            self.done += 1;
        }
        Ok(frame)
    }

    /// Names the frame that cannot be decoded.
    fn damaged(&self, error: ImageError) -> String {
        format!("frame {} is {}", self.done + 1, undecodable(error))
    }
}

impl MovieReader for Animation {
    fn info(&self) -> MovieInfo {
        self.info
    }

    fn count(&mut self, goes_on: GoesOn<'_>) -> Result<u64, String> {
        let count = read_all(self, goes_on)?;
        self.info.fps = (self.shown_ms > 0.0).then(|| 1000.0 * self.done as f64 / self.shown_ms);
        Ok(count)
    }

    fn seek(&mut self, frame: u64) -> Result<(), String> {
        if frame < self.done {
            *self = Self::open(&self.path, self.format, self.channels)?;
        }
        while self.done < frame {
            let decoded = self.frame();
            if decoded.map_err(|error| self.damaged(error))?.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn next(&mut self, frame: &mut Array3<f32>) -> Result<bool, String> {
        let decoded = self.frame();
        let Some(decoded) = decoded.map_err(|error| self.damaged(error))? else {
            return Ok(false);
        };
        let picture = DynamicImage::ImageRgba8(decoded.into_buffer());
        put(to_planes(&picture, self.channels)?, self.info, frame)?;
        Ok(true)
    }
}

/// The frames, and their width and height in pixels.
fn frames(path: &Path, format: ImageFormat) -> Result<(Frames<'static>, [usize; 2]), String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let file = BufReader::new(file);
    match format {
        ImageFormat::Gif => {
            let (decoder, size) = limited(GifDecoder::new(file))?;
            Ok((decoder.into_frames(), size))
        }
        ImageFormat::Png => {
            let (decoder, size) = limited(PngDecoder::new(file))?;
            let animated = decoder.apng().map_err(undecodable)?;
            Ok((animated.into_frames(), size))
        }
        ImageFormat::WebP => {
            let (decoder, size) = limited(WebPDecoder::new(file))?;
            Ok((decoder.into_frames(), size))
        }
        other => Err(format!("{other:?} has no animations")),
    }
}

/// A decoder within the limits, and the size of its frames.
fn limited<D: ImageDecoder>(decoder: ImageResult<D>) -> Result<(D, [usize; 2]), String> {
    let mut decoder = decoder.map_err(undecodable)?;
    let size = <[u32; 2]>::from(decoder.dimensions()).map(|side| side as usize);
    check_size(size[0], size[1])?;
    let mut limits = Limits::no_limits();
    // WebP's decoder does not keep to it, hence the limit on the size of frames.
    limits.max_alloc = Some(MAX_BYTES);
    decoder.set_limits(limits).map_err(undecodable)?;
    Ok((decoder, size))
}
