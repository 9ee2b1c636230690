//! Figures from outside: what they draw, what is where in them, and the files they become.

mod command;
#[path = "../common/mod.rs"]
mod common;
mod curves;
mod distinct;
mod files;
mod inpainting;
mod layouts;
mod pooled;
mod responses;
mod scene;
mod time;
mod units;
mod vision;
