//! The embedded scenes: the seed alone decides, and they differ.

use std::ops::ControlFlow;

use cellscope::source::{MovieParams, SourceSpec, load_levels};
use ndarray::Array2;

/// The embedded scenes of a seed: names, and grey levels in [0, 1].
pub(crate) fn scenes(seed: u64) -> Vec<(String, Array2<f32>)> {
    let go_on = |_, _| ControlFlow::Continue(());
    let scenes = load_levels(&SourceSpec::Scenes, seed, &MovieParams::default(), &go_on);
    let scenes = scenes.expect("scenes");
    let names = scenes.names().iter().cloned();
    names
        .enumerate()
        .map(|(at, name)| (name, scenes.plane(at, 0).to_owned()))
        .collect()
}

#[test]
fn the_seed_alone_decides_on_any_number_of_threads() {
    let on = |threads: usize, seed| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads").install(|| scenes(seed))
    };
    let made = on(1, 5);
    assert_eq!(made, on(2, 5));
    for ((name, image), (_, other)) in made.iter().zip(&on(2, 6)) {
        assert_ne!(image, other, "{name} under another seed");
    }
}

#[test]
fn scenes_differ_and_lie_in_the_range_of_grey() {
    let made = scenes(1);
    for (i, (name, image)) in made.iter().enumerate() {
        assert!(
            image.iter().all(|level| (0.0..=1.0).contains(level)),
            "{name}"
        );
        assert!(image.std(0.0) > 0.1, "{name} has hardly any contrast");
        for (other, twin) in &made[..i] {
            assert_ne!(image, twin, "{name} and {other}");
        }
    }
}

#[test]
fn no_face_is_quite_plain() {
    for (name, image) in scenes(2) {
        for window in image.exact_chunks((8, 8)) {
            // The noise has 0.014, give or take what 64 pixels do.
            let deviation = window.std(0.0);
            assert!(deviation > 0.006, "{name}: {deviation}");
        }
    }
}
