//! TIFF files of several pages, as microscopes and cameras write movies.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use ndarray::Array3;
use tiff::decoder::{Decoder, Limits};

use super::{MovieInfo, MovieReader, check_size, put};
use crate::channels::Channels;
use crate::source::decode::limits::damaged;
use crate::source::decode::planes::to_planes;
use crate::source::decode::tiff_samples::picture;

/// Most pages that are counted.
const MAX_PAGES: u64 = 1_000_000;

/// A TIFF file, each page a frame.
pub(crate) struct Pages {
    decoder: Decoder<BufReader<File>>,
    info: MovieInfo,
    channels: Channels,
    next: u64,
}

impl Pages {
    /// Opens a file and counts its pages.
    ///
    /// # Errors
    /// The reason, without the path.
    pub(crate) fn open(path: &Path, channels: Channels) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let decoder = Decoder::new(BufReader::new(file)).map_err(damaged)?;
        let mut decoder = decoder.with_limits(Limits::default());
        let (width, height) = decoder.dimensions().map_err(damaged)?;
        check_size(width as usize, height as usize)?;
        let mut pages = 1;
        while decoder.more_images() && pages < MAX_PAGES {
            decoder.next_image().map_err(damaged)?;
            pages += 1;
        }
        decoder.seek_to_image(0).map_err(damaged)?;
        Ok(Self {
            decoder,
            info: MovieInfo {
                width: width as usize,
                height: height as usize,
                fps: None,
                frames: Some(pages),
            },
            channels,
            next: 0,
        })
    }

    /// Whether the second page has the size of the first: pages of other sizes are thumbnails or levels of a pyramid.
    pub(crate) fn is_movie(&mut self) -> bool {
        let is_second = self.info.frames > Some(1) && self.decoder.seek_to_image(1).is_ok();
        let size = (self.info.width as u32, self.info.height as u32);
        is_second && self.decoder.dimensions().is_ok_and(|second| second == size)
    }
}

impl MovieReader for Pages {
    fn info(&self) -> MovieInfo {
        self.info
    }

    fn seek(&mut self, frame: u64) -> Result<(), String> {
        self.next = frame;
        Ok(())
    }

    fn next(&mut self, frame: &mut Array3<f32>) -> Result<bool, String> {
        if Some(self.next) >= self.info.frames {
            return Ok(false);
        }
        let page = usize::try_from(self.next).map_err(|error| error.to_string())?;
        let frame_read = self.page(page);
        let number = page + 1;
        let frame_read = frame_read.map_err(|reason| format!("page {number} is {reason}"))?;
        let put = put(frame_read, self.info, frame);
        put.map_err(|reason| format!("page {number}: {reason}"))?;
        self.next += 1;
        Ok(true)
    }
}

impl Pages {
    fn page(&mut self, page: usize) -> Result<Array3<f32>, String> {
        let decoder = &mut self.decoder;
        decoder.seek_to_image(page).map_err(damaged)?;
        let (width, height) = decoder.dimensions().map_err(damaged)?;
        check_size(width as usize, height as usize)?;
        let color = decoder.colortype().map_err(damaged)?;
        let picture = picture(color, decoder.read_image().map_err(damaged)?, width, height)?;
        to_planes(&picture, self.channels)
    }
}
