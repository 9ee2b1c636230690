//! The window.
//!
//! [`App`] owns the [`State`] that everything shown reads and the [`Link`] to the engine. Each frame it
//! takes what the engine has to say ([`App::logic`]), shows the fixed `panels` and, on a `desk` where
//! people arrange them, the `views` ([`App::ui`]), and passes on the commands that these queued. None of
//! them ever waits, reads files or solves anything.

mod commands;
mod controls;
mod diagnostics;
mod dialogs;
mod dock;
mod engine_link;
mod export;
mod launch;
mod notices;
mod panels;
mod perform;
mod state;
mod theme;
mod views;
mod widgets;
mod window;

pub use crate::figure::Format;
pub use crate::pane::{Arrangement, Pane};
pub use commands::Action;
pub use diagnostics::frame_stats::FrameStats;
pub use diagnostics::screenshot::Screenshot;
pub use engine_link::{Connect, Laboratory, Link};
pub use export::ExportForm;
pub use launch::{Launch, WindowError, run};
pub use state::convergence::{Coded, Descent};
pub use state::inpainting::Filling;
pub use state::mask_editor::{HideBy, Hiding};
pub use state::model_view::{Colors, Sketch};
pub use state::patch_location::PatchPlace;
pub use state::selection::Selection;
pub use state::settings::{Settings, Zoom};
pub use state::stimulus::{Bench, StimulusKind};
pub use state::unit_list::{Choice, Listing, Order, Roster};
pub use state::{Replaces, State};
pub use window::App;
