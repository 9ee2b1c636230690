//! The ways to hide pixels.

use crate::named::named;

named! {
    /// How pixels are hidden.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum MaskShape {
        /// A share of them, drawn at random.
        #[default]
        Random = "Random pixels",
        /// A square block.
        Block = "Block",
        /// Painted by hand.
        Brush = "Brush",
    }
}
