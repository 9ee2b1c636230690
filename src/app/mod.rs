//! The window.
//!
//! [`App`] owns the [`State`] that everything shown reads and the [`Link`] to the engine. Each frame it takes over the
//! news of the engine ([`App::logic`]), shows the controls and, on a dock where people arrange them, the views
//! ([`App::ui`]), and passes on the commands that these queued. Once it has started none of them waits or reads files, and what takes
//! longer than a frame is computed elsewhere.
//!
//! The modules, the lowest first; none uses one above it:
//!
//! - `theme`, `textures`, `notices`, `background`, `same`, `diagnostics`, `typed_path`: colours, pixels, messages, threads, what is
//!   shared, the cost of frames, and paths.
//! - `commands`: actions, layouts, views, stimuli and sizes by name. A further action is a row there and an arm of `perform`.
//! - `lesson`: what the file of a lesson holds. A further lesson is a file in `assets/lessons` and a row in `commands`.
//! - `export`: views as files.
//! - `state`: what is shown and chosen. A state that a worker serves implements `WorkerState` (it asks, learns and forgets)
//!   and is a row of `workers!`; beside it a view with a worker of its own is a file and a row in `engine::observe`, and here
//!   in `views`.
//! - `storage`: files of the window itself: preferences, what was used last, reports of faults.
//! - `engine_link`: commands and questions out, news in; how often the window repaints.
//! - `widgets`, and `views`, a file and a row of the registry each.
//! - `dock`: the views in tabs; `refusal`: why an action cannot be done now; `controls`: what is around the views; `palette`:
//!   everything by name; `dialogs`: what opens above them.
//! - `window`: the application itself, frame by frame, and what it does in each.
//! - `launch`: how it starts.

mod background;
mod commands;
mod controls;
mod diagnostics;
mod dialogs;
mod dock;
mod engine_link;
mod export;
mod launch;
mod lesson;
mod notices;
mod palette;
mod refusal;
mod same;
mod state;
mod storage;
mod textures;
mod theme;
mod typed_path;
mod views;
mod widgets;
mod window;

pub use crate::figure::Format;
pub use commands::mask_shape::MaskShape;
pub use commands::stimulus_kind::StimulusKind;
pub use commands::{Action, ActionInfo, LAYOUTS, LESSONS, Layout, Menu, ReadyLesson, View};
pub use diagnostics::frame_stats::FrameStats;
pub use diagnostics::screenshot::Screenshot;
pub use dialogs::help::GUIDE;
pub use engine_link::{Connect, EngineLink, EngineRole, Link, News};
pub use export::{ClipForm, ClipSource, ClipSubject, ExportForm, ExportTheme};
pub use launch::{Greeting, Launch, WindowError, run};
pub use lesson::{Lesson, LessonModel, Quantity, Setup, Step, Target, Task};
pub use state::exports::Exports;
pub use state::kept::{KeptList, KeptRow};
pub use state::model_view::{Colors, RenderedModel};
pub use state::past::play_speed::PlaySpeed;
pub use state::past::timeline::Timeline;
pub use state::past::{PastAnswer, PastRequest};
pub use state::pins::{Pin, Pins, Split};
pub use state::preferences::Preferences;
pub use state::recents::Recents;
pub use state::settings::{FULL_PACE, Settings, Zoom};
pub use state::sheets::{Sheet, Sheets};
pub use state::sweep_map::{MapChoice, SweepMapState};
pub use state::tour::Tour;
pub use state::units::per_layer::PerLayer;
pub use state::units::selection::Selection;
pub use state::units::unit_list::{Choice, Listing, SortOrder, UnitList};
pub use state::workers::convergence::{CodedInput, ConvergenceState};
pub use state::workers::inpainting::InpaintingState;
pub use state::workers::mask_editor::MaskEditor;
pub use state::workers::patch_location::PatchLocation;
pub use state::workers::stimulus::StimulusState;
pub use state::workers::time_study::TimeState;
pub use state::{State, Welcome};
pub use views::{find_view, views};
pub use window::App;
