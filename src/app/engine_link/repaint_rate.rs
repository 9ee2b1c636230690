//! How often the window shows what is learned, so that painting leaves the cores to learning.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use crate::engine::Interval;

/// Share of the time of all cores that painting what is learned may take.
const PAINTING: f64 = 0.03;
/// The first frames of a run come as fast as may be, whatever they cost: whoever starts it waits for them.
const STARTING: Duration = Duration::from_secs(1);
/// Later on there is at most this much time between two frames that show what is learned.
const LONGEST: Duration = Duration::from_millis(500);
/// Where no graphics processor paints, what painting a pixel of the window costs the cores, in seconds;
/// measured with Mesa's llvmpipe.
const SOFTWARE_PIXEL_SECS: f64 = 22e-9;

/// When the next frame is to come that only shows what was learned; shared with those who bring it.
///
/// Frames that answer the pointer or a key do not wait.
#[derive(Clone, Debug)]
pub(crate) struct RepaintRate {
    began: Instant,
    last: Arc<Mutex<LastFrame>>,
    /// From one frame to the next, and from one snapshot to the next.
    between: Interval,
    cores: f64,
}

#[derive(Debug)]
struct LastFrame {
    began: Instant,
    cost: Duration,
}

impl Default for RepaintRate {
    fn default() -> Self {
        let (began, cost) = (Instant::now(), Duration::ZERO);
        Self {
            began,
            last: Arc::new(Mutex::new(LastFrame { began, cost })),
            between: Interval::default(),
            cores: available_parallelism().map_or(1.0, |cores| cores.get() as f64),
        }
    }
}

impl RepaintRate {
    /// Begins again with frames as fast as may be: another run began.
    pub(crate) fn begin_again(&mut self) {
        self.began = Instant::now();
    }

    /// How often the engine is to make a snapshot.
    pub(crate) fn snapshot_every(&self) -> Interval {
        self.between.clone()
    }

    /// Takes note of a frame that begins, of what the last one cost the window's thread, and of the pixels that it
    /// painted without a graphics processor.
    ///
    /// The cheaper of the last two counts: what is made once, as a window or a font is, says nothing of the next.
    pub(crate) fn note(&self, cost: Duration, software_pixels: f32) {
        let began = Instant::now();
        let before = std::mem::replace(&mut *self.last(), LastFrame { began, cost });
        let painting = SOFTWARE_PIXEL_SECS * f64::from(software_pixels);
        let secs = cost.min(before.cost).as_secs_f64() + painting;
        let between = Duration::from_secs_f64(secs / (PAINTING * self.cores));
        self.between.set(if self.began.elapsed() < STARTING {
            Duration::ZERO
        } else {
            between.min(LONGEST)
        });
    }

    /// How long the next frame that shows what was learned is to wait.
    pub(crate) fn wait(&self) -> Duration {
        let next = self.last().began + self.between.get();
        next.saturating_duration_since(Instant::now())
    }

    fn last(&self) -> MutexGuard<'_, LastFrame> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the graphics driver paints on the processor.
#[expect(unsafe_code, reason = "no safe way to ask a driver for its name")]
pub(crate) fn is_software(gl: &eframe::glow::Context) -> bool {
    use eframe::glow::{HasContext as _, RENDERER};
    // SAFETY: asking needs a current context, as this one is while the application is made.
    let name = unsafe { gl.get_parameter_string(RENDERER) }.to_lowercase();
    ["llvmpipe", "softpipe", "swiftshader", "software"]
        .iter()
        .any(|software| name.contains(software))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_that_costs_more_waits_longer_within_limits() {
        let mut pace = RepaintRate {
            began: Instant::now() - STARTING,
            cores: 4.0,
            ..RepaintRate::default()
        };
        let between = |cost_ms: u64, pixels: f32| {
            pace.note(Duration::from_millis(cost_ms), pixels);
            pace.note(Duration::from_millis(cost_ms), pixels);
            let between = pace.snapshot_every().get();
            assert!(pace.wait() <= between && between <= LONGEST);
            between
        };
        let shortest = Interval::default().get();
        assert_eq!(between(0, 0.0), shortest);
        let (quick, slow) = (between(5, 0.0), between(10, 0.0));
        assert!(shortest < quick && quick < slow && slow < LONGEST);
        assert!(between(5, 1e6) > quick);
        assert_eq!(between(1000, 0.0), LONGEST);
        let once = between(5, 0.0);
        pace.note(Duration::from_millis(300), 0.0);
        assert_eq!(pace.snapshot_every().get(), once);
        pace.begin_again();
        pace.note(Duration::from_secs(1), 0.0);
        pace.note(Duration::from_secs(1), 0.0);
        assert_eq!(pace.snapshot_every().get(), shortest);
    }
}
