//! Frames as a video, by an ffmpeg that the user has. A thread of its own fills the pipe, so that one that hangs can be
//! left.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, SendTimeoutError, Sender, bounded};

use super::error::ClipError;
use super::frame::Frame;
use super::frame_writer::{FrameWriter, Watch};
use super::options::{ClipFormat, ClipOptions};
use super::schedule::Schedule;
use crate::ffmpeg::{find_ffmpeg, set_apart};

/// Bytes of what ffmpeg says that are read, at most.
const SAID: u64 = 4096;

/// How often it is asked whether to go on, while ffmpeg takes its time.
const WATCH_EVERY: Duration = Duration::from_millis(50);

pub(super) struct VideoEncoder {
    path: PathBuf,
    program: PathBuf,
    ffmpeg: Ffmpeg,
    /// Frames on their way to ffmpeg, each with how often it is shown; `None` after the last.
    frames: Option<Sender<(Frame, u32)>>,
    /// Hears when all frames are in the pipe; closed when the pipe is.
    all_sent: Receiver<()>,
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
        let program = match &options.ffmpeg {
            Some(named) => named.clone(),
            None => find_ffmpeg().map_err(ClipError::NoFfmpeg)?,
        };
        let mut command = Command::new(&program);
        command.args(["-hide_banner", "-loglevel", "error", "-y"]);
        command.args([
            "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", &size, "-r", &rate,
        ]);
        command.args([
            "-i", "pipe:0", "-an", "-pix_fmt", "yuv420p", "-crf", "18", "-b:v", "0",
        ]);
        if options.format == ClipFormat::WebM {
            // By default the encoder takes twice the time, for a file that is a seventh smaller.
            command.args(["-deadline", "good", "-cpu-used", "4", "-row-mt", "1"]);
        }
        command.args(["-f", options.format.extension()]);
        // A path that begins with a dash is no option.
        command.arg(std::path::absolute(path).map_err(io)?);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(stderr);
        set_apart(&mut command);
        let mut process = match command.spawn() {
            Ok(process) => process,
            Err(source) => return Err(ClipError::FfmpegNotStarted { program, source }),
        };
        let pipe = process.stdin.take();
        let ffmpeg = Ffmpeg { process, says };
        let (frames, to_send) = bounded(1);
        let (tell, all_sent) = bounded(1);
        let thread = std::thread::Builder::new().name("cellscope-clip-pipe".to_owned());
        let fed = thread.spawn(move || {
            let sent = pipe.map(|pipe| send(pipe, &to_send));
            if matches!(sent, Some(Ok(()))) {
                // Nobody listens to a clip that was stopped.
                let _ = tell.send(());
            }
        });
        fed.map_err(io)?;
        Ok(Self {
            path: path.to_owned(),
            program,
            ffmpeg,
            frames: Some(frames),
            all_sent,
            schedule,
            written: 0,
        })
    }

    /// How ffmpeg ended.
    fn ended(&mut self, watch: Watch<'_>) -> Result<ExitStatus, ClipError> {
        loop {
            let ended = self.ffmpeg.process.try_wait();
            if let Some(status) = ended.map_err(|error| ClipError::file(&self.path, error))? {
                return Ok(status);
            }
            watch()?;
            std::thread::sleep(WATCH_EVERY);
        }
    }

    /// Why ffmpeg failed: its first line.
    fn failed(&mut self) -> ClipError {
        let mut said = Vec::new();
        let says = &mut self.ffmpeg.says;
        // What cannot be read is not told.
        let _ = says.rewind();
        let _ = says.take(SAID).read_to_end(&mut said);
        let said = String::from_utf8_lossy(&said);
        let line = said.lines().find(|line| !line.trim().is_empty());
        let reason = match line {
            Some(line) => format!("ffmpeg: {}", line.trim()),
            None => format!(
                "{} ended without a word; name an ffmpeg by --ffmpeg or CELLSCOPE_FFMPEG, or write a GIF",
                self.program.display()
            ),
        };
        ClipError::encode(&self.path, reason)
    }
}

impl FrameWriter for VideoEncoder {
    fn write(&mut self, frames: &[Frame], watch: Watch<'_>) -> Result<(), ClipError> {
        for frame in frames {
            let mut next = (frame.clone(), self.schedule.ticks(self.written));
            loop {
                let queue = self.frames.as_ref();
                let queue = queue.expect("the queue is open until the last frame");
                match queue.send_timeout(next, WATCH_EVERY) {
                    Ok(()) => break,
                    Err(SendTimeoutError::Timeout(back)) => {
                        watch()?;
                        next = back;
                    }
                    Err(SendTimeoutError::Disconnected(_)) => {
                        // Its last words come before its end.
                        self.ended(watch)?;
                        return Err(self.failed());
                    }
                }
            }
            self.written += 1;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, watch: Watch<'_>) -> Result<(), ClipError> {
        self.frames = None;
        let is_whole = loop {
            match self.all_sent.recv_timeout(WATCH_EVERY) {
                Ok(()) => break true,
                Err(RecvTimeoutError::Disconnected) => break false,
                Err(RecvTimeoutError::Timeout) => watch()?,
            }
        };
        let status = self.ended(watch)?;
        if is_whole && status.success() {
            Ok(())
        } else {
            Err(self.failed())
        }
    }
}

/// Writes frames to the pipe until there are no more.
fn send(mut pipe: ChildStdin, frames: &Receiver<(Frame, u32)>) -> io::Result<()> {
    for (frame, ticks) in frames {
        for _ in 0..ticks {
            pipe.write_all(frame.pixels.as_flattened())?;
        }
    }
    Ok(())
}
