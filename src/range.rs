//! Values checked against their ranges.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

/// A value outside its range. The message names the setting, the range and the value.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{name} should be {expected}, but is {value}")]
pub struct OutOfRange {
    /// The setting, as the command line or the checkpoint spells it.
    pub name: &'static str,
    /// The range in words.
    pub expected: String,
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
        expected: impl Into<String>,
        value: impl ToString,
    ) -> Result<(), Self> {
        if ok {
            return Ok(());
        }
        Err(Self {
            name,
            expected: expected.into(),
            value: value.to_string(),
        })
    }

    /// Passes when `value` is in `range`; `unit` follows the range in the message, with a blank before it.
    ///
    /// # Errors
    /// When it is not.
    pub fn within<T: PartialOrd + fmt::Display>(
        name: &'static str,
        value: T,
        range: RangeInclusive<T>,
        unit: &str,
    ) -> Result<(), Self> {
        let (first, last) = (range.start(), range.end());
        let expected = format!("from {first} to {last}{unit}");
        Self::check(range.contains(&value), name, expected, value)
    }
}
