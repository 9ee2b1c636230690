//! Progress bars on standard error, shown only if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over `length` units of work.
pub(crate) fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    // A template with a mistake falls back to the plain bar.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

/// A bar for loading pictures.
pub(crate) fn loading() -> ProgressBar {
    bar(0, "loading pictures {bar:30} {pos}/{len}")
}
