//! The engines of runs that learn beside the run.

use std::collections::VecDeque;
use std::sync::Arc;

use egui::Context;

use crate::app::engine_link::beside::{EngineBeside, tell_all};
use crate::app::engine_link::{EngineRole, News, send_queued};
use crate::app::state::State;
use crate::app::window::App;
use crate::engine::{Command, Event, Run};
use crate::words::update_undone;

impl App {
    /// Begins with runs that are wished for, ends those that were unpinned, and takes over what the others have to say.
    pub(crate) fn attend_beside(&mut self, ctx: &Context) {
        let pins = &self.state.pins;
        let ended = |run: &mut EngineBeside| !pins.wants(run.generation);
        let ended: Vec<_> = self.beside.extract_if(.., ended).collect();
        let wished = std::mem::take(&mut self.state.pins.wished);
        let is_changed = !(ended.is_empty() && wished.is_empty());
        ended.into_iter().for_each(|run| self.ending.end(run));
        for wished in wished {
            let Some(generation) = self.state.pins.begin_beside() else {
                continue;
            };
            let goal = match self.state.run() {
                Run::Paused => Command::Pause,
                _ => Command::Resume,
            };
            let pace = self.state.settings.pace();
            let run = self.state.newest.as_ref();
            let run = run.map(|run| Arc::clone(&run.snapshot));
            self.beside.push(EngineBeside {
                generation,
                name: wished.name,
                link: (self.connect)(wished.config, EngineRole::Beside(run), ctx),
                commands: VecDeque::from([goal.clone(), Command::Pace(pace)]),
                run_did: self.state.run(),
                goal,
            });
        }
        if is_changed {
            self.share_threads();
        }
        let (colors, run_does) = (self.state.settings.preferences.colors(), self.state.run());
        for run in &mut self.beside {
            run.keep_up(run_does);
            send_queued(&*run.link, &mut run.commands, |_| {});
            for news in run.link.news() {
                self.state.hear_beside(run, news);
            }
            if self.state.pins.is_drawn_otherwise(run.generation, colors) {
                run.link.recolor(colors);
            }
        }
    }

    /// Gives all runs that learn the same share of the threads.
    pub(crate) fn share_threads(&mut self) {
        let share = Command::Share(self.beside.len() + 1);
        tell_all(&mut self.beside, &share);
        self.state.send(share);
    }
}

impl State {
    /// Takes over what a run beside has to say.
    fn hear_beside(&mut self, run: &EngineBeside, news: News) {
        let name = &run.name;
        let problem = match news {
            News::Model(model) => {
                if self.pins.follow(run.generation, name, model).is_some() {
                    self.tell_beside();
                }
                return;
            }
            News::Event(Event::Rescued { .. }) => {
                format!("The model of parallel run {name} is kept: it is in File > Kept models…")
            }
            News::Event(Event::Crashed(reason)) => {
                self.pins.end_beside(run.generation);
                format!("Parallel run {name} has stopped: {reason}")
            }
            News::Event(
                Event::Failed(text)
                | Event::Problem(text)
                | Event::WithoutHistory(text)
                | Event::NotLoaded(text),
            ) => format!("Parallel run {name}: {text}"),
            News::Event(Event::NotSaved { reason, .. }) => {
                format!("Parallel run {name}: {reason}")
            }
            News::Event(Event::StepUndone { layer, step, rate }) => {
                let undone = update_undone(layer.weights(), step, rate);
                format!("Parallel run {name}: {undone}")
            }
            _ => return,
        };
        self.notices.problem(problem);
    }
}
