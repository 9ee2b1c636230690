//! Files in the colours of a theme that the window does not have: it takes it for a pass.

use egui::{Context, Theme, ThemePreference};

use crate::app::window::App;
use crate::app::window::redrawing::{Redrawing, Redrawn};

impl App {
    /// Writes this in the colours of a theme; those that the window does not have it takes first.
    pub(crate) fn write_in(&mut self, theme: Theme, what: Redrawn, ctx: &Context) {
        if theme == ctx.theme() {
            return self.write_drawn(what, ctx);
        }
        self.redrawing = Some(Redrawing { what, theme });
        ctx.request_discard("the views are drawn again for a file");
    }

    /// Writes what was just drawn for that.
    pub(crate) fn write_redrawn(&mut self, ctx: &Context) {
        let is_drawn = |redrawing: &mut Redrawing| redrawing.theme == ctx.theme();
        if let Some(Redrawing { what, .. }) = self.redrawing.take_if(is_drawn) {
            self.write_drawn(what, ctx);
            ctx.request_discard("the views were drawn for a file");
        }
    }

    fn write_drawn(&mut self, what: Redrawn, ctx: &Context) {
        match what {
            Redrawn::Export(form, work) => self.start_export(work, form, ctx),
            Redrawn::Clip(form) => self.start_clip(form, ctx),
        }
    }

    /// The theme from the next pass on: that of a file being drawn, else that of a film, else the one chosen.
    pub(crate) fn theme(&self) -> ThemePreference {
        let redrawing = self.redrawing.as_ref().map(|redrawing| redrawing.theme);
        let film = self.state.exports.film.as_ref().map(|film| film.theme);
        let of_file = redrawing.or(film).map(ThemePreference::from);
        of_file.unwrap_or(self.state.settings.preferences.theme)
    }
}
