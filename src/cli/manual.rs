//! `cellscope manual`: manual pages, and completions for shells, from the definition of the command line itself.

use std::path::PathBuf;

use anyhow::Context;
use clap_complete::Shell;

use super::io::report::make_folder;

/// The arguments of `manual`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder to write the manual pages (man1/) and the completions of bash, zsh, fish and PowerShell
    /// (completions/) to; made if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Writes the pages and the completions of this command line.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn run(args: &Args, mut definition: clap::Command) -> anyhow::Result<()> {
    let name = definition.get_name().to_owned();
    let commands = definition.clone().disable_help_subcommand(true);
    let commands = commands.mut_subcommands(|command| command.disable_help_subcommand(true));
    let [pages, completions] = ["man1", "completions"].map(|folder| args.out.join(folder));
    make_folder(&args.out, &[])?;
    make_folder(&completions, &[])?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell] {
        clap_complete::generate_to(shell, &mut definition, &name, &completions)
            .with_context(|| completions.display().to_string())?;
    }
    make_folder(&pages, &[])?;
    clap_mangen::generate_to(commands, &pages).with_context(|| pages.display().to_string())
}
