//! One filter, large, with what is known about it.

use egui::{Color32, Rect, Response, Role, Sense, Ui, WidgetInfo, vec2};

use super::scene::{Textures, uv, whole_pixel_zoom};
use crate::app::drawing::Drawing;
use crate::app::theme;
use crate::figure::{Weight, strongest_invariant};

/// Side of a filter on its card, in points.
const SIDE: f32 = 168.0;
/// Invariant units named on a card.
const POOLED_BY: usize = 4;

/// Paints the filter of a simple unit into a square of about `side` points.
fn paint_filter(
    ui: &mut Ui,
    drawing: &Drawing,
    textures: &mut Textures,
    unit: usize,
    side: f32,
) -> Response {
    let side_px = drawing.atlas.side() as f32;
    let zoom = whole_pixel_zoom(ui.ctx(), side / side_px);
    let (rect, response) = ui.allocate_exact_size(vec2(side_px, side_px) * zoom, Sense::hover());
    let raster = drawing.atlas.raster();
    let texture = textures.of(ui.ctx(), raster);
    ui.painter().image(
        texture,
        rect,
        uv(raster, &drawing.atlas.crop(unit)),
        Color32::WHITE,
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Filter {unit}")));
    response
}

/// A filter with its number, its use, and the invariant units that pool it most.
pub(crate) fn filter_card(ui: &mut Ui, drawing: &Drawing, textures: &mut Textures, unit: usize) {
    ui.horizontal_top(|ui| {
        paint_filter(ui, drawing, textures, unit, SIDE);
        ui.add_space(4.0);
        ui.vertical(|ui| {
            ui.set_width(132.0);
            ui.heading(format!("Filter {unit}"));
            if let Some(usage) = drawing.snapshot.simple_use.get(unit) {
                ui.weak(format!("on in {:.1}% of frames", 100.0 * usage));
            }
            ui.add_space(8.0);
            let pooled_by = strongest_invariant(drawing.snapshot.pooling.view(), unit, POOLED_BY);
            ui.label(if pooled_by.is_empty() {
                "pooled by none"
            } else {
                "pooled most by"
            });
            weight_list(ui, &pooled_by);
        });
    });
}

/// Units with their weights as numbers and as bars.
pub(crate) fn weight_list(ui: &mut Ui, weights: &[Weight]) {
    for weight in weights {
        ui.horizontal(|ui| {
            ui.monospace(format!("{:>4}  {:.2}", weight.unit, weight.weight));
            let (rect, _) = ui.allocate_exact_size(vec2(56.0, 5.0), Sense::hover());
            let ink = theme::ink(ui);
            ui.painter()
                .rect_filled(rect, 1.0, theme::color(ink.recess));
            let filled = vec2(rect.width() * weight.weight.clamp(0.0, 1.0), rect.height());
            let bar = Rect::from_min_size(rect.min, filled);
            ui.painter().rect_filled(bar, 1.0, theme::color(ink.accent));
        });
    }
}
