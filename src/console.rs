//! Lines for people, on standard error.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use crate::words::printable;

/// Writes a line or some, whole, without what commands a terminal: paths and messages may hold anything. Where it cannot
/// be written, to a closed pipe or a full disk, nothing happens: no message is worth the work that it is about.
pub fn tell(line: impl Display) {
    let lines = line.to_string();
    let lines = lines.lines().map(|line| printable(line) + "\n");
    let lines: String = lines.collect();
    let _ = std::io::stderr().write_all(lines.as_bytes());
}

/// Says of a file that is there that it will be `becomes`: replaced or removed; `-` is none.
pub(crate) fn tell_there(path: &Path, becomes: &str) {
    if path != Path::new("-") && path.is_file() {
        let path = path.display();
        tell(format_args!(
            "cellscope: {path} exists and will be {becomes}"
        ));
    }
}

/// Says which of these arguments, each with whether it is given, have no effect, and why.
pub fn tell_unread(arguments: &[(&str, bool)], why: &str) {
    for (argument, _) in arguments.iter().filter(|(_, is_given)| *is_given) {
        tell(format_args!("{argument} has no effect {why}"));
    }
}
