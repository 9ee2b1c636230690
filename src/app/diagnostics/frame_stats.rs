//! The window's own work per frame.

use std::fmt;
use std::time::Duration;

/// Frames that percentiles are taken over: the last ones, some minutes of them.
const KEPT: usize = 1 << 15;

/// Time from the start of a frame's logic to the end of its layout, painting by the graphics
/// driver excluded.
#[derive(Clone, Debug, Default)]
pub struct FrameStats {
    frames: usize,
    total: Duration,
    worst: Duration,
    last: Vec<Duration>,
    first_after: Option<Duration>,
    learned_after: Option<Duration>,
}

impl FrameStats {
    /// Adds a frame that took `work` and ended `since_start` after the program's start.
    pub fn record(&mut self, work: Duration, since_start: Duration) {
        if self.last.len() < KEPT {
            self.last.push(work);
        } else {
            self.last[self.frames % KEPT] = work;
        }
        self.frames += 1;
        self.total += work;
        self.worst = self.worst.max(work);
        self.first_after.get_or_insert(since_start);
    }

    /// Notes that filters which learned something were on screen so long after the program's start.
    pub fn note_learned(&mut self, since_start: Duration) {
        self.learned_after.get_or_insert(since_start);
    }

    /// The work that this share of the last frames did not exceed; zero before the first.
    pub fn quantile(&self, share: f64) -> Duration {
        let mut sorted = self.last.clone();
        sorted.sort_unstable();
        let place = (share * sorted.len() as f64).ceil() as usize;
        sorted
            .get(place.saturating_sub(1))
            .copied()
            .unwrap_or_default()
    }
}

impl fmt::Display for FrameStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |duration: Duration| 1e3 * duration.as_secs_f64();
        let mean = ms(self.total) / self.frames.max(1) as f64;
        let [median, high] = [0.5, 0.99].map(|share| ms(self.quantile(share)));
        let (worst, first) = (ms(self.worst), ms(self.first_after.unwrap_or_default()));
        let frames = self.frames;
        let learned = self.learned_after.map_or(String::new(), |after| {
            format!(", learned filters after {:.0} ms", ms(after))
        });
        write!(
            f,
            "{frames} frames, the first after {first:.0} ms{learned}; work per frame: mean {mean:.2} ms, \
             median {median:.2} ms, 99th percentile {high:.2} ms, worst {worst:.2} ms"
        )
    }
}
