//! The run and the pinned run in one view: side by side, or with a divider.

use std::rc::Rc;

use egui::containers::menu::MenuButton;
use egui::scroll_area::State as ScrollState;
use egui::{
    Button, CursorIcon, EventFilter, Id, IdSalt, Key, Label, Rect, RichText, Sense, Stroke, Ui,
    UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use super::shown::Shown;
use crate::app::commands::View;
use crate::app::state::State;
use crate::app::state::pins::Split;
use crate::app::theme;
use crate::app::views::{RUN_LINE, ViewContent, waiting};
use crate::fault::guarded;

/// Space between the halves, in points.
const GAP: f32 = 13.0;
/// Least width of a half, in points: in a narrower view the run alone is shown.
const LEAST: f32 = 120.0;
/// What is said of both beside each other where there is no room for them.
const NARROW: &str =
    "This view is too narrow for both. M, or the button on the right, shows it alone.";
/// Least width of the name of a half, in points.
const TITLE_ROOM: f32 = 90.0;
/// Width of a bar of tabs from which on a tab, the arrows to the others and a button for each choice of the two have room, in points.
const ROW_FROM: f32 = 240.0;
/// How near to the divider it is taken hold of, in points.
const NEAR: f32 = 5.0;
/// How far an arrow key moves it, as a share of the width.
const KEY_STEP: f32 = 0.02;

/// One of the two runs.
#[derive(Clone, Copy, PartialEq)]
enum Half {
    Run,
    Pinned,
}

impl Shown<'_> {
    /// The letter of the run that a view can show beside the run; `None` while no run is pinned, or where it cannot show two.
    pub(super) fn splits_in(&self, view: View) -> Option<char> {
        let content = self.contents.get(view.key)?;
        let compared = self.state.pins.compared().map(|pin| pin.letter);
        compared.filter(|_| content.compares() && !self.state.pins.is_shown())
    }

    /// The buttons of the bar above a view that choose which of the two runs it shows; laid out from the right.
    pub(super) fn splits(&mut self, ui: &mut Ui, view: View) {
        let Some(letter) = self.splits_in(view) else {
            return;
        };
        ui.add_space(6.0);
        ui.spacing_mut().item_spacing.x = 2.0;
        let now = self.state.pins.split(view.key);
        let is_narrow = self.state.pins.is_narrow(view.key);
        let button = |ui: &mut Ui, split: Split| {
            let text = RichText::new(split.text(letter)).size(theme::SMALL);
            let is_possible = split != Split::Beside || !is_narrow;
            let button = Button::selectable(now == split, text).small();
            let button = ui.add_enabled(is_possible, button);
            let about = split.about(letter);
            let button = button.on_hover_text(format!("Show {about}."));
            let button = button.on_disabled_hover_text(NARROW);
            let button = button.accessible_name(format!("{}: {about}", view.title));
            button.clicked().then_some(split)
        };
        let all = Split::ALL.into_iter();
        let chosen = if ui.available_width() >= ROW_FROM {
            all.rev().filter_map(|split| button(ui, split)).last()
        } else {
            // The tabs need the room.
            let text = RichText::new(now.text(letter)).size(theme::SMALL);
            let menu = MenuButton::from_button(Button::new(text).small());
            let (response, chosen) = menu.ui(ui, |ui| {
                ui.horizontal(|ui| all.filter_map(|split| button(ui, split)).last())
                    .inner
            });
            response.accessible_name(format!("{}: {}", view.title, now.about(letter)));
            chosen.and_then(|chosen| chosen.inner)
        };
        if let Some(split) = chosen {
            self.state.pins.set_split(view.key, split);
        }
    }

    /// Which run a half shows, in a line above it; beside the pinned one, what is the same as what is selected.
    fn title(&self, ui: &mut Ui, view: View, half: Half, space: Rect) {
        let state = &*self.state;
        let [run, pinned] = state.titles_of_both().unwrap_or_default();
        let text = match half {
            Half::Run => run,
            Half::Pinned => {
                let content = self.contents.get(view.key);
                let words = match content.is_some_and(|view| view.shows_one_unit()) {
                    true => state.matched_words_in_unit(),
                    false => state.matched_words(),
                };
                let matched = words.map(|words| format!("  –  {words}"));
                pinned + &matched.unwrap_or_default()
            }
        };
        let at = Rect::from_min_size(space.min, vec2(space.width(), RUN_LINE - 2.0));
        let text = RichText::new(text).size(theme::SMALL).strong();
        let mut line = ui.new_child(UiBuilder::new().max_rect(at));
        line.add(Label::new(text).truncate());
    }

    /// Shows a view of the run, of the pinned run, or of both.
    ///
    /// # Errors
    /// What it panicked of.
    pub(super) fn of_both(&mut self, ui: &mut Ui, view: View) -> Result<(), String> {
        self.header(ui, view)?;
        let space = ui.available_rect_before_wrap();
        let has_room = space.width() >= 2.0 * LEAST + GAP;
        self.state.pins.note_room(view.key, has_room);
        let split = self.state.pins.split(view.key);
        let below = space.with_min_y(space.top() + RUN_LINE);
        match split {
            Split::Run => self.half(ui, view, Half::Run),
            Split::Pinned => {
                self.title(ui, view, Half::Pinned, space);
                self.half_in(ui, view, Half::Pinned, [below; 2]).map(drop)
            }
            Split::Beside => {
                let middle = space.center().x.round();
                let [left, right] = [middle - GAP / 2.0, middle + GAP / 2.0];
                self.title(ui, view, Half::Run, space.with_max_x(left));
                self.title(ui, view, Half::Pinned, space.with_min_x(right));
                let run = self.half_in(ui, view, Half::Run, [below.with_max_x(left); 2])?;
                let pin = self.half_in(ui, view, Half::Pinned, [below.with_min_x(right); 2])?;
                scroll_together(ui, view, [run, pin]);
                let line = Stroke::new(1.0, ui.visuals().widgets.noninteractive.bg_stroke.color);
                ui.painter().vline(middle, space.y_range(), line);
                Ok(())
            }
            Split::Divided => {
                let x = below.left() + below.width() * self.state.pins.divider;
                // Each above what it names, as far as there is room for both.
                let room = TITLE_ROOM.min(space.width() / 2.0);
                let border = x.clamp(space.left() + room, space.right() - room);
                self.title(ui, view, Half::Run, space.with_max_x(border));
                self.title(ui, view, Half::Pinned, space.with_min_x(border));
                let run = self.half_in(ui, view, Half::Run, [below, below.with_max_x(x)])?;
                let pin = self.half_in(ui, view, Half::Pinned, [below, below.with_min_x(x)])?;
                scroll_together(ui, view, [run, pin]);
                divider(ui, self.state, view, below);
                Ok(())
            }
        }
    }

    /// One of them, laid out in a rectangle and seen in a part of it; returns the id of what it scrolls.
    fn half_in(
        &mut self,
        ui: &mut Ui,
        view: View,
        half: Half,
        [space, seen]: [Rect; 2],
    ) -> Result<Id, String> {
        let name = match half {
            Half::Run => "run",
            Half::Pinned => "pinned run",
        };
        let mut part = ui.new_child(UiBuilder::new().max_rect(space).id_salt(name));
        part.set_clip_rect(seen.expand(2.0).intersect(ui.clip_rect()));
        let scrolled = part.make_persistent_id(IdSalt::new("scroll_area"));
        self.half(&mut part, view, half)?;
        Ok(scrolled)
    }

    /// What is set in a view, for both of them.
    fn header(&mut self, ui: &mut Ui, view: View) -> Result<(), String> {
        let content = self.contents.get_mut(view.key);
        let Some((content, model)) = content.zip(self.state.model().map(Rc::clone)) else {
            return Ok(());
        };
        guarded(|| content.header(ui, &model, self.state))
    }

    fn half(&mut self, ui: &mut Ui, view: View, half: Half) -> Result<(), String> {
        match half {
            Half::Run => {
                let content = self.contents.get_mut(view.key);
                let model = self.state.model().map(Rc::clone);
                let state = &mut *self.state;
                guarded(|| match content.zip(model) {
                    Some((content, model)) => content.ui(ui, &model, state),
                    None => waiting(ui, state),
                })
            }
            Half::Pinned => {
                let content: Option<&mut Box<dyn ViewContent>> = self.pinned.get_mut(view.key);
                let shown = self.state.through_pin(|state, model| match content {
                    Some(content) => content.ui(ui, model, state),
                    None => waiting(ui, state),
                });
                shown.unwrap_or(Ok(()))
            }
        }
    }
}

/// Scrolls one half to where the other was scrolled.
fn scroll_together(ui: &Ui, view: View, halves: [Id; 2]) {
    let ctx = ui.ctx();
    let offset = |id: Id| ScrollState::load(ctx, id).map(|state| state.unclamped_offset());
    let [Some(run), Some(pin)] = halves.map(offset) else {
        return;
    };
    let id = Id::unique(("scrolled", view.key));
    // After a copy the shorter of both ends earlier, which is no scrolling.
    let last: Option<([Vec2; 2], bool)> = ctx.data(|data| data.get_temp(id));
    let (last, is_copied) = last.unwrap_or(([run, pin], true));
    let moved = [run, pin] != last && !is_copied;
    if moved {
        let [from, to] = match run == last[0] {
            true => [halves[1], halves[0]],
            false => halves,
        };
        if let Some(state) = ScrollState::load(ctx, from) {
            state.store(ctx, to);
        }
        ctx.request_repaint();
    }
    ctx.data_mut(|data| data.insert_temp(id, ([run, pin], moved)));
}

/// The line between both, to be dragged, or moved by the arrow keys.
fn divider(ui: &mut Ui, state: &mut State, view: View, space: Rect) {
    let share = &mut state.pins.divider;
    let x = space.left() + space.width() * *share;
    let around = Rect::from_x_y_ranges(x - NEAR..=x + NEAR, space.y_range());
    let id = ui.make_persistent_id("divider");
    let response = ui.interact(around, id, Sense::click_and_drag());
    let name = format!("Divider of {}", view.title);
    response.widget_info(|| WidgetInfo::slider(true, f64::from(*share), &name));
    if let Some(at) = response.interact_pointer_pos() {
        *share = (at.x - space.left()) / space.width();
    }
    if response.clicked() || response.drag_started() {
        response.request_focus();
    }
    if response.has_focus() {
        let filter = EventFilter {
            horizontal_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let pressed = |key| ui.input(|input| input.num_presses(key)) as f32;
        *share += KEY_STEP * (pressed(Key::ArrowRight) - pressed(Key::ArrowLeft));
    }
    *share = share.clamp(0.0, 1.0);
    let x = space.left() + space.width() * *share;
    let color = ui.visuals().hyperlink_color;
    let painter = ui.painter();
    painter.vline(x, space.y_range(), Stroke::new(2.0, color));
    painter.circle_filled(pos2(x, space.center().y), 4.5, color);
    response.on_hover_cursor(CursorIcon::ResizeHorizontal);
}
