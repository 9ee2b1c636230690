//! Movie files: a still panned by known steps, written without loss in each format, gives the frames that a drift of
//! those steps gives.

use std::fs::{self, File};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;

use cellscope::source::{
    Motion, MovieParams, MoviePath, NormaliseParams, Pictures, SourceError, SourceSpec, Steps,
    cut_movies, find_ffmpeg, load, normalise,
};
use image::codecs::{gif::GifEncoder, webp::WebPEncoder};
use image::{ExtendedColorType, Frame, GrayImage, ImageEncoder, RgbaImage};
use ndarray::{Array2, s};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const FRAMES: usize = 9;
const WIDTH: usize = 120;
const HEIGHT: usize = 90;
/// Rows and columns of the still from frame to frame.
const PAN: [usize; 2] = [1, 1];
/// Beyond this distance from the border, normalised pixels do not depend on what lies outside.
const MARGIN: usize = 8;

/// The still, as bytes.
fn still() -> Array2<u8> {
    let (_, scene) = super::scenes::scenes(5).swap_remove(0);
    let part = scene.slice(s![100..110 + HEIGHT, 50..60 + WIDTH]);
    part.mapv(|level| (level * 255.0).round() as u8)
}

/// The frames of an even pan, row by row.
fn frames() -> Vec<Vec<u8>> {
    panned((0..FRAMES).map(|t| [PAN[0] * t, PAN[1] * t]))
}

/// Frames whose first row and column are these of the still.
fn panned(corners: impl Iterator<Item = [usize; 2]>) -> Vec<Vec<u8>> {
    let still = still();
    let frame = |[top, left]: [usize; 2]| {
        let part = still.slice(s![top..top + HEIGHT, left..left + WIDTH]);
        part.iter().copied().collect()
    };
    corners.map(frame).collect()
}

fn rgba(frame: &[u8]) -> RgbaImage {
    let levels = frame.iter().flat_map(|&level| [level, level, level, 255]);
    RgbaImage::from_raw(WIDTH as u32, HEIGHT as u32, levels.collect()).expect("a frame")
}

fn write_y4m(path: &Path, frames: &[Vec<u8>]) {
    let mut bytes = format!("YUV4MPEG2 W{WIDTH} H{HEIGHT} F25:1 Ip A1:1 C420jpeg\n").into_bytes();
    for frame in frames {
        bytes.extend(b"FRAME\n");
        bytes.extend(frame);
        bytes.extend(vec![128; 2 * WIDTH.div_ceil(2) * HEIGHT.div_ceil(2)]);
    }
    fs::write(path, bytes).expect("written");
}

fn write_gif(path: &Path, frames: &[Vec<u8>]) {
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

type Writer = fn(&Path, &[Vec<u8>]);

/// Every format, and whether ffmpeg decodes it.
fn formats() -> Vec<(&'static str, Writer)> {
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

fn load_with(path: PathBuf, movies: &MovieParams) -> Result<Pictures, SourceError> {
    let spec = SourceSpec::Images(vec![path]);
    load(&spec, 1, &NormaliseParams::default(), movies, &|_, _| {
        ControlFlow::Continue(())
    })
}

fn movies_of(pictures: &Pictures, movies: &MovieParams, count: usize) -> Array2<f32> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(3);
    let pixels = movies.patch_side * movies.patch_side;
    let mut frames = Array2::zeros((count * movies.frames, pixels));
    cut_movies(pictures, movies, &mut generator, &mut frames);
    frames
}

fn assert_near(a: &Array2<f32>, b: &Array2<f32>, what: &str) {
    assert_eq!(a.dim(), b.dim(), "{what}");
    let furthest = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    let furthest = furthest.fold(0.0, f32::max);
    assert!(furthest < 1e-4, "{what}: {furthest}");
}

#[test]
fn a_panned_still_gives_the_frames_that_drift_gives_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let movies = MovieParams::default();
    let grey = still().mapv(|level| f32::from(level) / 255.0);
    let still = normalise(&grey, &NormaliseParams::default());
    for (name, write) in formats() {
        let path = folder.path().join(name);
        write(&path, &frames());
        let pictures = load_with(path, &movies).expect(name);
        assert_eq!(pictures.len(), FRAMES, "{name}: {:?}", pictures.skipped());
        let drift = MoviePath {
            picture: 0,
            top: 3 * MARGIN,
            left: 2 * MARGIN,
            down_px_per_frame: PAN[0] as f64,
            right_px_per_frame: PAN[1] as f64,
            steps_px: Steps::default(),
            pictures_per_frame: 0,
        };
        let at_rest = MoviePath {
            down_px_per_frame: 0.0,
            right_px_per_frame: 0.0,
            pictures_per_frame: 1,
            ..drift
        };
        let [mut drifted, mut filmed] = [(); 2].map(|()| Array2::zeros((FRAMES, 400)));
        drift.copy(std::slice::from_ref(&still), 20, drifted.view_mut());
        at_rest.copy(pictures.images(), 20, filmed.view_mut());
        assert_near(&drifted, &filmed, name);
    }
}

#[test]
fn the_motion_of_a_panned_still_is_measured() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pan.y4m");
    write_y4m(&path, &frames());
    for (stride, slowest, fastest) in [(1, 1.2, 1.6), (2, 2.6, 3.0)] {
        let movies = MovieParams {
            stride,
            speed_min_px: slowest,
            speed_max_px: fastest,
            ..MovieParams::default()
        };
        let pictures = load_with(path.clone(), &movies).expect("it moves like that");
        let about = &pictures.movies()[0];
        assert!(
            about.contains("9 frames of 120 x 90 pixels, 0.4 s, 0 cuts"),
            "{about}"
        );
        let words: Vec<_> = about.split(' ').collect();
        let percent = words.iter().position(|&word| word == "percent");
        let share: f64 = words[percent.expect("a share") - 1]
            .parse()
            .expect("a number");
        assert!(share > 60.0, "{about}");
        let other = MovieParams {
            speed_min_px: 5.0,
            speed_max_px: 8.0,
            ..movies
        };
        let error = load_with(path.clone(), &other).expect_err("nothing moves like that");
        assert!(
            error.to_string().contains("choose a faster motion"),
            "{error}"
        );
    }
}

#[test]
fn every_movie_cut_follows_the_file_and_scrambled_and_still_ones_do_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pan.y4m");
    write_y4m(&path, &frames());
    let cut = |motion| {
        let movies = MovieParams {
            motion,
            ..MovieParams::default()
        };
        movies_of(
            &load_with(path.clone(), &movies).expect("a movie"),
            &movies,
            60,
        )
    };
    // A window's content moves by one row and column: the next frame without its last ones is this one without its first.
    let follows = |movies: &Array2<f32>| {
        let square = |row: usize| {
            let frame = movies.row(row).to_owned();
            frame.into_shape_with_order((20, 20)).expect("a square")
        };
        let is_next = |&row: &usize| {
            let (before, after) = (square(row), square(row + 1));
            let difference = &before.slice(s![1.., 1..]) - &after.slice(s![..19, ..19]);
            // At the frame's border normalisation sees less.
            difference.mapv(f32::abs).mean() < Some(0.02)
        };
        (0..movies.nrows() - 1)
            .filter(|row| row % 3 != 2)
            .filter(is_next)
            .count()
    };
    let (movie, scrambled, still) = (
        cut(Motion::Auto),
        cut(Motion::Scrambled),
        cut(Motion::Still),
    );
    assert_eq!(follows(&movie), 120, "of 60 movies");
    assert_eq!(movie, cut(Motion::Movie));
    assert!(follows(&scrambled) < 20, "{}", follows(&scrambled));
    for rows in still.axis_chunks_iter(ndarray::Axis(0), 3) {
        assert_eq!(rows.row(0), rows.row(1));
        assert_eq!(rows.row(0), rows.row(2));
    }
    // Drift moves the window over single frames, whatever they are.
    assert_eq!(cut(Motion::Drift).nrows(), 180);
}

#[test]
fn a_window_that_follows_its_content_holds_the_same_thing_in_each_frame() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("uneven.y4m");
    // As much to the right as down, by 1 or 2 pixels: no constant speed follows it.
    let corners = [[0, 0], [1, 2], [3, 3], [4, 5], [6, 6], [7, 8], [8, 9]];
    write_y4m(&path, &panned(corners.into_iter()));
    for (stride, follow) in [(1, true), (2, true), (1, false)] {
        let movies = MovieParams {
            stride,
            follow,
            speed_min_px: 1.0,
            speed_max_px: 6.0,
            ..MovieParams::default()
        };
        let pictures = load_with(path.clone(), &movies).expect("a movie");
        let cut = movies_of(&pictures, &movies, 50);
        assert_eq!(cut, movies_of(&pictures, &movies, 50));
        let is_held = |rows: &ndarray::ArrayView2<'_, f32>| {
            let differs = |t: usize| (&rows.row(t) - &rows.row(0)).mapv(f32::abs).mean();
            // At the frame's border normalisation sees less.
            differs(1) < Some(0.03) && differs(2) < Some(0.03)
        };
        let held = cut.axis_chunks_iter(ndarray::Axis(0), 3).filter(is_held);
        let expected = if follow { 50 } else { 0 };
        assert_eq!(held.count(), expected, "stride {stride}, follow {follow}");
    }
    let rests = MovieParams {
        follow: true,
        motion: Motion::Drift,
        ..MovieParams::default()
    };
    let error = rests.check().expect_err("drift has nothing to follow");
    assert_eq!(
        error.to_string(),
        "follow should be off where the motion is drift or still, but is on"
    );
}

#[test]
fn a_source_says_which_motions_it_cannot_have() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pan.y4m");
    write_y4m(&path, &frames());
    let movies = MovieParams::default();
    let film = load_with(path, &movies).expect("a movie");
    assert!(
        Motion::ALL
            .iter()
            .all(|&motion| film.refuses(motion, 3).is_none())
    );
    let totals = film.totals();
    assert_eq!((totals.frames, totals.cuts), (FRAMES as u64, 0));
    assert!(totals.usable * 2 > totals.places, "{totals}");
    assert!(totals.to_string().starts_with("9 frames, 0.4 s, 0 cuts, "));
    let photographs = folder.path().join("photographs");
    fs::create_dir(&photographs).expect("a folder");
    let mut refusals = Vec::new();
    for (number, frame) in frames().into_iter().enumerate() {
        let picture = GrayImage::from_raw(WIDTH as u32, HEIGHT as u32, frame);
        let name = photographs.join(format!("IMG_{number:04}.png"));
        picture.expect("a frame").save(name).expect("written");
        let stills = load_with(photographs.clone(), &movies).expect("pictures");
        refusals.push(stills.refuses(Motion::Movie, 3));
    }
    // Eight numbered pictures may be a movie.
    assert_eq!(refusals[..7], [Some("the source has stills only"); 7]);
    assert_eq!(refusals[7..], [None; 2]);
}

#[test]
fn cuts_and_duplicates_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cut.y4m");
    let mut all = frames();
    let inverted = all
        .iter()
        .map(|frame| frame.iter().rev().map(|level| 255 - level).collect());
    let inverted: Vec<Vec<u8>> = inverted.collect();
    all.insert(4, all[4].clone());
    all.extend(inverted);
    write_y4m(&path, &all);
    let pictures = load_with(path, &MovieParams::default()).expect("a movie");
    let about = &pictures.movies()[0];
    assert!(about.contains("19 frames"), "{about}");
    assert!(about.contains("1 cuts, 1 duplicate frames"), "{about}");
    assert_eq!(pictures.len(), 18);
}

#[test]
fn a_still_gif_and_numbered_photographs_are_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("still.gif");
    write_gif(&path, &frames()[..1]);
    let movies = MovieParams::default();
    let pictures = load_with(path, &movies).expect("a picture");
    assert_eq!((pictures.len(), pictures.movies().len()), (1, 0));
    let photographs = folder.path().join("photographs");
    fs::create_dir(&photographs).expect("a folder");
    for (number, frame) in frames().into_iter().enumerate() {
        let picture = GrayImage::from_raw(WIDTH as u32, HEIGHT as u32, frame);
        let name = photographs.join(format!("IMG_{number:04}.png"));
        picture.expect("a frame").save(name).expect("written");
    }
    let pictures = load_with(photographs.clone(), &movies).expect("pictures");
    assert_eq!((pictures.len(), pictures.movies().len()), (FRAMES, 0));
    let as_movie = MovieParams {
        motion: Motion::Movie,
        ..movies
    };
    let pictures = load_with(photographs, &as_movie).expect("a movie");
    assert_eq!((pictures.len(), pictures.movies().len()), (FRAMES, 1));
}

#[test]
fn the_embedded_movie_moves_and_is_the_same_for_a_seed_on_any_number_of_threads() {
    let movies = MovieParams::default();
    let on = |threads: usize, seed| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let made = || {
            load(
                &SourceSpec::Movie,
                seed,
                &NormaliseParams::default(),
                &movies,
                &|_, _| ControlFlow::Continue(()),
            )
        };
        pool.expect("threads").install(made).expect("a movie")
    };
    let (one, two, other) = (on(1, 4), on(2, 4), on(2, 5));
    assert_eq!(one.movies(), two.movies());
    assert_eq!(movies_of(&one, &movies, 50), movies_of(&two, &movies, 50));
    assert_ne!(movies_of(&one, &movies, 50), movies_of(&other, &movies, 50));
}

#[test]
fn samples_of_16_bits_and_other_colours_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deep.y4m");
    let mut file = File::create(&path).expect("a file");
    writeln!(file, "YUV4MPEG2 W{WIDTH} H{HEIGHT} F30000:1001 C422p10").expect("written");
    for frame in frames() {
        writeln!(file, "FRAME").expect("written");
        let luma = frame
            .iter()
            .flat_map(|&level| (u16::from(level) * 4).to_le_bytes());
        file.write_all(&luma.collect::<Vec<_>>()).expect("written");
        file.write_all(&vec![0; 2 * WIDTH * HEIGHT])
            .expect("written");
    }
    drop(file);
    let pictures = load_with(path, &MovieParams::default()).expect("a movie");
    assert_eq!(pictures.len(), FRAMES);
    let grey = still().mapv(|level| f32::from(level) * 4.0 / 1023.0);
    let first = grey.slice(s![..HEIGHT, ..WIDTH]).to_owned();
    assert_near(
        &normalise(&first, &NormaliseParams::default()),
        &pictures.images()[0],
        "10 bits",
    );
}
