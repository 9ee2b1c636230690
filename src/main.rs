//! Parse the command line, run it, and turn its outcome into an exit code.

use std::process::ExitCode;

use clap::Parser;

use cellscope::cli::{Cli, one_line, run};

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cellscope: {}", one_line(&error));
            ExitCode::FAILURE
        }
    }
}
