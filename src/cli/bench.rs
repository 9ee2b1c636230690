//! `cellscope bench`: where the benchmark of whole stages went.

/// What `bench` took; anything.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    rest: Vec<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    anyhow::bail!(
        "bench is now `cargo bench --bench stages -- {}`, in the source of this program",
        args.rest.join(" ")
    )
}
