//! What is wrong with a plan.

use std::ops::Range;

use thiserror::Error;

use crate::words::printable;

/// Why the file of a plan cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// It cannot be read.
    #[error("{}: {reason}", printable(file))]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
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

impl PlanError {
    /// A problem at these bytes of `text`.
    pub(super) fn at(file: &str, text: &str, span: &Range<usize>, problem: String) -> Self {
        let before = text.get(..span.start).unwrap_or(text);
        Self::Line {
            file: file.to_owned(),
            line: 1 + before.matches('\n').count(),
            problem,
        }
    }
}
