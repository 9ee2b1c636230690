//! A program that writes a movie to its output: frames come through a bounded channel, so that one that hangs is
//! noticed, and what it says is always read, so that it never waits for that.

use std::io::{BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use ndarray::Array3;

use super::y4m::Y4mStream;
use super::{GoesOn, MovieInfo};
use crate::channels::Channels;
use crate::ffmpeg::set_apart;

/// Longest wait for a frame.
const PATIENCE: Duration = Duration::from_secs(15);
/// How often is asked whether to go on waiting.
const ASKING: Duration = Duration::from_millis(50);
/// Frames that wait to be taken.
const QUEUE: usize = 2;
/// What ffmpeg says of frames that it decodes though they are damaged.
const DAMAGE: [&str; 3] = ["concealing ", "rror while decoding", "orrupt"];
/// Bytes kept of the first and of the last that the program says.
const KEPT_SPEECH: usize = 65_536;

/// What the program's output holds, in this order: the size, then the frames.
enum Part {
    Header(MovieInfo),
    Frame(Array3<f32>),
}

/// A program that runs. Dropping it ends the program.
pub(super) struct Pipe<'a> {
    child: Child,
    goes_on: GoesOn<'a>,
    parts: Receiver<Result<Part, String>>,
    speech: Arc<Mutex<String>>,
    /// Closed once all that the program said is heard.
    is_heard: Receiver<()>,
    /// Size and speed of the frames; `None` where the program wrote nothing.
    pub(super) info: Option<MovieInfo>,
}

impl<'a> Pipe<'a> {
    /// Starts the program and waits for the size of its frames, or its end, as long as `goes_on` says so.
    pub(super) fn start(
        command: &mut Command,
        channels: Channels,
        goes_on: GoesOn<'a>,
    ) -> Result<Self, String> {
        let program = command.get_program().to_string_lossy().into_owned();
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // When this program ends the pipes close, and the other cannot write any more.
        set_apart(command);
        let mut child = command
            .spawn()
            .map_err(|error| format!("{program} does not start: {error}"))?;
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let speech = Arc::new(Mutex::new(String::new()));
        let (sender, parts) = bounded(QUEUE);
        let heard = Arc::clone(&speech);
        let (listening, is_heard) = bounded::<()>(1);
        let spawned = spawn("cellscope-frames", move || {
            if let Some(output) = output {
                read_frames(BufReader::new(output), channels, &sender);
            }
        })
        .and_then(|()| {
            spawn("cellscope-ffmpeg-log", move || {
                if let Some(errors) = errors {
                    listen(errors, &heard);
                }
                drop(listening);
            })
        });
        let mut pipe = Self {
            child,
            goes_on,
            parts,
            speech,
            is_heard,
            info: None,
        };
        spawned.map_err(|error| format!("no thread to read from {program}: {error}"))?;
        if let Some(Part::Header(info)) = pipe.part()? {
            pipe.info = Some(info);
        }
        Ok(pipe)
    }

    /// What the program says, up to where this finds in it what it looks for; `None` where it does not say that. It is
    /// waited for: what is written first may be heard last.
    pub(super) fn find_in_speech<T>(&self, find: impl Fn(&str) -> Option<T>) -> Option<T> {
        let since = Instant::now();
        let mut wait = Duration::ZERO;
        loop {
            let heard = self.is_heard.recv_timeout(wait);
            let found = find(&self.speech.lock().unwrap_or_else(PoisonError::into_inner));
            let is_over = heard != Err(RecvTimeoutError::Timeout) || since.elapsed() >= PATIENCE;
            if found.is_some() || is_over || !(self.goes_on)() {
                return found;
            }
            wait = ASKING;
        }
    }

    /// Whether the program said by now that what it decoded was damaged.
    pub(super) fn has_found_damage(&self) -> bool {
        let speech = self.speech.lock().unwrap_or_else(PoisonError::into_inner);
        // Other lines tell names that people gave.
        let mut told = speech.lines().filter(|line| line.starts_with(['[', 'E']));
        told.any(|line| DAMAGE.iter().any(|words| line.contains(words)))
    }

    /// The next frame; `None` at the end.
    pub(super) fn frame(&mut self) -> Result<Option<Array3<f32>>, String> {
        match self.part()? {
            Some(Part::Frame(frame)) => Ok(Some(frame)),
            _ => Ok(None),
        }
    }

    fn part(&mut self) -> Result<Option<Part>, String> {
        let since = Instant::now();
        let reason = loop {
            match self.parts.recv_timeout(ASKING) {
                Ok(part) => return part.map(Some),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if !(self.goes_on)() => {
                    break "reading was stopped".to_owned();
                }
                Err(RecvTimeoutError::Timeout) if since.elapsed() >= PATIENCE => {
                    break format!(
                        "ffmpeg gave no frame within {} seconds and was stopped; check that the file plays",
                        PATIENCE.as_secs()
                    );
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        // Its threads end with it.
        drop(self.child.kill());
        Err(reason)
    }

    /// Why there is no movie: the last that the program said.
    pub(super) fn complaint(&self) -> String {
        self.find_in_speech(|_| None::<()>);
        let speech = self.speech.lock().unwrap_or_else(PoisonError::into_inner);
        if speech.contains("matches no streams") {
            return "no moving pictures in it, only sound or text: give a video".to_owned();
        }
        if speech.contains("Invalid data found") {
            return "damaged or cut short: ffmpeg finds no video in it".to_owned();
        }
        let last = speech.lines().rev().find(|line| !line.trim().is_empty());
        let last = last.unwrap_or("no message").trim();
        format!("ffmpeg finds no video in it: {last}")
    }
}

impl Drop for Pipe<'_> {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    let builder = std::thread::Builder::new().name(name.to_owned());
    builder.spawn(work).map(|_| ())
}

/// Sends the size and every frame, until nobody takes them.
fn read_frames(
    output: impl std::io::BufRead,
    channels: Channels,
    parts: &Sender<Result<Part, String>>,
) {
    let mut stream = match Y4mStream::new(output, channels) {
        Ok(stream) => stream,
        // A program that writes nothing says why elsewhere.
        Err(reason) if reason == "empty file" => return,
        Err(reason) => return drop(parts.send(Err(reason))),
    };
    if parts.send(Ok(Part::Header(stream.info))).is_err() {
        return;
    }
    loop {
        let mut frame = Array3::zeros((0, 0, 0));
        let part = match stream.next(&mut frame) {
            Ok(true) => Ok(Part::Frame(frame)),
            Ok(false) => return,
            Err(reason) => Err(reason),
        };
        let is_last = part.is_err();
        if parts.send(part).is_err() || is_last {
            return;
        }
    }
}

/// Reads all that the program says; keeps the beginning, which describes the file, and the end.
fn listen(mut errors: impl Read, speech: &Mutex<String>) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = errors.read(&mut bytes) {
        let mut speech = speech.lock().unwrap_or_else(PoisonError::into_inner);
        speech.push_str(&String::from_utf8_lossy(&bytes[..count]));
        if speech.len() > 2 * KEPT_SPEECH + bytes.len() {
            let start = speech.floor_char_boundary(KEPT_SPEECH);
            let end = speech.ceil_char_boundary(speech.len() - KEPT_SPEECH);
            speech.replace_range(start..end, "\n");
        }
    }
}
