//! Video files, decoded by the ffmpeg that is installed.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use ndarray::Array2;

use super::pipe::Pipe;
use super::{GoesOn, MovieInfo, MovieReader, put};

/// The environment variable that names ffmpeg.
const VARIABLE: &str = "CELLSCOPE_FFMPEG";

/// The ffmpeg that the user chose while the program runs.
static CHOSEN: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Chooses the ffmpeg of the whole program, as the environment variable does, and before it. `None` leaves it to that.
pub fn choose_ffmpeg(program: Option<PathBuf>) {
    *CHOSEN.lock().unwrap_or_else(PoisonError::into_inner) = program;
}

/// The ffmpeg to use: the one [chosen](choose_ffmpeg), else the one that `CELLSCOPE_FFMPEG` names, else the first on PATH.
///
/// # Errors
/// One line that says what to do, when there is none.
pub fn find_ffmpeg() -> Result<PathBuf, String> {
    let chosen = CHOSEN.lock().unwrap_or_else(PoisonError::into_inner);
    let chosen = chosen.clone().map(|program| ("the setting", program));
    let of_environment = || Some((VARIABLE, std::env::var_os(VARIABLE)?.into()));
    find_in(chosen.or_else(of_environment), std::env::var_os("PATH"))
}

/// The program named, with who named it, or the first on the path.
fn find_in(named: Option<(&str, PathBuf)>, path: Option<OsString>) -> Result<PathBuf, String> {
    if let Some((who, named)) = named {
        return if named.is_file() {
            Ok(named)
        } else {
            Err(format!(
                "a video file, which needs ffmpeg, but {who} names {}, which is no file: let it name the ffmpeg program",
                named.display()
            ))
        };
    }
    let name = format!("ffmpeg{}", std::env::consts::EXE_SUFFIX);
    let folders = path.iter().flat_map(std::env::split_paths);
    let mut programs = folders.map(|folder| folder.join(&name));
    programs.find(|program| program.is_file()).ok_or_else(|| {
        format!(
            "a video file, which needs ffmpeg: install ffmpeg, or name it by {VARIABLE} or under Motion in the window"
        )
    })
}

/// A video file. Its frames come at a constant rate, repeated or left out where the file's own rate varies.
pub(crate) struct Video<'a> {
    path: PathBuf,
    program: PathBuf,
    info: MovieInfo,
    pipe: Pipe<'a>,
    goes_on: GoesOn<'a>,
}

impl<'a> Video<'a> {
    /// Starts to decode a file from its first frame. Waits for ffmpeg as long as `goes_on` says so.
    ///
    /// # Errors
    /// The reason, without the path: no ffmpeg, or nothing that it can decode.
    pub(crate) fn open(path: &Path, goes_on: GoesOn<'a>) -> Result<Self, String> {
        let program = find_ffmpeg()?;
        let pipe = Pipe::start(&mut decoder(&program, path, None), goes_on)?;
        let (mut info, speech) = (pipe.info, pipe.speech());
        let frames = duration_secs(&speech).zip(info.fps);
        info.frames = frames.map(|(secs, fps)| (secs * fps).round() as u64);
        Ok(Self {
            path: path.to_path_buf(),
            program,
            info,
            pipe,
            goes_on,
        })
    }
}

impl MovieReader for Video<'_> {
    fn info(&self) -> MovieInfo {
        self.info
    }

    fn seek(&mut self, frame: u64) -> Result<(), String> {
        let fps = self.info.fps.ok_or("its frames per second are not known")?;
        // A little early, so that rounding never loses the frame itself.
        let start_secs = (frame as f64 - 0.1) / fps;
        let start_secs = (frame > 0).then_some(start_secs);
        let mut command = decoder(&self.program, &self.path, start_secs);
        let pipe = Pipe::start(&mut command, self.goes_on);
        match pipe {
            Ok(pipe) => self.pipe = pipe,
            // Beyond the end there is no frame, hence no header either.
            Err(_) if self.info.frames.is_some_and(|frames| frame + 2 >= frames) => {
                while self.pipe.frame()?.is_some() {}
            }
            Err(reason) => return Err(reason),
        }
        Ok(())
    }

    fn next(&mut self, frame: &mut Array2<f32>) -> Result<bool, String> {
        match self.pipe.frame()? {
            Some(grey) => put(grey, self.info, frame).map(|()| true),
            None => Ok(false),
        }
    }
}

/// The command that writes a file's frames from a moment on as grey YUV4MPEG2.
fn decoder(program: &Path, path: &Path, start_secs: Option<f64>) -> Command {
    // As a file whatever its name, and with no other file or address that a playlist may name.
    let mut file = OsString::from("file:");
    file.push(path);
    let mut command = Command::new(program);
    command.args("-hide_banner -nostdin -nostats -threads 2 -protocol_whitelist file".split(' '));
    if let Some(secs) = start_secs {
        command.args(["-ss", &format!("{secs:.6}")]);
    }
    command.args([OsStr::new("-i"), &file]);
    command.args("-map 0:v:0 -f yuv4mpegpipe -strict -1 -pix_fmt gray pipe:1".split(' '));
    command
}

/// The duration that ffmpeg says of a file: `Duration: 00:01:02.50`.
fn duration_secs(speech: &str) -> Option<f64> {
    let (_, rest) = speech.split_once("Duration: ")?;
    let mut parts = rest.split([',', ' ']).next()?.split(':');
    let mut part = || parts.next()?.parse::<f64>().ok();
    Some(part()? * 3600.0 + part()? * 60.0 + part()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_read_from_what_ffmpeg_says() {
        let speech = "  Duration: 01:02:03.50, start: 0.000000, bitrate: 1 kb/s";
        assert_eq!(duration_secs(speech), Some(3723.5));
        assert_eq!(duration_secs("  Duration: N/A, bitrate: N/A"), None);
        assert_eq!(duration_secs("nothing"), None);
    }

    #[test]
    fn without_ffmpeg_one_line_says_what_to_do() {
        let folder = tempfile::tempdir().expect("a folder");
        let empty = Some(folder.path().as_os_str().to_owned());
        let none = find_in(None, empty.clone()).expect_err("no program there");
        assert!(none.contains("install ffmpeg"), "{none}");
        let named = Some(("the setting", "/no/such/program".into()));
        let wrong = find_in(named, empty).expect_err("no such file");
        assert!(
            wrong.contains("the setting names /no/such/program"),
            "{wrong}"
        );
    }
}
