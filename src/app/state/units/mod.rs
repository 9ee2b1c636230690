//! Which units are listed, selected and under the pointer.

pub(crate) mod per_layer;
pub(crate) mod pointed;
mod refresh;
pub(crate) mod selection;
pub(crate) mod unit_list;
