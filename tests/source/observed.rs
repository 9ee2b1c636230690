//! Pictures of which some pixels are hidden: hidden pixels change nothing, and nothing hidden is nothing changed.

use std::path::PathBuf;

use cellscope::source::{
    Excerpt, MovieParams, NormaliseParams, Pictures, SourceSpec, cut_movies, load_levels,
    margin_px, normalise, normalise_observed,
};
use ndarray::{Array2, Zip, concatenate};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn picture(height: usize, width: usize, seed: u64) -> Array2<f32> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    Array2::from_shape_simple_fn((height, width), || generator.random_range(0.0..1.0))
}

fn half(shape: (usize, usize)) -> Array2<bool> {
    picture(shape.0, shape.1, 9).mapv(|x| x > 0.5)
}

#[test]
fn with_all_pixels_observed_it_is_plain_normalisation() {
    let params = NormaliseParams::default();
    for shape in [(40, 50), (3, 17)] {
        let grey = picture(shape.0, shape.1, 1);
        let observed = normalise_observed(&grey, &Array2::from_elem(shape, true), &params);
        let plain = normalise(&grey, &params);
        let off = (&observed.normalised - &plain).fold(0.0f32, |most, d| most.max(d.abs()));
        assert!(off < 1e-5, "off by {off}");
        let back = &observed.normalised * &observed.scale + &observed.mean;
        let off = (&back - &grey).fold(0.0f32, |most, d| most.max(d.abs()));
        assert!(off < 1e-5, "grey levels off by {off}");
    }
}

#[test]
fn hidden_pixels_cannot_change_the_result() {
    let params = NormaliseParams::default();
    let grey = picture(40, 50, 1);
    let observed = half(grey.dim());
    let mut spoiled = grey.clone();
    Zip::from(&mut spoiled)
        .and(&observed)
        .for_each(|level, &observed| {
            if !observed {
                *level = f32::NAN;
            }
        });
    let found = normalise_observed(&grey, &observed, &params);
    assert_eq!(found, normalise_observed(&spoiled, &observed, &params));
    Zip::from(&found.normalised)
        .and(&observed)
        .for_each(|&y, &observed| {
            assert!(y.is_finite() && (observed || y == 0.0));
        });
    let plain = normalise(&grey, &params);
    assert!(
        (&found.normalised - &plain)
            .iter()
            .any(|off| off.abs() > 0.01)
    );
}

#[test]
fn where_nothing_is_observed_there_is_mid_grey_and_no_contrast() {
    let params = NormaliseParams::default();
    let grey = picture(20, 20, 1);
    let found = normalise_observed(&grey, &Array2::from_elem((20, 20), false), &params);
    assert!(found.normalised.iter().all(|&y| y == 0.0));
    assert!(found.mean.iter().all(|&mean| mean == 0.5));
    assert!(
        found
            .scale
            .iter()
            .all(|&scale| scale == params.cutoff / params.gain)
    );
}

/// Two pictures, the smaller one hardly larger than a patch, so that excerpts meet its borders.
fn pictures() -> Vec<(String, Array2<f32>)> {
    [(40, 50), (14, 15)]
        .map(|(h, w)| (format!("{h}"), picture(h, w, 1)))
        .to_vec()
}

#[test]
fn the_truth_of_an_excerpt_is_the_movie_cut_from_the_normalised_picture() {
    let params = NormaliseParams::default();
    let movies = MovieParams {
        patch_side: 8,
        ..MovieParams::default()
    };
    let grey = Pictures::new(pictures());
    let named = pictures()
        .into_iter()
        .map(|(name, grey)| (name, normalise(&grey, &params)));
    let normalised = Pictures::new(named.collect());
    let mut frames = Array2::zeros((60 * movies.frames, 64));
    cut_movies(
        &normalised,
        &movies,
        &mut Xoshiro256PlusPlus::seed_from_u64(5),
        &mut frames,
    );
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(5);
    let excerpts: Vec<_> = (0..60)
        .map(|_| Excerpt::cut(&grey, &movies, &params, &mut generator).truth(&params))
        .collect();
    let views: Vec<_> = excerpts.iter().map(|truth| truth.view()).collect();
    let truth = concatenate(ndarray::Axis(0), &views).expect("rows of one length");
    let off = (&truth - &frames).fold(0.0f32, |most, d| most.max(d.abs()));
    assert!(off < 1e-5, "off by {off}");
}

#[test]
fn an_excerpt_under_a_mask_with_nothing_hidden_is_the_truth_and_else_is_0_where_hidden() {
    let params = NormaliseParams::default();
    let movies = MovieParams {
        patch_side: 8,
        ..MovieParams::default()
    };
    let grey = Pictures::new(pictures());
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(6);
    let margin = margin_px(&params);
    let extent = 8 + 2 * margin;
    let (open, mask) = (
        Array2::from_elem((extent, extent), true),
        half((extent, extent)),
    );
    for _ in 0..20 {
        let excerpt = Excerpt::cut(&grey, &movies, &params, &mut generator);
        let off = &excerpt.observed(open.view(), &params) - &excerpt.truth(&params);
        assert!(off.iter().all(|off| off.abs() < 1e-5));
        for frame in excerpt.observed(mask.view(), &params).outer_iter() {
            for (pixel, &value) in frame.iter().enumerate() {
                let observed = mask[[margin + pixel / 8, margin + pixel % 8]];
                assert_eq!(value == 0.0, !observed, "pixel {pixel}");
            }
        }
    }
}

#[test]
fn grey_pictures_are_those_that_are_normalised() {
    let folder = tempfile::tempdir().expect("folder");
    let path: PathBuf = folder.path().join("a.png");
    let image = image::GrayImage::from_fn(30, 28, |x, y| image::Luma([(x * 7 + y) as u8]));
    image.save(&path).expect("picture");
    let (params, movies) = (NormaliseParams::default(), MovieParams::default());
    let go_on = &|_, _| std::ops::ControlFlow::Continue(());
    let spec = SourceSpec::Images(vec![path]);
    let grey = load_levels(&spec, 1, &movies, go_on).expect("pictures");
    let plain = cellscope::source::load(&spec, 1, &params, &movies, go_on).expect("pictures");
    assert_eq!(grey.names(), plain.names());
    let levels = grey.plane(0, 0).to_owned();
    assert_eq!(normalise(&levels, &params), plain.plane(0, 0));
    assert!(levels.iter().all(|level| (0.0..=1.0).contains(level)));
}
