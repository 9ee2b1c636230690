//! The command line: a command is a file or folder with its `Args` and its `run`, and a row of `commands!`.

mod args;
mod bench;
mod converge;
mod encode;
mod export;
mod figures;
mod frames;
mod headless;
mod inpaint;
mod io;
mod measure;
mod toy;
mod train;

use clap::{Parser, Subcommand};

pub use args::choices::ThemeArg;
pub use args::run::{RunArgs, SizeArgs};
pub use args::window::{LaunchArgs, WindowArgs};
pub use headless::headless;

/// Watch complex cells emerge: sparse invariant representations, learned live from pictures.
///
/// Without a command the window opens. With no display the same job is done headless.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// The command; none opens the window.
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
        }

        /// Runs a command.
        ///
        /// # Errors
        /// What went wrong, to be printed as one line after the program's name.
        pub fn run(command: &Command) -> anyhow::Result<()> {
            match command {
                $(Command::$name(args) => $module::run(args),)*
            }
        }
    };
}

commands! {
    /// Train a model without a window and write it to a file.
    Train in train,
    /// Write preprocessed movies as an array [N, n_t, P], f32.
    Frames in frames,
    /// Write the codes of movies under a trained model: z, pooled codes and u.
    Encode in encode,
    /// Write W [P, K] and A [K, M] as arrays, and the configuration.
    Export in export,
    /// Draw every figure of the paper from a trained model, as pictures and as data.
    Figures in figures,
    /// Measure a trained model on held-out movies.
    Measure in measure,
    /// Measure how fast the energies of a trained model fall, against the proven bounds.
    Converge in converge,
    /// Hide pixels of held-out patches, fill them in by one layer and by two, and tell which is nearer.
    Inpaint in inpaint,
    /// Learn the paper's toy example, lines of four orientations, and tell whether it came out right.
    Toy in toy,
    #[command(hide = true)]
    /// Where the benchmark went.
    Bench in bench,
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
