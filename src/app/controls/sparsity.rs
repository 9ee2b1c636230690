//! How the layers hang together, and the sliders of their sparsities.

use egui::{Checkbox, Label, RichText, Ui};

use super::changes::changes;
use crate::app::commands::Action;
use crate::app::state::State;
use crate::app::state::past::OtherShown;
use crate::app::theme;
use crate::app::widgets::{parameter_slider, section};
use crate::engine::Layer;
use crate::model::{Coupling, SPARSITIES};
use crate::parameter::{Parameter, Section};
use crate::words::percent;

/// The model, and the sliders for alpha, beta and, with a third layer, gamma.
pub(crate) fn sparsity(ui: &mut Ui, state: &mut State) {
    section(ui, "Sparsity", |ui| {
        couplings(ui, state);
        for parameter in Parameter::of(Section::Sparsity, &state.live) {
            parameter_slider(ui, state, parameter);
            match parameter {
                Parameter::Alpha | Parameter::SimpleShare => mode(ui, state, Layer::Simple),
                Parameter::Beta | Parameter::InvariantShare => mode(ui, state, Layer::Invariant),
                _ => {}
            }
            ui.add_space(2.0);
        }
        // Below all sliders: one that is dragged stays where it is.
        for parameter in Parameter::of(Section::Sparsity, &state.live) {
            if let Some(advice) = state.advice(parameter) {
                ui.label(RichText::new(advice).size(theme::SMALL).weak());
            }
        }
        if !state.has_few_controls {
            changes(ui, state);
        }
    });
}

/// Whether the sparsity of a layer is set, or follows the share of units that is asked for.
fn mode(ui: &mut Ui, state: &mut State, layer: Layer) {
    if state.has_few_controls {
        return;
    }
    let share = layer.of(Parameter::SimpleShare, Parameter::InvariantShare);
    let action = layer.of(Action::HoldSimpleShare, Action::HoldInvariantShare);
    let mut holds = share.get(&state.live) > 0.0;
    let was_held = holds;
    ui.horizontal(|ui| {
        let row = action.row();
        let refused = state.refusal(action);
        let check = Checkbox::new(&mut holds, RichText::new(row.text).size(theme::SMALL));
        let check = ui
            .add_enabled(refused.is_none(), check)
            .on_hover_text(row.tooltip)
            .on_disabled_hover_text(refused.unwrap_or_default());
        if check.changed() {
            state.act(action);
        }
        if was_held {
            let now = RichText::new(price_said(state, layer));
            ui.add(Label::new(now.size(theme::SMALL).weak()).wrap());
        }
    });
}

/// The sparsity that a held share has led to. At an end of its range the share cannot be reached: then also the share there is.
fn price_said(state: &State, layer: Layer) -> String {
    let (symbol, price) = (layer.of("α", "β"), state.price_now(layer));
    let end = match price {
        price if price <= *SPARSITIES.start() => "lowest",
        price if price >= *SPARSITIES.end() => "highest",
        _ => return format!("{symbol} is {price:.3} now"),
    };
    let share = state.share_now(layer);
    let share = share.map_or(String::new(), |share| {
        format!(": the share is {}", percent(share))
    });
    format!("{symbol} is {price} now, its {end}{share}")
}

/// The model: split or joint.
fn couplings(ui: &mut Ui, state: &mut State) {
    let now = state.live.model.coupling;
    ui.horizontal(|ui| {
        ui.label("Model");
        for coupling in Coupling::ALL {
            let action = match coupling {
                Coupling::Split => Action::SplitModel,
                Coupling::Joint => Action::JointModel,
            };
            let button = ui.selectable_label(now == coupling, coupling.name());
            if button.on_hover_text(action.row().tooltip).clicked() {
                state.act(action);
            }
        }
        if let Some(other) = state.other_shown() {
            let (text, hint) = match other {
                OtherShown::Past => (
                    "values of now",
                    "The controls show and set the run as it is now, not the moment shown.",
                ),
                OtherShown::Pinned => (
                    "values of A",
                    "The controls show and set the run, A, not the pinned run shown.",
                ),
            };
            let text = RichText::new(text).size(theme::SMALL).weak();
            ui.add(Label::new(text).truncate()).on_hover_text(hint);
        }
    });
}
