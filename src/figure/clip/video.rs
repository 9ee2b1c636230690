//! Frames as a video, by an ffmpeg that the user has.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::error::ClipError;
use super::frame::Frame;
use super::frame_writer::FrameWriter;
use super::options::ClipOptions;
use super::schedule::Schedule;

/// Bytes of what ffmpeg says that are read, at most.
const SAID: u64 = 4096;

pub(super) struct VideoEncoder {
    path: PathBuf,
    ffmpeg: Ffmpeg,
    schedule: Schedule,
    written: usize,
}

/// A process that is gone with its handle.
struct Ffmpeg {
    process: Child,
    /// What it says: into a file, because a full pipe that nobody reads would stop it.
    says: File,
}

impl Drop for Ffmpeg {
    fn drop(&mut self) {
        // One that has ended cannot be killed, and waits for nobody.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl VideoEncoder {
    pub(super) fn new(
        path: &Path,
        options: &ClipOptions,
        schedule: Schedule,
        [width, height]: [usize; 2],
    ) -> Result<Self, ClipError> {
        let io = |error| ClipError::file(path, error);
        let says = tempfile::tempfile().map_err(io)?;
        let stderr = says.try_clone().map_err(io)?;
        let (size, rate) = (
            format!("{width}x{height}"),
            schedule.frames_per_sec.to_string(),
        );
        let mut command = Command::new(&options.ffmpeg);
        command.args(["-hide_banner", "-loglevel", "error", "-y"]);
        command.args([
            "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", &size, "-r", &rate,
        ]);
        command.args([
            "-i", "pipe:0", "-an", "-pix_fmt", "yuv420p", "-crf", "18", "-b:v", "0",
        ]);
        command.args(["-f", options.format.extension()]);
        // A path that begins with a dash is no option.
        command.arg(std::path::absolute(path).map_err(io)?);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(stderr);
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // Ctrl-C is for this program, which then stops ffmpeg.
            command.process_group(0);
        }
        let process = command.spawn().map_err(|source| ClipError::NoFfmpeg {
            program: options.ffmpeg.clone(),
            source,
        })?;
        Ok(Self {
            path: path.to_owned(),
            ffmpeg: Ffmpeg { process, says },
            schedule,
            written: 0,
        })
    }

    fn send(&mut self, frame: &Frame) -> io::Result<()> {
        let pipe = self.ffmpeg.process.stdin.as_mut();
        let pipe = pipe.expect("the pipe is open until the last frame");
        for _ in 0..self.schedule.ticks(self.written) {
            pipe.write_all(frame.pixels.as_flattened())?;
        }
        self.written += 1;
        Ok(())
    }

    /// Why ffmpeg failed: its first line.
    fn failed(&mut self) -> ClipError {
        let mut said = String::new();
        let says = &mut self.ffmpeg.says;
        // What cannot be read is not told.
        let _ = says.rewind();
        let _ = says.take(SAID).read_to_string(&mut said);
        let line = said.lines().find(|line| !line.trim().is_empty());
        let line = line.unwrap_or("it ended without a word");
        ClipError::encode(&self.path, format!("ffmpeg: {}", line.trim()))
    }
}

impl FrameWriter for VideoEncoder {
    fn write(&mut self, frames: &[Frame]) -> Result<(), ClipError> {
        for frame in frames {
            if self.send(frame).is_err() {
                // Its last words come before its end.
                let _ = self.ffmpeg.process.wait();
                return Err(self.failed());
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), ClipError> {
        drop(self.ffmpeg.process.stdin.take());
        match self.ffmpeg.process.wait() {
            Ok(status) if status.success() => Ok(()),
            _ => Err(self.failed()),
        }
    }
}
