//! Parse the command line, run it, and turn its outcome into an exit code.

use std::process::ExitCode;

use clap::Parser;

use cellscope::cli::{Cli, run};

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cellscope: {error:#}");
            ExitCode::FAILURE
        }
    }
}
