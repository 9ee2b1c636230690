//! The benchmark of whole stages: `cargo bench --no-default-features --bench stages -- --help`.

#[path = "stages/mod.rs"]
mod stages;

use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;

/// That of the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // Without arguments `cargo bench` asks all benchmarks, for minutes of which nobody has said what to measure.
    if std::env::args()
        .skip(1)
        .all(|argument| argument == "--bench")
    {
        eprintln!("stages: measures nothing until told where to: -- --json FILE");
        return ExitCode::SUCCESS;
    }
    match stages::bench(&stages::BenchArgs::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("stages: {error:#}");
            ExitCode::FAILURE
        }
    }
}
