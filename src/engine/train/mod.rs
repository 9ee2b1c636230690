//! The training thread.
//!
//! - `worker`: takes commands, learns from a minibatch, says what happened;
//! - `commands`: what each command does;
//! - `goal`: when it stops;
//! - `files`: the model to and from files; `write`: writing it with its history; `previous` and `restore`: the model that was
//!   replaced last, and the way back to it;
//! - `whole_state`: the model as it was in the last snapshot; `rescue`: it is kept when the thread panics;
//! - `pictures` and `loader`: pictures on their way to the run; `same_pictures`: those that are there already; `rounds`: those
//!   of movies that are too long to be held; `look_ahead`: the next round, read while one is learned from;
//! - `visit`: another model for a while; `aside`: the one that waits meanwhile;
//! - `run`: the model and its state, without threads or channels; `settings`: changes of its settings; `revival`: units
//!   reinitialised; `shown`: its snapshots;
//! - `measuring`: what is measured beside learning, by `emergence`, to see whether complex cells have emerged, and by `backlog`,
//!   of moments that passed too fast;
//! - `speed`: how fast it learns;
//! - `verdict`: whether complex cells have emerged;
//! - `publisher`: sends events and snapshots.

mod aside;
mod backlog;
mod commands;
mod emergence;
mod files;
mod goal;
mod loader;
mod look_ahead;
mod measuring;
mod pictures;
mod previous;
mod publisher;
mod rescue;
mod restore;
mod revival;
mod rounds;
mod run;
mod same_pictures;
mod settings;
mod shown;
mod speed;
mod verdict;
mod visit;
mod whole_state;
mod worker;
mod write;

pub(super) use publisher::Publisher;
pub(super) use worker::Worker;
