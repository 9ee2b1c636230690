//! Readers of movies: files and folders as streams of frames.
//!
//! A reader holds one or two frames, whatever the length of its movie. Frames are levels in [0, 1], in the planes of the
//! channels that the reader was opened for, as they are stored: gamma and the range of video levels are kept. Of a video
//! file that is read in grey, ffmpeg stretches the video levels to all of [0, 1].

mod animation;
mod folder;
mod pages;
mod pipe;
mod video;
mod y4m;

pub(super) use animation::Animation;
pub(super) use folder::Folder;
pub(super) use pages::Pages;
pub(super) use video::{Video, is_sound_beyond};
pub(super) use y4m::{MAGIC as Y4M_MAGIC, Y4mFile};

use ndarray::Array3;

use super::decode::limits::MAX_SIDE;

/// Most pixels of a frame: those of 8K video.
const MAX_FRAME_PIXELS: usize = 7680 * 4320;

/// Asked within long work whether to go on.
pub(super) type GoesOn<'a> = &'a dyn Fn() -> bool;

/// What is known of a movie before its frames are decoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MovieInfo {
    /// Width of a frame, in pixels.
    pub(super) width: usize,
    /// Height of a frame, in pixels.
    pub(super) height: usize,
    /// Frames per second, if the file says so.
    pub(super) fps: Option<f64>,
    /// Number of frames, if the file says so; that of a video file is an estimate.
    pub(super) frames: Option<u64>,
}

/// A movie as a stream of frames.
///
/// Errors are the reason in one sentence, without the file's name.
pub(super) trait MovieReader {
    /// Size, speed and length.
    fn info(&self) -> MovieInfo;

    /// Makes frame `frame`, from 0 on, the next one. Beyond the last frame, `next` will find no more.
    ///
    /// # Errors
    /// When the movie cannot be read from there.
    fn seek(&mut self, frame: u64) -> Result<(), String>;

    /// Reads the next frame, levels `[channels, height, width]`; false after the last one.
    ///
    /// # Errors
    /// When the frame is damaged, or has another size than the movie.
    fn next(&mut self, frame: &mut Array3<f32>) -> Result<bool, String>;

    /// Whether frames read so far are known to be damaged, though they were decoded.
    fn is_damaged(&self) -> bool {
        false
    }

    /// Counts the frames of a movie that was just opened; too few when `goes_on` says to stop.
    ///
    /// # Errors
    /// When the movie cannot be read to its end.
    fn count(&mut self, goes_on: GoesOn<'_>) -> Result<u64, String> {
        read_all(self, goes_on)
    }
}

/// Reads the frames that are left, and counts them.
fn read_all<R: MovieReader + ?Sized>(reader: &mut R, goes_on: GoesOn<'_>) -> Result<u64, String> {
    let (mut frame, mut count) = (Array3::zeros((0, 0, 0)), 0);
    while goes_on() && reader.next(&mut frame)? {
        count += 1;
    }
    Ok(count)
}

/// Refuses frames that are empty or too large, before anything of their size is allocated.
fn check_size(width: usize, height: usize) -> Result<(), String> {
    if width.min(height) == 0 {
        return Err(format!("{width} x {height} pixels: frames without pixels"));
    }
    if width.max(height) > MAX_SIDE as usize || width * height > MAX_FRAME_PIXELS {
        return Err(format!(
            "{width} x {height} pixels, but movies are read up to {MAX_SIDE} pixels a side and {} megapixels a frame: \
             make it smaller",
            MAX_FRAME_PIXELS / 1_000_000
        ));
    }
    Ok(())
}

/// Puts a decoded frame into `frame`, if it has the movie's size.
fn put(planes: Array3<f32>, info: MovieInfo, frame: &mut Array3<f32>) -> Result<(), String> {
    let (_, height, width) = planes.dim();
    if (width, height) != (info.width, info.height) {
        return Err(format!(
            "a frame of {width} x {height} pixels in a movie of {} x {}: make all frames of one size",
            info.width, info.height
        ));
    }
    *frame = planes;
    Ok(())
}
