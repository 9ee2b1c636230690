//! What is set: kept between starts, and looked at every frame for steps back and for the file of preferences.

use std::path::PathBuf;

use egui::{Context, ThemePreference};

use crate::app::background::LAST_WRITE;
use crate::app::dock::Dock;
use crate::app::state::preferences::Preferences;
use crate::app::state::recents::Recents;
use crate::app::state::settings::Settings;
use crate::app::storage::preferences::PreferencesFile;
use crate::app::storage::recents_file::RecentsFile;
use crate::app::window::App;
use crate::app::window::undo::UndoPoint;
use crate::app::window::undo::steps::UndoSteps;
use crate::console::tell;

/// Messages that there is no step back, until there is one.
const NOTHING: &str = "nothing to undo";

impl App {
    /// Takes over how things were shown and arranged when `storage` was written; what cannot be read is
    /// reported and left at its default.
    pub fn restore(&mut self, ctx: &Context, storage: Option<&dyn eframe::Storage>) {
        // The lists of the last start were those of another model.
        ctx.data_mut(|data| data.remove_by_type::<egui::scroll_area::State>());
        match Settings::restore(storage) {
            Ok(settings) => self.state.settings.become_again(&settings),
            Err(warning) => self.state.notices.problem(warning),
        }
        match Dock::restore(storage) {
            Ok(dock) => self.dock = dock,
            Err(warning) => self.state.notices.problem(warning),
        }
        match Recents::restore(storage) {
            Ok(recents) => self.state.recents = recents,
            Err(warning) => self.state.notices.problem(warning),
        }
    }

    /// Writes how things are shown and arranged to `storage`; in a lesson how they were before it.
    pub fn store(&self, storage: &mut dyn eframe::Storage) {
        match &self.before_lesson {
            Some(before) => {
                self.lasting(&before.settings).save(storage);
                before.places.save(storage);
            }
            None => {
                self.lasting(&self.state.settings).save(storage);
                self.dock.places().save(storage);
            }
        }
    }

    /// Notes what is set now, once nobody is changing it any more.
    pub(crate) fn note_setup(&mut self, ctx: &Context) {
        let in_lesson = self.before_lesson.is_some() || self.state.comes_back.is_some();
        // While a pinned run is shown, what is selected has the numbers of its units.
        if in_lesson || self.state.pins.is_shown() {
            return;
        }
        let newest = self.state.newest.as_ref();
        let generation = newest.map(|model| model.snapshot.generation);
        let came_back = self.state.came_back;
        self.undo
            .take_run(came_back.filter(|_| came_back == generation));
        let (state, dock) = (&mut self.state, &self.dock);
        let now = || UndoPoint::of(state, dock.places());
        if self.undo.note(generation, ctx, now) {
            self.state.notices.resolve(NOTHING);
        }
    }

    /// Takes back what was set last.
    pub(crate) fn undo(&mut self) {
        self.go_to(UndoSteps::undo, true);
    }

    /// Does again what was taken back last.
    pub(crate) fn redo(&mut self) {
        self.go_to(UndoSteps::redo, false);
    }

    fn go_to(&mut self, step: fn(&mut UndoSteps, &UndoPoint) -> Option<UndoPoint>, is_back: bool) {
        if self.before_lesson.is_some() || self.state.comes_back.is_some() {
            let text =
                "Your settings come back at the end of the lesson; until then there is no undo.";
            return self.state.notices.news_instead("undo", text);
        }
        // What is set belongs to the run.
        let showed_pin = self.state.pins.is_shown();
        self.state.show_pin(false);
        let now = UndoPoint::of(&self.state, self.dock.places());
        let text = if let Some(then) = step(&mut self.undo, &now) {
            let text = match is_back {
                true => format!("Undone: {}.", then.changes(&now)),
                false => format!("Redone: {}.", now.changes(&then)),
            };
            self.dock.put_back(then.restore(&now, &mut self.state));
            text
        } else {
            self.state.show_pin(showed_pin);
            let text = match is_back {
                true => format!(
                    "Nothing to undo. A model that was replaced comes back with {}.",
                    self.state.way_back
                ),
                false => "Nothing to redo.".to_owned(),
            };
            return self.state.notices.news_instead(NOTHING, text);
        };
        self.state.notices.resolve(NOTHING);
        self.state.notices.news_instead("undo", text);
    }

    /// Sets what the file of preferences says, where there is one, and writes changes to it from now on.
    pub fn use_preferences(&mut self, path: PathBuf, ctx: &Context) {
        let read = Preferences::read(&path);
        self.state.are_preferences_saved = read.is_ok();
        match read {
            Ok(Some(preferences)) => {
                ctx.set_theme(preferences.theme);
                self.state.settings.preferences = preferences;
            }
            Ok(None) => {}
            Err(problem) => self.state.notices.problem(problem),
        }
        let now = self.state.settings.preferences.clone();
        self.state.preferences_path = Some(path.clone());
        self.preferences = Some(PreferencesFile::new(path, now));
    }

    /// Takes over the list of recent files that this file holds, where it is there, and writes to it from now on.
    pub fn use_recents(&mut self, path: PathBuf) {
        let file = RecentsFile::new(path);
        match file.read() {
            Ok(Some(recents)) => self.state.recents = recents,
            Ok(None) => {}
            Err(problem) => self.state.notices.problem(problem),
        }
        self.recents_file = Some(file);
    }

    /// Writes what was used since the last frame.
    pub(crate) fn keep_recents(&mut self, ctx: &Context) {
        let Some(file) = &mut self.recents_file else {
            return;
        };
        if let Err(problem) = file.keep(&mut self.state.recents, ctx) {
            self.state.notices.problem(problem);
        }
    }

    /// Sets what was given until the window closes, whatever is preferred: the limit of the history, in megabytes, the
    /// zoom, in percent, and the theme.
    pub fn set_for_once(
        &mut self,
        history_mb: Option<u64>,
        zoom_percent: Option<u32>,
        theme: Option<ThemePreference>,
    ) {
        let preferences = &mut self.state.settings.preferences;
        preferences.history_mb = history_mb.unwrap_or(preferences.history_mb);
        preferences.zoom_percent = zoom_percent.unwrap_or(preferences.zoom_percent);
        preferences.theme = theme.unwrap_or(preferences.theme);
        if let Some(file) = &mut self.preferences {
            file.take_for_once(preferences.clone());
        }
    }

    /// The settings, but for a pace that nobody chose.
    fn lasting(&self, settings: &Settings) -> Settings {
        let mut lasting = settings.clone();
        self.state.leave_watch(&mut lasting);
        lasting
    }

    /// Writes what changed last and waits a little for what is being written, when the window closes.
    pub(crate) fn finish_writing(&mut self) {
        self.finish_exports();
        drop(self.state.kept.work.last_outcome(LAST_WRITE));
        let now = &self.state.settings.preferences;
        let preferences = self.preferences.as_mut().map(|file| file.finish(now));
        let recents = &mut self.state.recents;
        let recents = self.recents_file.as_mut().map(|file| file.finish(recents));
        for problem in [preferences, recents]
            .into_iter()
            .flatten()
            .filter_map(Result::err)
        {
            tell(problem);
        }
    }

    /// Writes preferences that changed.
    pub(crate) fn keep_preferences(&mut self, ctx: &Context) {
        let Some(file) = &mut self.preferences else {
            return;
        };
        let now = self.state.settings.preferences.clone();
        match file.keep(now, ctx) {
            Ok(was_written) => self.state.are_preferences_saved |= was_written,
            Err(problem) => {
                self.state.are_preferences_saved = false;
                self.state.notices.problem(problem);
            }
        }
    }
}
