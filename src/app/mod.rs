//! The window.
//!
//! [`App`] owns the [`State`] that all panels read and the [`Link`] to the engine. Each frame it
//! takes what the engine has to say ([`App::logic`]), shows the panels ([`App::ui`]), and passes on
//! the commands that they queued. Panels never wait, never read files and solve nothing.

mod action;
mod actions;
mod dialogs;
mod drawing;
mod events;
mod frame_stats;
mod icon;
mod launch;
mod link;
mod notices;
mod outbox;
mod panels;
mod screenshot;
mod settings;
mod state;
mod theme;
mod widgets;
mod window;

pub use action::Action;
pub use frame_stats::FrameStats;
pub use launch::{Launch, WindowError, run};
pub use link::{Connect, Link};
pub use screenshot::Screenshot;
pub use settings::{Settings, Zoom};
pub use state::State;
pub use window::App;
