//! What is wrong with a file that people write.

use std::ops::Range;
use std::path::Path;

use thiserror::Error;

use super::read::read_text;
use crate::words::{of_parser, printable};

/// Why a text that people write, such as a plan or a lesson, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    /// It cannot be read.
    #[error("{}: {reason}", printable(file))]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said, and what to give instead.
        reason: String,
    },
    /// A line of it means nothing.
    #[error("{}, line {line}: {}", printable(file), printable(problem))]
    Line {
        /// The file.
        file: String,
        /// The line, from 1 on.
        line: usize,
        /// What is wrong there, with the value, and what would be right.
        problem: String,
    },
}

/// The name of a file that people write, and its text.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn read_named(path: &Path) -> Result<(String, String), TextError> {
    let file = path.display().to_string();
    match read_text(path) {
        Ok(text) => Ok((file, text)),
        Err(error) => Err(TextError::Unreadable {
            file,
            reason: error.to_string(),
        }),
    }
}

impl TextError {
    /// What the parser says of `text`, or of a value at `place` in it.
    pub(crate) fn syntax(
        file: &str,
        text: &str,
        place: Range<usize>,
        error: &toml::de::Error,
    ) -> Self {
        let span = error.span().unwrap_or(place);
        Self::at(file, text, &span, of_parser(error.message().trim_end()))
    }

    /// A problem at these bytes of `text`.
    pub(crate) fn at(file: &str, text: &str, span: &Range<usize>, problem: String) -> Self {
        Self::Line {
            file: file.to_owned(),
            line: line_of(text, span.start),
            problem,
        }
    }
}

/// The line of a byte of a text, from 1 on.
pub(crate) fn line_of(text: &str, byte: usize) -> usize {
    let before = text.get(..byte).unwrap_or(text);
    1 + before.matches('\n').count()
}
