//! Which units are shown, and in which order: the lists in a view's header.

use egui::{Label, RichText, ScrollArea, Ui};

use crate::app::state::State;
use crate::app::state::settings::{Settings, Zoom};
use crate::app::state::units::unit_list::{Choice, SortOrder};
use crate::app::widgets::choice;
use crate::channels::Channels;
use crate::engine::Layer;
use crate::figure::{ColorMap, Contrast};

/// About the width of a letter of a remark, in points.
const LETTER: f32 = 6.8;

/// Where a list of units scrolls; at its top where lists have gone back to their first unit since it was shown.
pub(crate) fn list_area(ui: &Ui, state: &State) -> ScrollArea {
    let seen = ui.scope_id().with("lists begun");
    let now = state.lists_begun;
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(seen), now));
    let area = ScrollArea::vertical().auto_shrink(false);
    if before == now {
        area
    } else {
        area.vertical_scroll_offset(0.0)
    }
}

/// Which units are shown and what they are sorted by, how filters are shown, and a remark; in a lecture the remark alone.
pub(crate) fn header(ui: &mut Ui, layer: Layer, remark: &str, state: &mut State) {
    header_with(ui, layer, remark, state, |_| false);
}

/// The same with a notice in the place of the remark, where `notice` has one to show and shows it.
pub(crate) fn header_with(
    ui: &mut Ui,
    layer: Layer,
    remark: &str,
    state: &mut State,
    notice: impl FnOnce(&mut Ui) -> bool,
) {
    let channels = state.shown_cut().channels;
    if state.has_few_controls {
        if !notice(ui) {
            ui.add(Label::new(RichText::new(remark).weak()).wrap());
        }
        ui.add_space(2.0);
        return;
    }
    let settings = &mut state.settings;
    let line = ui.horizontal_wrapped(|ui| {
        let (order, shown) = settings.listing.of_mut(layer);
        let names = layer.of(
            ["Order of simple units", "Simple units shown"],
            ["Order of invariant units", "Invariant units shown"],
        );
        choice(ui, names[1], shown, Choice::of(layer), Choice::name);
        choice(ui, names[0], order, &SortOrder::ALL, |order| {
            order.name_for(layer)
        });
        if layer == Layer::Simple {
            looks(ui, settings, channels);
        }
        let needed = LETTER * remark.chars().count() as f32;
        if notice(ui) {
            return;
        }
        if ui.available_size_before_wrap().x >= needed {
            ui.weak(remark);
        }
    });
    line.response.on_hover_text(remark);
    ui.add_space(2.0);
}

/// Size, contrast and colours of the filters. Those of three channels have colours of their own.
fn looks(ui: &mut Ui, settings: &mut Settings, channels: Channels) {
    let zoom = &mut settings.zoom;
    choice(ui, "Filter size", zoom, &Zoom::ALL, Zoom::name);
    let (contrast, all) = (&mut settings.preferences.filter_contrast, &Contrast::ALL);
    choice(ui, "Colour scale of filters", contrast, all, Contrast::name);
    if channels == Channels::Grey {
        let (map, all) = (&mut settings.preferences.filter_colors, &ColorMap::ALL);
        choice(ui, "Colours of filters", map, all, ColorMap::name);
    }
}
