//! Parse the command line, run it, and turn its outcome into an exit code.
fn main() {}
