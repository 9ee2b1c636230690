//! The window.
//!
//! [`App`] owns the [`State`] that everything shown reads and the [`Link`] to the engine. Each frame it
//! takes what the engine has to say ([`App::logic`]), shows the fixed `panels` and, on a `desk` where
//! people arrange them, the `views` ([`App::ui`]), and passes on the commands that these queued. None of
//! them ever waits, reads files or solves anything.

mod action;
mod actions;
mod arrangement;
mod bench;
mod consult;
mod descent;
mod desk;
mod dialogs;
mod drawing;
mod events;
mod export;
mod filling;
mod frame_stats;
mod freshness;
mod hiding;
mod launch;
mod link;
mod lit;
mod notices;
mod outbox;
mod pace;
mod panels;
mod place;
mod roster;
mod screenshot;
mod selection;
mod settings;
mod state;
mod theme;
mod views;
mod widgets;
mod window;

use crate::pane;

pub use action::Action;
pub use bench::{Bench, StimulusKind};
pub use descent::{Coded, Descent};
pub use drawing::{Colors, Sketch};
pub use export::{ExportForm, Format};
pub use filling::Filling;
pub use frame_stats::FrameStats;
pub use hiding::{HideBy, Hiding};
pub use launch::{Launch, WindowError, run};
pub use link::{Connect, Laboratory, Link};
pub use pane::{Arrangement, Pane};
pub use place::PatchPlace;
pub use roster::{Choice, Listing, Order, Roster};
pub use screenshot::Screenshot;
pub use selection::Selection;
pub use settings::{Settings, Zoom};
pub use state::{Replaces, State};
pub use window::App;
