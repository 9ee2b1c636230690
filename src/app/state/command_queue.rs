//! Commands on their way to the engine.

use std::collections::VecDeque;

use crate::engine::Command;

/// Commands in order, kept until the engine has room for them.
#[derive(Debug, Default)]
pub(crate) struct CommandQueue {
    queue: VecDeque<Command>,
}

impl CommandQueue {
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

    /// Sends what the engine has room for; true when all is sent. `send` gives a command back when there is no room.
    pub(crate) fn flush(&mut self, send: impl Fn(Command) -> Result<(), Command>) -> bool {
        while let Some(command) = self.queue.pop_front() {
            if let Err(command) = send(command) {
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
        (Command::Set(new, _), Command::Set(old, _)) => new == old,
        (Command::ExtraBetas(_), Command::ExtraBetas(_)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::parameter::Parameter;

    #[test]
    fn what_finds_no_room_is_sent_later_in_order_and_once() {
        let commands = [
            Command::Pause,
            Command::Step(1),
            Command::Reset,
            Command::Resume,
        ];
        let received = RefCell::new(Vec::new());
        let send = |room: usize| {
            let received = &received;
            move |command| {
                let mut received = received.borrow_mut();
                if received.len() == room {
                    return Err(command);
                }
                received.push(command);
                Ok(())
            }
        };
        let mut queue = CommandQueue::default();
        commands
            .iter()
            .for_each(|command| queue.push(command.clone()));
        assert!(!queue.flush(send(1)));
        assert_eq!(*received.borrow(), commands[..1]);
        assert!(queue.flush(send(10)));
        assert_eq!(*received.borrow(), commands);
    }

    #[test]
    fn of_consecutive_values_of_one_slider_only_the_last_is_sent() {
        let mut queue = CommandQueue::default();
        for command in [
            Command::Set(Parameter::Alpha, 0.1),
            Command::Set(Parameter::Alpha, 0.2),
            Command::Set(Parameter::Beta, 0.3),
            Command::Set(Parameter::Alpha, 0.4),
            Command::Set(Parameter::Gamma, 0.5),
            Command::Set(Parameter::Gamma, 0.6),
            Command::Set(Parameter::SimpleRate, 1.0),
            Command::Set(Parameter::InvariantRate, 2.0),
            Command::Set(Parameter::InvariantRate, 3.0),
            Command::Step(1),
            Command::Step(1),
        ] {
            queue.push(command);
        }
        let expected = [
            Command::Set(Parameter::Alpha, 0.2),
            Command::Set(Parameter::Beta, 0.3),
            Command::Set(Parameter::Alpha, 0.4),
            Command::Set(Parameter::Gamma, 0.6),
            Command::Set(Parameter::SimpleRate, 1.0),
            Command::Set(Parameter::InvariantRate, 3.0),
            Command::Step(1),
            Command::Step(1),
        ];
        assert_eq!(queue.queue, expected);
    }
}
