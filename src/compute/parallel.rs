//! Tasks shared out over the threads of the pool, with the results in the order of the tasks.

use rayon::prelude::*;

pub(crate) use rayon::join;

/// What `work` returns for each of the tasks, in their order; a thread takes at least `at_once` tasks in a row.
pub(crate) fn each<T: Send, R: Send>(
    tasks: impl IntoIterator<Item = T>,
    at_once: usize,
    work: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    let tasks: Vec<T> = tasks.into_iter().collect();
    let tasks = tasks.into_par_iter().with_min_len(at_once.max(1));
    tasks.map(work).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_tasks_on_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let sum_of_products = |factor: u64| {
                let products = each(0..40u64, 3, |other| factor * other);
                products.iter().sum::<u64>()
            };
            let found = pool
                .expect("a pool of threads")
                .install(|| each(0..1000, 7, sum_of_products));
            assert!(found.iter().copied().eq((0..1000).map(|task| task * 780)));
        }
        assert!(each(0..0, 1, |task: usize| task).is_empty());
    }
}
