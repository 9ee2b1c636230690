//! An export in colours that the window does not have.

use egui::Theme;

use crate::app::export::{ExportForm, ExportWork};

/// The window takes its theme for a pass that nobody sees.
pub(crate) struct Redrawing {
    pub(crate) form: ExportForm,
    pub(crate) work: ExportWork,
    pub(crate) theme: Theme,
}
