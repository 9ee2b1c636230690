//! Writes frames of one size as movies of each format.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use cellscope::ffmpeg::find_ffmpeg;
use image::codecs::{gif::GifEncoder, webp::WebPEncoder};
use image::{ExtendedColorType, Frame, GrayImage, ImageEncoder, RgbaImage};

use super::{HEIGHT, WIDTH};

fn rgba(frame: &[u8]) -> RgbaImage {
    let levels = frame.iter().flat_map(|&level| [level, level, level, 255]);
    RgbaImage::from_raw(WIDTH as u32, HEIGHT as u32, levels.collect()).expect("a frame")
}

pub(super) fn write_y4m(path: &Path, frames: &[Vec<u8>]) {
    let mut bytes = format!("YUV4MPEG2 W{WIDTH} H{HEIGHT} F25:1 Ip A1:1 C420jpeg\n").into_bytes();
    for frame in frames {
        bytes.extend(b"FRAME\n");
        bytes.extend(frame);
        bytes.extend(vec![128; 2 * WIDTH.div_ceil(2) * HEIGHT.div_ceil(2)]);
    }
    fs::write(path, bytes).expect("written");
}

pub(super) fn write_gif(path: &Path, frames: &[Vec<u8>]) {
    let mut encoder = GifEncoder::new(File::create(path).expect("a file"));
    let all = frames.iter().map(|frame| Frame::new(rgba(frame)));
    encoder.encode_frames(all).expect("encoded");
}

fn write_apng(path: &Path, frames: &[Vec<u8>]) {
    let file = File::create(path).expect("a file");
    let mut encoder = png::Encoder::new(file, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder
        .set_animated(frames.len() as u32, 0)
        .expect("frames");
    let mut writer = encoder.write_header().expect("a header");
    for frame in frames {
        writer.write_image_data(frame).expect("written");
    }
}

fn write_webp(path: &Path, frames: &[Vec<u8>]) {
    let chunk = |name: &[u8; 4], content: &[u8]| {
        let mut chunk = name.to_vec();
        chunk.extend((content.len() as u32).to_le_bytes());
        chunk.extend(content);
        chunk.resize(chunk.len().next_multiple_of(2), 0);
        chunk
    };
    let three = |value: usize| (value as u32).to_le_bytes()[..3].to_vec();
    let size = [three(WIDTH - 1), three(HEIGHT - 1)].concat();
    let mut body = b"WEBP".to_vec();
    body.extend(chunk(b"VP8X", &[&[2, 0, 0, 0][..], &size].concat()));
    body.extend(chunk(b"ANIM", &[0; 6]));
    for frame in frames {
        let mut still = Vec::new();
        WebPEncoder::new_lossless(&mut still)
            .write_image(
                &rgba(frame),
                WIDTH as u32,
                HEIGHT as u32,
                ExtendedColorType::Rgba8,
            )
            .expect("encoded");
        // What follows "RIFF", a size and "WEBP" is the picture.
        let head = [three(0), three(0), size.clone(), three(40), vec![2]].concat();
        body.extend(chunk(b"ANMF", &[&head[..], &still[12..]].concat()));
    }
    fs::write(path, chunk(b"RIFF", &body)).expect("written");
}

fn write_tiff(path: &Path, frames: &[Vec<u8>]) {
    let file = File::create(path).expect("a file");
    let mut encoder = tiff::encoder::TiffEncoder::new(file).expect("an encoder");
    for frame in frames {
        encoder
            .write_image::<tiff::encoder::colortype::Gray8>(WIDTH as u32, HEIGHT as u32, frame)
            .expect("a page");
    }
}

fn write_folder(path: &Path, frames: &[Vec<u8>]) {
    fs::create_dir(path).expect("a folder");
    for (number, frame) in frames.iter().enumerate() {
        let picture = GrayImage::from_raw(WIDTH as u32, HEIGHT as u32, frame.clone());
        let name = path.join(format!("frame_{:03}.png", number + 8));
        picture.expect("a frame").save(name).expect("written");
    }
}

/// Has ffmpeg encode the frames without loss.
fn write_video(path: &Path, frames: &[Vec<u8>]) {
    let y4m = path.with_extension("tmp");
    write_y4m(&y4m, frames);
    let ffmpeg = find_ffmpeg().expect("ffmpeg");
    let encoded = Command::new(ffmpeg)
        .args(["-loglevel", "error", "-f", "yuv4mpegpipe", "-i"])
        .arg(&y4m)
        .args(["-vf", "extractplanes=y", "-c:v", "ffv1"])
        .arg(path)
        .status();
    assert!(encoded.expect("ffmpeg runs").success());
}

pub(super) type Writer = fn(&Path, &[Vec<u8>]);

/// Every format, and whether ffmpeg decodes it.
pub(super) fn formats() -> Vec<(&'static str, Writer)> {
    let mut formats: Vec<(&'static str, Writer)> = vec![
        ("movie.y4m", write_y4m),
        ("movie.gif", write_gif),
        ("movie.png", write_apng),
        ("movie.webp", write_webp),
        ("movie.tif", write_tiff),
        ("movie", write_folder),
    ];
    if find_ffmpeg().is_ok() {
        formats.extend([
            ("movie.mkv", write_video as Writer),
            ("movie.avi", write_video),
        ]);
    }
    formats
}
