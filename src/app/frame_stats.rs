//! The window's own work per frame.

use std::fmt;
use std::time::Duration;

/// Time from the start of a frame's logic to the end of its layout, painting by the graphics
/// driver excluded.
#[derive(Clone, Copy, Debug, Default)]
pub struct FrameStats {
    frames: u32,
    total: Duration,
    worst: Duration,
    first_after: Option<Duration>,
}

impl FrameStats {
    /// Adds a frame that took `work` and ended `since_start` after the program's start.
    pub fn record(&mut self, work: Duration, since_start: Duration) {
        self.frames += 1;
        self.total += work;
        self.worst = self.worst.max(work);
        self.first_after.get_or_insert(since_start);
    }

    /// Frames recorded.
    #[must_use]
    pub fn frames(&self) -> u32 {
        self.frames
    }
}

impl fmt::Display for FrameStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |duration: Duration| 1e3 * duration.as_secs_f64();
        let mean = ms(self.total) / f64::from(self.frames.max(1));
        let (worst, first) = (ms(self.worst), ms(self.first_after.unwrap_or_default()));
        let frames = self.frames;
        write!(
            f,
            "{frames} frames, the first after {first:.0} ms; work per frame: mean {mean:.2} ms, worst {worst:.2} ms"
        )
    }
}
