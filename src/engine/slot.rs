//! A slot that holds the newest value: one that was not fetched is replaced, so that neither side waits for the other.

use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};

/// The side that puts values in. The slot closes when it is dropped.
#[derive(Debug)]
pub(crate) struct Slot<T> {
    sender: Sender<T>,
    /// The other end, to take back a value that was not fetched.
    stale: Receiver<T>,
    /// Held while a value takes the place of another: in between the slot is empty.
    replacing: Arc<Mutex<()>>,
}

/// The side that fetches values, without waiting for one.
#[derive(Debug)]
pub(crate) struct Newest<T> {
    receiver: Receiver<T>,
    replacing: Arc<Mutex<()>>,
}

/// An empty slot, and where its value is fetched.
pub(crate) fn slot<T>() -> (Slot<T>, Receiver<T>) {
    let (sender, receiver) = bounded(1);
    let stale = receiver.clone();
    let slot = Slot {
        sender,
        stale,
        replacing: Arc::default(),
    };
    (slot, receiver)
}

impl<T> Slot<T> {
    /// Puts `value` in place of the one that is there.
    pub(crate) fn put(&self, mut value: T) {
        let _whole = self.replacing.lock();
        while let Err(TrySendError::Full(newest)) = self.sender.try_send(value) {
            value = newest;
            drop(self.stale.try_recv());
        }
    }

    /// Where its value is fetched, without waiting: once one was put in, one is there until it is fetched.
    pub(crate) fn newest(&self) -> Newest<T> {
        Newest {
            receiver: self.stale.clone(),
            replacing: Arc::clone(&self.replacing),
        }
    }
}

impl<T> Newest<T> {
    /// The value that is there, if it was not fetched yet.
    pub(crate) fn take(&self) -> Option<T> {
        let _whole = self
            .replacing
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        self.receiver.try_recv().ok()
    }

    /// The same for one who waits.
    pub(crate) fn receiver(&self) -> Receiver<T> {
        self.receiver.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Tells that it is thrown away, which takes a while.
    struct Value(u32, Sender<()>);

    impl Drop for Value {
        fn drop(&mut self) {
            // Nobody listens to the last one.
            let _ = self.1.send(());
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    #[test]
    fn there_is_a_value_while_another_takes_its_place() {
        let (slot, _receiver) = slot();
        let (newest, (gone, is_gone)) = (slot.newest(), bounded(2));
        slot.put(Value(1, gone.clone()));
        std::thread::scope(|scope| {
            scope.spawn(|| slot.put(Value(2, gone)));
            is_gone.recv().expect("the first is replaced");
            let found = newest.take().map(|value| value.0);
            assert_eq!(found, Some(2));
        });
    }
}
