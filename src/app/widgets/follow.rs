//! Bringing a newly marked unit into sight.

use egui::{Rect, Ui};

/// The unit that was marked when a view was last shown.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Follow {
    marked: Option<usize>,
}

impl Follow {
    /// Scrolls until the place of the marked one of `units` is in sight, once for each that is newly marked.
    pub(crate) fn follow(
        &mut self,
        ui: &Ui,
        marked: Option<usize>,
        units: &[usize],
        place: impl FnOnce(usize) -> Rect,
    ) {
        if std::mem::replace(&mut self.marked, marked) == marked {
            return;
        }
        if let Some(at) = units.iter().position(|&unit| Some(unit) == marked) {
            ui.scroll_to_rect(place(at), None);
        }
    }
}
