//! Tells the program its version and, where it is built from a repository, the commit: "0.1.0 (1a2b3c4)".

use std::process::Command;

/// What the program is made of: a difference from the commit is told.
const SOURCES: [&str; 4] = ["src", "assets", "Cargo.toml", "Cargo.lock"];

fn main() {
    for path in SOURCES {
        println!("cargo::rerun-if-changed={path}");
    }
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    let version = env!("CARGO_PKG_VERSION");
    let version = commit().map_or(version.to_owned(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=CELLSCOPE_VERSION={version}");
}

/// The commit, if these files are those of a repository of their own.
fn commit() -> Option<String> {
    if !git(&["rev-parse", "--show-prefix"])?.is_empty() {
        return None;
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changes = git(&[&["status", "--porcelain", "--"][..], &SOURCES].concat())?;
    Some(if changes.is_empty() {
        commit
    } else {
        format!("{commit}, changed")
    })
}

/// What git prints, if it can.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = output.status.success().then_some(output.stdout)?;
    Some(String::from_utf8(text).ok()?.trim().to_owned())
}
