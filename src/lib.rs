//! **cellscope** learns sparse, invariant representations from short movies and shows them as they
//! emerge: Gregor & LeCun, "Efficient Learning of Sparse Invariant Representations".
//!
//! The modules, in the order of the data:
//!
//! 1. [`source`]: pictures from files or from the embedded scenes, contrast normalisation, and the
//!    short movies cut from them.
//! 2. [`model`]: energies, codes and learning. Pure mathematics: no clock, file or thread pool of its own.
//! 3. [`analysis`]: what is measured about a trained model.
//! 4. [`telemetry`]: what is recorded along a run.
//! 5. [`engine`]: the training thread with its commands, events, snapshots and checkpoints.
//! 6. [`figure`]: each figure once, as a scene that the window, SVG and PNG share.
//! 7. [`sweep`]: many models from one plan, on one machine or many.
//! 8. [`cli`]: the headless commands.
//! 9. `app`: the window (feature `window`).
//!
//! Beside them, [`config`] composes the parameters of every stage into the one structure that drives
//! them all, [`command_line`] is the command that repeats a run, [`parameter`] lists what can be changed while the model
//! learns, [`channels`] says what the planes of a picture are, [`files`] writes results whole or not at all, [`ffmpeg`] finds the program that decodes and encodes videos, [`console`]
//! writes lines for people, [`interrupt`] hears requests to end, [`fault`] turns panics into sentences, [`range`] checks values
//! against their ranges, `named` makes enums whose variants have names, `words` puts numbers into words and names parameters, and [`compute`] holds
//! the numerical kernels under
//! the model.
//!
//! # To add
//!
//! The heads of the files named tell more; what a test misses then, it names.
//!
//! - **A view**: a file in `app/views`, and its `mod` and row in `app/views/mod.rs`. With a worker of its own also a file and a row
//!   in `engine/observe`, and a file, a field and a row in `app/state`; `strongest` is an example.
//! - **An action**, with menu and key: a row in `app/commands/action.rs` and an arm in `app/window/perform.rs`.
//! - **A parameter** that can be changed while the model learns: a field where it is used and a row in [`parameter`]. Slider, flag,
//!   palette, undo and marks follow; `words` has the names that marks use.
//! - **A command**: a file in [`cli`], and its `mod` and row in `cli/mod.rs`.
//! - **A figure** of a trained model: a file in `figure/catalog`, and its `mod` and row in `figure/catalog/mod.rs`. A view shows the
//!   same function of data and palette; `time_chart` is an example.
//! - **A format of pictures**: a row in `source/decode/formats.rs` and its feature of `image`. **A colour map**: a row in
//!   `figure/scene/color_map.rs`.
//! - **A lesson**: a file in `assets/lessons` and a row in `app/commands/lessons.rs`.

#![warn(clippy::print_stderr)]

pub mod analysis;
#[cfg(feature = "window")]
pub mod app;
pub mod channels;
pub mod cli;
pub mod command_line;
pub mod compute;
pub mod config;
pub mod console;
pub mod engine;
pub mod fault;
pub mod ffmpeg;
pub mod figure;
pub mod files;
pub mod interrupt;
pub mod model;
mod named;
pub mod parameter;
pub mod range;
pub mod source;
pub mod sweep;
pub mod telemetry;
mod words;

/// The version of the program, and the commit that it was built from where that is known: "0.1.0 (1a2b3c4d5e6f)".
pub const VERSION: &str = env!("CELLSCOPE_VERSION");
