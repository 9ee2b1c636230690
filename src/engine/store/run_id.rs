//! Which run a file comes from.

use std::hash::{BuildHasher, RandomState};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

/// The number of a run, the same in its model files and in the histories beside them, so that a history is not taken for
/// that of another model. Nothing that is learned depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RunId(u64);

impl RunId {
    /// A number that no other run has.
    pub(crate) fn new() -> Self {
        let now = (SystemTime::now(), std::process::id());
        Self(RandomState::new().hash_one(now))
    }

    /// The run of this number.
    pub(crate) fn parse(number: &str) -> Option<Self> {
        number.parse().ok().map(Self)
    }

    /// Its number.
    pub(crate) fn number(self) -> u64 {
        self.0
    }
}
