//! Video files, decoded by the ffmpeg that is installed.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use ndarray::Array3;

use super::pipe::Pipe;
use super::{GoesOn, MovieInfo, MovieReader, put, read_all};
use crate::channels::Channels;
use crate::ffmpeg::find_ffmpeg;

/// Frames before the end among which it is found by reading them.
const CLOSE: u64 = 64;
/// By how much further back from its supposed end a frame is looked for each time that none is there.
const FURTHER: u64 = 4;
/// The share of a time that is most of it.
const MOST: f64 = 0.5;

/// A video file. Its frames come at a constant rate, repeated or left out where the file's own rate varies.
pub(crate) struct Video<'a> {
    path: PathBuf,
    info: MovieInfo,
    channels: Channels,
    pipe: Pipe<'a>,
    goes_on: GoesOn<'a>,
}

impl<'a> Video<'a> {
    /// Starts to decode a file from its first frame. Waits for ffmpeg as long as `goes_on` says so.
    ///
    /// # Errors
    /// The reason, without the path: no ffmpeg, or nothing that it can decode.
    pub(crate) fn open(
        path: &Path,
        channels: Channels,
        goes_on: GoesOn<'a>,
    ) -> Result<Self, String> {
        let pipe = Pipe::start(&mut decoder(path, channels, None)?, channels, goes_on)?;
        let mut info = pipe.info.ok_or_else(|| pipe.complaint())?;
        let duration_secs = pipe.find_in_speech(duration).and_then(|said| secs(&said));
        let frames = duration_secs.zip(info.fps);
        info.frames = frames.map(|(secs, fps)| (secs * fps).round() as u64);
        Ok(Self {
            path: path.to_path_buf(),
            info,
            channels,
            pipe,
            goes_on,
        })
    }

    /// Starts to decode a file, of which this is known, from a frame on.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub(crate) fn open_at(
        path: &Path,
        (info, channels): (MovieInfo, Channels),
        frame: u64,
        goes_on: GoesOn<'a>,
    ) -> Result<Self, String> {
        Ok(Self {
            path: path.to_path_buf(),
            info,
            channels,
            pipe: start_at(path, (info, channels), frame, goes_on)?,
            goes_on,
        })
    }
}

/// Whether a file goes on without pictures, with sound or text, for most of the time that it tells beyond `frames` of them.
pub(crate) fn is_sound_beyond(
    path: &Path,
    info: MovieInfo,
    frames: u64,
    goes_on: GoesOn<'_>,
) -> bool {
    let Some((told, fps)) = info.frames.zip(info.fps) else {
        return false;
    };
    let [start_secs, told_secs] = [frames, told].map(|frames| frames as f64 / fps);
    let Ok(mut command) = opener(path, Some(start_secs)) else {
        return false;
    };
    command.args("-map 0 -map -0:v -c copy -f null -".split(' '));
    let Ok(pipe) = Pipe::start(&mut command, Channels::Grey, goes_on) else {
        return false;
    };
    let sound_secs = pipe.find_in_speech(last_time).and_then(|said| secs(&said));
    sound_secs.is_some_and(|secs| secs >= MOST * (told_secs - start_secs))
}

/// Has a file decoded from a frame on. Where none comes, beyond the end or where the file is damaged, the pipe is empty.
fn start_at<'a>(
    path: &Path,
    (info, channels): (MovieInfo, Channels),
    frame: u64,
    goes_on: GoesOn<'a>,
) -> Result<Pipe<'a>, String> {
    let fps = info.fps.ok_or("its frames per second are not known")?;
    // A little early, so that rounding never loses the frame itself.
    let start_secs = (frame as f64 - 0.1) / fps;
    let start_secs = (frame > 0).then_some(start_secs);
    let pipe = Pipe::start(&mut decoder(path, channels, start_secs)?, channels, goes_on)?;
    // Of a file that opens, ffmpeg tells the duration whether or not it finds frames.
    let opens = pipe.info.is_some() || pipe.find_in_speech(duration).is_some();
    if opens {
        Ok(pipe)
    } else {
        Err(pipe.complaint())
    }
}

impl MovieReader for Video<'_> {
    fn is_damaged(&self) -> bool {
        self.pipe.has_found_damage()
    }

    fn info(&self) -> MovieInfo {
        self.info
    }

    fn seek(&mut self, frame: u64) -> Result<(), String> {
        self.pipe = start_at(&self.path, (self.info, self.channels), frame, self.goes_on)?;
        Ok(())
    }

    fn next(&mut self, frame: &mut Array3<f32>) -> Result<bool, String> {
        match self.pipe.frame()? {
            Some(planes) => put(planes, self.info, frame).map(|()| true),
            None => Ok(false),
        }
    }

    /// The duration that a file tells is that of its longest stream, mostly but not always the pictures: the end is looked
    /// for from there backwards.
    fn count(&mut self, goes_on: GoesOn<'_>) -> Result<u64, String> {
        let Some(told) = self.info.frames else {
            return read_all(self, goes_on);
        };
        let mut frame = Array3::zeros((0, 0, 0));
        let (mut last, mut beyond, mut back) = (0, told + 1, CLOSE);
        while beyond - last > CLOSE && goes_on() {
            let middle = last.midpoint(beyond);
            let at = middle.max(beyond.saturating_sub(back));
            self.seek(at)?;
            match self.next(&mut frame)? {
                true => last = at,
                false => beyond = at,
            }
            back = back.saturating_mul(FURTHER);
        }
        self.seek(last)?;
        Ok(last + read_all(self, goes_on)?)
    }
}

/// The command that writes a file's frames from a moment on as YUV4MPEG2: the luma alone, or with all colours.
fn decoder(path: &Path, channels: Channels, start_secs: Option<f64>) -> Result<Command, String> {
    let mut command = opener(path, start_secs)?;
    command.args("-map 0:v:0 -f yuv4mpegpipe -strict -1 -pix_fmt".split(' '));
    command.arg(match channels {
        Channels::Grey => "gray",
        Channels::Rgb | Channels::Opponent => "yuv444p",
    });
    command.arg("pipe:1");
    Ok(command)
}

/// The beginning of a command that reads a file from a moment on.
fn opener(path: &Path, start_secs: Option<f64>) -> Result<Command, String> {
    let program =
        find_ffmpeg().map_err(|reason| format!("a video file, which needs ffmpeg: {reason}"))?;
    // As a file whatever its name, and with no other file or address that a playlist may name.
    let mut file = OsString::from("file:");
    file.push(path);
    let mut command = Command::new(program);
    command.args("-hide_banner -nostdin -nostats -threads 2 -protocol_whitelist file".split(' '));
    if let Some(secs) = start_secs {
        command.args(["-ss", &format!("{secs:.6}")]);
    }
    command.args([OsStr::new("-i"), &file]);
    Ok(command)
}

/// The duration in what ffmpeg says of a file that it opens: "00:01:02.50", or "N/A".
fn duration(speech: &str) -> Option<String> {
    let (_, rest) = speech.split_once("\n  Duration: ")?;
    Some(rest.split_once(',')?.0.to_owned())
}

/// How far ffmpeg came, in what it says at its end: "00:00:06.11", or "N/A".
fn last_time(speech: &str) -> Option<String> {
    let (_, rest) = speech.rsplit_once(" time=")?;
    Some(rest.split_once(' ')?.0.to_owned())
}

/// Such a duration in seconds.
fn secs(duration: &str) -> Option<f64> {
    let mut parts = duration.split(':');
    let mut part = || parts.next()?.parse::<f64>().ok();
    Some(part()? * 3600.0 + part()? * 60.0 + part()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_read_from_what_ffmpeg_says_once_it_is_said_whole() {
        let speech = "Input #0:\n  Duration: 01:02:03.50, start: 0.000000, bitrate: 1 kb/s";
        let said = duration(speech);
        assert_eq!(said.as_deref(), Some("01:02:03.50"));
        assert_eq!(secs("01:02:03.50"), Some(3723.5));
        assert_eq!(duration("Input #0:\n  Duration: 01:02:0"), None);
        assert_eq!(duration("nothing"), None);
        assert_eq!(secs("N/A"), None);
        let speech = "size=N/A time=00:00:06.11 bitrate=N/A speed=9e+04x    \nvideo:0kB audio:19kB";
        assert_eq!(last_time(speech).as_deref(), Some("00:00:06.11"));
        assert_eq!(last_time("size=N/A time=00:00"), None);
    }
}
