//! Threads: computing ones give way to the window's.

use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};
use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};

/// From 0 to 99, where threads start at 50: on Linux a niceness of 10.
const IN_BACKGROUND: u8 = 25;
/// On Linux a niceness of 19.
const LAST: u8 = 0;

/// A pool of as many threads as asked for, 0 for all cores, named by their task.
///
/// # Errors
/// A sentence, where the system gives no threads.
pub(super) fn pool(
    threads: usize,
    in_background: bool,
    task: &'static str,
) -> Result<Arc<ThreadPool>, String> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(move |index| format!("cellscope-{task}-{index}"))
        .start_handler(move |_| {
            if in_background {
                give_way();
            }
        })
        .build();
    let pool = pool.map_err(|error| format!("no threads to {task} with: {error}"))?;
    Ok(Arc::new(pool))
}

/// Lowers the priority of the calling thread. Where the system does not allow it, nothing changes.
pub(crate) fn give_way() {
    set(IN_BACKGROUND);
}

/// Lowers it below that of threads that gave way: such a thread works while they wait for each other.
pub(crate) fn give_way_to_all() {
    set(LAST);
}

fn set(priority: u8) {
    if let Ok(value) = ThreadPriorityValue::try_from(priority) {
        let _ = set_current_thread_priority(ThreadPriority::Crossplatform(value));
    }
}
