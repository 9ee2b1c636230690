//! Scrolls what is marked elsewhere into sight.

use egui::{Rect, Ui};

use crate::analysis::Unit;
use crate::app::state::model_view::ModelView;
use crate::app::state::units::selection::Selection;
use crate::engine::Layer;

/// Keeps what is marked in sight.
#[derive(Default)]
pub(crate) struct Follow {
    marked: Option<Unit>,
}

impl Follow {
    /// Scrolls until the place of the marked one of `units` is in sight, once for each that is newly marked; where a unit of
    /// the other layer was marked, the place of its strongest partner.
    pub(crate) fn follow(
        &mut self,
        ui: &Ui,
        model: &ModelView,
        selection: &Selection,
        (layer, units): (Layer, &[usize]),
        place: impl FnOnce(usize) -> Rect,
    ) {
        let marked = selection.last();
        if std::mem::replace(&mut self.marked, marked) == marked {
            return;
        }
        let wanted = match marked {
            Some((of, unit)) if of == layer => Some(unit),
            Some(other) => model.strongest_partner(other),
            None => None,
        };
        if let Some(at) = units.iter().position(|&unit| Some(unit) == wanted) {
            ui.scroll_to_rect(place(at), None);
        }
    }
}
