//! An engine that is overheard.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::thread::JoinHandle;

use cellscope::app::{Colors, EngineLink, Link, News, PastRequest};
use cellscope::engine::{Answer, Command, Event, Question, Snapshot};

/// What the engine said last.
#[derive(Default)]
pub(crate) struct Heard {
    pub(crate) snapshot: Option<Arc<Snapshot>>,
    pub(crate) crash: Option<String>,
    pub(crate) faults: Vec<String>,
}

/// An engine that is overheard.
pub(crate) struct Tapped {
    pub(crate) link: EngineLink,
    pub(crate) heard: Rc<RefCell<Heard>>,
}

impl Link for Tapped {
    fn send(&self, command: Command) -> Result<(), Command> {
        self.link.send(command)
    }

    fn ask(&self, question: Question) {
        self.link.ask(question);
    }

    fn show_past(&self, request: PastRequest) {
        self.link.show_past(request);
    }

    fn news(&self) -> Vec<News> {
        let news = self.link.news();
        let mut heard = self.heard.borrow_mut();
        for item in &news {
            match item {
                News::Model(model) => heard.snapshot = Some(Arc::clone(&model.snapshot)),
                News::Event(Event::Crashed(reason)) => heard.crash = Some(reason.clone()),
                News::Event(Event::Problem(text))
                | News::Answer(
                    Answer::Refused { reason: text, .. } | Answer::Fault { reason: text, .. },
                ) => {
                    heard.faults.push(text.clone());
                }
                _ => {}
            }
        }
        news
    }

    fn movies_coded(&self) -> usize {
        self.link.movies_coded()
    }

    fn recolor(&self, colors: Colors) {
        self.link.recolor(colors);
    }

    fn end(self: Box<Self>) -> Option<JoinHandle<()>> {
        Box::new(self.link).end()
    }
}
