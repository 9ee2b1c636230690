//! Files and folders that are asked for, and those dropped on the window.

use std::path::{Path, PathBuf};

use egui::Context;

use crate::app::dialogs::file_picker::{Answer, FIRST_MODEL, Purpose};
use crate::app::notices::REFUSED;
use crate::app::state::pins::ARE_ASIDE;
use crate::app::typed_path::model_file;
use crate::app::window::App;
use crate::engine::Command;
use crate::source::SourceSpec;

impl App {
    /// Asks for a file or folder, beginning where the last one was chosen.
    pub(super) fn ask(&mut self, purpose: Purpose, ctx: &Context) {
        let folder = self.state.recents.folder.clone();
        let folder = folder.unwrap_or_else(|| PathBuf::from("."));
        let start = match purpose {
            Purpose::SaveModel => folder.join(FIRST_MODEL),
            _ => folder,
        };
        self.ask_from(purpose, &start, ctx);
    }

    /// Asks for a file or folder, beginning with this one.
    pub(super) fn ask_from(&mut self, purpose: Purpose, start: &Path, ctx: &Context) {
        if let Err(reason) = self.dialogs.ask(purpose, start, ctx) {
            self.state.notices.problem(reason);
        }
    }

    /// Does what a dialog was opened for.
    pub(crate) fn on_answer(&mut self, answer: Answer) {
        let state = &mut self.state;
        if matches!(
            answer.purpose,
            Purpose::PictureFolder | Purpose::PictureFiles | Purpose::OpenModel
        ) {
            // Also where it was cancelled: without a dialog a path can be typed in the controls behind the card.
            state.close_welcome(Command::Return);
        }
        let Some(first) = answer.paths.first().cloned() else {
            state.notices.news(answer.purpose.way_out());
            return;
        };
        state.recents.note_chosen(&first);
        match answer.purpose {
            Purpose::PictureFolder | Purpose::PictureFiles => {
                state.send(Command::NewSource(SourceSpec::images(answer.paths)));
            }
            Purpose::OpenModel => state.send(Command::Open(first)),
            Purpose::PinModel if state.pins.are_aside() => {
                state.notices.news_instead(REFUSED, ARE_ASIDE);
            }
            Purpose::PinModel => state.pins.add_file(first, None),
            Purpose::SweepFolder => self.open_sweep(first),
            // The dialog asked whether to replace the file chosen, but not one whose name is longer.
            Purpose::SaveModel => {
                let file = model_file(first.clone());
                state.send(if file == first {
                    Command::Replace(file)
                } else {
                    Command::Save(file)
                });
            }
            Purpose::Clip(..) => {
                if let Some(form) = &mut state.exports.clip {
                    form.target.take(&first);
                }
            }
            Purpose::Export(..) => {
                if let Some(form) = &mut state.exports.form {
                    form.target.take(&first);
                }
            }
        }
    }

    /// A dropped model is opened; dropped pictures and folders are learned from.
    pub(crate) fn take_dropped_files(&mut self, ctx: &Context) {
        let paths: Vec<PathBuf> = ctx.input(|input| {
            let files = input.raw.dropped_files.iter();
            files.map(|file| file.path().to_owned()).collect()
        });
        if !paths.is_empty() {
            self.state.take_files(paths);
        }
    }
}
