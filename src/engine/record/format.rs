//! The file of a run's history: the number of the run, then images of moments, one after the other, each with its length and
//! its CRC-32. Files of before runs had numbers begin with the first moment.
//!
//! A file that was cut off while it was written holds all moments before. A damaged image is left out.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use super::moment::Moment;
use super::packed::header;
use crate::engine::file_error::FileError;
use crate::engine::store::{HISTORY_START, RunId};
use crate::files::open_file;
use crate::words::counted;

/// Length and checksum before each image.
pub(super) const PREFIX: usize = 8;
/// Bytes of an image at most, above those of the largest model with several extra betas.
const MAX_IMAGE: u32 = 1 << 30;
/// How the image of a run's number begins; programs of before there was one leave it out as no moment.
const RUN: &str = "run ";
/// Bytes of it at most.
const MAX_RUN: usize = RUN.len() + 20;

/// How the file of a run begins.
pub(super) fn first_bytes(run: Option<RunId>) -> Vec<u8> {
    let mut start = HISTORY_START.to_vec();
    if let Some(run) = run {
        let image = format!("{RUN}{}", run.number()).into_bytes();
        start.extend(prefix_of(&image));
        start.extend(image);
    }
    start
}

/// The length and the checksum of an image.
pub(super) fn prefix_of(image: &[u8]) -> [u8; PREFIX] {
    let length = (image.len() as u32).to_le_bytes();
    let checksum = crc32fast::hash(image).to_le_bytes();
    std::array::from_fn(|at| if at < 4 { length[at] } else { checksum[at - 4] })
}

/// Opens a history, and reads whose it is; the file is behind its first bytes then.
pub(super) fn begin(path: &Path) -> Result<(File, Option<RunId>), FileError> {
    let mut file = open_file(path).map_err(|error| FileError::new(path, error))?;
    let mut magic = [0; HISTORY_START.len()];
    if file.read_exact(&mut magic).is_err() || &magic != HISTORY_START {
        return Err(FileError::new(path, "not the history of a model"));
    }
    // Where it is cut off, or the first moment's image: no number.
    let run = read_run(&mut file).ok().flatten();
    let sought = file.seek(SeekFrom::Start(HISTORY_START.len() as u64));
    sought.map_err(|error| FileError::new(path, error))?;
    Ok((file, run))
}

/// The number of a run, if that comes next in the file.
fn read_run(file: &mut File) -> std::io::Result<Option<RunId>> {
    let mut prefix = [0; PREFIX];
    file.read_exact(&mut prefix)?;
    let length = u32::from_le_bytes(std::array::from_fn(|byte| prefix[byte])) as usize;
    if length > MAX_RUN {
        return Ok(None);
    }
    let mut image = vec![0; length];
    file.read_exact(&mut image)?;
    let text = std::str::from_utf8(&image).ok();
    let number = text.and_then(|text| text.strip_prefix(RUN));
    Ok(number
        .filter(|_| prefix == prefix_of(&image))
        .and_then(RunId::parse))
}

/// Why the past of a run is not read to its end, nor copied.
pub(super) const LEFT: &str = "nobody needs it any more";

/// What is in a file.
pub(super) struct Found {
    /// The sound moments, as far as each is later than the one before.
    pub(super) moments: Vec<Moment>,
    /// Images whose checksum is wrong.
    damaged: usize,
    /// Sound images that are no moments, as of a later version.
    unknown: usize,
    /// Whether the last image is not whole.
    is_cut: bool,
}

impl Found {
    /// Whether all is sound but the end, which is not whole.
    pub(super) fn is_only_cut(&self) -> bool {
        (self.damaged, self.unknown, self.is_cut) == (0, 0, true)
    }

    /// What is damaged, unknown or cut off, in a sentence.
    pub(super) fn loss(&self) -> Option<String> {
        let last = self.moments.last();
        let moments = |count| counted(count, "moment");
        match (self.damaged, self.unknown, self.is_cut) {
            (0, 0, false) => None,
            (0, 0, true) => Some(match last.map(|last| last.step) {
                Some(last) => format!("cut off after step {last}; the moments up to it are there"),
                None => "cut off within its first moment; none is there".to_owned(),
            }),
            (0, unknown, _) => Some(format!(
                "{} left out that this version does not read",
                moments(unknown)
            )),
            (damaged, ..) => Some(format!("{} left out as damaged", moments(damaged))),
        }
    }
}

/// Reads a file from behind its first bytes on, as long as it `goes_on`.
pub(super) fn scan(
    file: &mut File,
    end: u64,
    goes_on: impl Fn() -> bool,
) -> std::io::Result<Found> {
    let mut moments: Vec<Moment> = Vec::new();
    let (mut damaged, mut unknown) = (0, 0);
    let mut at = file.stream_position()?;
    let (mut prefix, mut image) = ([0; PREFIX], Vec::new());
    while at + PREFIX as u64 <= end {
        if !goes_on() {
            return Err(std::io::Error::other(LEFT));
        }
        file.read_exact(&mut prefix)?;
        let length = u32::from_le_bytes(std::array::from_fn(|byte| prefix[byte]));
        let next = at + PREFIX as u64 + u64::from(length);
        if next > end || length > MAX_IMAGE {
            break;
        }
        image.resize(length as usize, 0);
        file.read_exact(&mut image)?;
        let is_later = |step| moments.last().is_none_or(|last| last.step < step);
        match header(&image) {
            _ if prefix != prefix_of(&image) => damaged += 1,
            Ok(found) if is_later(found.step) => moments.push(Moment {
                offset: at + PREFIX as u64,
                length,
                ..Moment::new(
                    found.step,
                    found.movies_seen,
                    found.elapsed_secs,
                    found.is_marked,
                )
            }),
            Ok(_) => {}
            Err(_) if image.starts_with(RUN.as_bytes()) => {}
            Err(_) => unknown += 1,
        }
        at = next;
    }
    Ok(Found {
        moments,
        damaged,
        unknown,
        is_cut: at < end,
    })
}
