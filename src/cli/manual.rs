//! `cellscope manual`: manual pages, and completions for shells, from the definition of the command line itself.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap_complete::{Generator as _, Shell};

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
    fill(&completions, |folder| {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell] {
            // To a file it would panic where that cannot be written.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut definition, &name, &mut script);
            std::fs::write(folder.join(shell.file_name(&name)), script)?;
        }
        Ok(())
    })?;
    fill(&pages, |folder| clap_mangen::generate_to(commands, folder))
}

/// Makes a folder of files that are written whole or not at all.
fn fill(folder: &Path, write: impl FnOnce(&Path) -> std::io::Result<()>) -> anyhow::Result<()> {
    make_folder(folder, &[])?;
    let written = || {
        let new = tempfile::tempdir_in(folder)?;
        write(new.path())?;
        for file in std::fs::read_dir(new.path())? {
            let file = file?;
            std::fs::rename(file.path(), folder.join(file.file_name()))?;
        }
        Ok(())
    };
    let written: std::io::Result<()> = written();
    written.with_context(|| format!("{}: not written", folder.display()))
}
