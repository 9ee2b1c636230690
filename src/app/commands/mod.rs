//! What a user can ask the window to do.

mod action;

pub use action::Action;
