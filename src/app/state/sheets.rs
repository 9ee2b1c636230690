//! The windows that can be open over the views.

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// The guide and the keys.
    Help,
    /// What people set once.
    Preferences,
    /// The models that the program keeps.
    KeptModels,
    /// The picture files left out.
    SkippedFiles,
    /// All messages since the start.
    Messages,
    /// A configuration that is pasted.
    Configuration,
}

impl Sheet {
    /// What stands above it.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Help => "Help",
            Self::Preferences => "Preferences",
            Self::KeptModels => "Kept models",
            Self::SkippedFiles => "Skipped files",
            Self::Messages => "Messages",
            Self::Configuration => "Paste configuration",
        }
    }

    /// Its size in points until people change it; `None` where it is as large as what is in it.
    pub(crate) fn usual_size(self) -> Option<[f32; 2]> {
        match self {
            Self::Help => Some([820.0, 640.0]),
            Self::Preferences => None,
            Self::KeptModels => Some([620.0, 520.0]),
            Self::SkippedFiles | Self::Messages => Some([560.0, 320.0]),
            Self::Configuration => Some([520.0, 420.0]),
        }
    }
}

/// Those that are open; the one opened last is at the end.
#[derive(Clone, Debug, Default)]
pub struct Sheets(Vec<Sheet>);

impl Sheets {
    /// Whether one is open.
    pub fn is_open(&self, sheet: Sheet) -> bool {
        self.0.contains(&sheet)
    }

    /// Whether any is.
    pub fn is_any_open(&self) -> bool {
        !self.0.is_empty()
    }

    /// Opens one.
    pub fn open(&mut self, sheet: Sheet) {
        self.close(sheet);
        self.0.push(sheet);
    }

    /// Closes one.
    pub fn close(&mut self, sheet: Sheet) {
        self.0.retain(|open| *open != sheet);
    }

    pub(crate) fn toggle(&mut self, sheet: Sheet) {
        if self.is_open(sheet) {
            self.close(sheet);
        } else {
            self.open(sheet);
        }
    }

    /// Closes the one opened last; true when there was one.
    pub(crate) fn close_last(&mut self) -> bool {
        self.0.pop().is_some()
    }
}
