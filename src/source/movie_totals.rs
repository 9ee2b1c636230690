//! What movie files have together, and how a line tells it.

use std::fmt;

use crate::words::counted;

/// What movies have together.
#[derive(Clone, Debug, PartialEq)]
pub struct MovieTotals {
    /// Frames.
    pub frames: u64,
    /// Seconds they last; `None` where one of the files does not say.
    pub secs: Option<f64>,
    /// Cuts, in the frames that were read.
    pub cuts: usize,
    /// Windows of the grid whose content moves at a speed in the range.
    pub usable: usize,
    /// Windows of the grid.
    pub places: usize,
}

impl Default for MovieTotals {
    /// Those of no movie.
    fn default() -> Self {
        Self {
            frames: 0,
            secs: Some(0.0),
            cuts: 0,
            usable: 0,
            places: 0,
        }
    }
}

impl MovieTotals {
    pub(super) fn add(&mut self, other: &Self) {
        self.frames += other.frames;
        self.secs = self.secs.zip(other.secs).map(|(own, more)| own + more);
        self.cuts += other.cuts;
        self.usable += other.usable;
        self.places += other.places;
    }
}

impl fmt::Display for MovieTotals {
    /// One short line: "250 frames, 10.0 s, 5 cuts, 31.2 % of patches usable".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.frames as usize, "frame"))?;
        if let Some(secs) = self.secs {
            write!(f, ", {secs:.1} s")?;
        }
        write!(f, ", {}", counted(self.cuts, "cut"))?;
        if self.places > 0 {
            let percent = 100.0 * self.usable as f64 / self.places as f64;
            write!(f, ", {percent:.1}\u{a0}% of patches usable")?;
        }
        Ok(())
    }
}
