//! Objects that tasks reuse: as many as tasks run at the same time.

use std::sync::Mutex;

/// Objects not in use at the moment.
#[derive(Debug)]
pub struct ObjectPool<T>(Mutex<Vec<T>>);

impl<T> Default for ObjectPool<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> ObjectPool<T> {
    /// Calls `work` with an idle object, or a new one by `make` where none is idle.
    pub fn with<R>(&self, make: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
        let idle = self.0.lock().map_or(None, |mut idle| idle.pop());
        let mut object = idle.unwrap_or_else(make);
        let result = work(&mut object);
        if let Ok(mut idle) = self.0.lock() {
            idle.push(object);
        }
        result
    }
}
