//! The training thread.
//!
//! - `run`: the model and its state, and what is measured of it, without threads or channels;
//! - `worker`: takes commands, learns from a minibatch, says what happened; `goal`: when it stops;
//! - `write`: writing the model with its history; `previous`: the model that was replaced last;
//! - `loader`: pictures on their way to the run; `same_pictures`: those that are there already; `rounds`: those of movies that
//!   are too long to be held;
//! - `aside`: the model that waits while another is visited;
//! - `publisher`: sends events and snapshots.

mod aside;
mod goal;
mod loader;
mod previous;
mod publisher;
mod rounds;
mod run;
mod same_pictures;
mod worker;
mod write;

pub(super) use publisher::Publisher;
pub(super) use worker::Worker;
