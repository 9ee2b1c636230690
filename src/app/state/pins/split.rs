//! How a view shows the run and the one pinned.

/// How a view shows the run and the one pinned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// The run alone.
    #[default]
    Run,
    /// The pinned run alone.
    Pinned,
    /// The run on the left, the pinned one on the right.
    Beside,
    /// Both in one place, with a divider: left of it the run is seen, right of it the pinned one.
    Divided,
}

impl Split {
    /// All, in the order of their buttons.
    pub const ALL: [Self; 4] = [Self::Run, Self::Pinned, Self::Beside, Self::Divided];

    /// The words on its button, where the pinned run has this letter.
    pub(crate) fn text(self, letter: char) -> String {
        match self {
            Self::Run => "A".to_owned(),
            Self::Pinned => letter.to_string(),
            Self::Beside => format!("A {letter}"),
            Self::Divided => format!("A|{letter}"),
        }
    }

    /// What it shows, in words.
    pub(crate) fn about(self, letter: char) -> String {
        match self {
            Self::Run => "the run".to_owned(),
            Self::Pinned => format!("pinned run {letter}"),
            Self::Beside => format!("the run beside {letter}"),
            Self::Divided => format!("the run and {letter} with a divider"),
        }
    }
}
