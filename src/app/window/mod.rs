//! The application: its frames, and what it does in them.
//!
//! - `app`: the application, frame by frame; `panels`: what is around the views;
//! - `perform`: what each action does; `asking`: files that are asked for; `arranging`: ready layouts;
//! - `outcomes`: what became of work on threads of its own;
//! - `setup` and `undo`: what is set, kept, and taken back;
//! - `exporting` and `clips`: views on their way to files; `redrawing` and `file_colors`: in colours that the window does not
//!   have; `film`: the window filmed for a clip;
//! - `pinning` and `beside`: pinned runs, and those that learn beside the run; `sweep_maps`: the sweep whose map is shown;
//! - `lessons` and `before_lesson`: lessons, and what was there before; `presenter`: showing to many;
//! - `reports` and `restart`: faults told, and another engine in the place of one that died; `closing`: what is asked before the
//!   window closes.

mod app;
mod arranging;
mod asking;
mod before_lesson;
mod beside;
mod clips;
mod closing;
mod exporting;
mod file_colors;
mod film;
mod lessons;
mod outcomes;
mod panels;
mod perform;
mod pinning;
mod presenter;
mod redrawing;
mod reports;
mod restart;
mod setup;
mod sweep_maps;
mod undo;

pub use app::App;
