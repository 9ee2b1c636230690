//! Things that are made once for each thread that works, and passed on from task to task.

use std::sync::Mutex;

/// A store of things that nobody uses just now.
#[derive(Debug)]
pub(super) struct Spare<T>(Mutex<Vec<T>>);

impl<T> Default for Spare<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Spare<T> {
    /// Does `work` with a thing of its own, which `make` makes where none is idle.
    pub(super) fn with<R>(&self, make: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
        let idle = self.0.lock().map_or(None, |mut idle| idle.pop());
        let mut thing = idle.unwrap_or_else(make);
        let result = work(&mut thing);
        if let Ok(mut idle) = self.0.lock() {
            idle.push(thing);
        }
        result
    }
}
