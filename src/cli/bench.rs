//! `cellscope bench`, which is now a benchmark of the source: the command only says so.

/// The arguments of `bench`, to be repeated in the hint.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    rest: Vec<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let rest: String = args.rest.iter().map(|word| format!(" {word}")).collect();
    let separator = if rest.is_empty() { "" } else { " --" };
    anyhow::bail!(
        "bench is now `cargo bench --bench stages{separator}{rest}`, run in the source folder of cellscope"
    )
}
