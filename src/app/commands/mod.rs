//! What a user can ask the window to do, and views, layouts, stimuli and sizes by name.

mod action;
mod key_names;
mod keys;
mod layouts;
mod lessons;
pub(crate) mod mask_shape;
pub(crate) mod sizes;
pub(crate) mod stimulus_kind;

pub use action::{Action, ActionInfo, Menu};
pub(crate) use key_names::{key_name, way_back};
pub(crate) use keys::Focus;
pub use layouts::{LAYOUTS, Layout};
pub(crate) use layouts::{Sets, Tiles};
pub use lessons::{LESSONS, ReadyLesson};

/// A view, by name. The registry in `views` has a row for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Its name on the command line and in a saved layout.
    pub key: &'static str,
    /// The title on its tab.
    pub title: &'static str,
    /// What it shows, in a sentence.
    pub about: &'static str,
    /// How to read it, in a line for people who see it for the first time.
    pub caption: &'static str,
}

/// A title as one word in small letters.
fn one_word(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

impl View {
    /// Its title as one word in small letters: what a file of it is called, and another name for it on the command line.
    pub fn word(self) -> String {
        one_word(self.title)
    }

    /// Whether this is a name of it.
    pub(crate) fn is_called(self, name: &str) -> bool {
        self.key == name || self.word() == name
    }
}
