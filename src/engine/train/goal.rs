//! When learning stops.

/// How long to go on learning.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Goal {
    Endless,
    Count(u64),
    Pause,
}
