//! The kinds of stimuli.

use crate::named::named;

named! {
    /// What is shown.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum StimulusKind {
        /// An edge.
        #[default]
        Edge = "Edge",
        /// A grating.
        Grating = "Grating",
        /// A piece of a picture.
        Patch = "Patch",
        /// What was drawn by hand.
        Drawing = "Drawing",
    }
}
