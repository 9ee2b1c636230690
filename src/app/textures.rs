//! The textures that show rasters.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};

use crate::figure::Raster;

/// The texture of each raster on screen, by the raster's name; set again only when it changes.
#[derive(Default)]
pub(crate) struct Textures {
    shown: BTreeMap<&'static str, (Arc<Raster>, TextureHandle)>,
    /// A raster to be shown, and its picture as egui wants it.
    ready: Option<(Arc<Raster>, Arc<ColorImage>)>,
}

impl Textures {
    /// Keeps the picture of a large raster, made beforehand on another thread by [`color_image`], for the first
    /// time it is shown.
    pub(crate) fn prepare(&mut self, raster: &Arc<Raster>, image: Arc<ColorImage>) {
        self.ready = Some((Arc::clone(raster), image));
    }

    /// The texture that shows `raster`.
    pub(crate) fn of(&mut self, ctx: &Context, raster: &Arc<Raster>) -> TextureId {
        let ready = &mut self.ready;
        let mut image = || match ready.take_if(|(of, _)| Arc::ptr_eq(of, raster)) {
            Some((_, image)) => image,
            None => Arc::new(color_image(raster)),
        };
        let (shown, texture) = self.shown.entry(raster.name).or_insert_with(|| {
            let texture = ctx.load_texture(raster.name, image(), TextureOptions::NEAREST);
            (Arc::clone(raster), texture)
        });
        if !Arc::ptr_eq(shown, raster) {
            texture.set(image(), TextureOptions::NEAREST);
            *shown = Arc::clone(raster);
        }
        texture.id()
    }
}

/// A raster as egui wants it.
pub(crate) fn color_image(raster: &Raster) -> ColorImage {
    ColorImage::from_rgba_premultiplied([raster.width, raster.height], &raster.rgba)
}
