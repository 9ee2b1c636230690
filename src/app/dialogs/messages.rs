//! All messages since the start.

use std::time::Duration;

use egui::{RichText, ScrollArea, Ui};

use super::sheet;
use crate::app::state::State;
use crate::app::state::sheets::Sheet;
use crate::app::widgets::elapsed;

/// The list of messages, the newest first.
pub(crate) fn messages(ui: &mut Ui, state: &mut State) {
    let now_secs = ui.input(|input| input.time);
    sheet(ui, state, Sheet::Messages, |ui, state| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if state.notices.past().next().is_none() {
                ui.weak("No messages yet.");
            }
            for notice in state.notices.past().rev() {
                let age_secs = (now_secs - notice.at_secs).max(0.0);
                ui.weak(elapsed(Duration::from_secs_f64(age_secs)));
                let text = RichText::new(&notice.text);
                ui.label(if notice.is_problem {
                    text.color(ui.visuals().error_fg_color)
                } else {
                    text
                });
                ui.separator();
            }
        });
    });
}
