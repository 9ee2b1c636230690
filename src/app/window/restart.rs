//! Another engine in the place of one that died.

use egui::Context;

use crate::app::engine_link::EngineRole;
use crate::app::window::App;
use crate::engine::{Command, Run};

impl App {
    /// Replaces a dead engine by one that starts again with the configuration in force, and goes on with the model that was
    /// kept, where one was.
    pub(crate) fn restart(&mut self, ctx: &Context) {
        let config = self.state.live.clone();
        let was_paused = self.state.run() == Run::Paused;
        self.state.crash = None;
        // What was laid aside is gone with the engine.
        (self.state.comes_back, self.state.lesson_card) = (None, None);
        if let Some(tour) = &mut self.state.tour {
            tour.visits = false;
        }
        self.state.forget();
        let link = (self.connect)(config, EngineRole::Run, ctx);
        // Its workers may still be busy: they are not waited for.
        drop(std::mem::replace(&mut self.link, link).end());
        if let Some((path, _)) = self.state.rescued.take() {
            self.state.send(Command::Open(path));
        }
        if was_paused {
            self.state.send(Command::Pause);
        }
        if !self.beside.is_empty() {
            self.share_threads();
        }
        self.state.notices.news("Learning can go on.");
    }
}
