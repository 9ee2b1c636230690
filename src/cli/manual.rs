//! `cellscope manual`: manual pages, and completions for shells, from the definition of the command line itself.

use std::path::PathBuf;

use clap_complete::{Generator as _, Shell};

use super::io::replaced::check_text_replaced;
use super::io::report::{make_folder, tell_results, write};

/// Folders of the scripts and of the pages.
const COMPLETIONS: &str = "completions";
const PAGES: &str = "man1";

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
/// When a file cannot be written, or would replace one that is neither.
pub(super) fn run(args: &Args, definition: clap::Command) -> anyhow::Result<()> {
    let mut files = completions(definition.clone());
    let commands = definition.disable_help_subcommand(true);
    let mut commands = commands.mut_subcommands(|command| command.disable_help_subcommand(true));
    commands.build();
    add_pages(&mut files, commands)?;
    let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
    make_folder(&args.out, &[])?;
    for folder in [COMPLETIONS, PAGES] {
        make_folder(&args.out.join(folder), &[])?;
    }
    make_folder(&args.out, &names)?;
    let paths = || names.iter().map(|name| args.out.join(name));
    paths().try_for_each(|path| check_text_replaced(&path))?;
    tell_results(&args.out, &names);
    let mut files = paths().zip(&files);
    files.try_for_each(|(path, (_, text))| write(&path, text))
}

/// The scripts that complete commands in shells, with their names.
fn completions(mut definition: clap::Command) -> Vec<(String, Vec<u8>)> {
    let name = definition.get_name().to_owned();
    let shells = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];
    let of_shell = |shell: Shell| {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut definition, &name, &mut script);
        (format!("{COMPLETIONS}/{}", shell.file_name(&name)), script)
    };
    shells.map(of_shell).into()
}

/// Adds the manual pages of a command and of those below it.
fn add_pages(files: &mut Vec<(String, Vec<u8>)>, command: clap::Command) -> std::io::Result<()> {
    let below = command
        .get_subcommands()
        .filter(|below| !below.is_hide_set());
    below
        .cloned()
        .try_for_each(|below| add_pages(files, below))?;
    let (page, mut text) = (clap_mangen::Man::new(command), Vec::new());
    page.render(&mut text)?;
    files.push((format!("{PAGES}/{}", page.get_filename()), text));
    Ok(())
}
