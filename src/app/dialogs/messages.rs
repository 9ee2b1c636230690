//! All messages since the start.

use std::time::Duration;

use egui::{RichText, ScrollArea, Ui};

use super::window;
use crate::app::state::State;
use crate::app::widgets::elapsed;

/// The list of messages, the newest first.
pub(crate) fn messages(ui: &mut Ui, state: &mut State) {
    let now_secs = ui.input(|input| input.time);
    let mut is_open = state.notices.is_listed;
    window("Messages", ui)
        .open(&mut is_open)
        .default_size([560.0, 320.0])
        .show(ui.ctx(), |ui| {
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
    state.notices.is_listed = is_open;
}
