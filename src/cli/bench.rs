//! `cellscope bench`, which is now a benchmark of the source: the command only says so.

/// The arguments of `bench`, to be repeated in the hint.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    rest: Vec<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    anyhow::bail!(
        "bench is now `cargo bench --bench stages -- {}`, run in the source folder of cellscope",
        args.rest.join(" ")
    )
}
