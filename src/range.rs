//! Values checked against their ranges.

use thiserror::Error;

/// A value outside its range. The message names the setting, the range and the value.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{name} should be {expected}, but is {value}")]
pub struct OutOfRange {
    /// The setting, as the command line or the checkpoint spells it.
    pub name: &'static str,
    /// The range in words.
    pub expected: &'static str,
    /// The offending value.
    pub value: String,
}

impl OutOfRange {
    /// Passes when `ok`, else an error that names the setting, its range and `value`.
    ///
    /// # Errors
    /// When `ok` is false.
    pub fn check(
        ok: bool,
        name: &'static str,
        expected: &'static str,
        value: impl ToString,
    ) -> Result<(), Self> {
        if ok {
            return Ok(());
        }
        Err(Self {
            name,
            expected,
            value: value.to_string(),
        })
    }
}
