//! Views as files: what is asked for, and how it is written.
//!
//! - `view`: what a view shows now;
//! - `clip`: what it shows along the run, as a file that plays; `job`: such a clip being made; `film`: the window, where
//!   its pictures are the frames;
//! - `target`: the file.

mod clip;
mod film;
mod job;
pub(crate) mod target;
mod view;

pub use clip::{ClipForm, ClipSource, ClipSubject};
pub(crate) use clip::{Frames, MomentDrawing, ShownRun};
pub(crate) use film::{Filming, film};
pub(crate) use job::{ClipJob, ClipOutcome};
pub(crate) use view::{ExportChoices, ExportWork, ForClipboard, Outcome, copy, write, written_to};
pub use view::{ExportForm, ExportTheme};
