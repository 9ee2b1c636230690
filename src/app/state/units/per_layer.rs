//! One of each for the simple and the invariant units.

use std::ops::{Index, IndexMut};

use crate::engine::Layer;

/// Something that each layer has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerLayer<T> {
    /// That of the simple units.
    pub simple: T,
    /// That of the invariant units.
    pub invariant: T,
}

impl<T> PerLayer<T> {
    /// Makes that of each layer.
    pub(crate) fn from_fn(make: impl Fn(Layer) -> T) -> Self {
        Self {
            simple: make(Layer::Simple),
            invariant: make(Layer::Invariant),
        }
    }
}

impl<T> Index<Layer> for PerLayer<T> {
    type Output = T;

    fn index(&self, layer: Layer) -> &T {
        layer.of(&self.simple, &self.invariant)
    }
}

impl<T> IndexMut<Layer> for PerLayer<T> {
    fn index_mut(&mut self, layer: Layer) -> &mut T {
        layer.of(&mut self.simple, &mut self.invariant)
    }
}
