//! What keys are called on screen.

use egui::{Context, Key, KeyboardShortcut};

use super::action::{Action, Menu};

/// The keys of a shortcut as they are written on the keyboard: "Ctrl+," and "[", but "Ctrl+Plus".
pub(crate) fn key_name(ctx: &Context, shortcut: &KeyboardShortcut) -> String {
    let text = ctx.format_shortcut(shortcut);
    let key = shortcut.logical_key;
    let sign = key.symbol_or_name();
    let is_clear = sign.len() == 1 && !matches!(key, Key::Plus | Key::Minus);
    match text.strip_suffix(key.name()).filter(|_| is_clear) {
        Some(modifiers) => format!("{modifiers}{sign}"),
        None => text,
    }
}

/// How the model that was replaced comes back: "File > Restore previous model (Ctrl+B)".
pub(crate) fn way_back(ctx: &Context) -> String {
    let row = Action::RestoreModel.row();
    let keys = row.shortcut.map(|keys| key_name(ctx, &keys));
    let keys = keys.map_or(String::new(), |keys| format!(" ({keys})"));
    format!("{} > {}{keys}", Menu::File.name(), row.text)
}
