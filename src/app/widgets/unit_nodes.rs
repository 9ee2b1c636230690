//! Units for screen readers: each that is in sight has a name, says what it does, and can be selected.

use egui::accesskit::Action;
use egui::{Id, Rect, Role, Sense, Ui, WidgetInfo};

use crate::analysis::Unit;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::widgets::activity;
use crate::engine::Layer;

/// Partners named of a unit.
const PARTNERS: usize = 3;

/// Tells screen readers which units of a layer a view shows, and where; selects those that they click. Costs nothing while
/// there is none.
pub(crate) fn unit_nodes(
    ui: &Ui,
    model: &ModelView,
    state: &mut State,
    (layer, units): (Layer, &[usize]),
    place: impl Fn(usize) -> Rect,
) {
    if !ui.ctx().has_accesskit_node(egui::accesskit_root_id()) {
        return;
    }
    let clip = ui.clip_rect();
    for (index, &unit) in units.iter().enumerate() {
        let at = place(index);
        if clip.intersects(at) && node(ui, model, state, (layer, unit), at) {
            state.selection.toggle(layer, unit);
        }
    }
}

/// The node of a unit; true when it is to be selected.
fn node(ui: &Ui, model: &ModelView, state: &State, (layer, unit): Unit, at: Rect) -> bool {
    let id: Id = ui.scope_id().with((layer.name(), unit));
    // It takes no click from the view under it.
    let response = ui.interact(at.intersect(ui.clip_rect()), id, Sense::hover());
    let is_selected = state.selection.of(layer) == Some(unit);
    let name = format!("{} unit {unit}", layer.title());
    response.widget_info(|| {
        WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), is_selected, &name)
    });
    let about = about(model, state, (layer, unit));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_value(about);
        node.set_selected(is_selected);
        node.add_action(Action::Click);
    });
    ui.input(|input| input.has_accesskit_action_request(id, Action::Click))
}

/// How often a unit is on, what it answers now, and the units of the other layer that it is connected with most.
pub(super) fn about(model: &ModelView, state: &State, (layer, unit): Unit) -> String {
    let mut facts = Vec::new();
    if let Some(activity) = activity(model, (layer, unit)) {
        facts.push(format!("active in {activity}"));
    }
    if let Some(answers) = state.activations(layer) {
        facts.push(format!(
            "responds by {:.0}\u{a0}%",
            100.0 * answers.strength(unit)
        ));
    }
    let partners = match layer {
        Layer::Simple => model.pooled_by(unit, PARTNERS),
        Layer::Invariant => {
            let all = model.strongest.get(unit);
            all.map_or_else(Vec::new, |all| all.iter().take(PARTNERS).copied().collect())
        }
    };
    let partners: Vec<_> = partners
        .iter()
        .map(|weight| weight.unit.to_string())
        .collect();
    if !partners.is_empty() {
        let [verb, other] = layer.of(["pooled by", "invariant"], ["pools", "simple"]);
        facts.push(format!("{verb} {other} units {}", partners.join(", ")));
    }
    facts.join("; ")
}

#[cfg(test)]
mod tests {
    use egui::{Context, RawInput, pos2, vec2};

    use super::*;
    use crate::app::state::model_view::{Colors, RenderedModel};
    use crate::config::Config;
    use crate::engine::{Engine, Options};

    #[test]
    fn nothing_is_made_without_a_screen_reader() {
        let options = Options {
            paused: true,
            ..Options::default()
        };
        let engine = Engine::spawn(Config::default(), options, || {});
        let snapshot = engine.snapshots().recv().expect("a snapshot");
        let model = ModelView::new(RenderedModel::new(snapshot, Colors::default()), None);
        let mut state = State::default();
        let place =
            |unit: usize| Rect::from_min_size(pos2(20.0 * unit as f32, 0.0), vec2(18.0, 18.0));
        let mut widgets = |ctx: &Context| {
            let shown = |ui: &mut Ui| {
                unit_nodes(ui, &model, &mut state, (Layer::Simple, &[0, 1, 2]), place)
            };
            let _ = ctx.run_ui(RawInput::default(), shown);
            ctx.viewport(|viewport| {
                let widgets = &viewport.prev_pass.widgets;
                let of_layer = |layer| widgets.get_layer(layer).count();
                widgets.layer_ids().map(of_layer).sum::<usize>()
            })
        };
        let ctx = Context::default();
        let without = widgets(&ctx);
        ctx.enable_accesskit();
        assert_eq!(widgets(&ctx), without + 3);
    }
}
