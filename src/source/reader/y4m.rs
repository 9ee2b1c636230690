//! YUV4MPEG2: uncompressed video, a line of text before the movie and before each frame.
//!
//! Grey is the luma. Colours are taken for those of Rec. 601, in the range of video levels, which they keep.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Seek, SeekFrom};
use std::path::Path;

use ndarray::Array3;

use super::{MovieInfo, MovieReader, check_size};
use crate::channels::Channels;

/// The start of every file of this kind.
pub(crate) const MAGIC: &[u8] = b"YUV4MPEG2 ";
/// Longest line of text.
const MAX_LINE: u64 = 1024;

/// Frames one after the other, from a file or a pipe.
pub(super) struct Y4mStream<R> {
    from: R,
    pub(super) info: MovieInfo,
    sample_bytes: usize,
    white: f32,
    /// Height and width of a plane of colour; 0 where there is none.
    chroma_size: [usize; 2],
    channels: Channels,
    /// Bytes of the frame.
    samples: Vec<u8>,
}

/// What a step of the two planes of colour adds to R, G and B, where all are scaled as the luma is.
const FROM_CB: [f32; 3] = [0.0, -0.344_136 * CHROMA_SCALE, 1.772 * CHROMA_SCALE];
const FROM_CR: [f32; 3] = [1.402 * CHROMA_SCALE, -0.714_136 * CHROMA_SCALE, 0.0];
/// Levels of the luma over those of the colours.
const CHROMA_SCALE: f32 = 219.0 / 224.0;

impl<R: BufRead> Y4mStream<R> {
    /// Reads the header.
    pub(super) fn new(mut from: R, channels: Channels) -> Result<Self, String> {
        let header = line(&mut from)?.ok_or("empty file")?;
        let fields = header
            .strip_prefix("YUV4MPEG2 ")
            .ok_or("not a YUV4MPEG2 movie")?;
        let field = |letter: char| {
            fields
                .split(' ')
                .find_map(|field| field.strip_prefix(letter))
        };
        let side = |letter| {
            let text = field(letter).unwrap_or_default();
            let side = text.parse::<usize>();
            side.map_err(|_| {
                format!("its header has {letter}{text} where a side in pixels should be")
            })
        };
        let (width, height) = (side('W')?, side('H')?);
        check_size(width, height)?;
        let (chroma_size, planes, bits) = colours(field('C').unwrap_or("420"), width, height)?;
        let sample_bytes = if bits > 8 { 2 } else { 1 };
        let info = MovieInfo {
            width,
            height,
            fps: field('F').and_then(ratio),
            frames: None,
        };
        Ok(Self {
            from,
            info,
            sample_bytes,
            white: (2.0_f32).powi(bits) - 1.0,
            chroma_size,
            channels,
            samples: vec![0; (width * height + planes) * sample_bytes],
        })
    }

    /// Bytes of a frame after its line of text.
    fn frame_bytes(&self) -> u64 {
        self.samples.len() as u64
    }

    /// Reads the next frame; false at the end.
    pub(super) fn next(&mut self, frame: &mut Array3<f32>) -> Result<bool, String> {
        let Some(start) = line(&mut self.from)? else {
            return Ok(false);
        };
        if start.split(' ').next() != Some("FRAME") {
            return Err("damaged: no frame where one should begin".to_owned());
        }
        self.from
            .read_exact(&mut self.samples)
            .map_err(unreadable)?;
        let shape = (self.channels.count(), self.info.height, self.info.width);
        if frame.dim() != shape {
            *frame = Array3::zeros(shape);
        }
        if self.sample_bytes == 1 {
            self.put(|index| f32::from(self.samples[index]) / self.white, frame);
        } else {
            let (pairs, _) = self.samples.as_chunks::<2>();
            let level = |index: usize| f32::from(u16::from_le_bytes(pairs[index])) / self.white;
            self.put(level, frame);
        }
        Ok(true)
    }

    /// Puts the samples of a frame, their levels in [0, 1] given by their number, into its planes.
    fn put(&self, level: impl Fn(usize) -> f32, frame: &mut Array3<f32>) {
        let (height, width) = (self.info.height, self.info.width);
        if self.channels == Channels::Grey {
            let levels = (0..height * width).map(level);
            frame
                .iter_mut()
                .zip(levels)
                .for_each(|(to, from)| *to = from);
            return;
        }
        let [rows, columns] = self.chroma_size;
        // Levels that share a colour: 1, 2 or 4, the last of them fewer where these do not divide the size.
        let shared =
            |length: usize, colors: usize| length.div_ceil(colors.max(1)).next_power_of_two();
        let [down, across] = [shared(height, rows), shared(width, columns)];
        let middle = (0.5 * (self.white + 1.0)) / self.white;
        for y in 0..height {
            for x in 0..width {
                let luma = level(y * width + x);
                let chroma = (rows > 0).then(|| {
                    let at = height * width + (y / down) * columns + x / across;
                    [level(at) - middle, level(at + rows * columns) - middle]
                });
                let [cb, cr] = chroma.unwrap_or_default();
                let rgb = [0, 1, 2].map(|channel| {
                    let level = luma + cb * FROM_CB[channel] + cr * FROM_CR[channel];
                    level.clamp(0.0, 1.0)
                });
                for plane in 0..self.channels.count() {
                    frame[[plane, y, x]] = self.channels.level(plane, rgb);
                }
            }
        }
    }
}

const ENDS_IN_A_FRAME: &str = "damaged: the file ends within a frame";

fn unreadable(error: io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => ENDS_IN_A_FRAME.to_owned(),
        _ => error.to_string(),
    }
}

/// A line without its end; `None` at the end of the file.
fn line(from: &mut impl BufRead) -> Result<Option<String>, String> {
    let mut bytes = Vec::new();
    let read = from.take(MAX_LINE).read_until(b'\n', &mut bytes);
    if read.map_err(unreadable)? == 0 {
        return Ok(None);
    }
    if bytes.pop() != Some(b'\n') {
        return Err("damaged: a line of its header does not end".to_owned());
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

fn ratio(text: &str) -> Option<f64> {
    let (above, below) = text.split_once(':')?;
    let ratio = above.parse::<f64>().ok()? / below.parse::<f64>().ok()?;
    (ratio.is_finite() && ratio > 0.0).then_some(ratio)
}

/// Height and width of a plane of colour, 0 without colours, the samples of a frame beside the luma, and bits of a sample.
fn colours(kind: &str, width: usize, height: usize) -> Result<([usize; 2], usize, i32), String> {
    let half = |length: usize| length.div_ceil(2);
    let (rest, size, alpha) = if let Some(rest) = kind.strip_prefix("mono") {
        (rest, [0, 0], 0)
    } else if let Some(rest) = kind.strip_prefix("444alpha") {
        (rest, [height, width], width * height)
    } else if let Some(rest) = kind.strip_prefix("444") {
        (rest, [height, width], 0)
    } else if let Some(rest) = kind.strip_prefix("422") {
        (rest, [height, half(width)], 0)
    } else if let Some(rest) = kind.strip_prefix("411") {
        (rest, [height, width.div_ceil(4)], 0)
    } else if let Some(rest) = kind.strip_prefix("420") {
        (rest, [half(height), half(width)], 0)
    } else {
        return Err(format!(
            "colours of the kind {kind}, but 420, 411, 422, 444 and mono are read"
        ));
    };
    let samples = 2 * size[0] * size[1] + alpha;
    let bits = match rest {
        "" | "jpeg" | "mpeg2" | "paldv" => Some(8),
        depth => depth.trim_start_matches('p').parse().ok(),
    };
    let bits = bits.filter(|bits| (8..=16).contains(bits));
    Ok((
        size,
        samples,
        bits.ok_or_else(|| format!("samples of the kind {kind}, but 8 to 16 bits are read"))?,
    ))
}

/// A file of this kind. Any frame is found at once.
pub(crate) struct Y4mFile {
    stream: Y4mStream<BufReader<File>>,
    first: u64,
    each: u64,
}

impl Y4mFile {
    /// Opens a file, which must hold whole frames.
    ///
    /// # Errors
    /// The reason, without the path.
    pub(crate) fn open(path: &Path, channels: Channels) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let length = file.metadata().map_err(|error| error.to_string())?.len();
        let mut stream = Y4mStream::new(BufReader::new(file), channels)?;
        let io = |error: io::Error| error.to_string();
        let first = stream.from.stream_position().map_err(io)?;
        if first == length {
            return Err("a movie without frames".to_owned());
        }
        line(&mut stream.from)?;
        let each = stream.from.stream_position().map_err(io)? - first + stream.frame_bytes();
        let frames = (length - first) / each;
        if !(length - first).is_multiple_of(each) {
            return Err(format!("{ENDS_IN_A_FRAME}, number {}", frames + 1));
        }
        stream.info.frames = Some(frames);
        stream.from.seek(SeekFrom::Start(first)).map_err(io)?;
        Ok(Self {
            stream,
            first,
            each,
        })
    }
}

impl MovieReader for Y4mFile {
    fn info(&self) -> MovieInfo {
        self.stream.info
    }

    fn seek(&mut self, frame: u64) -> Result<(), String> {
        let at = self.first + frame.saturating_mul(self.each);
        let sought = self.stream.from.seek(SeekFrom::Start(at));
        sought.map(|_| ()).map_err(|error| error.to_string())
    }

    fn next(&mut self, frame: &mut Array3<f32>) -> Result<bool, String> {
        self.stream.next(frame)
    }
}
