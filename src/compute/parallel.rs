//! Tasks shared out over the threads of the pool, with the results in the order of the tasks.

use rayon::prelude::*;

pub use rayon::join;

/// What `work` returns for each of the tasks, in their order; a thread takes at least `at_once` tasks in a row.
pub fn each<T: Send, R: Send>(
    tasks: impl IntoIterator<Item = T>,
    at_once: usize,
    work: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    let tasks: Vec<T> = tasks.into_iter().collect();
    let tasks = tasks.into_par_iter().with_min_len(at_once.max(1));
    tasks.map(work).collect()
}
