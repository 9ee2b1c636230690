//! Files in colours that the window does not have.

use egui::Theme;

use crate::app::export::{ClipForm, ExportForm, ExportWork};

/// What is drawn again.
pub(crate) enum Redrawn {
    /// A view as it is now.
    Export(ExportForm, ExportWork),
    /// A view along the run.
    Clip(ClipForm),
}

/// The window takes this theme for a pass that nobody sees.
pub(crate) struct Redrawing {
    /// What is written then.
    pub(crate) what: Redrawn,
    /// The theme it takes.
    pub(crate) theme: Theme,
}
