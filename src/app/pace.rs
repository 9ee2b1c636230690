//! How often the window shows what is learned, so that painting leaves the cores to learning.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Share of the time that painting what is learned may take.
const PAINTING: f64 = 0.1;
/// Between two frames that show what is learned there is at least this much time.
const SHORTEST: Duration = Duration::from_millis(16);
/// And at most this much.
const LONGEST: Duration = Duration::from_millis(400);
/// What a frame costs at least where no graphics processor paints it: not the window's thread pays, but
/// the cores.
const SOFTWARE_FRAME: Duration = Duration::from_millis(14);

/// The time to wait before a frame that only shows what was learned; shared with those who bring it.
///
/// Frames that answer the pointer or a key do not wait.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    wait_nanos: Arc<AtomicU64>,
}

impl Default for Pace {
    fn default() -> Self {
        let nanos = SHORTEST.as_nanos() as u64;
        Self {
            wait_nanos: Arc::new(AtomicU64::new(nanos)),
        }
    }
}

impl Pace {
    /// Takes note of what the last frame cost.
    pub(super) fn note(&self, cost: Duration, is_software: bool) {
        let cost = if is_software {
            cost + SOFTWARE_FRAME
        } else {
            cost
        };
        let wait = cost.mul_f64((1.0 - PAINTING) / PAINTING);
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
        let pace = Pace::default();
        let wait = |cost_ms: u64, is_software| {
            pace.note(Duration::from_millis(cost_ms), is_software);
            pace.wait()
        };
        assert_eq!(wait(0, false), SHORTEST);
        let (quick, slow) = (wait(3, false), wait(6, false));
        assert!(SHORTEST < quick && quick < slow && slow < LONGEST);
        assert!(wait(3, true) > quick);
        assert_eq!(wait(1000, false), LONGEST);
    }
}
