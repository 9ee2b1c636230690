//! Headings, foldable sections, and buttons that carry their action's words.

use egui::{Button, CollapsingHeader, ComboBox, ProgressBar, Response, RichText, Ui, WidgetText};

use crate::app::commands::{Action, key_name};
use crate::app::state::State;

/// Height of a list up to which it does not scroll, in points.
const LONGEST_LIST: f32 = 360.0;

/// A part of a panel under a heading.
pub(crate) fn section<R>(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui) -> R) -> R {
    ui.add_space(8.0);
    ui.label(RichText::new(name).strong().size(14.5));
    ui.add_space(1.0);
    let inner = ui.push_id(name, content).inner;
    ui.add_space(6.0);
    ui.separator();
    inner
}

/// Begins another row where this one has no room for what is `width` points wide; in what is wrapped.
pub(crate) fn keep_together(ui: &mut Ui, width: f32) {
    if ui.available_size_before_wrap().x < width {
        ui.end_row();
        // What comes first stands as high as what is beside it.
        ui.set_row_height(ui.spacing().interact_size.y);
    }
}

/// A part of a panel that can be folded away, and is at first unless there is room for it.
pub(crate) fn fold(ui: &mut Ui, name: &str, is_open: bool, content: impl FnOnce(&mut Ui)) {
    let header = CollapsingHeader::new(RichText::new(name).strong().size(14.5));
    let fold = header
        .id_salt(name)
        .default_open(is_open)
        .show_unindented(ui, content);
    if fold.fully_open() {
        ui.add_space(8.0);
    }
    ui.separator();
}

/// The words of a button, behind the sign that players have for what it does.
fn with_icon(action: Action, text: &str) -> String {
    let icon = match action {
        Action::StepOne => "⏵",
        Action::StepHundred => "⏩",
        Action::Reset => "⟲",
        Action::NewSeed => "🎲",
        _ => return text.to_owned(),
    };
    format!("{icon}  {text}")
}

/// A button that asks for an action, and says why where that cannot be done now.
pub(crate) fn action_button(ui: &mut Ui, state: &mut State, action: Action) -> Response {
    let row = action.row();
    let keys = row.shortcut.map(|keys| key_name(ui.ctx(), &keys));
    let hint = keys.map_or(row.tooltip.to_owned(), |keys| {
        format!("{} ({keys})", row.tooltip)
    });
    let (refusal, text) = (state.refusal(action), state.text_of(action));
    let button = Button::new(with_icon(action, text));
    let response = ui
        .add_enabled(refusal.is_none(), button)
        .accessible_name(text)
        .on_hover_text(hint)
        .on_disabled_hover_text(refusal.unwrap_or_default());
    if response.clicked() {
        state.act(action);
    }
    response
}

/// Two buttons side by side, each as wide as half the space.
pub(crate) fn button_pair(ui: &mut Ui, state: &mut State, actions: [Action; 2]) {
    ui.columns_const(|[left, right]| {
        for (ui, action) in [left, right].into_iter().zip(actions) {
            // The longest names fit into half the width.
            ui.spacing_mut().button_padding.x = 3.0;
            ui.vertical_centered_justified(|ui| action_button(ui, state, action));
        }
    });
}

/// A drop-down list with a name for screen readers.
pub(crate) fn choice<T: Copy + PartialEq, N: Into<WidgetText>>(
    ui: &mut Ui,
    name: &str,
    value: &mut T,
    all: &[T],
    text: impl Fn(T) -> N,
) -> Response {
    choice_explained(ui, name, value, all, &text, &text)
}

/// The same, with more words in the list than in the box.
pub(crate) fn choice_explained<T: Copy + PartialEq, N: Into<WidgetText>, M: Into<WidgetText>>(
    ui: &mut Ui,
    name: &str,
    value: &mut T,
    all: &[T],
    text: impl Fn(T) -> N,
    explained: impl Fn(T) -> M,
) -> Response {
    let combo = ComboBox::from_id_salt(name)
        .selected_text(text(*value))
        .width(0.0)
        .height(LONGEST_LIST);
    let shown = combo.show_ui(ui, |ui| {
        let is_new = is_newly_shown(ui);
        for &item in all {
            let is_chosen = item == *value;
            let shown = ui.selectable_value(value, item, explained(item).into());
            if is_new && is_chosen {
                shown.scroll_to_me(None);
            }
        }
    });
    shown
        .response
        .accessible_name(name)
        .on_hover_text(name.to_owned())
}

/// Whether this was not shown in the frame before the last: it is laid out in the first frame, and seen from the second on.
fn is_newly_shown(ui: &Ui) -> bool {
    let (id, now) = (ui.scope_id().with("shown"), ui.ctx().cumulative_frame_nr());
    ui.data_mut(|data| {
        let [since, last]: &mut [u64; 2] = data.get_temp_mut_or_default(id);
        if *last + 1 < now {
            *since = now;
        }
        *last = now;
        now <= *since + 1
    })
}

/// How far something is, 0 to 1, with a text on it.
pub(crate) fn progress_bar(share: f32, text: String) -> ProgressBar {
    ProgressBar::new(share)
        .text(text)
        .desired_height(16.0)
        .corner_radius(2.0)
}
