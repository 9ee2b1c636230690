//! Threads: computing ones give way to the window's.

use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};

/// From 0 to 99, where threads start at 50: on Linux a niceness of 10.
const IN_BACKGROUND: u8 = 25;
/// On Linux a niceness of 19.
const LAST: u8 = 0;

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
