//! How often snapshots come.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Snapshots come no faster than a screen shows them.
const SHORTEST: Duration = Duration::from_millis(33);

/// The time between two snapshots while the model learns. Shared: who shows the snapshots sets it to the rate they are
/// shown at, because each one costs learning time.
#[derive(Clone, Debug)]
pub struct Interval(Arc<AtomicU64>);

impl Default for Interval {
    fn default() -> Self {
        Self(Arc::new(AtomicU64::new(SHORTEST.as_nanos() as u64)))
    }
}

impl Interval {
    /// Changes it; 33 ms at least.
    pub fn set(&self, interval: Duration) {
        let nanos = interval.max(SHORTEST).as_nanos();
        self.0
            .store(nanos.try_into().unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// The time between two snapshots.
    pub fn get(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}
