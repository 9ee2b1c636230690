//! What commands read and write, and the progress they show.

pub(super) mod movies;
pub(super) mod open;
pub(super) mod progress;
pub(super) mod replaced;
pub(super) mod report;
