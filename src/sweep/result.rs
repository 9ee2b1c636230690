//! The result of a task.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::measures::Measures;

/// The result of a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TaskResult {
    /// The version of the program that trained it.
    pub program: String,
    /// The settings that vary, by their paths.
    pub settings: BTreeMap<String, Value>,
    /// What is known of the model.
    pub measures: Measures,
}
