//! A figure's scene on the screen.

use std::sync::Arc;

use egui::emath::GuiRounding as _;
use egui::{
    Align2, Color32, Context, FontId, Mesh, Painter, Pos2, Rect, Stroke, Ui, Vec2, pos2, vec2,
};

use crate::app::textures::Textures;
use crate::app::theme;
use crate::figure::{self, Anchor, Crop, Raster, Scene, Shape};

/// The zoom nearest to `zoom` points per filter pixel, at least one screen pixel, at which every
/// filter pixel is a whole number of screen pixels.
pub(crate) fn whole_pixel_zoom(ctx: &Context, zoom: f32) -> f32 {
    let pixels_per_point = ctx.pixels_per_point();
    (zoom * pixels_per_point).round().max(1.0) / pixels_per_point
}

/// Where a crop of a raster is in its texture, in units of the texture's size.
pub(crate) fn uv(raster: &Raster, crop: &Crop) -> Rect {
    let (width, height) = (raster.width as f32, raster.height as f32);
    Rect::from_min_size(
        pos2(crop.x as f32 / width, crop.y as f32 / height),
        vec2(crop.width as f32 / width, crop.height as f32 / height),
    )
}

/// A rectangle of a scene whose origin is at `origin`.
pub(crate) fn on_screen(origin: Pos2, rect: &figure::Rect) -> Rect {
    Rect::from_min_size(origin + vec2(rect.x, rect.y), vec2(rect.width, rect.height))
}

/// Paints what is visible of `scene`, its origin at `origin` rounded to whole screen pixels.
/// Returns the origin used.
pub(crate) fn paint_scene(
    painter: &Painter,
    origin: Pos2,
    scene: &Scene,
    textures: &mut Textures,
) -> Pos2 {
    let origin = origin.round_to_pixels(painter.pixels_per_point());
    let clip = painter.clip_rect();
    let mut batch = Mesh::default();
    for shape in &scene.shapes {
        if let Shape::Raster { raster, crop, at } = shape {
            let at = on_screen(origin, at);
            if clip.intersects(at) {
                let id = textures.of(painter.ctx(), raster);
                if batch.texture_id != id {
                    painter.add(std::mem::replace(&mut batch, Mesh::with_texture(id)));
                }
                batch.add_rect_with_uv(at, uv(raster, crop), Color32::WHITE);
            }
            continue;
        }
        if !batch.is_empty() {
            painter.add(std::mem::take(&mut batch));
        }
        paint_shape(painter, clip, origin, shape);
    }
    painter.add(batch);
    origin
}

/// Paints all of a raster.
pub(crate) fn paint_raster(ui: &Ui, textures: &mut Textures, raster: &Arc<Raster>, at: Rect) {
    let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    let texture = textures.of(ui.ctx(), raster);
    ui.painter().image(texture, at, all, Color32::WHITE);
}

fn paint_shape(painter: &Painter, clip: Rect, origin: Pos2, shape: &Shape) {
    let place = |[x, y]: [f32; 2]| origin + vec2(x, y);
    match shape {
        Shape::Raster { .. } => {}
        Shape::Polyline {
            points,
            width,
            color,
            dash,
        } => {
            let reach = points.iter().copied().map(place);
            let reach = reach.fold(Rect::NOTHING, |reach, at| reach | Rect::from_pos(at));
            if !clip.intersects(reach.expand(*width)) {
                return;
            }
            let points: Vec<_> = points.iter().copied().map(place).collect();
            let stroke = Stroke::new(*width, theme::color(*color));
            match *dash {
                Some(dash) => {
                    painter.extend(egui::Shape::dashed_line(&points, stroke, dash, dash));
                }
                None => {
                    painter.line(points, stroke);
                }
            }
        }
        Shape::Rect { at, fill } => {
            let at = on_screen(origin, at);
            if clip.intersects(at) {
                painter.rect_filled(at, 0.0, theme::color(*fill));
            }
        }
        Shape::Disc {
            center,
            radius,
            fill,
        } => {
            let center = place(*center);
            if clip.intersects(Rect::from_center_size(center, Vec2::splat(2.0 * radius))) {
                painter.circle_filled(center, *radius, theme::color(*fill));
            }
        }
        Shape::Text {
            at,
            anchor,
            text,
            size,
            color,
        } => {
            let at = place(*at);
            if clip.expand(*size).y_range().contains(at.y) {
                let align = match anchor {
                    Anchor::Start => Align2::LEFT_CENTER,
                    Anchor::Middle => Align2::CENTER_CENTER,
                    Anchor::End => Align2::RIGHT_CENTER,
                };
                let font = FontId::proportional(*size);
                painter.text(at, align, text, font, theme::color(*color));
            }
        }
    }
}
