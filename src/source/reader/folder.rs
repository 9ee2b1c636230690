//! Numbered pictures of one folder, as the frames of a movie.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use ndarray::Array3;

use super::{MovieInfo, MovieReader, check_size, put};
use crate::channels::Channels;
use crate::source::decode::read_frame;

/// Pictures in their order.
pub(crate) struct Folder {
    files: Vec<PathBuf>,
    info: MovieInfo,
    channels: Channels,
    next: u64,
}

impl Folder {
    /// A movie of these files, at least one; the first one is read for its size.
    ///
    /// # Errors
    /// The reason, with the name of the frame.
    pub(crate) fn open(files: Vec<PathBuf>, channels: Channels) -> Result<Self, String> {
        let first = files.first().ok_or("a movie without frames")?;
        let (_, height, width) = read(first, channels)?.dim();
        check_size(width, height)?;
        Ok(Self {
            info: MovieInfo {
                width,
                height,
                fps: None,
                frames: Some(files.len() as u64),
            },
            files,
            channels,
            next: 0,
        })
    }
}

fn read(file: &Path, channels: Channels) -> Result<Array3<f32>, String> {
    read_frame(file, channels).map_err(|reason| format!("{}: {reason}", name_of(file)))
}

fn name_of(file: &Path) -> Cow<'_, str> {
    file.file_name().unwrap_or_default().to_string_lossy()
}

impl MovieReader for Folder {
    fn info(&self) -> MovieInfo {
        self.info
    }

    fn seek(&mut self, frame: u64) -> Result<(), String> {
        self.next = frame;
        Ok(())
    }

    fn next(&mut self, frame: &mut Array3<f32>) -> Result<bool, String> {
        let index = usize::try_from(self.next).unwrap_or(usize::MAX);
        let Some(file) = self.files.get(index) else {
            return Ok(false);
        };
        let put = put(read(file, self.channels)?, self.info, frame);
        put.map_err(|reason| format!("{}: {reason}", name_of(file)))?;
        self.next += 1;
        Ok(true)
    }
}
