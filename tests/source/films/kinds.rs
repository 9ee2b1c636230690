//! What is a movie, what is a picture, and what each can be learned from as.

use std::fs;
use std::ops::ControlFlow;

use cellscope::source::{Motion, MovieParams, NormaliseParams, SourceSpec, load};
use image::GrayImage;

use super::writers::{write_gif, write_y4m};
use super::{FRAMES, HEIGHT, WIDTH, frames, load_with, movies_of};

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
    let totals = film.totals(&movies);
    let faster = MovieParams {
        speed_min_px: 7.0,
        speed_max_px: 8.0,
        ..movies
    };
    assert_eq!(film.totals(&faster).usable, 0, "nothing moves as fast");
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
