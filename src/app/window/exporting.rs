//! Views on their way to files and to the clipboard.

use std::time::Duration;

use egui::Context;

use crate::app::commands::View;
use crate::app::export::{ExportForm, ExportWork, ForClipboard, Outcome, copy, write, written_to};
use crate::app::notices::EXPORT;
use crate::app::state::Replaces;
use crate::app::window::App;
use crate::app::window::redrawing::Redrawn;
use crate::console::tell;
use crate::engine::Command;
use crate::figure::Format;

/// How long a window that closes waits for a view that is being written.
const LAST_EXPORT: Duration = Duration::from_secs(10);

impl App {
    /// Copies a view as a picture, whatever form is open.
    pub(crate) fn copy_view(&mut self, view: View, ctx: &Context) {
        if self.dock.document(view, &mut self.state).is_none() {
            let reason = self.dock.shows_nothing(view, &self.state);
            return self.state.notices.problem_instead(EXPORT, reason);
        }
        let mut form = self.state.export_form(view);
        form.target.format = Format::Png;
        self.export(form, copy, ctx);
    }

    /// Writes over files that people gave up.
    pub(crate) fn replace_files(&mut self, ctx: &Context) {
        match self.state.replacing.take() {
            None => {}
            Some(Replaces::Model(path)) => self.state.send(Command::Replace(path)),
            Some(Replaces::View(form)) => self.export(form, write, ctx),
            Some(Replaces::Clip(form)) => self.write_clip(form, ctx),
        }
    }

    /// Writes or copies what the open form says, and closes it.
    pub(crate) fn take_export(&mut self, work: ExportWork, ctx: &Context) {
        if let Some(form) = self.state.exports.form.take() {
            self.export(form, work, ctx);
        }
    }

    /// Writes or copies what a form says, in the colours asked for.
    pub(crate) fn export(&mut self, form: ExportForm, work: ExportWork, ctx: &Context) {
        let now = ctx.theme();
        let theme = if form.target.format.is_drawn() {
            form.theme.in_window(now)
        } else {
            now
        };
        self.write_in(theme, Redrawn::Export(form, work), ctx);
    }

    /// Writes or copies what a view shows, on a thread of its own.
    pub(crate) fn start_export(&mut self, work: ExportWork, form: ExportForm, ctx: &Context) {
        let state = &mut self.state;
        let Some(document) = self.dock.document(form.view, state) else {
            let reason = self.dock.shows_nothing(form.view, state);
            state.notices.problem_instead(EXPORT, reason);
            state.exports.form.get_or_insert(form);
            return;
        };
        let work = move || work(document, form);
        if let Err(error) = state.exports.work.start("export", ctx, work) {
            let text = format!("The view cannot be exported: {error}");
            state.notices.problem_instead(EXPORT, text);
        }
    }

    /// Waits a little for what is being written, when the window closes, and tells what became of it.
    pub(crate) fn finish_exports(&self) {
        while let Some(outcome) = self.state.exports.work.last_outcome(LAST_EXPORT) {
            match outcome {
                Outcome::Copied(_) => {}
                Outcome::Written(files) => tell(written_to(&files)),
                Outcome::Exists(form) => tell(format_args!(
                    "{} exists and was not replaced",
                    form.target.path
                )),
                Outcome::Failed(_, reason) => tell(reason),
            }
        }
    }

    /// Says what became of an export; what was not written can be tried again.
    pub(crate) fn on_export(&mut self, outcome: Outcome, ctx: &Context) {
        let state = &mut self.state;
        match outcome {
            Outcome::Copied(clip) => {
                match clip {
                    ForClipboard::Text(text) => ctx.copy_text(text),
                    ForClipboard::Picture(picture) => ctx.copy_image(picture),
                }
                state.notices.resolve(EXPORT);
                state.notices.news("Copied to the clipboard.");
            }
            Outcome::Written(files) => {
                files
                    .iter()
                    .take(1)
                    .for_each(|file| state.recents.note_chosen(file));
                let text = written_to(&files);
                state.notices.resolve(EXPORT);
                state.notices.news(text);
            }
            Outcome::Exists(form) => state.replaces.push_back(Replaces::View(form)),
            Outcome::Failed(mut form, reason) => {
                state.notices.problem_instead(EXPORT, reason);
                form.target.is_new = true;
                state.exports.form.get_or_insert(form);
            }
        }
    }
}
