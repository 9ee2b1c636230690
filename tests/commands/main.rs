//! Every command, run as a program: its files and its report agree.

mod arguments;
mod basics;
mod clip;
mod clip_errors;
#[cfg(unix)]
mod clip_videos;
#[path = "../common/mod.rs"]
mod common;
mod configuration;
mod deep;
mod documented;
#[cfg(unix)]
mod ends;
mod manual;
mod moments;
mod outputs;
mod replaced;
mod sweep;
mod sweep_failures;
mod sweep_plans;
mod toy;

use std::fs;
use std::path::Path;

use ndarray::{Array, Dimension};
use ndarray_npy::{ReadNpyExt, ReadableElement};
use serde_json::Value;

use self::common::cellscope;

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a file is there")).expect("the file is JSON")
}

fn array<A: ReadableElement, D: Dimension>(path: &Path) -> Array<A, D> {
    Array::read_npy(fs::File::open(path).expect("a file is there")).expect("an array")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Has programs that are started from now on hear Ctrl-C and the end of a terminal: they ignore what this process ignores, as where a
/// script started it with `&`, or `nohup`, but not what it handles.
#[cfg(unix)]
fn unignore_signals() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::{SIGHUP, SIGINT};
    use signal_hook::flag::{register, register_conditional_default};

    register(SIGHUP, Arc::new(AtomicBool::new(false))).expect("a handler");
    // Ctrl-C ends the tests as ever.
    register_conditional_default(SIGINT, Arc::new(AtomicBool::new(true))).expect("a handler");
}

/// Runs the program in `folder`, where it must fail and say `reason`; with 2 where that begins with a flag.
fn refused(folder: &Path, arguments: &str, reason: &str) {
    let outcome = cellscope(folder, arguments);
    let code = if reason.starts_with("--") { 2 } else { 1 };
    assert_eq!(outcome.code, Some(code), "{arguments}: {outcome:?}");
    assert!(outcome.stderr.contains(reason), "{arguments}: {outcome:?}");
}
