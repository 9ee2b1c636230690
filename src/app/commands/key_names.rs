//! What keys are called on screen.

use egui::{Context, Key, KeyboardShortcut};

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
