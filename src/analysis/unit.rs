//! The units of a model, by layer and number.

use crate::model::LearningParams;
use crate::named::named;

named! {
    /// One of the two layers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Layer {
        /// Simple units: W and z.
        Simple = "simple",
        /// Invariant units: A and u.
        Invariant = "invariant",
    }
}

impl Layer {
    /// That of the two that is this layer's.
    pub fn of<T>(self, simple: T, invariant: T) -> T {
        match self {
            Self::Simple => simple,
            Self::Invariant => invariant,
        }
    }

    /// The other one of the two.
    pub fn other(self) -> Self {
        self.of(Self::Invariant, Self::Simple)
    }

    /// Whether the layer keeps its weights.
    pub fn is_frozen(self, learning: &LearningParams) -> bool {
        self.of(learning.freeze_simple, learning.freeze_invariant)
    }

    /// The same, to be changed.
    pub fn frozen_mut(self, learning: &mut LearningParams) -> &mut bool {
        self.of(&mut learning.freeze_simple, &mut learning.freeze_invariant)
    }

    /// What a unit of the layer is called at the beginning of a line: "Simple" or "Invariant".
    pub fn title(self) -> &'static str {
        self.of("Simple", "Invariant")
    }

    /// The symbol of the layer's weights: "W" or "A".
    pub fn weights(self) -> &'static str {
        self.of("W", "A")
    }

    /// The symbol of the layer's code: "z" or "u".
    pub fn code(self) -> &'static str {
        self.of("z", "u")
    }

    /// The symbol of how strongly its units respond: "|z|" or "u".
    pub fn response(self) -> &'static str {
        self.of("|z|", "u")
    }
}

/// A unit as figures name it: "|z| 7" or "u 16".
pub fn unit_name((layer, number): Unit) -> String {
    format!("{} {number}", layer.response())
}

/// A unit: its layer, and its number there.
pub type Unit = (Layer, usize);
