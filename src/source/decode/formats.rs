//! The formats of pictures that are read. A further one is a row here; what its decoder takes beside its pixels is in `decode`.

use image::ImageFormat;

/// A format: its name, and the endings of its files.
pub(in crate::source) type Format = (ImageFormat, &'static str, &'static [&'static str]);

/// All of them. A file is recognised by what is in it; in folders only files with these endings are looked at.
const FORMATS: [Format; 6] = [
    (ImageFormat::Png, "PNG", &["png"]),
    (ImageFormat::Jpeg, "JPEG", &["jpg", "jpeg"]),
    (ImageFormat::Tiff, "TIFF", &["tif", "tiff"]),
    (ImageFormat::Bmp, "BMP", &["bmp"]),
    (ImageFormat::WebP, "WebP", &["webp"]),
    (ImageFormat::Gif, "GIF", &["gif"]),
];

/// The format of a picture that is read.
///
/// # Errors
/// That it is none.
pub(in crate::source) fn format_of(bytes: &[u8]) -> Result<ImageFormat, String> {
    find(bytes).map(|(format, ..)| *format).ok_or_else(|| {
        let names = FORMATS.map(|(_, name, _)| name);
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        format!("not a {} or {last} picture, nor a movie", others.join(", "))
    })
}

/// The name of the format where these bytes are a picture, whatever its file is called.
pub fn picture_format(bytes: &[u8]) -> Option<&'static str> {
    find(bytes).map(|(_, name, _)| *name)
}

/// Whether a file begins as models do, in safetensors: the length of the header in eight bytes, of which four are enough, then the
/// header.
pub(crate) fn begins_as_model(bytes: &[u8]) -> bool {
    bytes.get(4..9) == Some(b"\0\0\0\0{")
}

/// Endings by which pictures in folders are recognised, in upper or lower case.
pub(crate) fn picture_endings() -> impl Iterator<Item = &'static str> {
    FORMATS
        .iter()
        .flat_map(|(.., endings)| endings.iter().copied())
}

fn find(bytes: &[u8]) -> Option<&'static Format> {
    let guessed = image::guess_format(bytes).ok()?;
    FORMATS.iter().find(|(format, ..)| *format == guessed)
}
