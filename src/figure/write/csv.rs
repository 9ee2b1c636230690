//! Numbers as CSV: a line of names with their units, then a line for each thing.

use std::fmt::{Arguments, Write as _};

/// A table that grows. Numbers are as short as brings back the same bits; what is not known is left empty.
pub(in crate::figure) struct Csv(String);

impl Csv {
    /// A table with these columns, separated by commas.
    pub(in crate::figure) fn new(columns: &str) -> Self {
        Self(format!("{columns}\n"))
    }

    /// Adds a line.
    pub(in crate::figure) fn line(&mut self, fields: Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{fields}");
    }

    /// The text.
    pub(in crate::figure) fn finish(self) -> String {
        self.0
    }
}

/// A number, empty where it is not known.
pub(in crate::figure) fn known(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// A text as a field, in quotes where it needs them.
pub(crate) fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}
