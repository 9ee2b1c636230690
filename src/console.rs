//! Lines for people, on standard error.

use std::fmt::Display;
use std::io::Write;

/// Writes a line, whole. Where it cannot be written, to a closed pipe or a full disk, nothing happens: no message is worth
/// the work that it is about.
pub fn tell(line: impl Display) {
    let line = format!("{line}\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
}
