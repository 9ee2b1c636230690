//! How often the window shows what is learned, so that painting leaves the cores to learning.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

/// Share of the time of all cores that painting what is learned may take.
const PAINTING: f64 = 0.04;
/// Between two frames that show what is learned there is at least this much time.
const SHORTEST: Duration = Duration::from_millis(16);
/// And at most this much.
const LONGEST: Duration = Duration::from_millis(500);
/// Where no graphics processor paints, what painting a pixel of the window costs the cores, in seconds;
/// measured with Mesa's llvmpipe.
const SOFTWARE_PIXEL_SECS: f64 = 20e-9;

/// The time to wait before a frame that only shows what was learned; shared with those who bring it.
///
/// Frames that answer the pointer or a key do not wait.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    wait_nanos: Arc<AtomicU64>,
    cores: f64,
}

impl Default for Pace {
    fn default() -> Self {
        let nanos = SHORTEST.as_nanos() as u64;
        Self {
            wait_nanos: Arc::new(AtomicU64::new(nanos)),
            cores: available_parallelism().map_or(1.0, |cores| cores.get() as f64),
        }
    }
}

impl Pace {
    /// Takes note of what the last frame cost the window's thread, and of the pixels that it painted
    /// without a graphics processor.
    pub(super) fn note(&self, cost: Duration, software_pixels: f32) {
        let secs = cost.as_secs_f64() + SOFTWARE_PIXEL_SECS * f64::from(software_pixels);
        let wait = Duration::from_secs_f64(secs / (PAINTING * self.cores));
        let nanos = wait.clamp(SHORTEST, LONGEST).as_nanos() as u64;
        self.wait_nanos.store(nanos, Ordering::Relaxed);
    }

    /// How long the next frame that shows what was learned is to wait.
    pub(super) fn wait(&self) -> Duration {
        Duration::from_nanos(self.wait_nanos.load(Ordering::Relaxed))
    }
}

/// Whether the graphics driver paints on the processor.
#[allow(
    unsafe_code,
    reason = "there is no safe way to ask a driver for its name; asking has no preconditions but a current context, which eframe gives"
)]
pub(super) fn is_software(gl: &eframe::glow::Context) -> bool {
    use eframe::glow::{HasContext as _, RENDERER};
    // SAFETY: the context is current while the application is made.
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
        let pace = Pace {
            cores: 4.0,
            ..Pace::default()
        };
        let wait = |cost_ms: u64, pixels: f32| {
            pace.note(Duration::from_millis(cost_ms), pixels);
            pace.wait()
        };
        assert_eq!(wait(0, 0.0), SHORTEST);
        let (quick, slow) = (wait(5, 0.0), wait(10, 0.0));
        assert!(SHORTEST < quick && quick < slow && slow < LONGEST);
        assert!(wait(5, 1e6) > quick);
        assert_eq!(wait(1000, 0.0), LONGEST);
    }
}
