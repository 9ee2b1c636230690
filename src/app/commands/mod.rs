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
pub(crate) use key_names::key_name;
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

impl View {
    /// The name of a file of it, without an ending: its title in small letters.
    pub(crate) fn file_name(self) -> String {
        self.title.to_lowercase().replace(' ', "-")
    }
}
