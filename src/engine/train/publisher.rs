//! Sends events and snapshots out of the training thread.

use std::collections::VecDeque;
use std::sync::Arc;

use crossbeam_channel::{Sender, TrySendError};

use crate::engine::messages::Event;
use crate::engine::slot::Slot;
use crate::engine::snapshot::Snapshot;

/// Sends events in order, none lost, and the newest snapshot.
pub(crate) struct Publisher {
    events: Sender<Event>,
    waiting: VecDeque<Event>,
    snapshots: Slot<Arc<Snapshot>>,
    on_news: Box<dyn Fn() + Send>,
}

impl Publisher {
    pub(crate) fn new(
        events: Sender<Event>,
        snapshots: Slot<Arc<Snapshot>>,
        on_news: impl Fn() + Send + 'static,
    ) -> Self {
        Self {
            events,
            waiting: VecDeque::new(),
            snapshots,
            on_news: Box::new(on_news),
        }
    }

    /// Whether events wait for room.
    pub(crate) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Queues an event and hands over what there is room for.
    pub(crate) fn say(&mut self, event: Event) {
        // Of the progress messages not yet sent only the newest is kept.
        if matches!(event, Event::Loading { .. })
            && matches!(self.waiting.back(), Some(Event::Loading { .. }))
        {
            self.waiting.pop_back();
        }
        self.waiting.push_back(event);
        self.flush();
    }

    /// Hands over the events that there is room for.
    pub(crate) fn flush(&mut self) {
        let mut told = false;
        while let Some(event) = self.waiting.pop_front() {
            match self.events.try_send(event) {
                Ok(()) => told = true,
                Err(TrySendError::Full(event)) => {
                    self.waiting.push_front(event);
                    break;
                }
                Err(TrySendError::Disconnected(_)) => break,
            }
        }
        if told {
            (self.on_news)();
        }
    }

    /// Makes this the newest snapshot.
    pub(crate) fn publish(&self, snapshot: Arc<Snapshot>) {
        self.snapshots.put(snapshot);
        (self.on_news)();
    }
}
