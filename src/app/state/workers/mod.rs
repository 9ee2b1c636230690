//! What is asked of the workers beside the run, and what they found.
//!
//! - `worker`: one of them, as its state asks it; `worker_list`: all of them; `inquiry`: the question that was asked last;
//! - `stimulus` and `activations`: what is shown to the units, and how they answer; `edge_sweep`: an edge that crosses the patch;
//! - `inpainting`: what is filled in; `mask_editor`: what is hidden; `patch_location`: where;
//! - `convergence`, `input`, `measures`, `strongest`, `time_study`: what those views show.

pub(crate) mod activations;
pub(crate) mod convergence;
pub(crate) mod edge_sweep;
pub(crate) mod inpainting;
pub(crate) mod input;
pub(crate) mod inquiry;
pub(crate) mod mask_editor;
pub(crate) mod measures;
pub(crate) mod patch_location;
pub(crate) mod stimulus;
pub(crate) mod strongest;
pub(crate) mod time_study;
pub(crate) mod worker;
mod worker_list;
