//! The window from outside: clicks by role and label, keys and files in; commands out.

mod advice;
mod beside;
mod clips;
mod closing;
mod compare;
mod controls;
mod convergence;
mod docking;
mod documented;
mod export_form;
mod exporting;
mod faults;
mod films;
mod hall;
mod halves;
mod inpainting;
mod input;
mod instructions;
mod kept;
mod keyboard;
mod kinds;
mod lesson_card;
mod lesson_files;
mod lesson_steps;
mod lessons;
mod linked;
mod live;
mod measure_requests;
mod memory;
mod menus;
mod messages;
mod models;
mod monkey;
mod overlaps;
mod palette;
mod palette_values;
mod parts;
mod past;
mod pictures;
mod pins;
mod pins_shown;
mod preferences;
mod queue;
mod recents;
mod skip;
mod sliders;
mod stimulus;
mod strongest;
mod sweep_map;
mod tapped;
mod temporal_continuity;
mod test_window;
mod timeline;
mod typing;
mod undo;
mod verdict;
mod views;
mod watching;
mod wire;

use cap::Cap;
use mimalloc::MiMalloc;

/// That of the program, which counts what is in use.
#[global_allocator]
static ALLOCATOR: Cap<MiMalloc> = Cap::new(MiMalloc, usize::MAX);
