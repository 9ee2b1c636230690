//! Grey levels of picture files of every kind.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cellscope::source::{MovieParams, SourceError, SourceSpec, load_levels};
use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ExtendedColorType, Frame, ImageEncoder, ImageFormat, RgbaImage};
use ndarray::Array2;
use tempfile::TempDir;

const WIDTH: u32 = 30;
const HEIGHT: u32 = 24;

/// A picture with another level at every place, in four channels; opacity included.
fn sample(x: u32, y: u32) -> [f32; 4] {
    let (x, y) = (x as f32 / WIDTH as f32, y as f32 / HEIGHT as f32);
    [
        x,
        y,
        0.5 + 0.5 * (9.0 * x + 5.0 * y).sin(),
        1.0 - 0.6 * x * y,
    ]
}

fn picture() -> DynamicImage {
    DynamicImage::ImageRgba32F(image::ImageBuffer::from_fn(WIDTH, HEIGHT, |x, y| {
        image::Rgba(sample(x, y))
    }))
}

/// The grey levels that `picture` stands for, by way of the image crate's own conversion to four
/// floating-point channels.
fn expected(picture: &DynamicImage) -> Array2<f32> {
    let pixels = picture.to_rgba32f();
    Array2::from_shape_fn(
        (pixels.height() as usize, pixels.width() as usize),
        |(y, x)| {
            let [red, green, blue, opacity] = pixels.get_pixel(x as u32, y as u32).0;
            let grey = 0.299 * red + 0.587 * green + 0.114 * blue;
            opacity * grey + (1.0 - opacity) * 0.5
        },
    )
}

fn largest_difference(a: &Array2<f32>, b: &Array2<f32>) -> f32 {
    assert_eq!(a.dim(), b.dim(), "sizes");
    (a - b).fold(0.0, |largest, d| d.abs().max(largest))
}

/// The grey levels of a picture file of any size, or why there are none.
fn read_grey(path: &Path) -> Result<Array2<f32>, String> {
    let pictures = SourceSpec::Images(vec![path.to_path_buf()]);
    let any_size = MovieParams {
        patch_side: 1,
        frames: 1,
        ..MovieParams::default()
    };
    match load_levels(&pictures, 1, &any_size, &|_, _| ControlFlow::Continue(())) {
        Ok(pictures) => Ok(pictures.plane(0, 0).to_owned()),
        Err(SourceError::NoneUsable { skipped, .. }) => Err(skipped[0].reason.clone()),
        Err(error) => panic!("{error}"),
    }
}

/// A file in a folder of its own.
fn file(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    (folder, path)
}

#[test]
fn a_jpeg_is_whole_up_to_its_end_whatever_follows_or_is_embedded() {
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new(&mut jpeg);
    let grey = picture().to_luma8();
    encoder
        .write_image(&grey, WIDTH, HEIGHT, ExtendedColorType::L8)
        .expect("a JPEG file");
    // A thumbnail in a segment of its own, as cameras write it.
    let mut with_thumbnail = jpeg[..2].to_vec();
    let length = u16::try_from(jpeg.len() + 2).expect("a small file");
    with_thumbnail.extend([0xFF, 0xE1]);
    with_thumbnail.extend(length.to_be_bytes());
    with_thumbnail.extend(&jpeg);
    with_thumbnail.extend(&jpeg[2..]);
    let (_folder, path) = file("picture.jpg");
    for whole in [&jpeg, &with_thumbnail] {
        let mut followed = whole.clone();
        followed.extend([0x12, 0xFF, 0xDA, 0xFF, 0xD8, 0x34]);
        for bytes in [whole, &followed] {
            fs::write(&path, bytes).expect("a file");
            let decoded = read_grey(&path).expect("a picture");
            assert_eq!(decoded.dim(), (HEIGHT as usize, WIDTH as usize));
        }
        assert_eq!(cut_off(&path, whole, 0), "empty file");
        for end in (5..whole.len()).step_by(5) {
            let reason = cut_off(&path, whole, end);
            assert_eq!(reason, "damaged: the file ends too early", "at {end}");
        }
    }
}

/// Why a file that holds only the first `end` bytes is not read.
fn cut_off(path: &Path, bytes: &[u8], end: usize) -> String {
    fs::write(path, &bytes[..end]).expect("a file");
    read_grey(path).expect_err("a file that is cut off")
}

#[test]
fn every_format_and_depth_gives_the_grey_levels_it_holds() {
    use DynamicImage as D;
    let p = picture();
    let lossless = 1e-5;
    let table: [(&str, DynamicImage, f32); 20] = [
        ("grey8.png", D::ImageLuma8(p.to_luma8()), lossless),
        ("grey8a.png", D::ImageLumaA8(p.to_luma_alpha8()), lossless),
        ("rgb8.png", D::ImageRgb8(p.to_rgb8()), lossless),
        ("rgba8.png", D::ImageRgba8(p.to_rgba8()), lossless),
        ("grey16.png", D::ImageLuma16(p.to_luma16()), lossless),
        (
            "grey16a.png",
            D::ImageLumaA16(p.to_luma_alpha16()),
            lossless,
        ),
        ("rgb16.png", D::ImageRgb16(p.to_rgb16()), lossless),
        ("rgba16.png", D::ImageRgba16(p.to_rgba16()), lossless),
        ("grey8.tiff", D::ImageLuma8(p.to_luma8()), lossless),
        ("rgb8.tif", D::ImageRgb8(p.to_rgb8()), lossless),
        ("rgba8.tif", D::ImageRgba8(p.to_rgba8()), lossless),
        ("grey16.tif", D::ImageLuma16(p.to_luma16()), lossless),
        ("rgb16.tif", D::ImageRgb16(p.to_rgb16()), lossless),
        ("float.tif", D::ImageRgb32F(p.to_rgb32f()), lossless),
        ("grey8.bmp", D::ImageLuma8(p.to_luma8()), lossless),
        ("rgb8.bmp", D::ImageRgb8(p.to_rgb8()), lossless),
        ("rgb8.webp", D::ImageRgb8(p.to_rgb8()), lossless),
        ("rgba8.webp", D::ImageRgba8(p.to_rgba8()), lossless),
        ("grey8.jpg", D::ImageLuma8(p.to_luma8()), 0.03),
        ("rgb8.jpeg", D::ImageRgb8(p.to_rgb8()), 0.08),
    ];
    for (name, stored, tolerance) in table {
        let (_folder, path) = file(name);
        stored.save(&path).expect(name);
        let read = read_grey(&path).expect(name);
        let off = largest_difference(&read, &expected(&stored));
        assert!(off <= tolerance, "{name} is off by {off}");
    }
}

/// A TIFF file of 8-bit numbers in a palette, in either order of bytes.
fn palette_tiff(numbers: &[u8], palette: &[[u8; 3]], is_little: bool) -> Vec<u8> {
    let short = |value: u16| {
        let bytes = value.to_be_bytes();
        if is_little {
            [bytes[1], bytes[0]]
        } else {
            bytes
        }
    };
    let long = |value: u32| {
        let mut bytes = value.to_be_bytes();
        if is_little {
            bytes.reverse();
        }
        bytes
    };
    let (shorts, longs) = (3, 4);
    let directory = 8 + 1536 + numbers.len() as u32;
    let entries: [(u16, u16, u32, u32); 9] = [
        (256, longs, 1, WIDTH),
        (257, longs, 1, HEIGHT),
        (258, shorts, 1, 8),
        (259, shorts, 1, 1),
        (262, shorts, 1, 3),
        (273, longs, 1, 8 + 1536),
        (278, longs, 1, HEIGHT),
        (279, longs, 1, numbers.len() as u32),
        (320, shorts, 768, 8),
    ];
    let mut bytes = if is_little { b"II*\0" } else { b"MM\0*" }.to_vec();
    bytes.extend(long(directory));
    for channel in 0..3 {
        for index in 0..256 {
            let level = palette.get(index).map_or(0, |color| color[channel]);
            bytes.extend(short(257 * u16::from(level)));
        }
    }
    bytes.extend(numbers);
    bytes.extend(short(entries.len() as u16));
    for (tag, kind, count, value) in entries {
        bytes.extend([short(tag), short(kind)].concat());
        bytes.extend(long(count));
        if kind == shorts && count == 1 {
            bytes.extend([short(value as u16), [0, 0]].concat());
        } else {
            bytes.extend(long(value));
        }
    }
    bytes.extend(long(0));
    bytes
}

#[test]
fn a_tiff_of_grey_floats_has_its_levels() {
    let (_folder, path) = file("floats.tif");
    let write = |scale: f32| {
        let levels = (0..WIDTH * HEIGHT).map(|index| scale * (index % 97) as f32 / 96.0);
        let levels: Vec<f32> = levels.collect();
        let to = fs::File::create(&path).expect("a file");
        let mut encoder = tiff::encoder::TiffEncoder::new(to).expect("an encoder");
        encoder
            .write_image::<tiff::encoder::colortype::Gray32Float>(WIDTH, HEIGHT, &levels)
            .expect("written");
        levels
    };
    let levels = write(1.0);
    let read = read_grey(&path).expect("a picture of floats");
    for (level, read) in levels.iter().zip(&read) {
        assert!((level - read).abs() < 1e-6, "{level} {read}");
    }
    write(255.0);
    let refused = read_grey(&path).expect_err("levels beyond 1");
    assert!(refused.contains("should lie in 0 to 1"), "{refused}");
}

#[test]
fn a_tiff_of_a_palette_has_its_colours() {
    let palette = [[10, 200, 30], [250, 250, 250], [0, 0, 90], [77, 66, 55]];
    let numbers: Vec<u8> = (0..WIDTH * HEIGHT).map(|i| (i * i % 4) as u8).collect();
    for is_little in [true, false] {
        let (_folder, path) = file("palette.tif");
        fs::write(&path, palette_tiff(&numbers, &palette, is_little)).expect("written");
        let read = read_grey(&path).expect("a palette picture");
        for (&number, &grey) in numbers.iter().zip(&read) {
            let [red, green, blue] = palette[usize::from(number)].map(|c| f32::from(c) / 255.0);
            assert!((grey - (0.299 * red + 0.587 * green + 0.114 * blue)).abs() < 1e-6);
        }
    }
}

#[test]
fn palettes_and_single_bits_are_looked_up() {
    let palette = [10, 200, 30, 250, 250, 250, 0, 0, 90, 77, 66, 55];
    let indices: Vec<u8> = (0..WIDTH * HEIGHT).map(|i| (i * i % 4) as u8).collect();
    let (_folder, path) = file("palette.png");
    let mut encoder = png::Encoder::new(fs::File::create(&path).expect("file"), WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.to_vec());
    let mut writer = encoder.write_header().expect("header");
    writer.write_image_data(&indices).expect("pixels");
    writer.finish().expect("end");
    let read = read_grey(&path).expect("a palette picture");
    for (&index, &grey) in indices.iter().zip(&read) {
        let at = 3 * usize::from(index);
        let [red, green, blue] = [0, 1, 2].map(|c| f32::from(palette[at + c]) / 255.0);
        assert!((grey - (0.299 * red + 0.587 * green + 0.114 * blue)).abs() < 1e-6);
    }

    let (_folder, path) = file("bits.png");
    let mut encoder = png::Encoder::new(fs::File::create(&path).expect("file"), 16, 2);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().expect("header");
    let rows = [0b1010_0000, 0b0000_1111, 0b0000_0000, 0b1111_1111];
    writer.write_image_data(&rows).expect("pixels");
    writer.finish().expect("end");
    let read = read_grey(&path).expect("a picture of bits");
    let first: Vec<f32> = read.row(0).to_vec();
    assert_eq!(first[..4], [1.0, 0.0, 1.0, 0.0]);
    assert_eq!(first[12..], [1.0; 4]);
}

#[test]
fn of_an_animation_the_first_frame_is_read() {
    let level = |x: u32, y: u32| (8 * (x % 8) + 20 * (y % 8)) as u8;
    let first = RgbaImage::from_fn(WIDTH, HEIGHT, |x, y| {
        let level = level(x, y);
        image::Rgba([level, level, level, 255])
    });
    let second = RgbaImage::from_pixel(WIDTH, HEIGHT, image::Rgba([9, 9, 9, 255]));
    let (_folder, path) = file("animation.gif");
    let mut encoder = GifEncoder::new(fs::File::create(&path).expect("file"));
    encoder
        .encode_frames([first.clone(), second].map(Frame::new))
        .expect("two frames");
    drop(encoder);
    let read = read_grey(&path).expect("an animation");
    let off = largest_difference(&read, &expected(&DynamicImage::ImageRgba8(first)));
    assert!(off < 1e-5, "off by {off}");
}

#[test]
fn the_content_tells_the_format_and_not_the_ending() {
    let stored = DynamicImage::ImageLuma8(picture().to_luma8());
    let (_folder, path) = file("in truth a PNG.jpg");
    stored
        .save_with_format(&path, ImageFormat::Png)
        .expect("file");
    let off = largest_difference(&read_grey(&path).expect("a PNG"), &expected(&stored));
    assert!(off < 1e-5, "off by {off}");
}

#[test]
fn a_photograph_is_turned_upright() {
    // An EXIF block with a single entry, Orientation = 6: to be turned clockwise by a quarter.
    let mut exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0".to_vec();
    exif.extend([0; 4]);
    let grey = picture().to_luma8();
    let (_folder, path) = file("turned.jpg");
    let mut encoder = JpegEncoder::new_with_quality(fs::File::create(&path).expect("file"), 100);
    encoder.set_exif_metadata(exif).expect("EXIF");
    encoder
        .write_image(&grey, WIDTH, HEIGHT, ExtendedColorType::L8)
        .expect("pixels");
    let read = read_grey(&path).expect("a photograph");
    assert_eq!(read.dim(), (WIDTH as usize, HEIGHT as usize));
    let upright = expected(&DynamicImage::ImageLuma8(grey).rotate90());
    let off = largest_difference(&read, &upright);
    assert!(off < 0.03, "off by {off}");
}

#[test]
fn a_very_large_picture_is_halved_to_the_means_of_its_pixels() {
    let (_folder, path) = file("large.png");
    let large = image::GrayImage::from_fn(2_201, 2_001, |x, y| image::Luma([(x ^ y) as u8]));
    large.save(&path).expect("file");
    let half = read_grey(&path).expect("a picture");
    assert_eq!(half.dim(), (1_000, 1_100));
    for ((y, x), &found) in half.indexed_iter() {
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let levels = corners.map(|(right, down)| {
            let [level] = large.get_pixel(2 * x as u32 + right, 2 * y as u32 + down).0;
            f32::from(level) / 255.0
        });
        let mean = levels.iter().sum::<f32>() / 4.0;
        assert!(
            (found - mean).abs() < 1e-6,
            "{found} for {mean} at {x}, {y}"
        );
    }
}
