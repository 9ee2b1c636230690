//! What moves in movies: measured, cut and followed.

use std::collections::HashSet;

use cellscope::source::{Motion, MovieParams, MoviePath, cut_movies, cut_new_movies};
use ndarray::{Array2, s};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::writers::write_y4m;
use super::{HEIGHT, WIDTH, frames, load_with, movies_of, panned};

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
        let mut shares = about
            .split(' ')
            .filter_map(|word| word.strip_suffix("\u{a0}%"));
        let share: f64 = shares.next().expect("a share").parse().expect("a number");
        assert!(share > 60.0, "{about}");
        let other = MovieParams {
            speed_min_px: 5.0,
            speed_max_px: 8.0,
            ..movies
        };
        let error = load_with(path.clone(), &other).expect_err("nothing moves like that");
        let told = error.to_string();
        assert!(told.ends_with("; lower the slowest motion"), "{told}");
        assert!(!told.contains("few are usable"), "{told}");
    }
}

#[test]
fn a_movie_whose_frames_are_alike_is_told_with_what_can_help() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("alike.y4m");
    let movies = MovieParams::default();
    for (different, ends) in [
        (1, "; take another movie, or motion drift"),
        (2, "take another movie, or motion drift"),
    ] {
        write_y4m(&path, &panned((0..9).map(|t| [t * different / 9; 2])));
        let error = load_with(path.clone(), &movies).expect_err("nothing moves");
        let told = error.to_string();
        assert!(told.ends_with(ends), "{told}");
        assert!(!told.contains("range of speeds"), "{told}");
        assert_eq!(told.contains("too few frames differ"), different > 1);
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
    assert!(about.contains("1 cut, 1 duplicate frame,"), "{about}");
    assert_eq!(pictures.len(), 18);
}

#[test]
fn frames_that_have_nothing_in_common_are_told_and_learned_from_as_still_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("unlike.y4m");
    // Parts of other scenes: successive ones are no more alike than any.
    let part = |(_, scene): (String, Array2<f32>)| {
        let part = scene.slice(s![100..100 + HEIGHT, 50..50 + WIDTH]);
        let levels = part.iter().map(|level| (level * 255.0).round() as u8);
        levels.collect()
    };
    let scenes = crate::scenes::scenes(5).into_iter().take(9);
    write_y4m(&path, &scenes.map(part).collect::<Vec<_>>());
    let told = match load_with(path.clone(), &MovieParams::default()) {
        Ok(pictures) => pictures.movies()[0].clone(),
        Err(error) => error.to_string(),
    };
    assert!(told.contains(", 8 cuts, 0 duplicate frames"), "{told}");
    let way_out = "no two successive frames are alike; to learn from them as still pictures, take motion drift";
    assert!(told.ends_with(way_out), "{told}");
    let drift = MovieParams {
        motion: Motion::Drift,
        ..MovieParams::default()
    };
    let pictures = load_with(path, &drift).expect("still pictures");
    assert_eq!(pictures.len(), 9);
    assert!(pictures.advice(&drift).is_none());
    assert_eq!(movies_of(&pictures, &drift, 5).nrows(), 15);
}

#[test]
fn new_movies_of_a_file_are_between_those_that_are_learned_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pan.y4m");
    write_y4m(&path, &frames());
    let movies = MovieParams {
        motion: Motion::Movie,
        patch_side: 12,
        ..MovieParams::default()
    };
    let pictures = load_with(path, &movies).expect("a movie");
    let cut = |new: bool| {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut frames = Array2::zeros((500 * movies.frames, movies.pixels()));
        let cut = if new { cut_new_movies } else { cut_movies };
        cut(&pictures, &movies, &mut generator, &mut frames)
    };
    let learned = cut(false);
    let place = |path: &MoviePath| (path.picture, path.top, path.left);
    let of_grid: HashSet<_> = learned.iter().map(place).collect();
    let new = cut(true);
    assert_eq!(new.len(), 500);
    assert!(new.iter().map(place).all(|at| !of_grid.contains(&at)));
    // As far as can be from all of them.
    let [near, far] = [0, 3].map(|off| new.iter().filter(|path| path.top % 6 == off).count());
    assert_eq!((near, far), (0, 500));
}

#[test]
fn a_patch_that_drifts_over_single_frames_needs_no_more_of_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two.y4m");
    write_y4m(&path, &frames()[..2]);
    let drift = MovieParams {
        motion: Motion::Drift,
        ..MovieParams::default()
    };
    assert_eq!(
        load_with(path.clone(), &drift).expect("two frames").len(),
        2
    );
    let movie = MovieParams {
        motion: Motion::Movie,
        ..drift
    };
    let refused = load_with(path, &movie).expect_err("too short").to_string();
    assert!(
        refused.contains("need 3; lower the frames of a movie"),
        "{refused}"
    );
}
