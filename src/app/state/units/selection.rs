//! The units that are marked.

use crate::analysis::Unit;
use crate::app::state::units::per_layer::PerLayer;
use crate::engine::Layer;

/// The unit of each layer that the view Unit shows while none is selected: it stays, though others may respond more later.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UnitsInSight {
    /// The run that they are of.
    pub(crate) generation: u64,
    /// Them.
    pub(crate) units: PerLayer<Option<usize>>,
}

/// The unit of each layer that is marked in every view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// A filter.
    pub simple: Option<usize>,
    /// A pooling row.
    pub invariant: Option<usize>,
    /// The layer that was marked last: the arrow keys go on from there.
    pub layer: Layer,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            simple: None,
            invariant: None,
            layer: Layer::Invariant,
        }
    }
}

impl Selection {
    /// The marked unit of a layer.
    pub fn of(&self, layer: Layer) -> Option<usize> {
        layer.of(self.simple, self.invariant)
    }

    /// The marked unit of the layer that was marked last.
    pub(crate) fn last(&self) -> Option<Unit> {
        Some((self.layer, self.of(self.layer)?))
    }

    /// Selects a unit.
    pub fn select(&mut self, layer: Layer, unit: usize) {
        self.layer = layer;
        *self.of_mut(layer) = Some(unit);
    }

    /// Marks a unit, or unmarks it when it is marked.
    pub fn toggle(&mut self, layer: Layer, unit: usize) {
        self.layer = layer;
        let marked = self.of_mut(layer);
        *marked = (*marked != Some(unit)).then_some(unit);
    }

    /// The same with this unit marked.
    pub(crate) fn with(mut self, layer: Layer, unit: usize) -> Self {
        self.select(layer, unit);
        self
    }

    /// Lets the arrow keys go on in the other layer.
    pub(crate) fn switch_layer(&mut self) {
        self.layer = self.layer.other();
    }

    /// The marked unit of a layer, to be changed.
    pub(crate) fn of_mut(&mut self, layer: Layer) -> &mut Option<usize> {
        layer.of(&mut self.simple, &mut self.invariant)
    }

    /// The name of a canvas with the units that are marked in it, for screen readers.
    pub(crate) fn named(&self, canvas: String) -> String {
        let mut name = canvas;
        for layer in Layer::ALL {
            if let Some(unit) = self.of(layer) {
                name += &format!(", {} unit {unit} selected", layer.name());
            }
        }
        name
    }

    /// Goes on by so many of `units`, from the first when none of them is marked.
    pub(crate) fn step(&mut self, units: &[usize], by: isize) {
        let Some(last) = units.len().checked_sub(1) else {
            return;
        };
        let marked = self.of(self.layer);
        let place = units.iter().position(|&unit| Some(unit) == marked);
        let next = place.map_or(0, |place| place.saturating_add_signed(by).min(last));
        self.select(self.layer, units[next]);
    }
}
