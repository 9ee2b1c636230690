//! Every command, run as a program: its files and its report agree.

mod arguments;
mod basics;
mod clip;
#[cfg(unix)]
mod clip_videos;
#[path = "../common/mod.rs"]
mod common;
mod configuration;
mod deep;
#[cfg(unix)]
mod ends;
mod manual;
mod outputs;
mod replaced;
mod sweep;
mod sweep_plans;
mod toy;

use std::fs;
use std::path::Path;

use ndarray::{Array, Dimension};
use ndarray_npy::{ReadNpyExt, ReadableElement};
use serde_json::Value;

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a file is there")).expect("the file is JSON")
}

fn array<A: ReadableElement, D: Dimension>(path: &Path) -> Array<A, D> {
    Array::read_npy(fs::File::open(path).expect("a file is there")).expect("an array")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}
