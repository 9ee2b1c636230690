//! Tasks shared out over the threads of the pool, with the results in the order of the tasks.
//!
//! A minibatch is a chain of stages of some hundred microseconds, and at the end of each one threads wait for the slowest. A thread
//! that falls asleep there wakes too late to help in the next stage. So threads spin while they wait, and work on whatever there is to do.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::Yield;

use super::task_graph::{is_recorded, record_both};

/// Times that a thread looks for work in vain before it falls asleep, about half a millisecond.
const PATIENCE: usize = 1000;

/// Does `work`, all of whose stages find the threads of the pool awake.
pub(crate) fn awake<R>(work: impl FnOnce() -> R) -> R {
    if is_recorded() {
        return work();
    }
    let own = rayon::current_thread_index();
    let over = AtomicBool::new(false);
    rayon::in_place_scope(|scope| {
        scope.spawn_broadcast(|_, thread| {
            if own != Some(thread.index()) {
                help_until(&over);
            }
        });
        let _over = AtEnd(&over);
        work()
    })
}

/// Both results, where possible worked out at the same time.
pub fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    if is_recorded() {
        return record_both(first, second);
    }
    let (begun, ended) = (AtomicBool::new(false), AtomicBool::new(false));
    rayon::join(
        || {
            let result = first();
            // Where no thread has begun with the second, this one does it next.
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

/// What `work` returns for each of the tasks, in their order; a thread takes at least `at_once` tasks in a row.
pub fn each<T: Send, R: Send>(
    tasks: impl IntoIterator<Item = T>,
    at_once: usize,
    work: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    let mut slots: Vec<_> = tasks.into_iter().map(|task| (Some(task), None)).collect();
    fill(&mut slots, at_once.max(1), &work);
    slots.into_iter().filter_map(|(_, result)| result).collect()
}

/// Works out the results of tasks, the first half beside the second.
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

/// Does what there is to do in the pool until something ended, or for too long there was nothing.
fn help_until(ended: &AtomicBool) {
    let mut looked = 0;
    while !ended.load(Ordering::Relaxed) && looked < PATIENCE {
        if rayon::yield_now() == Some(Yield::Executed) {
            looked = 0;
        } else {
            looked += 1;
            std::thread::yield_now();
        }
    }
}

/// Notes the end of something, be it a panic.
struct AtEnd<'a>(&'a AtomicBool);

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
