//! What is asked of the run, and how far it is with that.
//!
//! - `requests`: what buttons and actions ask; `restart`: a new model; `instructions`: settings that it follows;
//! - `in_flight`: commands that it may not have applied yet; `minibatch` and `loading`: how far those are;
//! - `advice`: what to say beside a slider; `watch`: learning slowed down.

mod advice;
pub(crate) mod in_flight;
pub(super) mod instructions;
pub(super) mod loading;
pub(crate) mod minibatch;
pub(crate) mod requests;
mod restart;
mod watch;
