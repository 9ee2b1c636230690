//! Values checked against their ranges.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

/// A value outside its range. The message names the setting, the range and the value.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{name} should be {expected}, but {} {value}", if name.ends_with("betas") { "are" } else { "is" })]
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

    /// Passes when each of `values` is in `range`, and there once.
    ///
    /// # Errors
    /// When one is not.
    pub fn distinct(
        name: &'static str,
        values: &[f32],
        range: RangeInclusive<f32>,
    ) -> Result<(), Self> {
        let is_right =
            |(at, value): (usize, &f32)| range.contains(value) && !values[..at].contains(value);
        let expected = format!("distinct, each from {} to {}", range.start(), range.end());
        let all: Vec<_> = values.iter().map(f32::to_string).collect();
        let are_right = values.iter().enumerate().all(is_right);
        Self::check(are_right, name, expected, all.join(", "))
    }
}
