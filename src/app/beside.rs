//! The engines of runs that learn beside the run.

use std::collections::VecDeque;

use egui::Context;

use crate::app::engine_link::beside::EngineBeside;
use crate::app::engine_link::{EngineRole, News};
use crate::app::window::App;
use crate::engine::{Command, Event, Run};

/// Whether runs beside do what the run does: they pause, go on and keep its pace.
fn is_for_all(command: &Command) -> bool {
    matches!(
        command,
        Command::Pause | Command::Resume | Command::Step(_) | Command::Pace(_)
    )
}

impl App {
    /// Begins with runs that are wished for, ends those that were unpinned, and takes over what the others have to say.
    pub(crate) fn attend_beside(&mut self, ctx: &Context) {
        let before = self.beside.len();
        let pins = &self.state.pins;
        let ended = |run: &mut EngineBeside| !pins.wants(run.generation);
        let ended: Vec<_> = self.beside.extract_if(.., ended).collect();
        let is_any_ended = !ended.is_empty();
        ended.into_iter().for_each(|run| run.link.end());
        for wished in std::mem::take(&mut self.state.pins.wished) {
            let goal = match self.state.run() {
                Run::Paused => Command::Pause,
                _ => Command::Resume,
            };
            let pace = self.state.settings.pace();
            self.beside.push(EngineBeside {
                generation: self.state.pins.begin_beside(),
                name: wished.name,
                link: (self.connect)(wished.config, EngineRole::Beside, ctx),
                commands: VecDeque::from([goal, Command::Pace(pace)]),
            });
        }
        if is_any_ended || self.beside.len() != before {
            self.share_threads();
        }
        let mut beside = std::mem::take(&mut self.beside);
        for run in &mut beside {
            run.flush();
            for news in run.link.news() {
                self.hear_beside(run, news);
            }
        }
        self.beside = beside;
    }

    /// Gives all runs that learn the same share of the threads.
    pub(crate) fn share_threads(&mut self) {
        let share = Command::Share(self.beside.len() + 1);
        let queues = self.beside.iter_mut().map(|run| &mut run.commands);
        queues.for_each(|queue| queue.push_back(share.clone()));
        self.state.send(share);
    }

    fn hear_beside(&mut self, run: &EngineBeside, news: News) {
        match news {
            News::Model(model) => {
                if model.colors != self.state.settings.colors() {
                    run.link.recolor(self.state.settings.colors());
                }
                let name = &run.name;
                if let Some(letter) = self.state.pins.follow(run.generation, name, model) {
                    self.state.notices.news(format!(
                        "{letter} learns beside the run: {name}. V shows both, and the view Compare has their measures."
                    ));
                }
            }
            News::Event(Event::Crashed(reason)) => {
                let text = format!("The run beside, {}, has stopped: {reason}", run.name);
                self.state.notices.problem(text);
            }
            News::Event(Event::Failed(text) | Event::Problem(text) | Event::NotLoaded(text)) => {
                let text = format!("The run beside, {}: {text}", run.name);
                self.state.notices.problem(text);
            }
            _ => {}
        }
    }

    /// Has the runs beside do what the run does.
    pub(crate) fn tell_beside(&mut self, command: &Command) {
        if is_for_all(command) {
            let queues = self.beside.iter_mut().map(|run| &mut run.commands);
            queues.for_each(|queue| queue.push_back(command.clone()));
        }
    }
}
