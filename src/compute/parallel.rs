//! Parallel work in many short stages: workers spin between them instead of sleeping.
//!
//! A minibatch is a chain of stages of some hundred microseconds, and threads wait for the slowest at the end of each.
//! A thread that the system puts to sleep there wakes up too late to help much in the next stage. So threads spin for
//! up to 500 us and take whatever work the pool has. These are rayon's own joins: results do not depend on it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::Yield;

/// Longest time that a thread spins without work.
const LONGEST_SPIN: Duration = Duration::from_micros(500);

/// Calls `work` and keeps the threads of the pool awake for its stages until it returns.
pub(crate) fn staged<R>(work: impl FnOnce() -> R) -> R {
    let lead = rayon::current_thread_index();
    let over = AtomicBool::new(false);
    rayon::in_place_scope(|scope| {
        scope.spawn_broadcast(|_, thread| {
            if lead != Some(thread.index()) {
                help_until(&over);
            }
        });
        let _over = AtEnd(&over);
        work()
    })
}

/// The results of both, computed at the same time where a thread is free.
pub(crate) fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    let (begun, ended) = (AtomicBool::new(false), AtomicBool::new(false));
    rayon::join(
        || {
            let result = first();
            // Where no other thread has begun the second, this thread does it next.
            if begun.load(Ordering::Relaxed) {
                help_until(&ended);
            }
            result
        },
        || {
            begun.store(true, Ordering::Relaxed);
            let _ended = AtEnd(&ended);
            second()
        },
    )
}

/// What `work` returns for each of the tasks, in their order; a thread takes up to `at_once` tasks in a row.
pub(crate) fn each<T: Send, R: Send>(
    tasks: impl IntoIterator<Item = T>,
    at_once: usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut slots: Vec<_> = tasks.into_iter().map(|task| (Some(task), None)).collect();
    fill(&mut slots, at_once.max(1), &work);
    slots.into_iter().filter_map(|(_, result)| result).collect()
}

/// Fills in the results of tasks, the first half in parallel with the second.
fn fill<T: Send, R: Send>(
    slots: &mut [(Option<T>, Option<R>)],
    at_once: usize,
    work: &(impl Fn(T) -> R + Sync),
) {
    if slots.len() <= at_once {
        for (task, result) in slots {
            *result = task.take().map(work);
        }
        return;
    }
    let (first, second) = slots.split_at_mut(slots.len() / 2);
    join(
        || fill(first, at_once, work),
        || fill(second, at_once, work),
    );
}

/// Takes work from the pool until `ended` is set, or until there was none for [`LONGEST_SPIN`].
fn help_until(ended: &AtomicBool) {
    let mut last_work = Instant::now();
    while !ended.load(Ordering::Relaxed) {
        if rayon::yield_now() == Some(Yield::Executed) {
            last_work = Instant::now();
        } else if last_work.elapsed() > LONGEST_SPIN {
            return;
        } else {
            std::thread::yield_now();
        }
    }
}

/// Sets its flag when dropped, so that a panic sets it too.
struct AtEnd<'a>(&'a AtomicBool);

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use rayon::{ThreadPool, ThreadPoolBuilder};

    use super::*;

    fn pool(threads: usize) -> ThreadPool {
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        builder.build().expect("a pool of threads")
    }

    /// A stage in a stage of a chain of them: the sum of all products of two numbers below 40.
    fn sum_of_products() -> u64 {
        let stage = |factor: u64| {
            let products = each(0..40u64, 3, |other| factor * other);
            products.iter().sum::<u64>()
        };
        staged(|| each(0..40u64, 1, stage).iter().sum())
    }

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        for threads in [1, 2, 5] {
            let found = pool(threads).install(|| staged(|| each(0..1000, 7, |task| task * task)));
            assert!(found.iter().copied().eq((0..1000).map(|task| task * task)));
        }
        assert!(each(0..0, 1, |task: usize| task).is_empty());
    }

    #[test]
    fn chains_of_stages_at_the_same_time_do_not_wait_for_each_other_forever() {
        let expected = (0..40u64).sum::<u64>().pow(2);
        assert_eq!(sum_of_products(), expected, "from outside of a pool");
        for threads in [1, 2, 4] {
            let found = pool(threads).install(|| each(0..30, 1, |_| sum_of_products()));
            assert!(found.iter().all(|&sum| sum == expected));
        }
    }

    #[test]
    fn a_panic_in_a_task_comes_out_and_nobody_waits_for_its_end() {
        let pool = pool(2);
        for bad in [0, 50, 99] {
            let stage = || {
                pool.install(|| {
                    staged(|| each(0..100, 1, |task| assert_ne!(task, bad, "the bad task")))
                })
            };
            assert!(catch_unwind(AssertUnwindSafe(stage)).is_err());
            assert_eq!(pool.install(sum_of_products), 780 * 780);
        }
    }
}
