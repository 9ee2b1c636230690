//! Files that cannot be used, made on the fly.

use std::io::Cursor;

use image::{DynamicImage, GrayImage, ImageFormat, Luma, Rgb, Rgb32FImage, RgbImage, RgbaImage};

fn picture(width: u32, height: u32) -> DynamicImage {
    let level = |x: u32, y: u32| (x * x + 3 * x * y + 7 * y) as u8;
    DynamicImage::ImageLuma8(GrayImage::from_fn(width, height, |x, y| {
        Luma([level(x, y)])
    }))
}

fn bytes(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, format)
        .expect("an encoded picture");
    bytes.into_inner()
}

/// A usable picture in this format.
pub(crate) fn good(format: ImageFormat) -> Vec<u8> {
    let picture = picture(40, 30);
    match format {
        // These encoders have no grey.
        ImageFormat::WebP | ImageFormat::Gif => {
            bytes(&DynamicImage::ImageRgba8(picture.to_rgba8()), format)
        }
        _ => bytes(&picture, format),
    }
}

/// The first part of a file.
fn cut_off(format: ImageFormat, share: f64) -> Vec<u8> {
    let mut bytes = good(format);
    bytes.truncate((bytes.len() as f64 * share) as usize);
    bytes
}

/// A file with some bytes overwritten.
fn overwritten(format: ImageFormat, at: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = good(format);
    bytes[at..at + with.len()].copy_from_slice(with);
    bytes
}

/// A PNG whose header promises another size, with the checksum to match.
fn png_promising(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = good(ImageFormat::Png);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let mut crc = u32::MAX;
    for &byte in &bytes[12..29] {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
        }
    }
    bytes[29..33].copy_from_slice(&(!crc).to_be_bytes());
    bytes
}

fn float_tiff(value: impl Fn(u32, u32) -> f32) -> Vec<u8> {
    let image = Rgb32FImage::from_fn(30, 30, |x, y| Rgb([value(x, y); 3]));
    bytes(&DynamicImage::ImageRgb32F(image), ImageFormat::Tiff)
}

fn flat_colour() -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_pixel(30, 30, Rgb([200, 10, 10])))
}

/// Different colours, none of them opaque.
fn transparent() -> DynamicImage {
    let pixel = |x, y| image::Rgba([(9 * x) as u8, (9 * y) as u8, 0, 0]);
    DynamicImage::ImageRgba8(RgbaImage::from_fn(30, 30, pixel))
}

/// Grey in whole numbers of 32 bits: one strip of 30 x 30 zeros after the directory.
fn grey_integer_tiff() -> Vec<u8> {
    let strip_at = 8 + 2 + 9 * 12 + 4;
    let entries: [(u16, u32); 9] = [
        (256, 30), // width
        (257, 30), // height
        (258, 32), // bits per sample
        (259, 1),  // not compressed
        (262, 1),  // 0 is black
        (273, strip_at),
        (278, 30), // rows in the strip
        (279, 30 * 30 * 4),
        (339, 1), // whole numbers
    ];
    let mut bytes = b"II*\0\x08\0\0\0\x09\0".to_vec();
    for (tag, value) in entries {
        bytes.extend(tag.to_le_bytes());
        bytes.extend([4, 0, 1, 0, 0, 0]); // one 32-bit number
        bytes.extend(value.to_le_bytes());
    }
    bytes.resize(strip_at as usize + 30 * 30 * 4, 0);
    bytes
}

const NO_PICTURE: &str = "not a PNG, JPEG, TIFF, BMP, WebP or GIF picture, nor a movie";
const TOO_EARLY: &str = "damaged: the file ends too early";
const PNG_DAMAGED: &str = "damaged or of an unsupported kind: Format error decoding Png: ";
const JPEG_DAMAGED: &str = "damaged or of an unsupported kind: Format error decoding Jpeg: ";
const GIF_DAMAGED: &str = "damaged or of an unsupported kind: Format error decoding Gif: ";
const WEBP_DAMAGED: &str = "damaged or of an unsupported kind: Format error decoding WebP: ";
const BMP_DAMAGED: &str = "damaged or of an unsupported kind: Format error decoding Bmp: ";
const BMP_UNSUPPORTED: &str =
    "damaged or of an unsupported kind: The decoder for Bmp does not support ";
const FLAT: &str = "flat: every pixel has the same grey";

/// Name, content, and the reason; after the words of ours, a decoder's own may follow.
/// A JPEG whose header promises another size.
fn jpeg_promising(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = good(ImageFormat::Jpeg);
    let mut pairs = bytes.windows(2);
    let frame = pairs.position(|pair| pair == [0xFF, 0xC0]);
    // Length and precision come first.
    let at = frame.expect("a frame") + 5;
    bytes[at..at + 2].copy_from_slice(&height.to_be_bytes());
    bytes[at + 2..at + 4].copy_from_slice(&width.to_be_bytes());
    bytes
}

pub(crate) fn bad_files() -> Vec<(&'static str, Vec<u8>, String)> {
    use ImageFormat::{Bmp, Gif, Jpeg, Png, Tiff, WebP};
    let small = |size| format!("{size} pixels, but patch and motion need at least 24 x 24");
    let large =
        |size| format!("{size} pixels, but pictures are read up to 16384 pixels a side and 512 MB");
    let say = str::to_owned;
    vec![
        ("nothing.png", vec![], say("empty file")),
        ("text.png", b"Dear picture,".to_vec(), say(NO_PICTURE)),
        ("document.jpg", b"%PDF-1.7\n%more".to_vec(), say(NO_PICTURE)),
        ("zeros.tif", vec![0; 5_000], say(NO_PICTURE)),
        ("map.png", b"P5 2 2 255 abcd".to_vec(), say(NO_PICTURE)),
        (
            "sound.webp",
            b"RIFF\x24\0\0\0WAVEfmt ".to_vec(),
            say(NO_PICTURE),
        ),
        (
            "icon.bmp",
            b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0".to_vec(),
            say(NO_PICTURE),
        ),
        (
            "model.png",
            b"\x40\x03\0\0\0\0\0\0{\"W\":".to_vec(),
            say("a model, not a picture; "),
        ),
        ("signature.png", good(Png)[..8].to_vec(), say(TOO_EARLY)),
        ("half.png", cut_off(Png, 0.5), say(TOO_EARLY)),
        (
            "checksum.png",
            overwritten(Png, 30, &[1, 2, 3]),
            say(PNG_DAMAGED) + "CRC error",
        ),
        (
            "pixels.png",
            overwritten(Png, 45, &[255; 40]),
            say(PNG_DAMAGED),
        ),
        ("start.jpg", good(Jpeg)[..4].to_vec(), say(TOO_EARLY)),
        ("half.jpg", cut_off(Jpeg, 0.5), say(TOO_EARLY)),
        ("last bytes.jpg", cut_off(Jpeg, 0.99), say(TOO_EARLY)),
        (
            "tables.jpg",
            overwritten(Jpeg, 20, &[0; 200]),
            say(JPEG_DAMAGED),
        ),
        (
            "bomb.jpg",
            jpeg_promising(16_384, 16_384),
            say("damaged: ") + &good(Jpeg).len().to_string() + " bytes cannot hold 16384 x 16384",
        ),
        ("start.tif", good(Tiff)[..6].to_vec(), say(TOO_EARLY)),
        ("half.tif", cut_off(Tiff, 0.5), say(TOO_EARLY)),
        (
            "directory.tif",
            overwritten(Tiff, 4, &[255; 4]),
            say(TOO_EARLY),
        ),
        (
            "science.tif",
            grey_integer_tiff(),
            say(
                "of the kind Gray(32), but grey and colour of 8 and 16 bits, and grey of 32-bit floats, are read",
            ),
        ),
        (
            "nan.tif",
            float_tiff(|x, y| if x == y { f32::NAN } else { 0.5 }),
            say("has values that are not finite"),
        ),
        (
            "large.tif",
            float_tiff(|x, y| (x * y) as f32),
            say("levels from 0 to 841.00006, but floating-point pictures should lie in 0 to 1"),
        ),
        ("start.bmp", good(Bmp)[..20].to_vec(), say(TOO_EARLY)),
        ("half.bmp", cut_off(Bmp, 0.5), say(TOO_EARLY)),
        (
            "no width.bmp",
            overwritten(Bmp, 18, &[0; 4]),
            say(BMP_UNSUPPORTED),
        ),
        ("half.webp", cut_off(WebP, 0.5), say(WEBP_DAMAGED)),
        ("start.gif", good(Gif)[..8].to_vec(), say(GIF_DAMAGED)),
        ("half.gif", cut_off(Gif, 0.5), say(GIF_DAMAGED)),
        ("no size.gif", overwritten(Gif, 6, &[0; 4]), small("0 x 0")),
        ("narrow.png", bytes(&picture(23, 30), Png), small("23 x 30")),
        ("low.jpg", bytes(&picture(30, 23), Jpeg), small("30 x 23")),
        ("dot.bmp", bytes(&picture(1, 1), Bmp), small("1 x 1")),
        ("flat.png", bytes(&flat_colour(), Png), say(FLAT)),
        ("clear.png", bytes(&transparent(), Png), say(FLAT)),
        (
            "bomb.png",
            png_promising(60_000, 60_000),
            large("60000 x 60000"),
        ),
        ("long.png", png_promising(20_000, 100), large("20000 x 100")),
        (
            "bomb.gif",
            overwritten(Gif, 6, &[255; 4]),
            large("65535 x 65535"),
        ),
        (
            "bomb.bmp",
            overwritten(Bmp, 18, &[0, 0, 1, 0, 0, 0, 1, 0]),
            say(BMP_DAMAGED) + "Image too large",
        ),
    ]
}
