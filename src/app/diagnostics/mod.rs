//! What the window tells of itself: the cost of its frames, and a picture.

pub(crate) mod frame_stats;
pub(crate) mod screenshot;
