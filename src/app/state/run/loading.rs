//! How far pictures are loaded.

/// Pictures being loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Loading {
    /// Read so far.
    pub done: usize,
    /// To read.
    pub total: usize,
}

impl Loading {
    /// How far it is.
    pub(crate) fn text(self) -> String {
        match self {
            Self { total: 0, .. } => "Looking for pictures…".to_owned(),
            Self { done, total } => format!("{done} of {total}"),
        }
    }
}
