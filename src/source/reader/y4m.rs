//! YUV4MPEG2: uncompressed video, a line of text before the movie and before each frame. Only the luma is used.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use ndarray::Array2;

use super::{MovieInfo, MovieReader, check_size};

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
    /// Bytes of the colours, which are skipped.
    chroma_bytes: u64,
    luma: Vec<u8>,
}

impl<R: BufRead> Y4mStream<R> {
    /// Reads the header.
    pub(super) fn new(mut from: R) -> Result<Self, String> {
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
        let (planes, bits) = colours(field('C').unwrap_or("420"), width, height)?;
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
            chroma_bytes: (planes * sample_bytes) as u64,
            luma: vec![0; width * height * sample_bytes],
        })
    }

    /// Bytes of a frame after its line of text.
    fn frame_bytes(&self) -> u64 {
        self.luma.len() as u64 + self.chroma_bytes
    }

    /// Reads the next frame; false at the end.
    pub(super) fn next(&mut self, frame: &mut Array2<f32>) -> Result<bool, String> {
        let Some(start) = line(&mut self.from)? else {
            return Ok(false);
        };
        if start.split(' ').next() != Some("FRAME") {
            return Err("damaged: no frame where one should begin".to_owned());
        }
        self.from.read_exact(&mut self.luma).map_err(unreadable)?;
        let skipped = io::copy(
            &mut self.from.by_ref().take(self.chroma_bytes),
            &mut io::sink(),
        );
        if skipped.map_err(unreadable)? < self.chroma_bytes {
            return Err(ENDS_IN_A_FRAME.to_owned());
        }
        let shape = (self.info.height, self.info.width);
        if frame.dim() != shape {
            *frame = Array2::zeros(shape);
        }
        if self.sample_bytes == 1 {
            let levels = self.luma.iter().map(|&level| f32::from(level) / self.white);
            frame
                .iter_mut()
                .zip(levels)
                .for_each(|(to, level)| *to = level);
        } else {
            let (pairs, _) = self.luma.as_chunks::<2>();
            let levels = pairs
                .iter()
                .map(|&pair| f32::from(u16::from_le_bytes(pair)) / self.white);
            frame
                .iter_mut()
                .zip(levels)
                .for_each(|(to, level)| *to = level);
        }
        Ok(true)
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

/// Samples of the colours of a frame, and bits of a sample.
fn colours(kind: &str, width: usize, height: usize) -> Result<(usize, i32), String> {
    let half = |length: usize| length.div_ceil(2);
    let (rest, samples) = if let Some(rest) = kind.strip_prefix("mono") {
        (rest, 0)
    } else if let Some(rest) = kind.strip_prefix("444alpha") {
        (rest, 3 * width * height)
    } else if let Some(rest) = kind.strip_prefix("444") {
        (rest, 2 * width * height)
    } else if let Some(rest) = kind.strip_prefix("422") {
        (rest, 2 * half(width) * height)
    } else if let Some(rest) = kind.strip_prefix("411") {
        (rest, 2 * width.div_ceil(4) * height)
    } else if let Some(rest) = kind.strip_prefix("420") {
        (rest, 2 * half(width) * half(height))
    } else {
        return Err(format!(
            "colours of the kind {kind}, but 420, 411, 422, 444 and mono are read"
        ));
    };
    let bits = match rest {
        "" | "jpeg" | "mpeg2" | "paldv" => Some(8),
        depth => depth.trim_start_matches('p').parse().ok(),
    };
    let bits = bits.filter(|bits| (8..=16).contains(bits));
    Ok((
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
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let length = file.metadata().map_err(|error| error.to_string())?.len();
        let mut stream = Y4mStream::new(BufReader::new(file))?;
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

    fn next(&mut self, frame: &mut Array2<f32>) -> Result<bool, String> {
        self.stream.next(frame)
    }
}
