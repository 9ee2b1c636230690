//! The command line: each command in a file of its own, all of them without a window.

mod args;
mod encode;
mod export;
mod frames;
mod headless;
mod input;
mod measure;
mod progress;
mod report;
mod session;
mod train;

pub use args::Cli;

use args::Command;

/// Runs a command line.
///
/// # Errors
/// What went wrong, to be printed as one line after the program's name.
pub fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        None => open_window(cli.launch),
        Some(Command::Train(args)) => train::train(&args),
        Some(Command::Frames(args)) => frames::frames(&args),
        Some(Command::Encode(args)) => encode::encode(&args),
        Some(Command::Export(args)) => export::export(&args),
        Some(Command::Measure(args)) => measure::measure(&args),
    }
}

/// An error and its causes in one line. Many libraries repeat a cause in their own message; it is said once.
#[must_use]
pub fn one_line(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |line, cause| {
        let cause = cause.to_string();
        match line.as_str() {
            "" => cause,
            said if said.contains(&cause) => line,
            _ => format!("{line}: {cause}"),
        }
    })
}

#[cfg(not(feature = "window"))]
fn open_window(launch: args::LaunchArgs) -> anyhow::Result<()> {
    eprintln!("cellscope: built without a window; training headless");
    headless::headless(&launch)
}

#[cfg(feature = "window")]
fn open_window(launch: args::LaunchArgs) -> anyhow::Result<()> {
    headless::headless(&launch)
}
