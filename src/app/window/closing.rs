//! What happens before the window closes.

use egui::{Context, ViewportCommand};

use crate::app::window::App;
use crate::interrupt;

impl App {
    /// Asks before the window closes where something is still being done, once: a second request closes it, and so does the system. A
    /// film of the window waits for the answer.
    pub(crate) fn attend_close(&mut self, ctx: &Context) {
        let is_asked = ctx.input(|input| input.viewport().close_requested());
        if !is_asked || self.state.asks_to_quit || interrupt::exit_code().is_some() {
            return;
        }
        if !self.state.unfinished().is_empty() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.state.asks_to_quit = true;
        }
    }
}
