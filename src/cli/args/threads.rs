//! Threads to compute with.

use anyhow::Context;

use super::values::threads;

/// The number of threads of a command.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ThreadArgs {
    /// Threads to compute with, 0 for all cores; the results do not depend on it [default: 0]
    #[arg(id = "threads", long = "threads", value_name = "N", value_parser = threads)]
    pub asked: Option<usize>,
}

impl ThreadArgs {
    /// Threads to compute with, 0 for all cores.
    pub(crate) fn count(&self) -> usize {
        self.asked.unwrap_or(0)
    }

    /// Runs `work` on a pool of so many threads.
    ///
    /// # Errors
    /// That of `work`, or when the threads cannot be started.
    pub(crate) fn install<T: Send>(
        &self,
        work: impl FnOnce() -> anyhow::Result<T> + Send,
    ) -> anyhow::Result<T> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.count());
        let pool = pool.build().context("threads cannot be started")?;
        pool.install(work)
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command, FromArgMatches as _};

    use super::*;

    #[test]
    fn all_cores_asked_for_are_not_the_same_as_nothing_asked_for() {
        let asked = |arguments: &[&str]| {
            let command = ThreadArgs::augment_args(Command::new("test").no_binary_name(true));
            let matches = command.try_get_matches_from(arguments).expect("valid");
            let args = ThreadArgs::from_arg_matches(&matches).expect("valid");
            (args.asked, args.count())
        };
        assert_eq!(asked(&[]), (None, 0), "what is preferred holds");
        assert_eq!(asked(&["--threads", "0"]), (Some(0), 0));
        assert_eq!(asked(&["--threads", "3"]), (Some(3), 3));
    }
}
