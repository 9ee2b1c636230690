//! Commands on their way to the engine.

use std::collections::VecDeque;
use std::mem::discriminant;

use crate::app::engine_link::Link;
use crate::engine::Command;

/// Commands in order, kept until the engine has room for them.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    queue: VecDeque<Command>,
}

impl Outbox {
    /// Queues a command. Of consecutive values of one slider only the last counts.
    pub(crate) fn push(&mut self, command: Command) {
        if self
            .queue
            .back()
            .is_some_and(|last| replaces(&command, last))
        {
            self.queue.pop_back();
        }
        self.queue.push_back(command);
    }

    /// Sends what the engine has room for; true when all is sent.
    pub(crate) fn flush(&mut self, link: &dyn Link) -> bool {
        while let Some(command) = self.queue.pop_front() {
            if let Err(command) = link.send(command) {
                self.queue.push_front(command);
                return false;
            }
        }
        true
    }

    /// Forgets what was not sent.
    pub(crate) fn clear(&mut self) {
        self.queue.clear();
    }
}

fn replaces(new: &Command, old: &Command) -> bool {
    match (new, old) {
        (Command::Alpha(_) | Command::Beta(_) | Command::Gamma(_) | Command::ExtraBetas(_), _) => {
            discriminant(new) == discriminant(old)
        }
        (Command::Rate(new, _), Command::Rate(old, _)) => new == old,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::sync::Arc;

    use super::*;
    use crate::app::state::model_view::{Colors, Sketch};
    use crate::engine::{
        Analysis, AnalysisRequest, ConvergenceAnswer, ConvergenceQuestion, Event, InpaintingAnswer,
        InpaintingQuestion, Layer, StimulusAnswer, StimulusQuestion,
    };

    /// An engine with room for so many commands.
    struct Narrow {
        room: Cell<usize>,
        received: RefCell<Vec<Command>>,
    }

    impl Link for Narrow {
        fn send(&self, command: Command) -> Result<(), Command> {
            let Some(room) = self.room.get().checked_sub(1) else {
                return Err(command);
            };
            self.room.set(room);
            self.received.borrow_mut().push(command);
            Ok(())
        }
        fn events(&self) -> Vec<Event> {
            Vec::new()
        }
        fn sketch(&self) -> Option<Sketch> {
            None
        }
        fn recolor(&self, _colors: Colors) {}
        fn analyse(&self, _request: AnalysisRequest) {}
        fn analysis(&self) -> Option<Arc<Analysis>> {
            None
        }
        fn show(&self, _question: StimulusQuestion) {}
        fn answer(&self) -> Option<Arc<StimulusAnswer>> {
            None
        }
        fn descend(&self, _question: Option<ConvergenceQuestion>) {}
        fn descent(&self) -> Option<Arc<ConvergenceAnswer>> {
            None
        }
        fn fill(&self, _question: Option<InpaintingQuestion>) {}
        fn filled(&self) -> Option<Arc<InpaintingAnswer>> {
            None
        }
        fn faults(&self) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn what_finds_no_room_is_sent_later_in_order_and_once() {
        let commands = [
            Command::Pause,
            Command::Step(1),
            Command::Reset,
            Command::Resume,
        ];
        let link = Narrow {
            room: Cell::new(1),
            received: RefCell::default(),
        };
        let mut outbox = Outbox::default();
        commands
            .iter()
            .for_each(|command| outbox.push(command.clone()));
        assert!(!outbox.flush(&link));
        link.room.set(10);
        assert!(outbox.flush(&link));
        assert_eq!(*link.received.borrow(), commands);
    }

    #[test]
    fn of_consecutive_values_of_one_slider_only_the_last_is_sent() {
        let mut outbox = Outbox::default();
        for command in [
            Command::Alpha(0.1),
            Command::Alpha(0.2),
            Command::Beta(0.3),
            Command::Alpha(0.4),
            Command::Gamma(0.5),
            Command::Gamma(0.6),
            Command::Rate(Layer::Simple, 1.0),
            Command::Rate(Layer::Invariant, 2.0),
            Command::Rate(Layer::Invariant, 3.0),
            Command::Step(1),
            Command::Step(1),
        ] {
            outbox.push(command);
        }
        let expected = [
            Command::Alpha(0.2),
            Command::Beta(0.3),
            Command::Alpha(0.4),
            Command::Gamma(0.6),
            Command::Rate(Layer::Simple, 1.0),
            Command::Rate(Layer::Invariant, 3.0),
            Command::Step(1),
            Command::Step(1),
        ];
        assert_eq!(outbox.queue, expected);
    }
}
