//! The command line: each command in a file of its own, all of them without a window.

mod args;
mod bench;
mod choices;
mod converge;
mod encode;
mod export;
mod figure_args;
mod figures;
mod frames;
mod headless;
mod inpaint;
mod inpaint_args;
mod input;
mod measure;
mod memory;
mod progress;
mod report;
mod run_args;
mod toy;
mod train;
mod training;
mod values;
mod window_args;

pub use args::{
    Cli, Command, ConvergeArgs, EncodeArgs, ExportArgs, FramesArgs, MeasureArgs, ToyArgs, TrainArgs,
};
pub use bench::{BenchArgs, Stage};
pub use figure_args::{EdgeArgs, FigureName, FiguresArgs, FileFormat, Units};
pub use headless::headless;
pub use inpaint_args::InpaintArgs;
pub use run_args::{RunArgs, SizeArgs};
pub use window_args::{LaunchArgs, ThemeArg, WindowArgs};

/// Runs a command.
///
/// # Errors
/// What went wrong, to be printed as one line after the program's name.
pub fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Train(args) => train::train(args),
        Command::Frames(args) => frames::frames(args),
        Command::Encode(args) => encode::encode(args),
        Command::Export(args) => export::export(args),
        Command::Figures(args) => figures::figures(args),
        Command::Measure(args) => measure::measure(args),
        Command::Converge(args) => converge::converge(args),
        Command::Inpaint(args) => inpaint::inpaint(args),
        Command::Toy(args) => toy::toy(args),
        Command::Bench(args) => bench::bench(args),
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
