//! Reading the sweep whose map is shown.

use std::path::PathBuf;

use egui::Context;

use crate::app::notices::PICTURES;
use crate::app::state::sweep_map::SweepJob;
use crate::app::views;
use crate::app::window::App;

/// Why a sweep was not opened or read, until another is.
const SWEEP: &str = "sweep";

impl App {
    /// Shows the map of the sweep in a folder.
    pub fn open_sweep(&mut self, folder: PathBuf) {
        self.state.sweep_map.open(folder);
        self.dock.reveal(views::SWEEP);
    }

    /// Takes over what was read of the sweep, and has it read again now and then while its map is on screen.
    pub(crate) fn attend_sweep(&mut self, ctx: &Context) {
        let state = &mut self.state;
        while let Some(outcome) = state.sweep_map.work.outcome() {
            let was_sound = state.sweep_map.is_sound();
            if let Some(problem) = state.sweep_map.take(outcome) {
                state.notices.problem_instead(SWEEP, problem);
            } else if !was_sound && state.sweep_map.is_sound() {
                state.notices.resolve(SWEEP);
                if let Some(folder) = state.sweep_map.folder() {
                    state.notices.resolve_of(PICTURES, folder);
                    state.recents.note_sweep(folder);
                }
            }
        }
        if !self.dock.visible().any(|view| view == views::SWEEP) {
            return;
        }
        for job in state.sweep_map.jobs(state.settings.preferences.colors()) {
            let is_of_rows = matches!(job, SweepJob::Rows { .. });
            let started = state.sweep_map.work.start("sweep", ctx, || job.run());
            if let Err(error) = started {
                let problem = format!("The sweep cannot be read: {error}");
                state.sweep_map.refuse(is_of_rows, problem.clone());
                state.notices.problem_instead(SWEEP, problem);
            }
        }
        if let Some(wait) = state.sweep_map.wait() {
            ctx.request_repaint_after(wait);
        }
    }
}
