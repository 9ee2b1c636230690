//! A scene as SVG text. Deterministic: no ids, no dates, fixed decimals.

use std::fmt::Write as _;
use std::io::Cursor;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};

use super::error::DrawError;
use crate::figure::scene::{Anchor, Color, Crop, Raster, Rect, Scene, Shape};
use crate::words::printable;

/// The font named first is the one that PNG files are drawn with.
const FONT: &str = "Ubuntu, 'Segoe UI', 'Helvetica Neue', sans-serif";
/// From the vertical middle of a text to its baseline, in units of its size.
const MIDDLE_TO_BASELINE: f32 = 0.35;

/// `scene` as an SVG document; rasters are embedded as PNG.
///
/// # Errors
/// When a raster cannot be encoded.
pub fn to_svg(scene: &Scene) -> Result<String, DrawError> {
    let (width, height) = (number(scene.width), number(scene.height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONT}\">\n\
         {}<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        description(scene),
        hex(scene.background)
    );
    for shape in &scene.shapes {
        svg.push_str(&element(shape)?);
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

fn description(scene: &Scene) -> String {
    match scene.description.trim_end() {
        "" => String::new(),
        text => format!("<desc>{}</desc>\n", escape(text)),
    }
}

fn element(shape: &Shape) -> Result<String, DrawError> {
    Ok(match shape {
        Shape::Raster { raster, crop, at } => format!(
            "<image {} preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" \
             style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>",
            place(at),
            BASE64_STANDARD.encode(encode(raster, crop)?)
        ),
        Shape::Polyline {
            points,
            width,
            color,
            dash,
        } => {
            let mut list = String::new();
            for [x, y] in points {
                let _ = write!(list, "{},{} ", number(*x), number(*y));
            }
            let dash = dash.map(|dash| format!(" stroke-dasharray=\"{}\"", number(dash)));
            let dash = dash.unwrap_or_default();
            format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
                 stroke-linejoin=\"round\"{dash}/>",
                list.trim_end(),
                hex(*color),
                number(*width)
            )
        }
        Shape::Rect { at, fill } => format!("<rect {} fill=\"{}\"/>", place(at), hex(*fill)),
        Shape::Disc {
            center: [x, y],
            radius,
            fill,
        } => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>",
            number(*x),
            number(*y),
            number(*radius),
            hex(*fill)
        ),
        Shape::Text {
            at: [x, y],
            anchor,
            text,
            size,
            color,
        } => format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" font-size=\"{}\" fill=\"{}\">{}</text>",
            number(*x),
            number(y + MIDDLE_TO_BASELINE * size),
            match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            },
            number(*size),
            hex(*color),
            escape(text)
        ),
    })
}

fn place(at: &Rect) -> String {
    let [x, y, width, height] = [at.x, at.y, at.width, at.height].map(number);
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

/// Two decimals, without trailing zeros.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" {
        "0".to_owned()
    } else {
        short.to_owned()
    }
}

fn hex(Color(r, g, b): Color) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A text as it may stand in XML, which has no control characters.
fn escape(text: &str) -> String {
    printable(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A part of a raster as PNG, grey when all its pixels are.
fn encode(raster: &Raster, crop: &Crop) -> Result<Vec<u8>, DrawError> {
    let pixels = (crop.y..crop.y + crop.height).flat_map(|row| {
        let start = row * raster.width + crop.x;
        raster.rgba[4 * start..4 * (start + crop.width)]
            .as_chunks::<4>()
            .0
    });
    let is_grey = pixels.clone().all(|[r, g, b, _]| r == g && g == b);
    let (bytes, color): (Vec<u8>, _) = if is_grey {
        (
            pixels.map(|[grey, ..]| *grey).collect(),
            ExtendedColorType::L8,
        )
    } else {
        (
            pixels.flat_map(|[r, g, b, _]| [*r, *g, *b]).collect(),
            ExtendedColorType::Rgb8,
        )
    };
    let mut png = Cursor::new(Vec::new());
    PngEncoder::new(&mut png)
        .write_image(&bytes, crop.width as u32, crop.height as u32, color)
        .map_err(|error| DrawError::Render(error.to_string()))?;
    Ok(png.into_inner())
}
