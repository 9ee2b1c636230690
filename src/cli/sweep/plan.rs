//! `cellscope sweep plan`: the folder of a sweep.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::console::tell;
use crate::source::SourceSpec;
use crate::sweep::{Sweep, SweepFolder};
use crate::words::counted;

/// The arguments of `sweep plan`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Plan, a TOML file with the keys of a configuration, in which a value may be a list or a range
    plan: PathBuf,
    /// Folder for the tasks and their results; made if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let (sweep, text) = Sweep::read(&args.plan)?;
    let folder = SweepFolder::create(&args.out, sweep, &text)?;
    let tasks = counted(folder.sweep().len(), "task");
    let over = match folder.sweep().settings() {
        [] => String::new(),
        settings => format!(" over {}", settings.join(", ")),
    };
    tell(format_args!("{}: {tasks}{over}", args.out.display()));
    if let Some(missing) = missing_pictures(folder.sweep()) {
        tell(format_args!(
            "{}: no such file or folder here; where the tasks run it must be there",
            missing.display()
        ));
    }
    Ok(())
}

/// The first pictures of a task that are not there.
fn missing_pictures(sweep: &Sweep) -> Option<PathBuf> {
    let tasks = (0..sweep.len()).filter_map(|index| sweep.task(index).ok());
    let paths = tasks.flat_map(|task| match task.config.source {
        SourceSpec::Images(paths) => paths,
        _ => Vec::new(),
    });
    let mut seen = BTreeSet::new();
    let mut paths = paths.filter(|path| seen.insert(path.clone()));
    paths.find(|path| !path.exists())
}
