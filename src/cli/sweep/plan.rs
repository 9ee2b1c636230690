//! `cellscope sweep plan`: the folder of a sweep.

use std::path::PathBuf;

use crate::console::tell;
use crate::sweep::{PlanFile, SweepFolder};
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
    let plan = PlanFile::read(&args.plan)?;
    let folder = SweepFolder::create(&args.out, plan.sweep, &plan.text)?;
    let tasks = counted(folder.sweep().len(), "task");
    let over = match folder.sweep().settings() {
        [] => String::new(),
        settings => format!(" over {}", settings.join(", ")),
    };
    tell(format_args!("{}: {tasks}{over}", args.out.display()));
    if let Some(missing) = plan.pictures.iter().find(|path| !path.exists()) {
        tell(format_args!(
            "{}: no such file or folder here; where the tasks run it must be there",
            missing.display()
        ));
    }
    Ok(())
}
