//! A picture to pick a patch from.

use std::sync::Arc;

use egui::emath::GuiRounding as _;
use egui::{Label, Rect, RichText, Role, Sense, Ui, WidgetInfo, vec2};
use ndarray::{Array3, s};

use crate::app::same::Same;
use crate::app::state::workers::patch_location::PatchLocation;
use crate::app::textures::Textures;
use crate::app::theme;
use crate::app::widgets::{Cached, frame_unit, number, paint_raster};
use crate::channels::Channels;
use crate::engine::Snapshot;
use crate::figure::{PixelColors, Raster};
use crate::source::Pictures;

/// Values of a normalised picture that get the ends of the colours, in gains.
const RANGE_GAINS: f32 = 3.0;
/// Pixels of a picture that are drawn, of each point; of one that has more only some are.
const SHARPEST: f32 = 2.0;

/// The picture shown.
#[derive(Default)]
pub(crate) struct Picker {
    made: Cached<(Same<Pictures>, usize, usize), Arc<Raster>>,
}

impl Picker {
    /// Shows a picture of at most `height` points, with a texture of this name; a click takes the patch there.
    pub(crate) fn ui(
        &mut self,
        ui: &mut Ui,
        texture: &'static str,
        snapshot: &Snapshot,
        textures: &mut Textures,
        place: &mut PatchLocation,
        height: f32,
    ) {
        let Some(pictures) = snapshot.pictures.clone() else {
            return;
        };
        let (gain, movies) = (snapshot.config.normalise.gain, &snapshot.config.movies);
        let (side, channels) = (movies.patch_side, movies.channels);
        let Some(shown) = place.picture_of(snapshot) else {
            return;
        };
        let mut picture = shown;
        let (mut last, mut corner) = ([0, 0], [0, 0]);
        ui.horizontal(|ui| {
            ui.label("Picture");
            let last_picture = pictures.len() - 1;
            number(ui, "Picture", &mut picture, |number| {
                number.range(0..=last_picture)
            });
            if picture != shown {
                place.picture = picture;
            }
            let (height, width) = pictures.size_px(picture);
            last = [width, height].map(|pixels| pixels.saturating_sub(side));
            corner = place.corner(snapshot).unwrap_or_default();
            for (axis, name) in ["x", "y"].into_iter().enumerate() {
                ui.label(name)
                    .on_hover_text("Corner of the patch, in pixels. The first patch has the clearest edges of the picture.");
                let field = number(ui, name, &mut corner[axis], |number| {
                    number.range(0..=last[axis])
                });
                if field.changed() {
                    place.corner_px = Some(corner);
                }
            }
            let path = std::path::Path::new(&pictures.names()[picture]);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            ui.add(Label::new(RichText::new(name).weak()).truncate());
        });
        let image = &pictures.images()[picture];
        let (height_px, width_px) = pictures.size_px(picture);
        let size = vec2(width_px as f32, height_px as f32);
        let scale = (height / size.y).min(ui.available_width() / size.x);
        let size = size * scale;
        let every = (1.0 / (SHARPEST * scale)).max(1.0) as usize;
        let key = (Same(Arc::clone(&pictures)), picture, every);
        let raster = self
            .made
            .get(key, || raster(texture, (image, channels), every, gain));
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Picture to choose from"));
        let origin = rect.min.round_to_pixels(ui.ctx().pixels_per_point());
        paint_raster(ui, textures, raster, Rect::from_min_size(origin, size));
        if let Some(at) = response.interact_pointer_pos() {
            let at = (at - origin) / scale;
            let along = |axis: usize| {
                let corner = (at[axis] - side as f32 / 2.0).round().max(0.0);
                last[axis].min(corner as usize)
            };
            corner = [along(0), along(1)];
            place.corner_px = Some(corner);
        }
        let [x, y] = corner.map(|at| at as f32 * scale);
        let patch = Rect::from_min_size(origin + vec2(x, y), vec2(1.0, 1.0) * side as f32 * scale);
        frame_unit(ui, patch, theme::color(theme::palette(ui).series[2]), 1.5);
    }
}

/// Every so many rows and columns of a picture.
fn raster(
    name: &'static str,
    (image, channels): (&Array3<f32>, Channels),
    every: usize,
    gain: f32,
) -> Arc<Raster> {
    let shown = image.slice(s![.., ..;every, ..;every]);
    let (_, height, width) = shown.dim();
    let colors = PixelColors {
        channels,
        ..PixelColors::default()
    };
    colors.raster(name, [width, height], shown, RANGE_GAINS * gain)
}
