//! The units shown, kept in step with what they depend on.

use std::rc::Rc;
use std::sync::Arc;

use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::units::per_layer::PerLayer;
use crate::app::state::units::selection::Selection;
use crate::app::state::units::unit_list::{Choice, ListKey, SortOrder, list_units};
use crate::engine::Layer;

impl State {
    /// Chooses and sorts the units shown, when what that depends on changed.
    pub(crate) fn refresh_unit_list(&mut self) {
        let Some(model) = self.model().map(Rc::clone) else {
            return;
        };
        let listing = self.settings.listing;
        // Under the pointer no unit takes the place of the one that is about to be clicked.
        let held = self.basis.as_ref().filter(|basis| {
            let is_same = basis.generation == model.snapshot.generation;
            self.pointed.is_any() && is_same && basis.listing == listing
        });
        // Snapshots come too fast to sort by: measures come a few times a second at most.
        let known = || model.known.as_ref().map(Arc::clone).map(Same);
        let known = held.map_or_else(known, |basis| basis.known.clone());
        let choices = [listing.simple_choice, listing.invariant_choice];
        // While the stimulus moves, a list that changes with every answer cannot be read.
        let kept = self
            .basis
            .as_ref()
            .filter(|_| self.workers.stimulus.keeps_places());
        let active = PerLayer::from_fn(|layer| {
            if let Some(held) = held {
                return held.active[layer].clone();
            }
            let kept = kept.map(|basis| &basis.active[layer]);
            if let Some(kept) = kept.filter(|units| !units.is_empty()) {
                return kept.clone();
            }
            let is_sorted = listing.of(layer).0 == SortOrder::Answer;
            let activations = is_sorted.then(|| self.activations(layer)).flatten();
            activations.map_or_else(Vec::new, |activations| activations.units())
        });
        let basis = ListKey {
            sizes: model.snapshot.pooling().dim(),
            generation: model.snapshot.generation,
            known,
            listing,
            selection: choices
                .contains(&Choice::Connected)
                .then_some(self.selection),
            active,
        };
        if self.basis.as_ref() == Some(&basis) {
            return;
        }
        // Of what is held only the list that follows the other layer's selection is made anew.
        let stays = |held: &ListKey, layer: Layer| {
            let selected = |selection: Selection| selection.of(layer.other());
            listing.of(layer).1 != Choice::Connected
                || held.selection.map(selected) == basis.selection.map(selected)
        };
        let unit_list = PerLayer::from_fn(|layer| {
            if held.is_some_and(|held| stays(held, layer)) {
                return self.unit_list[layer].clone();
            }
            list_units(&model, layer, listing, self.selection, &basis.active[layer])
        });
        if unit_list != *self.unit_list {
            self.unit_list = Arc::new(unit_list);
        }
        self.basis = Some(basis);
    }

    /// The unit of a layer that answers most, where units are sorted by that.
    pub(crate) fn first_by_answer(&self, layer: Layer) -> Option<usize> {
        self.basis.as_ref()?.active[layer].first().copied()
    }
}
