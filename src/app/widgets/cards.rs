//! What is known about a unit, beside the pointer.

use egui::{
    Color32, Context, Grid, Id, Rect, Response, Role, Sense, Tooltip, Ui, WidgetInfo, vec2,
};

use super::scene::{uv, whole_pixel_zoom};
use crate::analysis::{GaborFit, Preference};
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::theme;
use crate::engine::Layer;
use crate::figure::Weight;
use crate::words::{percent, with_minus};

/// Side of a filter on its card, in points.
const SIDE: f32 = 168.0;
/// Invariant units named on a card.
pub(crate) const POOLED_BY: usize = 4;
/// Width of a card's text, in points.
const TEXT: f32 = 178.0;

/// Shows a card beside what it explains, `about`, while the pointer is on it, or while keys have come to it and the pointer is elsewhere,
/// but not over a window that a key opened.
pub(crate) fn card_beside(response: Response, about: Rect, card: impl FnOnce(&mut Ui)) {
    if is_covered(&response.ctx) {
        return;
    }
    let is_by_keys = response.has_focus() && response.hover_pos().is_none();
    let is_in_sight = response.interact_rect.intersects(about);
    let explained = response.with_new_rect(about);
    if !is_by_keys {
        explained.on_hover_ui(card);
    } else if is_in_sight {
        Tooltip::for_widget(&explained).show(card);
    }
}

/// Notes whether a window is open over the views.
pub(crate) fn note_covered(ctx: &Context, is_covered: bool) {
    ctx.data_mut(|data| data.insert_temp(covered(), is_covered));
}

/// Whether one is.
pub(super) fn is_covered(ctx: &Context) -> bool {
    let is_covered: Option<bool> = ctx.data(|data| data.get_temp(covered()));
    is_covered.unwrap_or(false)
}

fn covered() -> Id {
    Id::unique("views are covered")
}

/// Paints the filter of a simple unit into a square of about `side` points.
pub(crate) fn paint_filter(
    ui: &mut Ui,
    model: &ModelView,
    state: &mut State,
    unit: usize,
    side: f32,
) -> Response {
    let side_px = model.atlas.side() as f32;
    let zoom = whole_pixel_zoom(ui.ctx(), side / side_px);
    let (rect, response) = ui.allocate_exact_size(vec2(side_px, side_px) * zoom, Sense::hover());
    let raster = model.atlas.raster();
    let texture = state.textures.of(ui.ctx(), raster);
    let crop = uv(raster, &model.atlas.crop(unit));
    ui.painter().image(texture, rect, crop, Color32::WHITE);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Simple unit {unit}")));
    response
}

/// What is known of a unit: of a simple one also its filter and the invariant units that pool it most, of an invariant
/// one its strongest filters.
pub(crate) fn unit_card(
    ui: &mut Ui,
    model: &ModelView,
    state: &mut State,
    (layer, unit): (Layer, usize),
) {
    if layer == Layer::Invariant {
        ui.set_width(TEXT + 60.0);
        ui.heading(format!("Invariant unit {unit}"));
        unit_facts(ui, model, (layer, unit));
        ui.add_space(6.0);
        weight_list(ui, model.strongest.get(unit).map_or(&[], |w| w));
        return;
    }
    ui.horizontal_top(|ui| {
        paint_filter(ui, model, state, unit, SIDE);
        ui.add_space(4.0);
        ui.vertical(|ui| {
            ui.set_width(TEXT);
            ui.heading(format!("Simple unit {unit}"));
            unit_facts(ui, model, (layer, unit));
            ui.add_space(6.0);
            let pooled_by = model.pooled_by(unit, POOLED_BY);
            ui.label(if pooled_by.is_empty() {
                "pooled by no unit"
            } else {
                "pooled most by"
            });
            weight_list(ui, &pooled_by);
        });
    });
}

/// A filter that an invariant unit pools.
pub(crate) fn pooled_filter_card(
    ui: &mut Ui,
    model: &ModelView,
    state: &mut State,
    invariant: usize,
    unit: usize,
) {
    if let Some(weight) = model.snapshot.pooling().get([unit, invariant]) {
        ui.weak(format!(
            "Invariant unit {invariant} pools it with weight {weight:.2}"
        ));
    }
    unit_card(ui, model, state, (Layer::Simple, unit));
}

/// A name and a value.
pub(crate) type Fact = (&'static str, String);

/// The numbers about a unit.
pub(crate) fn unit_facts(ui: &mut Ui, model: &ModelView, of: (Layer, usize)) {
    if let Some(activity) = activity(model, of) {
        ui.weak(format!("active in {activity}"));
    }
    let facts = facts_of(model, of);
    if facts.is_empty() {
        return;
    }
    Grid::new(format!("{} facts", of.0.name()))
        .num_columns(2)
        .spacing([10.0, 1.0])
        .min_row_height(0.0)
        .show(ui, |ui| {
            for (name, value) in facts {
                ui.weak(name);
                ui.label(value);
                ui.end_row();
            }
        });
}

/// How often a unit is on, in words: "3 % of frames".
pub(crate) fn activity(model: &ModelView, (layer, unit): (Layer, usize)) -> Option<String> {
    if model.snapshot.status.movies_seen == 0 {
        return None;
    }
    let usage = model.usage(layer).get(unit)?;
    let (times, share) = (layer.of("frames", "movies"), percent(f64::from(*usage)));
    Some(format!("{share} of {times}"))
}

/// What was measured of a unit; empty before anything was.
pub(crate) fn facts_of(model: &ModelView, (layer, unit): (Layer, usize)) -> Vec<Fact> {
    let Some(known) = model.look_up() else {
        return Vec::new();
    };
    let mut facts = match layer {
        _ if !known.is_fitted() => Vec::new(),
        Layer::Simple => gabor_facts(known.fits.get(unit).and_then(Option::as_ref)),
        Layer::Invariant => preference_facts(known.preferences.get(unit).and_then(Option::as_ref)),
    };
    let edge = known.edges.as_ref();
    let edge = edge.and_then(|study| *layer.of(&study.simple, &study.invariant).get(unit)?);
    if let Some(edge) = edge {
        facts.push(("width over b", format!("{:.1} px", edge.width_px)));
        facts.push(("width over θ", degrees(edge.bandwidth_rad)));
    }
    let grating = known.gratings.as_ref();
    let grating = grating.and_then(|study| *layer.of(&study.simple, &study.invariant).get(unit)?);
    if let Some(grating) = grating {
        let f2 = format!("{:.2}", grating.f2_over_f0);
        match layer {
            Layer::Simple => {
                facts.push(("F₂/F₀ of |z|", f2));
                facts.push(("F₁/F₀ of max(z, 0)", format!("{:.2}", grating.f1_over_f0)));
            }
            Layer::Invariant => facts.push(("F₂/F₀ of u", f2)),
        }
    }
    facts
}

fn gabor_facts(fit: Option<&GaborFit>) -> Vec<Fact> {
    let Some(fit) = fit else {
        return vec![("Gabor", "no fit".to_owned())];
    };
    let quality = if fit.is_good() { "" } else { ", poor" };
    let outside = if fit.centre_outside { ", outside" } else { "" };
    let freq = fit.peak_freq_cycles_per_px();
    let (x, y) = (fit.x0_px, fit.y0_px);
    vec![
        ("Gabor fit", format!("{:.2}{quality}", fit.correlation)),
        ("θ, across stripes", orientation(fit.theta_rad)),
        ("frequency", format!("{freq:.2} cycles/px")),
        ("centre", with_minus(&format!("{x:.1}, {y:.1} px{outside}"))),
    ]
}

fn preference_facts(preference: Option<&Preference>) -> Vec<Fact> {
    let Some(preference) = preference else {
        return Vec::new();
    };
    let (freq, spread) = (preference.freq_cycles_per_px, preference.freq_sd_octaves);
    let frequency = freq.zip(spread).map_or_else(
        || "none".to_owned(),
        |(freq, spread)| format!("{freq:.2} cycles/px ± {spread:.1} oct."),
    );
    let spread = preference.spread_px;
    vec![
        ("concentration", format!("{:.2}", preference.concentration)),
        ("θ, across stripes", orientation(preference.theta_rad)),
        ("frequency", frequency),
        ("spread of centres", format!("{spread:.1} px")),
    ]
}

/// The orientation of a unit: the direction of the normal, clockwise from the x axis, the θ of edges and gratings, of which 180° is
/// 0°. Stripes run a quarter turn from it.
fn orientation(theta_rad: f64) -> String {
    format!("{:.0}°", theta_rad.to_degrees().round().rem_euclid(180.0))
}

/// A width over angles.
fn degrees(width_rad: f64) -> String {
    format!("{:.0}°", width_rad.to_degrees())
}

/// Units with their weights as numbers and as bars.
fn weight_list(ui: &mut Ui, weights: &[Weight]) {
    // Nothing is clicked here: rows are as high as their text.
    ui.spacing_mut().interact_size.y = 0.0;
    for weight in weights {
        ui.horizontal(|ui| {
            ui.monospace(format!("{:>4}  {:.2}", weight.unit, weight.weight));
            let (rect, _) = ui.allocate_exact_size(vec2(56.0, 5.0), Sense::hover());
            let palette = theme::palette(ui);
            ui.painter()
                .rect_filled(rect, 1.0, theme::color(palette.recess));
            let filled = vec2(rect.width() * weight.weight.clamp(0.0, 1.0), rect.height());
            let bar = Rect::from_min_size(rect.min, filled);
            ui.painter()
                .rect_filled(bar, 1.0, theme::color(palette.accent));
        });
    }
}
