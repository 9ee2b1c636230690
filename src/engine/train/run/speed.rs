//! How fast work is done.

/// Time after which work counts a third, in seconds.
const MEMORY_SECS: f64 = 1.0;

/// Work done per second, over about the last second: all the work over all the time. A mean of rates would let one fast
/// minibatch outweigh many slow ones.
#[derive(Clone, Copy, Default)]
pub(in crate::engine::train) struct Speed {
    work: f64,
    secs: f64,
}

impl Speed {
    /// Counts `work` that took `secs`.
    pub(in crate::engine::train) fn add(&mut self, work: f64, secs: f64) {
        let kept = (-secs / MEMORY_SECS).exp();
        self.work = kept * self.work + work;
        self.secs = kept * self.secs + secs;
    }

    /// Work per second; 0 before any.
    pub(in crate::engine::train) fn per_sec(&self) -> f64 {
        self.work / self.secs.max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_is_the_work_over_the_time() {
        let mut speed = Speed::default();
        assert_eq!(speed.per_sec(), 0.0);
        for secs in [0.001, 0.099, 0.001, 0.099] {
            speed.add(100.0, secs);
        }
        // The mean of the rates would be 50 000.
        let per_sec = speed.per_sec();
        assert!((1800.0..2200.0).contains(&per_sec), "{per_sec}");
    }

    #[test]
    fn what_was_fast_is_forgotten_as_soon_as_it_is_slow() {
        let mut speed = Speed::default();
        for _ in 0..1000 {
            speed.add(100.0, 0.005);
        }
        speed.add(100.0, 5.0);
        let per_sec = speed.per_sec();
        assert!((20.0..60.0).contains(&per_sec), "{per_sec}");
    }
}
