//! Which units are shown, and in which order: the lists in a view's header.

use egui::{Align, Label, Layout, RichText, Ui};

use crate::app::roster::{Choice, Order};
use crate::app::settings::Settings;
use crate::app::widgets::choice;
use crate::engine::Layer;

/// A remark on the left; on the right which units are shown and what they are sorted by, and before
/// them what else a view has to choose.
pub(super) fn header(
    ui: &mut Ui,
    layer: Layer,
    remark: &str,
    settings: &mut Settings,
    more: impl FnOnce(&mut Ui, &mut Settings),
) {
    from_the_right(ui, |ui| {
        let listing = &mut settings.listing;
        let (order, shown, names) = match layer {
            Layer::Simple => (
                &mut listing.simple_order,
                &mut listing.simple_choice,
                ["Order of simple units", "Simple units shown"],
            ),
            Layer::Invariant => (
                &mut listing.invariant_order,
                &mut listing.invariant_choice,
                ["Order of invariant units", "Invariant units shown"],
            ),
        };
        choice(ui, names[0], order, Order::of(layer), |o| {
            o.name().to_owned()
        });
        choice(ui, names[1], shown, Choice::of(layer), |c| {
            c.name().to_owned()
        });
        more(ui, settings);
        remark_left(ui, remark);
    });
    ui.add_space(2.0);
}

/// One line, laid out from the right.
pub(super) fn from_the_right(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), content);
    });
}

/// A remark at the left of what is laid out from the right, cut short where there is no room.
pub(super) fn remark_left(ui: &mut Ui, remark: &str) {
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add(Label::new(RichText::new(remark).weak()).truncate());
    });
}
