//! The window.
//!
//! [`App`] owns the [`State`] that everything shown reads and the [`Link`] to the engine. Each frame it takes over the
//! news of the engine ([`App::logic`]), shows the controls and, on a dock where people arrange them, the views
//! ([`App::ui`]), and passes on the commands that these queued. None of them ever waits, reads files or computes.
//!
//! The modules, the lowest first; none uses one above it:
//!
//! - `theme`, `textures`, `notices`, `background`, `diagnostics`, `typed_path`: colours, pixels, messages, threads, the cost
//!   of frames, and paths.
//! - `commands`: actions, layouts, and views by name. A further action is a row there and an arm of `perform`.
//! - `lesson`: what the file of a lesson holds. A further lesson is a file in `assets/lessons` and a row in `commands`.
//! - `export`, `redrawing`: views as files; `fault_reports`: faults as files.
//! - `state`: what is shown and chosen. A state that a worker serves implements `WorkerState` (it asks, learns and forgets)
//!   and is a row of `workers!`; beside it a view with a worker of its own is a file and a row in `engine::observe`, and here
//!   in `views`.
//! - `undo`, `preferences`, `recents_file`: what is set, to be taken back, and kept in a file; what was used, in another.
//! - `past`: to a moment of the past and back; `pinning`: pinned runs, and showing one in the place of the run; `tour`: what the state has to do with a lesson.
//! - `engine_link`: commands and questions out, news in; how often the window repaints.
//! - `widgets`, and `views`, a file and a row of the registry each.
//! - `dock`: the views in tabs; `controls`: what is around them; `palette`: everything by name; `dialogs`: what opens above
//!   them.
//! - `panels`, `window`, `perform`, `setup`, `outcomes`, `exporting`, `reports`, `clips`, `film`, `sweep_maps`, `lessons`,
//!   `presenter`, `launch`: the frame of it all; `lost_display`: keeps the model where the display is lost.

mod background;
mod before_lesson;
mod beside;
mod clips;
mod commands;
mod controls;
mod diagnostics;
mod dialogs;
mod dock;
mod engine_link;
mod export;
mod exporting;
mod fault_reports;
mod file_colors;
mod film;
mod launch;
mod lesson;
mod lessons;
mod lost_display;
mod notices;
mod outcomes;
mod palette;
mod panels;
mod past;
mod perform;
mod pinning;
mod preferences;
mod presenter;
mod recents_file;
mod redrawing;
mod refusal;
mod reports;
mod restart;
mod setup;
mod sizes;
mod state;
mod stimulus_kind;
mod sweep_maps;
mod textures;
mod theme;
mod tour;
mod typed_path;
mod undo;
mod views;
mod widgets;
mod window;

pub use crate::figure::Format;
pub use commands::{Action, LAYOUTS, LESSONS, Layout, Menu, ReadyLesson, Row, View};
pub use diagnostics::frame_stats::FrameStats;
pub use diagnostics::screenshot::Screenshot;
pub use dialogs::help::GUIDE;
pub use engine_link::{Connect, EngineLink, EngineRole, Link, News};
pub use export::{ClipForm, ClipSource, ClipSubject, ExportForm, ExportTheme};
pub use launch::{Greeting, Launch, WindowError, run};
pub use lesson::{Lesson, LessonModel, Quantity, Setup, Step, Target, Task};
pub use preferences::Preferences;
pub use state::convergence::{CodedInput, ConvergenceState};
pub use state::inpainting::InpaintingState;
pub use state::kept::{KeptList, KeptRow};
pub use state::mask_editor::{MaskEditor, MaskShape};
pub use state::model_view::{Colors, RenderedModel};
pub use state::past::{PastAnswer, PastRequest};
pub use state::patch_location::PatchLocation;
pub use state::per_layer::PerLayer;
pub use state::pins::{Pin, Pins, Split};
pub use state::play_speed::PlaySpeed;
pub use state::recents::Recents;
pub use state::selection::Selection;
pub use state::settings::{FULL_PACE, Settings, Zoom};
pub use state::sheets::{Sheet, Sheets};
pub use state::stimulus::StimulusState;
pub use state::sweep_map::{MapChoice, SweepMapState};
pub use state::time_study::TimeState;
pub use state::timeline::Timeline;
pub use state::tour::Tour;
pub use state::unit_list::{Choice, Listing, SortOrder, UnitList};
pub use state::{Replaces, State, Welcome};
pub use stimulus_kind::StimulusKind;
pub use views::{find_view, views};
pub use window::App;
