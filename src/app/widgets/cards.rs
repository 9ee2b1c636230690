//! What is known about a unit, beside the pointer.

use egui::{Color32, Grid, Rect, Response, Role, Sense, Ui, WidgetInfo, vec2};

use super::scene::{uv, whole_pixel_zoom};
use crate::analysis::GaborFit;
use crate::analysis::tuning::EdgeTuning;
use crate::app::state::State;
use crate::app::theme;
use crate::figure::{Weight, strongest_invariant};

/// Side of a filter on its card, in points.
const SIDE: f32 = 168.0;
/// Invariant units named on a card.
const POOLED_BY: usize = 4;
/// Width of a card's text, in points.
const TEXT: f32 = 178.0;

/// Paints the filter of a simple unit into a square of about `side` points.
pub(crate) fn paint_filter(ui: &mut Ui, state: &mut State, unit: usize, side: f32) -> Response {
    let Some(model) = &state.model else {
        return ui.allocate_response(vec2(side, side), Sense::hover());
    };
    let side_px = model.atlas.side() as f32;
    let zoom = whole_pixel_zoom(ui.ctx(), side / side_px);
    let (rect, response) = ui.allocate_exact_size(vec2(side_px, side_px) * zoom, Sense::hover());
    let raster = model.atlas.raster();
    let texture = state.textures.of(ui.ctx(), raster);
    let crop = uv(raster, &model.atlas.crop(unit));
    ui.painter().image(texture, rect, crop, Color32::WHITE);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Filter {unit}")));
    response
}

/// A filter with its number, its use, its Gabor, its tuning, and the invariant units that pool it most.
pub(crate) fn filter_card(ui: &mut Ui, state: &mut State, unit: usize) {
    ui.horizontal_top(|ui| {
        paint_filter(ui, state, unit, SIDE);
        ui.add_space(4.0);
        ui.vertical(|ui| {
            ui.set_width(TEXT);
            ui.heading(format!("Filter {unit}"));
            simple_facts(ui, state, unit);
            let Some(model) = &state.model else {
                return;
            };
            ui.add_space(6.0);
            let pooling = model.snapshot.pooling().view();
            let pooled_by = strongest_invariant(pooling, unit, POOLED_BY);
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
pub(crate) fn pooled_filter_card(ui: &mut Ui, state: &mut State, invariant: usize, unit: usize) {
    let weight = state.model.as_ref().and_then(|model| {
        let pooling = &model.snapshot.pooling();
        pooling.get([unit, invariant]).copied()
    });
    if let Some(weight) = weight {
        ui.weak(format!(
            "Invariant unit {invariant} pools it with weight {weight:.2}"
        ));
    }
    filter_card(ui, state, unit);
}

/// An invariant unit with its use, its preferences, its tuning, and its strongest filters.
pub(crate) fn unit_card(ui: &mut Ui, state: &mut State, unit: usize) {
    ui.set_width(TEXT + 60.0);
    ui.heading(format!("Invariant unit {unit}"));
    invariant_facts(ui, state, unit);
    ui.add_space(6.0);
    if let Some(model) = &state.model {
        weight_list(ui, model.strongest.get(unit).map_or(&[], |w| w));
    }
}

/// The numbers about a simple unit.
pub(crate) fn simple_facts(ui: &mut Ui, state: &State, unit: usize) {
    let Some(model) = &state.model else {
        return;
    };
    if let Some(usage) = model.snapshot.simple_use().get(unit) {
        ui.weak(format!("active in {:.1}% of frames", 100.0 * usage));
    }
    let Some(known) = model.look_up() else {
        return;
    };
    facts(ui, "simple facts", |ui| {
        match known.fits.get(unit).and_then(Option::as_ref) {
            Some(fit) => gabor_facts(ui, fit),
            None => fact(ui, "Gabor", "no fit".to_owned()),
        }
        let edge = known
            .edges
            .as_ref()
            .and_then(|edges| *edges.simple.get(unit)?);
        edge_facts(ui, edge);
        let grating = known
            .gratings
            .as_ref()
            .and_then(|found| *found.simple.get(unit)?);
        if let Some(grating) = grating {
            fact(ui, "F2/F0 of |z|", format!("{:.2}", grating.f2_over_f0));
            fact(
                ui,
                "F1/F0 of max(z, 0)",
                format!("{:.2}", grating.f1_over_f0),
            );
        }
    });
}

/// The ranges of position and orientation that a unit answers.
fn edge_facts(ui: &mut Ui, edge: Option<EdgeTuning>) {
    if let Some(edge) = edge {
        fact(ui, "width over b", format!("{:.1} px", edge.width_px));
        let degrees = edge.bandwidth_rad.to_degrees();
        fact(ui, "width over θ", format!("{degrees:.0}°"));
    }
}

fn gabor_facts(ui: &mut Ui, fit: &GaborFit) {
    let quality = if fit.is_good() { "" } else { ", poor" };
    fact(ui, "Gabor fit", format!("{:.2}{quality}", fit.correlation));
    fact(ui, "θ, across stripes", degrees(fit.theta_rad));
    let freq = fit.peak_freq_cycles_per_px();
    fact(ui, "frequency", format!("{freq:.2} cycles/px"));
    let outside = if fit.centre_outside { ", outside" } else { "" };
    fact(
        ui,
        "centre",
        format!("{:.1}, {:.1} px{outside}", fit.x0_px, fit.y0_px),
    );
}

/// The direction of the normal, clockwise from the x axis: the θ of edges and gratings. Stripes run a quarter turn from it.
fn degrees(theta_rad: f64) -> String {
    format!("{:.0}°", theta_rad.to_degrees())
}

/// The numbers about an invariant unit.
pub(crate) fn invariant_facts(ui: &mut Ui, state: &State, unit: usize) {
    let Some(model) = &state.model else {
        return;
    };
    if let Some(usage) = model.snapshot.invariant_use().get(unit) {
        ui.weak(format!("active in {:.1}% of movies", 100.0 * usage));
    }
    let Some(known) = model.look_up() else {
        return;
    };
    facts(ui, "invariant facts", |ui| {
        if let Some(preference) = known.preferences.get(unit).and_then(Option::as_ref) {
            let concentration = preference.concentration;
            fact(ui, "concentration", format!("{concentration:.2}"));
            fact(ui, "θ, across stripes", degrees(preference.theta_rad));
            let (freq, spread) = (preference.freq_cycles_per_px, preference.freq_sd_octaves);
            let frequency = freq.zip(spread).map_or_else(
                || "none".to_owned(),
                |(freq, spread)| format!("{freq:.2} cycles/px ± {spread:.1} oct."),
            );
            fact(ui, "frequency", frequency);
            fact(
                ui,
                "spread of centres",
                format!("{:.1} px", preference.spread_px),
            );
        }
        let edge = known
            .edges
            .as_ref()
            .and_then(|edges| *edges.invariant.get(unit)?);
        edge_facts(ui, edge);
        let grating = known
            .gratings
            .as_ref()
            .and_then(|found| *found.invariant.get(unit)?);
        if let Some(grating) = grating {
            fact(ui, "F2/F0 of u", format!("{:.2}", grating.f2_over_f0));
        }
    });
}

fn facts(ui: &mut Ui, id: &str, content: impl FnOnce(&mut Ui)) {
    Grid::new(id)
        .num_columns(2)
        .spacing([10.0, 1.0])
        .min_row_height(0.0)
        .show(ui, content);
}

fn fact(ui: &mut Ui, name: &str, value: String) {
    ui.weak(name);
    ui.label(value);
    ui.end_row();
}

/// Units with their weights as numbers and as bars.
fn weight_list(ui: &mut Ui, weights: &[Weight]) {
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
