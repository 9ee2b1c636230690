//! Pictures and movies in colour: what their planes hold, and that grey ones do not change.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cellscope::channels::Channels;
use cellscope::source::{
    Excerpt, MovieParams, NormaliseParams, Pictures, SourceError, SourceSpec, cut_movies, load,
    load_levels,
};
use image::{Rgb, RgbImage};
use ndarray::{Array2, Array3, Axis, s};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

type GoOn = &'static (dyn Fn(usize, usize) -> ControlFlow<()> + Sync);
const GO_ON: GoOn = &|_, _| ControlFlow::Continue(());
/// Between the frames of the pan, in rows and columns.
const PAN: usize = 1;

fn movies(channels: Channels) -> MovieParams {
    MovieParams {
        channels,
        ..MovieParams::default()
    }
}

fn levels_of(path: &Path, channels: Channels) -> Result<Array3<f32>, SourceError> {
    let spec = SourceSpec::Images(vec![path.to_path_buf()]);
    let pictures = load_levels(&spec, 1, &movies(channels), GO_ON)?;
    Ok(pictures.images()[0].clone())
}

fn scenes(channels: Channels) -> Pictures {
    load_levels(&SourceSpec::Scenes, 3, &movies(channels), GO_ON).expect("scenes")
}

/// A saved picture of 40 x 30 pixels.
fn picture(folder: &Path, color: impl Fn(u32, u32) -> [u8; 3]) -> PathBuf {
    let path = folder.join("colour.png");
    let picture = RgbImage::from_fn(40, 30, |x, y| Rgb(color(x, y)));
    picture.save(&path).expect("saved");
    path
}

proptest! {
    #[test]
    fn opponent_channels_and_the_way_back_are_inverse(
        color in prop::array::uniform3(0.0f32..1.0),
    ) {
        for channels in [Channels::Rgb, Channels::Opponent] {
            let middle = [0.5; 3];
            let planes = [0, 1, 2].map(|plane| {
                let level = channels.level(plane, color);
                assert!((0.0..=1.0).contains(&level), "{channels:?}: {level}");
                level - channels.level(plane, middle)
            });
            for (back, level) in channels.to_rgb(planes).into_iter().zip(color) {
                prop_assert!((back - (level - 0.5)).abs() < 1e-5, "{channels:?}");
            }
        }
    }
}

#[test]
fn a_frame_tells_its_planes_and_its_side_by_its_numbers_alone() {
    for side in 4..=64 {
        for channels in Channels::ALL {
            let pixels = channels.count() * side * side;
            assert_eq!(Channels::count_in(pixels), channels.count());
            assert_eq!(Channels::side_of(pixels), side);
        }
    }
}

#[test]
fn a_red_picture_is_red_in_every_channel() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = picture(folder.path(), |x, _| [if x < 20 { 255 } else { 0 }, 0, 0]);
    let red = |channels| {
        let planes = levels_of(&path, channels).expect("a picture");
        assert_eq!(planes.dim(), (channels.count(), 30, 40));
        // The right half is black.
        assert_eq!(planes[[0, 12, 30]], 0.0);
        planes.slice(s![.., 12, 5]).to_vec()
    };
    assert_eq!(red(Channels::Grey), [0.299]);
    assert_eq!(red(Channels::Rgb), [1.0, 0.0, 0.0]);
    assert_eq!(red(Channels::Opponent), [0.299, 1.0, 0.25]);
    let flat = picture(folder.path(), |_, _| [200, 0, 0]);
    let refused = levels_of(&flat, Channels::Rgb).expect_err("flat");
    assert!(refused.to_string().contains("flat"), "{refused}");
}

#[test]
fn a_grey_picture_has_no_colour() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("grey.png");
    let grey = image::GrayImage::from_fn(40, 30, |x, y| image::Luma([(5 * x + y) as u8]));
    grey.save(&path).expect("saved");
    let of = |channels| levels_of(&path, channels).expect("a picture");
    let level = of(Channels::Grey).index_axis_move(Axis(0), 0);
    let rgb = of(Channels::Rgb);
    assert!(rgb.outer_iter().all(|plane| plane == level));
    let opponent = of(Channels::Opponent);
    assert_eq!(opponent.index_axis(Axis(0), 0), level);
    assert!(
        opponent
            .slice(s![1.., .., ..])
            .iter()
            .all(|&level| level == 0.5)
    );
}

#[test]
fn scenes_in_colour_have_the_bits_of_grey_ones_as_their_luminance() {
    let (grey, opponent, rgb) = (
        scenes(Channels::Grey),
        scenes(Channels::Opponent),
        scenes(Channels::Rgb),
    );
    for picture in 0..grey.len() {
        assert_eq!(grey.images()[picture].dim().0, 1);
        assert_eq!(grey.plane(picture, 0), opponent.plane(picture, 0));
        for plane in [1, 2] {
            let deviation = opponent.plane(picture, plane).std(0.0);
            assert!(deviation > 0.03, "{picture}, {plane}: {deviation}");
        }
        for pictures in [&opponent, &rgb] {
            let image = &pictures.images()[picture];
            assert!(image.iter().all(|level| (0.0..=1.0).contains(level)));
        }
    }
    assert_eq!(opponent.images(), scenes(Channels::Opponent).images());
}

#[test]
fn each_channel_of_a_picture_is_normalised_by_itself() {
    let (params, cut) = (NormaliseParams::default(), movies(Channels::Opponent));
    let levels = scenes(Channels::Opponent);
    let normalised = load(&SourceSpec::Scenes, 3, &params, &cut, GO_ON).expect("scenes");
    for plane in 0..3 {
        let of_plane = levels.plane(2, plane).to_owned();
        let expected = cellscope::source::normalise(&of_plane, &params);
        assert_eq!(normalised.plane(2, plane), expected);
    }
    // An excerpt with its surroundings gives the movie that is cut from the whole.
    let generator = || Xoshiro256PlusPlus::seed_from_u64(7);
    let mut frames = Array2::zeros((cut.frames, cut.pixels()));
    cut_movies(&normalised, &cut, &mut generator(), &mut frames);
    let excerpt = Excerpt::cut(&levels, &cut, &params, &mut generator());
    let difference = (&excerpt.truth(&params) - &frames).mapv(f32::abs);
    assert!(difference.iter().all(|&by| by < 1e-4), "{difference}");
}

/// A pan over colours whose luminance hardly varies, as numbered pictures.
fn write_pan(folder: &Path) {
    let scene = scenes(Channels::Grey);
    let scene = scene.plane(0, 0);
    for t in 0..9 {
        let frame = RgbImage::from_fn(120, 90, |x, y| {
            let level = scene[[y as usize + 40 + PAN * t, x as usize + 60 + PAN * t]];
            let red = (255.0 * level) as u8;
            // 0.299 R + 0.587 G stays the same.
            let green = (0.509 * (255.0 - f32::from(red))) as u8;
            Rgb([red, green, 128])
        });
        let name = folder.join(format!("frame_{t}.png"));
        frame.save(name).expect("saved");
    }
}

#[test]
fn motion_is_found_in_colours_of_one_luminance_and_moves_every_plane() {
    let folder = tempfile::tempdir().expect("a folder");
    write_pan(folder.path());
    let spec = SourceSpec::Images(vec![folder.path().to_path_buf()]);
    let params = NormaliseParams::default();
    let cut = movies(Channels::Opponent);
    let pictures = load(&spec, 1, &params, &cut, GO_ON).expect("a movie");
    let totals = pictures.totals(&cut);
    assert!(totals.usable > 100, "{totals}");
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut frames = Array2::zeros((20 * cut.frames, cut.pixels()));
    let paths = cut_movies(&pictures, &cut, &mut generator, &mut frames);
    let side = cut.patch_side;
    for (movie, path) in frames.axis_chunks_iter(Axis(0), cut.frames).zip(paths) {
        let at_edge = |at: usize, length: usize| at < 8 || at + side + 8 > length;
        if at_edge(path.top, 90) || at_edge(path.left, 120) {
            continue;
        }
        for plane in [1, 2] {
            let pixel = |t: usize, y: usize, x: usize| movie[[t, (plane * side + y) * side + x]];
            for (y, x) in (0..side - PAN).flat_map(|y| (0..side - PAN).map(move |x| (y, x))) {
                let moved = pixel(0, y + PAN, x + PAN);
                assert!((pixel(1, y, x) - moved).abs() < 1e-3, "plane {plane}");
            }
        }
    }
}

/// A Y4M movie of one colour on the left and another on the right, in the range of video levels.
fn write_halves(path: &Path, kind: &str, [rows, columns]: [usize; 2], colors: [[f32; 3]; 2]) {
    let (width, height) = (40, 30);
    let yuv = colors.map(|[r, g, b]| {
        let y = 0.299 * r + 0.587 * g + 0.114 * b;
        let (cb, cr) = ((b - y) / 1.772, (r - y) / 1.402);
        let samples = [16.0 + 219.0 * y, 128.0 + 224.0 * cb, 128.0 + 224.0 * cr];
        samples.map(|sample| sample.round() as u8)
    });
    let mut bytes = format!("YUV4MPEG2 W{width} H{height} F25:1 C{kind}\n").into_bytes();
    for _ in 0..3 {
        bytes.extend(b"FRAME\n");
        for (plane, (rows, columns)) in [(height, width), (rows, columns), (rows, columns)]
            .into_iter()
            .enumerate()
        {
            let half = |at: usize| yuv[2 * at / columns][plane];
            bytes.extend((0..rows).flat_map(|_| (0..columns).map(half)));
        }
    }
    fs::write(path, bytes).expect("written");
}

#[test]
fn colours_of_y4m_movies_are_where_and_what_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("halves.y4m");
    let colors = [[0.8, 0.2, 0.3], [0.1, 0.6, 0.7]];
    for (kind, chroma) in [
        ("420jpeg", [15, 20]),
        ("422", [30, 20]),
        ("411", [30, 10]),
        ("444", [30, 40]),
    ] {
        write_halves(&path, kind, chroma, colors);
        let planes = levels_of(&path, Channels::Rgb).expect("a movie");
        for (x, color) in [(4, colors[0]), (35, colors[1])] {
            for (channel, level) in color.into_iter().enumerate() {
                let expected = (16.0 + 219.0 * level) / 255.0;
                let found = planes[[channel, 11, x]];
                assert!(
                    (found - expected).abs() < 0.01,
                    "{kind}: {found} for {expected}"
                );
            }
        }
        let grey = levels_of(&path, Channels::Grey).expect("a movie");
        let opponent = levels_of(&path, Channels::Opponent).expect("a movie");
        let apart = &grey.index_axis(Axis(0), 0) - &opponent.index_axis(Axis(0), 0);
        assert!(apart.iter().all(|by| by.abs() < 1e-3), "{kind}");
    }
}

#[test]
fn the_embedded_movie_is_learned_from_in_colour() {
    let params = NormaliseParams::default();
    let load = |channels| load(&SourceSpec::Movie, 1, &params, &movies(channels), GO_ON);
    let (grey, colour) = (
        load(Channels::Grey).expect("a movie"),
        load(Channels::Opponent).expect("a movie"),
    );
    // In three planes it is not held whole.
    assert!(grey.reel().is_none() && colour.reel().is_some());
    for (picture, name) in colour.names().iter().enumerate() {
        let same = grey.names().iter().position(|other| other == name);
        let same = same.expect("the frame in grey");
        assert_eq!(grey.plane(same, 0), colour.plane(picture, 0), "{name}");
    }
    assert!(colour.totals(&movies(Channels::Opponent)).usable > 0);
}

#[test]
fn the_toy_example_is_refused_in_colour_with_the_way_out() {
    let toy = MovieParams {
        patch_side: 10,
        frames: 1,
        ..movies(Channels::Rgb)
    };
    let refused = load(
        &SourceSpec::Lines,
        1,
        &NormaliseParams::default(),
        &toy,
        GO_ON,
    );
    let refused = refused.expect_err("refused").to_string();
    assert!(
        refused.contains("channels are rgb: set them to grey"),
        "{refused}"
    );
}
