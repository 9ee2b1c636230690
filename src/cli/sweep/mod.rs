//! `cellscope sweep`: many models from one plan. A subcommand is a file here with its `Args` and its `run`.

mod collect;
mod folder;
mod map;
mod measures;
mod plan;
mod pool;
mod run;
mod status;
mod submit;
mod task;

use clap::Subcommand;

/// The arguments of `sweep`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: SweepCommand,
}

/// What to do with a sweep.
#[derive(Debug, Subcommand)]
enum SweepCommand {
    /// Make a folder with the tasks of a plan.
    Plan(plan::Args),
    /// Run one task, or continue it.
    Task(task::Args),
    /// Run all tasks on this machine, several at a time; skip those that are done.
    Run(run::Args),
    /// Submit all tasks to a batch system.
    Submit(submit::Args),
    /// Show how many tasks are done, and why tasks failed.
    Status(status::Args),
    /// Write the settings and measures of all tasks as one table.
    Collect(collect::Args),
    /// Draw a measure over one setting, two or three.
    Map(map::Args),
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        SweepCommand::Plan(args) => plan::run(args),
        SweepCommand::Task(args) => task::run(args),
        SweepCommand::Run(args) => run::run(args),
        SweepCommand::Submit(args) => submit::run(args),
        SweepCommand::Status(args) => status::run(args),
        SweepCommand::Collect(args) => collect::run(args),
        SweepCommand::Map(args) => map::run(args),
    }
}
