//! A slot that holds the newest value: one that was not fetched is replaced, so that neither side waits.

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};

/// The side that puts values in. The slot closes when it is dropped.
#[derive(Debug)]
pub(crate) struct Slot<T> {
    sender: Sender<T>,
    /// The other end, to take back a value that was not fetched.
    stale: Receiver<T>,
}

/// An empty slot, and where its value is fetched.
pub(crate) fn slot<T>() -> (Slot<T>, Receiver<T>) {
    let (sender, receiver) = bounded(1);
    let stale = receiver.clone();
    (Slot { sender, stale }, receiver)
}

impl<T> Slot<T> {
    /// Puts `value` in place of the one that is there.
    pub(crate) fn put(&self, mut value: T) {
        while let Err(TrySendError::Full(newest)) = self.sender.try_send(value) {
            value = newest;
            drop(self.stale.try_recv());
        }
    }
}
