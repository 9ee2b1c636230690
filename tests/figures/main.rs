//! Figures from outside: what they draw, what is where in them, and the files they become.

mod command;
#[path = "../common/mod.rs"]
mod common;
mod curve_marks;
mod curves;
mod curves_of_runs;
mod distinct;
mod files;
mod heat_map;
mod inpainting;
mod layouts;
mod pooled;
mod responses;
mod scene;
mod time;
mod units;
mod vision;
