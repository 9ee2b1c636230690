//! Windows over the window: questions, help, and lists, one per file.

mod card;
pub(crate) mod clip;
pub(crate) mod configuration;
pub(crate) mod crash;
mod dialog_program;
pub(crate) mod drop;
pub(crate) mod export;
pub(crate) mod file_picker;
pub(crate) mod help;
pub(crate) mod kept;
pub(crate) mod lesson;
pub(crate) mod messages;
pub(crate) mod overwrite;
pub(crate) mod palette;
pub(crate) mod preferences;
pub(crate) mod quit;
pub(crate) mod skipped;
mod sweep_check;
pub(crate) mod welcome;

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Align2, Button, ComboBox, Context, Id, Key, Popup, Rect, Sense, TextEdit, Ui, Vec2, Window,
    WindowDrag, vec2,
};

use crate::app::commands::View;
use crate::app::export::ExportTheme;
use crate::app::export::target::{FileFormat, FileTarget};
use crate::app::notices::CLIP;
use crate::app::state::State;
use crate::app::state::sheets::Sheet;
use crate::app::typed_path::is_entered;
use crate::app::views::views;
use crate::app::widgets::{choice, follow_focus};

/// Distance of a window from the sides of this one, and from its top and bottom with the menu, the timeline and the status line, in points.
const FROM_EDGES: Vec2 = vec2(14.0, 92.0);
/// A size of this window in which every dialog is seen whole, in points.
const ENOUGH: Vec2 = vec2(600.0, 500.0);

/// A window in the middle of this one, until people move it; again in the middle when this one has another size, as it can have at
/// the next start.
fn window<'a>(title: &'a str, ui: &Ui) -> Window<'a> {
    window_at(Align2::CENTER_CENTER, title, ui)
}

/// The same at another place.
fn window_at<'a>(place: Align2, title: &'a str, ui: &Ui) -> Window<'a> {
    let room = ui.ctx().content_rect();
    let at = place.pos_in_rect(&room.shrink2(FROM_EDGES));
    let window = Window::new(title)
        .collapsible(false)
        .pivot(place)
        .default_pos(at);
    let before = ui.data_mut(|data| {
        let id = Id::unique(("room of", title));
        let before = data.get_temp(id);
        data.insert_temp(id, room);
        before
    });
    if before == Some(room) {
        window
    } else {
        // One that is dragged by its title alone takes no position.
        let free = window.drag_area(WindowDrag::Anywhere);
        free.current_pos(at)
    }
}

/// A window as large as what is in it, which scrolls where this one is smaller.
fn as_large_as_needed<'a>(window: Window<'a>, ui: &Ui) -> Window<'a> {
    let room = ui.ctx().content_rect().size();
    let scrolls = [room.x < ENOUGH.x, room.y < ENOUGH.y];
    window.resizable(false).scroll(scrolls)
}

/// Escape closes one of the windows that are open, a form first, then the one opened last; true when it did. An open list or question over them closes first.
pub(crate) fn close_by_escape(ctx: &Context, state: &mut State) -> bool {
    let is_over = Popup::is_any_open(ctx)
        || ctx.memory(|memory| memory.top_modal_layer().is_some())
        || state.is_filmed();
    if is_over || !ctx.input(|input| input.key_pressed(Key::Escape)) {
        return false;
    }
    if let Some(messages) = state.exports.newest() {
        close_form(state, messages);
        return true;
    }
    state.kept.asks_about.take().is_some() || state.sheets.close_last()
}

/// Closes the form whose messages are of this kind, with what was said of it.
fn close_form(state: &mut State, messages: &'static str) {
    match messages {
        CLIP => state.exports.clip = None,
        _ => state.exports.form = None,
    }
    state.notices.resolve(messages);
}

/// Shows one of the windows over the views while it is open.
fn sheet<R>(
    ui: &Ui,
    state: &mut State,
    sheet: Sheet,
    contents: impl FnOnce(&mut Ui, &mut State) -> R,
) -> Option<R> {
    let id = Id::unique(("focus before", sheet.title()));
    if !state.sheets.is_open(sheet) {
        let before: Option<Option<Id>> = ui.data_mut(|data| data.remove_temp(id));
        let now = ui.memory(|memory| memory.focused());
        let now = now.and_then(|now| ui.ctx().read_response(now));
        let is_elsewhere = now.is_some_and(|now| now.layer_id == ui.layer_id());
        if let Some(before) = before.flatten().filter(|_| !is_elsewhere) {
            ui.memory_mut(|memory| memory.request_focus(before));
        }
        return None;
    }
    let is_new = ui.data(|data| data.get_temp::<Option<Id>>(id).is_none());
    if is_new {
        let before = ui.memory(|memory| memory.focused());
        ui.data_mut(|data| data.insert_temp(id, before));
    }
    let mut is_open = true;
    let window = window(sheet.title(), ui);
    let window = match sheet.usual_size() {
        Some(size) => window.default_size(size),
        None => as_large_as_needed(window, ui),
    };
    let shown = window.open(&mut is_open).show(ui.ctx(), |ui| {
        // From here on the Tab key goes through what is in the window.
        let top = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), 0.0));
        let start = ui.interact(top, id.with("start"), Sense::focusable_noninteractive());
        if is_new {
            start.request_focus();
        }
        let shown = contents(ui, state);
        follow_focus(ui);
        shown
    });
    if !is_open {
        state.sheets.close(sheet);
    }
    shown?.inner
}

/// A row of a grid: the list of views, grey where there is a reason not to choose one; `name` is for screen readers.
fn view_row(ui: &mut Ui, name: &str, view: &mut View, refusal: impl Fn(View) -> Option<String>) {
    ui.label("View");
    let list = ComboBox::from_id_salt(name).selected_text(view.title);
    let shown = list.show_ui(ui, |ui| {
        for one in views() {
            let refusal = refusal(one);
            let entry = Button::selectable(*view == one, one.title);
            let entry = ui.add_enabled(refusal.is_none(), entry);
            let reason = refusal.unwrap_or_default();
            if entry.on_disabled_hover_text(reason).clicked() {
                *view = one;
            }
        }
    });
    shown.response.accessible_name(name);
    ui.end_row();
}

/// A row of a grid: the colours of what is written, where it has any; `name` is for screen readers.
fn colors_row(ui: &mut Ui, name: &str, theme: &mut ExportTheme, has_colors: bool) {
    ui.label("Colours");
    ui.add_enabled_ui(has_colors, |ui| {
        choice(ui, name, theme, &ExportTheme::ALL, ExportTheme::name);
    });
    ui.end_row();
}

/// A row of a grid: the path of a file, where people type in a dialog that is new and after Enter; `name` is for
/// screen readers. True when Enter was pressed in it.
fn file_row<F: FileFormat>(ui: &mut Ui, name: &str, target: &mut FileTarget<F>) -> bool {
    ui.label("File");
    let hint = format!("a path ending in .{}", target.format.ending());
    let field = TextEdit::singleline(&mut target.path).hint_text(hint);
    let field = ui.add(field.desired_width(300.0)).accessible_name(name);
    // What cannot be written is typed again at once; else the next letters would be taken for keys of the run.
    let is_entered = is_entered(ui, &field);
    if std::mem::take(&mut target.is_new) || is_entered {
        field.request_focus();
    }
    if field.gained_focus() {
        // What is typed takes the place of the name suggested.
        let mut edit = TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
        let whole = CCursorRange::two(CCursor::new(0), CCursor::new(target.path.chars().count()));
        edit.cursor.set_char_range(Some(whole));
        edit.store(ui.ctx(), field.id);
    }
    ui.end_row();
    is_entered
}
