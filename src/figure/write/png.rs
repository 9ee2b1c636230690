//! A scene as PNG: its SVG, drawn with the fonts that the program brings along.

use std::sync::{Arc, LazyLock};

use png::{BitDepth, ColorType, Encoder, EncodingError};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::error::{DrawError, LARGEST, MOST_PIXELS};
use super::svg::to_svg;
use crate::figure::scene::Scene;

/// The keyword of PNG under which a file carries what it was made from.
const DESCRIPTION: &str = "Description";

/// `scene` as the bytes of a PNG file, `scale` pixels per point.
///
/// # Errors
/// When the figure has no pixels or too many, or when it cannot be drawn.
pub fn to_png(scene: &Scene, scale: f32) -> Result<Vec<u8>, DrawError> {
    let encoded = encode(draw(scene, scale)?, scene.description.trim_end());
    encoded.map_err(|error| DrawError::Render(error.to_string()))
}

fn encode(pixels: Pixmap, description: &str) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    if !description.is_empty() {
        encoder.add_itxt_chunk(DESCRIPTION.to_owned(), description.to_owned())?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels.take_demultiplied())?;
    writer.finish()?;
    Ok(bytes)
}

/// Width and height of `scene` in pixels, `scale` per point, and its pixels row by row, each red, green, blue and
/// alpha, premultiplied.
///
/// # Errors
/// As [`to_png`].
pub fn to_rgba(scene: &Scene, scale: f32) -> Result<([usize; 2], Vec<u8>), DrawError> {
    let pixels = draw(scene, scale)?;
    let size = [pixels.width() as usize, pixels.height() as usize];
    Ok((size, pixels.take()))
}

fn draw(scene: &Scene, scale: f32) -> Result<Pixmap, DrawError> {
    let (width, height) = ((scene.width * scale).ceil(), (scene.height * scale).ceil());
    let size_error = || DrawError::Size { width, height };
    let fits = |side: f32| (1.0..=LARGEST).contains(&side);
    if !(fits(width) && fits(height) && width * height <= MOST_PIXELS) {
        return Err(size_error());
    }
    let options = Options {
        fontdb: Arc::clone(&FONTS),
        ..Options::default()
    };
    let tree = Tree::from_str(&to_svg(scene)?, &options);
    let tree = tree.map_err(|error| DrawError::Render(error.to_string()))?;
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or_else(size_error)?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    Ok(pixels)
}

/// Only the embedded fonts, so that the same scene gives the same pixels everywhere.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    let embedded = fonts.faces().next();
    if let Some((family, _)) = embedded.and_then(|face| face.families.first().cloned()) {
        fonts.set_sans_serif_family(family);
    }
    Arc::new(fonts)
});
