//! What is wrong with a file that people write.

use std::ops::Range;

use thiserror::Error;

use crate::words::printable;

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

impl TextError {
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
