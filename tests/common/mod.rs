//! Runs the program as users do and reads its output.

use std::path::Path;
use std::process::Command;

/// In the arguments of [`cellscope`], stands for [`TINY`].
const TINY_WORD: &str = "TINY";

/// Sizes at which every command is fast.
const TINY: [&str; 10] = [
    "--preset",
    "quick",
    "--simple",
    "20",
    "--invariant",
    "5",
    "--patch",
    "8",
    "--batch",
    "4",
];

/// Exit code and output of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program in `folder`. The arguments are separated by blanks; `TINY` stands for tiny sizes.
pub(crate) fn cellscope(folder: &Path, arguments: &str) -> Outcome {
    let words = arguments.split_whitespace().flat_map(|word| match word {
        TINY_WORD => TINY.to_vec(),
        word => vec![word],
    });
    let output = Command::new(env!("CARGO_BIN_EXE_cellscope"))
        .args(words)
        .current_dir(folder)
        .output()
        .expect("the program starts");
    Outcome {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
    }
}

/// Runs the program in `folder`, where it must succeed.
pub(crate) fn succeed(folder: &Path, arguments: &str) -> Outcome {
    let outcome = cellscope(folder, arguments);
    assert_eq!(outcome.code, Some(0), "{arguments}: {outcome:?}");
    outcome
}

/// An empty folder, gone when dropped.
pub(crate) fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}
