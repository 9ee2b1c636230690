//! Models that learn in colour.

use cellscope::analysis::spectral_concentration;
use cellscope::channels::Channels;
use cellscope::config::{Config, Preset};
use cellscope::engine::{Checkpoint, Command};

use super::{config, paused, save, send, start, step, wait_failure, wait_loaded};

/// Minibatches in which filters take their shape and pools begin to hold one orientation.
const SOME: u64 = 400;

#[test]
fn a_model_in_colour_is_saved_and_goes_on_to_the_same_bits() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("colour.safetensors");
    let mut config = config(4);
    config.movies.channels = Channels::Opponent;
    let engine = start(config.clone(), paused(1, None));
    wait_loaded(&engine);
    assert_eq!(step(&engine, 3).dictionary().dim(), (3 * 8 * 8, 40));
    save(&engine, &file);
    let went_on = step(&engine, 4);
    assert_eq!(Checkpoint::open(&file).expect("a model").config, config);
    let again = start(Config::default(), paused(2, Some(file)));
    wait_loaded(&again);
    assert_eq!(
        again.snapshot().expect("a snapshot").config.movies,
        config.movies
    );
    assert_eq!(step(&again, 4).dictionary(), went_on.dictionary());
}

#[test]
fn other_channels_need_a_new_start_which_loads_other_pictures() {
    let engine = start(config(1), paused(1, None));
    wait_loaded(&engine);
    let mut config = step(&engine, 1).config.as_ref().clone();
    config.movies.channels = Channels::Rgb;
    let cut = Command::Cut {
        source: None,
        movies: config.movies,
    };
    send(&engine, cut);
    let refused = wait_failure(&engine);
    assert!(refused.contains("need a restart"), "{refused}");
    send(&engine, Command::Rebuild(Box::new(config)));
    wait_loaded(&engine);
    let snapshot = step(&engine, 1);
    assert_eq!(snapshot.dictionary().nrows(), 3 * 8 * 8);
    let pictures = snapshot.pictures.as_ref().expect("scenes");
    assert_eq!(pictures.images()[0].dim().0, 3);
}

#[test]
fn cells_that_learn_in_colour_pool_one_orientation_and_filters_are_of_both_kinds() {
    let mut config = Config::preset(Preset::Quick);
    config.movies.channels = Channels::Opponent;
    let engine = start(config.clone(), paused(0, None));
    wait_loaded(&engine);
    let snapshot = step(&engine, SOME);
    let side = config.movies.patch_side;
    let found = spectral_concentration(snapshot.weights(), side).expect("units");
    assert!(
        found.median > 2.0 * found.shuffled_median,
        "{} against {}",
        found.median,
        found.shuffled_median
    );
    let colour_share = |filter: ndarray::ArrayView1<'_, f32>| {
        let energy = |weights: &[f32]| weights.iter().map(|w| w * w).sum::<f32>();
        let weights = filter.to_vec();
        energy(&weights[side * side..]) / energy(&weights)
    };
    let dictionary = snapshot.dictionary();
    let shares: Vec<f32> = dictionary.columns().into_iter().map(colour_share).collect();
    let opponent = shares.iter().filter(|&&share| share > 0.9).count();
    let grey = shares.iter().filter(|&&share| share < 0.1).count();
    assert!(
        opponent > 10 && grey > 10,
        "{opponent} and {grey} of {}",
        shares.len()
    );
}
