//! The field that names ffmpeg.

use egui::{Response, TextEdit, Ui};

use crate::app::state::State;

/// Shows the field, so wide in points. What is no program is told once it is entered.
pub(crate) fn ffmpeg_field(ui: &mut Ui, state: &mut State, width: f32) -> Response {
    let field = TextEdit::singleline(&mut state.settings.preferences.ffmpeg)
        .hint_text("path, or the installed one")
        .desired_width(width);
    let field = ui.add(field);
    if field.lost_focus() {
        state.check_ffmpeg(ui.ctx());
    }
    field
}
