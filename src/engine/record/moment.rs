//! A moment of a run, and where its image is in the file.

/// A moment that was recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Minibatches learned from by then.
    pub step: u64,
    /// Movies learned from by then.
    pub movies_seen: u64,
    /// Seconds spent learning by then.
    pub elapsed_secs: f64,
    /// Whether there is a mark then, as of a setting that changed; such a moment is left out after all others.
    pub is_marked: bool,
    /// Where its image starts.
    pub(super) offset: u64,
    /// Bytes of its image.
    pub(super) length: u32,
}

impl Moment {
    /// A moment whose image is yet to be written.
    pub(super) fn new(step: u64, movies_seen: u64, elapsed_secs: f64, is_marked: bool) -> Self {
        Self {
            step,
            movies_seen,
            elapsed_secs,
            is_marked,
            offset: 0,
            length: 0,
        }
    }
}
