//! The palette of commands: letters in, a list of what can be done out.

use egui::{
    Align2, Area, Context, FontId, Id, Key, Label, Modal, Modifiers, Rect, RichText, Role,
    ScrollArea, Sense, TextEdit, Ui, UiKind, WidgetInfo, pos2, vec2,
};

use super::sweep_check::SweepCheck;
use crate::app::commands::{Action, key_name};
use crate::app::dock::Dock;
use crate::app::palette::{Entry, Known, find, path_in};
use crate::app::state::State;
use crate::app::theme;

/// Largest width, in points.
const WIDTH: f32 = 720.0;
/// Height of an entry, in points.
const ROW: f32 = 26.0;
/// Most entries in sight.
const ROWS: f32 = 14.0;
/// Width of the column that says what an entry is of, in points.
const KIND: f32 = 84.0;
/// Space of the window's height above the palette.
const ABOVE: f32 = 0.1;
/// Height of what is above and below the list, in points: the field, and what the chosen entry does where its row cuts that off.
const AROUND: f32 = 100.0;
/// Entries that Page Up and Page Down pass over.
const PAGE: isize = 10;
/// For how long what was found is shown: meanwhile other things may have become possible.
const LOOK_AGAIN_SECS: f64 = 0.25;

/// The palette, while it is open.
#[derive(Default)]
pub(crate) struct PaletteDialog {
    query: String,
    /// Place of the entry that Enter takes.
    chosen: usize,
    was_open: bool,
    /// What was found, for what, and when in seconds.
    found: Vec<Entry>,
    found_for: String,
    found_secs: f64,
    sweep: SweepCheck,
}

impl PaletteDialog {
    pub(crate) fn show(&mut self, ui: &Ui, state: &mut State, dock: &Dock) {
        let is_new = state.shows_palette && !self.was_open;
        self.was_open = state.shows_palette;
        if !state.shows_palette {
            return;
        }
        if is_new {
            *self = Self {
                was_open: true,
                found_secs: f64::NEG_INFINITY,
                ..Self::default()
            };
        }
        let ctx = ui.ctx();
        let window = ctx.content_rect();
        let area = Area::new(Action::palette_id())
            .kind(UiKind::Modal)
            .sense(Sense::hover())
            .anchor(Align2::CENTER_TOP, vec2(0.0, ABOVE * window.height()))
            .order(egui::Order::Foreground)
            .interactable(true);
        let modal = Modal::new(Action::palette_id()).area(area);
        let shown = modal.show(ctx, |ui| {
            ui.set_width(WIDTH.min(window.width() - 60.0));
            self.contents(ui, state, dock, is_new)
        });
        if shown.should_close() {
            state.shows_palette = false;
        }
        let Some(does) = shown.inner.and_then(|entry| entry.does) else {
            return;
        };
        match does.perform(state) {
            Some(text) => {
                self.go_on_after(ctx, text);
            }
            None => state.shows_palette = false,
        }
    }

    /// Shows the field and the entries; returns the one that was taken.
    fn contents(&mut self, ui: &mut Ui, state: &State, dock: &Dock, is_new: bool) -> Option<Entry> {
        let by = steps(ui);
        let is_taken = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        let field = TextEdit::singleline(&mut self.query)
            .id(field_id())
            .hint_text(
                "Type a command, a view, a file or a setting: save, figure 2, beta 0.2, unit 12",
            )
            .desired_width(f32::INFINITY);
        let field = ui.add(field).accessible_name("Command");
        if is_new || is_taken {
            field.request_focus();
        }
        if field.changed() {
            self.chosen = 0;
        }
        self.look(ui, state, dock);
        let last = self.found.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by).min(last);
        ui.add_space(6.0);
        if self.found.is_empty() {
            ui.weak("No match. Try another word, or fewer letters.");
            return None;
        }
        let (clicked, is_cut) = self.list(ui, by != 0 || field.changed());
        if is_cut {
            let about = &self.found[self.chosen].about;
            ui.add_space(6.0);
            ui.add(Label::new(RichText::new(about).small().weak()).wrap());
        }
        let taken = clicked.or(is_taken.then_some(self.chosen));
        taken.map(|index| self.found[index].clone())
    }

    /// Finds what fits, again when something else is typed, when its folder is found to be that of a sweep, and now and then.
    fn look(&mut self, ui: &Ui, state: &State, dock: &Dock) {
        let now_secs = ui.input(|input| input.time);
        let has_news = self.sweep.look_at(ui.ctx(), path_in(&self.query));
        let is_old = now_secs > self.found_secs + LOOK_AGAIN_SECS;
        if self.found_for != self.query || has_news || is_old {
            let (query, sweep) = (&*self.query, self.sweep.found());
            let found = find(&Known {
                state,
                dock,
                query,
                sweep,
            });
            // An entry that keys went to stays the chosen one, wherever it is now.
            let before = self.found.get(self.chosen).filter(|_| self.chosen > 0);
            let place = before.and_then(|before| {
                let is_it = |one: &Entry| one.text == before.text && one.about == before.about;
                found.iter().position(is_it)
            });
            self.chosen = place.unwrap_or(self.chosen);
            self.found = found;
            self.found_for.clone_from(&self.query);
            self.found_secs = now_secs;
        }
    }

    /// Shows the entries in sight; returns the place of the one that was clicked, and whether what the chosen one does is cut off.
    fn list(&self, ui: &mut Ui, goes_there: bool) -> (Option<usize>, bool) {
        let entries = &self.found;
        let room = ui.ctx().content_rect().height() * (1.0 - 2.0 * ABOVE) - AROUND;
        let height = room.clamp(2.0 * ROW, ROWS * ROW);
        ui.spacing_mut().item_spacing.y = 0.0;
        let (mut clicked, mut is_cut) = (None, false);
        let mut area = ScrollArea::vertical()
            .max_height(height)
            // Whatever height the palette had before.
            .min_scrolled_height(height)
            .auto_shrink([false, true]);
        if goes_there {
            let middle = (self.chosen as f32 + 0.5) * ROW - height / 2.0;
            area = area.vertical_scroll_offset(middle.max(0.0));
        }
        area.show_rows(ui, ROW, entries.len(), |ui, visible| {
            for index in visible {
                let is_chosen = index == self.chosen;
                let [is_clicked, cuts] = row(ui, &entries[index], is_chosen);
                if is_clicked {
                    clicked = Some(index);
                }
                is_cut |= cuts && is_chosen;
            }
        });
        (clicked, is_cut)
    }

    /// Puts this text into the field, with the cursor behind it.
    fn go_on_after(&mut self, ctx: &Context, text: String) {
        let end = egui::text::CCursor::new(text.chars().count());
        let mut edit = egui::text_edit::TextEditState::load(ctx, field_id()).unwrap_or_default();
        let range = egui::text::CCursorRange::one(end);
        edit.cursor.set_char_range(Some(range));
        edit.store(ctx, field_id());
        (self.query, self.chosen) = (text, 0);
    }
}

fn field_id() -> Id {
    Id::unique("command")
}

/// By how many entries the keys went down the list.
fn steps(ui: &Ui) -> isize {
    let keys = [
        (Key::ArrowDown, 1),
        (Key::ArrowUp, -1),
        (Key::PageDown, PAGE),
        (Key::PageUp, -PAGE),
    ];
    ui.input_mut(|input| {
        let steps =
            keys.map(|(key, by)| by * input.count_and_consume_key(Modifiers::NONE, key) as isize);
        steps.into_iter().sum()
    })
}

/// Shows an entry over the whole width; whether it is clicked, and whether what it does is cut off.
fn row(ui: &mut Ui, entry: &Entry, is_chosen: bool) -> [bool; 2] {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let is_possible = entry.does.is_some();
    response
        .widget_info(|| WidgetInfo::selected(Role::Button, is_possible, is_chosen, &entry.text));
    let visuals = ui.visuals();
    let is_ready = is_chosen && is_possible;
    if is_ready {
        ui.painter()
            .rect_filled(rect, 4.0, visuals.selection.bg_fill);
    } else if is_chosen || response.hovered() {
        ui.painter()
            .rect_filled(rect, 4.0, visuals.widgets.hovered.bg_fill);
    }
    let strong = visuals.strong_text_color();
    let weak = if is_ready {
        strong
    } else {
        visuals.weak_text_color()
    };
    let ink = if is_possible { strong } else { weak };
    let inner = rect.shrink2(vec2(8.0, 0.0));
    let (body, small) = (
        FontId::proportional(13.5),
        FontId::proportional(theme::SMALL),
    );
    let painter = ui.painter_at(rect);
    let at = |x: f32| pos2(x, inner.center().y);
    painter.text(
        at(inner.left()),
        Align2::LEFT_CENTER,
        entry.kind,
        small.clone(),
        weak,
    );
    let named = painter.text(
        at(inner.left() + KIND),
        Align2::LEFT_CENTER,
        &entry.text,
        body,
        ink,
    );
    let keys = entry
        .keys
        .map(|keys| key_name(ui.ctx(), &keys))
        .unwrap_or_default();
    let keys = painter.text(
        at(inner.right()),
        Align2::RIGHT_CENTER,
        keys,
        small.clone(),
        weak,
    );
    let about = Rect::from_x_y_ranges(named.right() + 14.0..=keys.left() - 10.0, inner.y_range());
    let mut is_cut = true;
    if about.width() > 60.0 {
        let text = RichText::new(&entry.about).font(small).color(weak);
        let text = egui::WidgetText::from(text);
        let wrap = Some(egui::TextWrapMode::Truncate);
        let galley = text.into_galley(ui, wrap, about.width(), egui::TextStyle::Small);
        is_cut = galley.elided;
        let top = about.center().y - galley.size().y / 2.0;
        painter.galley(pos2(about.left(), top), galley, weak);
    }
    let is_clicked = response.clicked() && is_possible;
    is_cut &= !entry.about.is_empty();
    if is_cut {
        response.on_hover_text(&entry.about);
    }
    [is_clicked, is_cut]
}
