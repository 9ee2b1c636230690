//! Arguments that several commands share, and how values are read.

pub(super) mod choices;
pub(super) mod edges;
pub(super) mod model;
pub(super) mod parameters;
pub(super) mod run;
pub(super) mod threads;
pub(super) mod values;
pub(super) mod window;
