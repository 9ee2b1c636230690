//! Things that are made once for each thread that works, and passed on from task to task.

use std::sync::Mutex;

/// A store of things that nobody uses just now.
pub(super) struct Spare<T, N> {
    make: N,
    idle: Mutex<Vec<T>>,
}

impl<T, N: Fn() -> T> Spare<T, N> {
    /// An empty store; `make` is called where nothing is idle.
    pub(super) fn new(make: N) -> Self {
        Self {
            make,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Does `work` with a thing of its own.
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let idle = self.idle.lock().map_or(None, |mut idle| idle.pop());
        let mut thing = idle.unwrap_or_else(&self.make);
        let result = work(&mut thing);
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(thing);
        }
        result
    }
}
