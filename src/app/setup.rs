//! What is set, looked at every frame: for steps back, and for the file of preferences.

use std::path::PathBuf;

use egui::Context;

use crate::app::preferences::{Preferences, PreferencesFile};
use crate::app::undo::Setup;
use crate::app::window::App;
use crate::engine::Command;

impl App {
    /// Notes what is set now, once nobody is changing it any more.
    pub(crate) fn note_setup(&mut self, ctx: &Context) {
        if self.is_borrowed() {
            return;
        }
        let newest = self.state.newest.as_ref();
        let generation = newest.map(|model| model.snapshot.generation);
        let (state, dock) = (&mut self.state, &self.dock);
        let now = || Setup::of(state, dock.places(), ctx);
        self.undo.note(generation, ctx, now);
    }

    /// Whether a lesson, or a hall, has set things otherwise for a while.
    fn is_borrowed(&self) -> bool {
        self.before_lesson.is_some() || self.presenter_zoom.is_some() || self.state.presents
    }

    /// Takes back what was set last.
    pub(crate) fn undo(&mut self, ctx: &Context) {
        let now = Setup::of(&mut self.state, self.dock.places(), ctx);
        let then = self.undo.undo(&now);
        self.go_to(then, &now, ["Undone", "Nothing to undo."], ctx);
    }

    /// Does again what was taken back last.
    pub(crate) fn redo(&mut self, ctx: &Context) {
        let now = Setup::of(&mut self.state, self.dock.places(), ctx);
        let then = self.undo.redo(&now);
        self.go_to(then, &now, ["Redone", "Nothing to redo."], ctx);
    }

    fn go_to(&mut self, then: Option<Setup>, now: &Setup, [done, none]: [&str; 2], ctx: &Context) {
        let text = match then {
            None => none.to_owned(),
            Some(then) => {
                let text = format!("{done}: {}.", now.changes(&then));
                self.dock.put_back(then.restore(now, &mut self.state, ctx));
                text
            }
        };
        self.state.notices.news_instead("undo", text);
    }

    /// Sets what the file of preferences says, where there is one, and writes changes to it from now on.
    pub fn use_preferences(&mut self, path: PathBuf, ctx: &Context) {
        let settings = &mut self.state.settings;
        let mut zoom = ctx.zoom_factor();
        match Preferences::read(&path) {
            Ok(Some(preferences)) => {
                let before = settings.history_mb;
                preferences.apply(settings, ctx);
                if settings.history_mb != before {
                    let largest = Command::HistoryBytes(settings.history_bytes());
                    self.state.send(largest);
                }
                zoom = preferences.zoom_percent as f32 / 100.0;
            }
            Ok(None) => {}
            Err(problem) => self.state.notices.problem(problem),
        }
        let now = Preferences::of(&self.state.settings, zoom);
        self.state.preferences_path = Some(path.clone());
        self.preferences = Some(PreferencesFile::new(path, now));
    }

    /// Writes preferences that changed.
    pub(crate) fn keep_preferences(&mut self, ctx: &Context) {
        if self.is_borrowed() {
            return;
        }
        let Some(file) = &mut self.preferences else {
            return;
        };
        let now = Preferences::of(&self.state.settings, ctx.zoom_factor());
        let problem = file.problem().or(file.keep(now, ctx).err());
        if let Some(problem) = problem {
            self.state.notices.problem(problem);
        }
    }
}
