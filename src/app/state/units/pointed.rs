//! The units under the pointer: each is framed wherever it is shown, also in the other of two runs.

use crate::app::state::units::per_layer::PerLayer;
use crate::engine::Layer;

/// The unit of each layer that the pointer is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pointed {
    now: PerLayer<Option<usize>>,
    /// What the views of this frame found, which the next one shows.
    next: PerLayer<Option<usize>>,
}

impl Pointed {
    /// Notes that the pointer is on a unit.
    pub(crate) fn point(&mut self, layer: Layer, unit: usize) {
        self.next[layer] = Some(unit);
    }

    /// Whether the pointer was on a unit in the last frame.
    pub(crate) fn is_at(&self, layer: Layer, unit: usize) -> bool {
        self.now[layer] == Some(unit)
    }

    /// Whether the pointer was on any unit in the last frame.
    pub(crate) fn is_any(&self) -> bool {
        self.now != PerLayer::default()
    }

    /// Takes over what this frame found; true where it is something else.
    pub(crate) fn turn(&mut self) -> bool {
        let before = std::mem::replace(&mut self.now, std::mem::take(&mut self.next));
        self.now != before
    }

    /// What the other of two runs has instead, nothing being found in it yet.
    pub(crate) fn in_other(&self, partner: impl Fn(Layer, usize) -> Option<usize>) -> Self {
        let now = PerLayer::from_fn(|layer| partner(layer, self.now[layer]?));
        Self {
            now,
            ..Self::default()
        }
    }

    /// Takes over what was found in the other run.
    pub(crate) fn found_in_other(
        &mut self,
        other: &Self,
        partner: impl Fn(Layer, usize) -> Option<usize>,
    ) {
        let found = PerLayer::from_fn(|layer| partner(layer, other.next[layer]?));
        self.next = PerLayer::from_fn(|layer| found[layer].or(self.next[layer]));
    }
}
