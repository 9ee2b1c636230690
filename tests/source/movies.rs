//! Windows that move over pictures: where they start, where they go, and that the generator alone decides.

use cellscope::source::{MovieParams, Pictures, cut_movies};
use ndarray::{Array2, ArrayView1};
use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Every pixel says where it is: the column, and a thousand times the row.
fn map(height: usize, width: usize) -> Pictures {
    let image = Array2::from_shape_fn((height, width), |(y, x)| (1_000 * y + x) as f32);
    Pictures::new(vec![("map".to_owned(), image)])
}

fn cut(pictures: &Pictures, params: &MovieParams, movies: usize, seed: u64) -> Array2<f32> {
    let mut frames = Array2::from_elem(
        (
            movies * params.frames,
            params.patch_side * params.patch_side,
        ),
        f32::NAN,
    );
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    cut_movies(pictures, params, &mut generator, &mut frames);
    frames
}

/// Reads the row and column of a window off a frame of the map, checking that it is a whole window.
fn place(frame: ArrayView1<'_, f32>, side: usize) -> (i64, i64) {
    let corner = frame[0] as usize;
    for (i, &value) in frame.iter().enumerate() {
        assert_eq!(
            value as usize,
            corner + 1_000 * (i / side) + i % side,
            "pixel {i}"
        );
    }
    ((corner / 1_000) as i64, (corner % 1_000) as i64)
}

proptest! {
    #[test]
    fn every_frame_is_a_window_moved_at_constant_speed(
        seed: u64,
        patch_side in 4usize..12,
        frames in 1usize..7,
        slowest in 0.0f32..3.0,
        range in 0.0f32..3.0,
        spare in (0usize..30, 0usize..30),
    ) {
        let params = MovieParams {
            patch_side,
            frames,
            speed_min_px: slowest,
            speed_max_px: slowest + range,
            ..MovieParams::default()
        };
        let smallest = params.smallest_picture_px();
        let pictures = map(smallest + spare.0, smallest + spare.1);
        let cut = cut(&pictures, &params, 20, seed);
        for movie in cut.axis_chunks_iter(ndarray::Axis(0), frames) {
            let places: Vec<_> = movie.outer_iter().map(|frame| place(frame, patch_side)).collect();
            for (t, (y, x)) in places.iter().enumerate() {
                let (dy, dx) = ((y - places[0].0) as f32, (x - places[0].1) as f32);
                // Rounding moves each coordinate by half a pixel at most.
                let moved = dy.hypot(dx);
                let slack = 0.5f32.hypot(0.5) + 1e-3;
                prop_assert!(moved >= t as f32 * params.speed_min_px - slack, "{moved} px in {t}");
                prop_assert!(moved <= t as f32 * params.speed_max_px + slack, "{moved} px in {t}");
            }
            for pair in places.windows(3) {
                let bend = (pair[2].0 - 2 * pair[1].0 + pair[0].0, pair[2].1 - 2 * pair[1].1 + pair[0].1);
                prop_assert!(bend.0.abs() <= 2 && bend.1.abs() <= 2, "bends by {bend:?}");
            }
        }
    }
}

#[test]
fn starts_cover_every_place_that_fits() {
    let params = MovieParams {
        patch_side: 4,
        frames: 1,
        ..MovieParams::default()
    };
    let cut = cut(&map(6, 7), &params, 2_000, 1);
    let mut counts = [[0; 4]; 3];
    for frame in cut.outer_iter() {
        let (y, x) = place(frame, 4);
        counts[y as usize][x as usize] += 1;
    }
    // 2,000 movies over 12 places: 167 each, standard deviation 12.
    for count in counts.as_flattened() {
        assert!((110..=224).contains(count), "counts {counts:?}");
    }
}

#[test]
fn directions_cover_the_circle_evenly() {
    let params = MovieParams {
        patch_side: 4,
        frames: 2,
        speed_min_px: 8.0,
        speed_max_px: 8.0,
        ..MovieParams::default()
    };
    let cut = cut(&map(40, 40), &params, 4_000, 1);
    let mut quarters = [0; 4];
    for movie in cut.axis_chunks_iter(ndarray::Axis(0), 2) {
        let (from, to) = (place(movie.row(0), 4), place(movie.row(1), 4));
        let (dy, dx) = ((to.0 - from.0) as f64, (to.1 - from.1) as f64);
        let turns = dy.atan2(dx) / std::f64::consts::TAU + 1.0 + 1.0 / 16.0;
        quarters[(turns * 4.0) as usize % 4] += 1;
    }
    // 1,000 each, standard deviation 27; the boundaries lie between whole-pixel directions.
    for count in quarters {
        assert!((850..=1_150).contains(&count), "quarters {quarters:?}");
    }
}

#[test]
fn all_pictures_are_used() {
    let flat = |level: f32| (level.to_string(), Array2::from_elem((30, 30), level));
    let pictures = Pictures::new(vec![flat(0.0), flat(1.0), flat(2.0)]);
    let cut = cut(&pictures, &MovieParams::default(), 300, 1);
    for level in [0.0, 1.0, 2.0] {
        let share = cut.column(0).iter().filter(|&&v| v == level).count() as f64 / 900.0;
        assert!((0.2..0.5).contains(&share), "picture {level}: {share}");
    }
}

#[test]
fn the_generator_alone_decides_on_any_number_of_threads() {
    let (pictures, params) = (map(60, 60), MovieParams::default());
    let on = |threads: usize, seed| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads")
            .install(|| cut(&pictures, &params, 100, seed))
    };
    assert_eq!(on(1, 5), on(2, 5));
    assert_ne!(on(2, 5), on(2, 6));
}

#[test]
fn cutting_in_two_calls_is_cutting_in_one() {
    let (pictures, params) = (map(60, 60), MovieParams::default());
    let whole = cut(&pictures, &params, 10, 3);
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut half = Array2::zeros((15, 400));
    cut_movies(&pictures, &params, &mut generator, &mut half);
    assert_eq!(half, whole.slice(ndarray::s![..15, ..]));
    cut_movies(&pictures, &params, &mut generator, &mut half);
    assert_eq!(half, whole.slice(ndarray::s![15.., ..]));
}
