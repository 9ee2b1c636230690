//! What a plan says.

use std::ops::Range;

use serde_json::Value;

use super::draw::Draw;
use super::values::Values;
use crate::sweep::tasks::Job;

/// What a plan says.
pub(super) struct Plan {
    /// The configuration that settings change, as JSON.
    pub(super) base: Value,
    /// In the order of the text.
    pub(super) settings: Vec<Setting>,
    pub(super) draw: Option<Draw>,
    pub(super) job: Job,
}

/// A setting of a plan.
pub(super) struct Setting {
    /// Where it is in a configuration.
    pub(super) path: String,
    /// Bytes of the text that give its values.
    pub(super) span: Range<usize>,
    pub(super) values: Values,
}

impl Setting {
    /// Whether it takes several values.
    pub(super) fn varies(&self) -> bool {
        self.values.only().is_none()
    }
}
