//! The left panel: everything that can be set, and the bars above and below.

mod changes;
mod contrast;
pub(crate) mod film;
mod learning;
pub(crate) mod menu;
mod model_file;
mod pictures;
mod run;
mod sizes;
mod sparsity;
pub(crate) mod status;
pub(crate) mod timeline;
mod track;

use egui::{Frame, Margin, ScrollArea, Ui};

use crate::app::state::State;
use crate::app::widgets::follow_focus;
use contrast::contrast;
use learning::learning;
use model_file::model_file_fold;
use pictures::{PicturesPath, pictures};
use run::run;
use sizes::sizes;
use sparsity::sparsity;

/// The left panel, with the paths typed into it.
#[derive(Default)]
pub(crate) struct Controls {
    /// Whether a lesson was taken when it was shown last.
    in_lesson: Option<bool>,
    pictures_path: PicturesPath,
    model_path: String,
}

impl Controls {
    pub(crate) fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        let mut area = ScrollArea::vertical().auto_shrink(false);
        let in_lesson = Some(state.tour.is_some());
        if std::mem::replace(&mut self.in_lesson, in_lesson) != in_lesson {
            // Where it was scrolled to last time, or by a lesson, is forgotten, so that Pause is in sight.
            area = area.vertical_scroll_offset(0.0);
        }
        area.show(ui, |ui| {
            let margin = Margin::symmetric(14, 4);
            Frame::NONE.inner_margin(margin).show(ui, |ui| {
                run(ui, state);
                sparsity(ui, state);
                if state.has_few_controls {
                    return;
                }
                pictures(ui, state, &mut self.pictures_path);
                learning(ui, state);
                sizes(ui, state);
                contrast(ui, state);
                model_file_fold(ui, state, &mut self.model_path);
            });
            follow_focus(ui);
        });
    }
}
