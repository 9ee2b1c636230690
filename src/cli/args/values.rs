//! Readers of values on the command line; each error says what the value should be.

use std::num::IntErrorKind;
use std::str::FromStr;

use anyhow::ensure;

use crate::cli::argument_error::ArgumentError;
use crate::engine::MAX_THREADS;
use crate::range::OutOfRange;

/// Above any disk's size.
const MAX_MEGABYTES: u64 = 1_000_000_000;

// Ranges of settings are checked by the configuration, wherever they come from; here only those of other values.

/// What `text` says, where `fits` holds for it.
fn value<T: FromStr>(text: &str, fits: impl Fn(&T) -> bool, should_be: &str) -> Result<T, String> {
    let value = text.parse().ok().filter(fits);
    value.ok_or_else(|| format!("should be {should_be}"))
}

/// A number that single precision does not take as 0 or infinite, unless it is.
pub(crate) fn number(text: &str) -> Result<f32, String> {
    let number: f32 = value(text, |_| true, "a number")?;
    let (digits, _) = text.split_once(['e', 'E']).unwrap_or((text, ""));
    let has = |digit: fn(char) -> bool| digits.contains(digit);
    match number {
        0.0 if has(|digit| ('1'..='9').contains(&digit)) => Err("is too close to 0".to_owned()),
        number if number.is_infinite() && has(|digit| digit.is_ascii_digit()) => {
            Err("is too large".to_owned())
        }
        number => Ok(number),
    }
}

pub(crate) fn number64(text: &str) -> Result<f64, String> {
    value(text, |_| true, "a number")
}

pub(crate) fn positive(text: &str) -> Result<f64, String> {
    let fits = |value: &f64| *value > 0.0 && value.is_finite();
    value(text, fits, "a number above 0")
}

pub(crate) fn share(text: &str) -> Result<f64, String> {
    let fits = |value: &f64| *value > 0.0 && *value < 1.0;
    value(text, fits, "a number above 0 and below 1")
}

pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let fits = |value: &f64| *value >= 0.0 && value.is_finite();
    value(text, fits, "a number, 0 or more")
}

pub(crate) fn whole(text: &str) -> Result<usize, String> {
    value(text, |_| true, "a whole number, not negative")
}

pub(crate) fn megabytes(text: &str) -> Result<u64, String> {
    let should_be = format!("a whole number from 0 to {MAX_MEGABYTES}");
    value(text, |&megabytes| megabytes <= MAX_MEGABYTES, &should_be)
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    value(
        text,
        |_| true,
        &format!("a whole number from 0 to {}", u64::MAX),
    )
}

pub(crate) fn count(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
            Err(format!("should be at most {}", usize::MAX))
        }
        _ => value(text, |&count| count > 0, "a whole number, 1 or more"),
    }
}

/// A number of things, or as many as there are.
pub(crate) fn count_or_all(text: &str) -> Result<usize, String> {
    if text == "all" {
        return Ok(usize::MAX);
    }
    count(text).map_err(|_| "should be a whole number, 1 or more, or all".to_owned())
}

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let should_be = format!("a whole number from 0 to {MAX_THREADS}");
    value(text, |&threads| threads <= MAX_THREADS, &should_be)
}

pub(crate) fn percent(text: &str) -> Result<u32, String> {
    value(
        text,
        |percent| (20..=500).contains(percent),
        "a whole number from 20 to 500",
    )
}

pub(crate) fn scale(text: &str) -> Result<f32, String> {
    value(
        text,
        |scale| (1.0..=4.0).contains(scale),
        "a number from 1 to 4",
    )
}

pub(crate) fn size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once('x').and_then(|(width, height)| {
        let side = |text: &str| text.parse().ok().filter(|side| (320..=8192).contains(side));
        Some((side(width)?, side(height)?))
    });
    sides.ok_or_else(|| "should be like 1280x800, each side from 320 to 8192".to_owned())
}

/// Names the flag whose value is out of its range: it is called as the setting is.
pub(crate) fn of_flag(error: OutOfRange) -> ArgumentError {
    let said = error.to_string();
    ArgumentError(match error.name {
        // Only a configuration has deeper layers.
        "deeper" => format!("--top: {said}"),
        name => format!("--{}{}", name.replace(' ', "-"), &said[name.len()..]),
    })
}

/// Refuses a larger number than the command can serve.
pub(crate) fn at_most(flag: &str, number: usize, most: usize) -> anyhow::Result<()> {
    ensure!(
        number <= most,
        ArgumentError(format!("{flag} {number}: ask for at most {most}"))
    );
    Ok(())
}
