//! Readers of values on the command line; each error says what the value should be.

/// Largest number of threads, above that of any machine's cores.
const MAX_THREADS: usize = 1024;

// Ranges of settings are checked by the configuration, wherever they come from; here only those of other values.

pub(crate) fn number(text: &str) -> Result<f32, String> {
    text.parse().map_err(|_| "should be a number".to_owned())
}

pub(crate) fn number64(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "should be a number".to_owned())
}

pub(crate) fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("should be a number above 0".to_owned()),
    }
}

pub(crate) fn whole(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| "should be a whole number, not negative".to_owned())
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("should be a whole number from 0 to {}", u64::MAX))
}

pub(crate) fn count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if count > 0 => Ok(count),
        _ => Err("should be a whole number, 1 or more".to_owned()),
    }
}

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads) if threads <= MAX_THREADS => Ok(threads),
        _ => Err(format!("should be a whole number from 0 to {MAX_THREADS}")),
    }
}

pub(crate) fn scale(text: &str) -> Result<f32, String> {
    let scale = text
        .parse()
        .ok()
        .filter(|scale| (1.0..=4.0).contains(scale));
    scale.ok_or_else(|| "should be a number from 1 to 4".to_owned())
}

pub(crate) fn size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once('x').and_then(|(width, height)| {
        let side = |text: &str| text.parse().ok().filter(|side| (320..=8192).contains(side));
        Some((side(width)?, side(height)?))
    });
    sides.ok_or_else(|| "should be like 1280x800, each side from 320 to 8192".to_owned())
}
