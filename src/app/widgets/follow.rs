//! Scrolls what is marked elsewhere into sight.

use egui::{Rect, Ui};

use crate::analysis::Unit;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::units::unit_list::SortOrder;
use crate::engine::Layer;

/// Keeps what is marked in sight.
#[derive(Default)]
pub(crate) struct Follow {
    marked: Option<Unit>,
    /// Whether that was marked while the list had no answers yet that it is to be sorted by, and still has none.
    is_unsorted: bool,
}

impl Follow {
    /// Scrolls until the place of the marked one of `units` is in sight, once for each that is newly marked, and once more where the
    /// list was only then sorted; where a unit of the other layer was marked, the place of its strongest partner. A list of those
    /// that answer first stays with them.
    pub(crate) fn follow(
        &mut self,
        ui: &Ui,
        model: &ModelView,
        state: &State,
        (layer, units): (Layer, &[usize]),
        place: impl FnOnce(usize) -> Rect,
    ) {
        let marked = state.selection.last();
        let is_new = std::mem::replace(&mut self.marked, marked) != marked;
        let is_by_answer = state.settings.listing.of(layer).0 == SortOrder::Answer;
        let is_unsorted = is_by_answer && state.first_by_answer(layer).is_none();
        // Answers that go and come again move nothing: people may have scrolled since.
        let awaited_answers = self.is_unsorted;
        self.is_unsorted = is_unsorted && (is_new || awaited_answers);
        let is_sorted_now = awaited_answers && !is_unsorted;
        if !is_new && !is_sorted_now {
            return;
        }
        let wanted = match marked {
            Some((of, unit)) if of == layer => Some(unit),
            Some(_) if is_by_answer => None,
            Some(other) => model.strongest_partner(other),
            None => None,
        };
        if let Some(at) = units.iter().position(|&unit| Some(unit) == wanted) {
            ui.scroll_to_rect(place(at), None);
        }
    }
}
