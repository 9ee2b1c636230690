//! The command line: a command is a file or folder with its `Args` and its `run`, and a row of `commands!`.

mod args;
mod argument_error;
mod bench;
mod clip;
mod converge;
mod encode;
mod export;
mod figures;
mod frames;
mod headless;
mod inpaint;
mod io;
mod manual;
mod measure;
mod sweep;
mod toy;
mod train;

use std::any::TypeId;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

pub use args::choices::ThemeArg;
pub use args::run::{RunArgs, SizeArgs};
pub use args::threads::ThreadArgs;
pub use args::window::{LaunchArgs, WindowArgs};
pub use argument_error::ArgumentError;
pub use headless::headless;

use crate::words::printable;

/// Watch complex cells emerge: sparse invariant representations, learned live from pictures.
///
/// Without a command the window opens; where there is no display, it trains without one.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// The command; without one the window opens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What the window starts with.
    #[command(flatten)]
    pub launch: LaunchArgs,
}

/// Makes the enum of the commands, and the function that runs one, from one row for each.
macro_rules! commands {
    ($($(#[$about:meta])* $name:ident in $module:ident,)*) => {
        /// The commands.
        #[derive(Debug, Subcommand)]
        pub enum Command {
            $($(#[$about])* $name($module::Args),)*
            /// Write manual pages, and completions for shells.
            Manual(manual::Args),
        }

        /// Runs a command of the command line that `definition` tells.
        ///
        /// # Errors
        /// The cause, to be printed in one line by [`one_line`].
        pub fn run(command: &Command, definition: fn() -> clap::Command) -> anyhow::Result<()> {
            match command {
                $(Command::$name(args) => $module::run(args),)*
                Command::Manual(args) => manual::run(args, definition()),
            }
        }
    };
}

commands! {
    /// Train a model without a window and write it to a file.
    Train in train,
    /// Write preprocessed movies as an array [N, n_t, P], f32.
    Frames in frames,
    /// Write the codes that a trained model gives movies: z, z pooled over the frames, and u.
    Encode in encode,
    /// Write the weights W [P, K] and A [K, M] as arrays, and the configuration as JSON.
    Export in export,
    /// Draw the figures of the paper from a trained model, as pictures and as data.
    Figures in figures,
    /// Show how the figures of a model emerged along its run, as a GIF, APNG or video.
    Clip in clip,
    /// Measure a trained model on movies that it has not learned from.
    Measure in measure,
    /// Measure how fast solvers converge on a trained model, against their proven bounds.
    Converge in converge,
    /// Fill in hidden pixels of held-out patches by one layer and by two, and compare their errors.
    Inpaint in inpaint,
    /// Train many models from one plan, on this machine or on many, and compare them.
    Sweep in sweep,
    /// Learn the paper's toy example, lines of four orientations, and check the result.
    Toy in toy,
    #[command(hide = true)]
    /// Tells that the benchmark is no longer here.
    Bench in bench,
}

/// Takes a word that begins with a minus and is a number as a value wherever one can stand that is no path, so that its range is
/// told, and not that there is no such flag.
#[must_use]
pub fn taking_negative_numbers(definition: clap::Command) -> clap::Command {
    let takes_number = |arg: &clap::Arg| {
        let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
        arg.get_action().takes_values() && !is_path
    };
    definition
        .mut_args(|arg| match takes_number(&arg) {
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
        .mut_subcommands(taking_negative_numbers)
}

/// An error and its causes in one line. A cause that the message before it already quotes is left out.
pub fn one_line(error: &anyhow::Error) -> String {
    let line = error.chain().fold(String::new(), |line, cause| {
        let cause = cause.to_string();
        match line.as_str() {
            "" => cause,
            said if said.contains(&cause) => line,
            _ => format!("{line}: {cause}"),
        }
    });
    printable(&line)
}
