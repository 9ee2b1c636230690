//! Threads to compute with.

use anyhow::Context;

use super::values::threads;

/// The number of threads of a command.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ThreadArgs {
    /// Threads to compute with, 0 for all cores; the results do not depend on it
    #[arg(id = "threads", long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = threads)]
    pub count: usize,
}

impl ThreadArgs {
    /// Runs `work` on a pool of so many threads.
    ///
    /// # Errors
    /// That of `work`, or when the threads cannot be started.
    pub(crate) fn install<T: Send>(
        &self,
        work: impl FnOnce() -> anyhow::Result<T> + Send,
    ) -> anyhow::Result<T> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.count);
        let pool = pool.build().context("threads cannot be started")?;
        pool.install(work)
    }
}
