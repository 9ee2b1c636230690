//! Arguments that change nothing, those that are refused, and those that measures depend on.

use super::common::{cellscope, scratch, succeed};
use super::json;

#[test]
fn arguments_without_effect_are_told() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 3 --out m.safetensors");
    let quiet = succeed(folder, "figures m.safetensors --out f --only filters");
    assert_eq!(quiet.stderr, "");
    let told = succeed(
        folder,
        "figures m.safetensors --out f --only filters --format svg --units 3 --cells 4 --k 2 --betas 0.1 --scale 3 --strongest-of u1",
    );
    for flag in ["units", "cells", "k", "betas", "scale", "strongest-of"] {
        let words = format!("--{flag} has no effect: ");
        assert!(told.stderr.contains(&words), "{flag}: {told:?}");
    }
    let above = succeed(
        folder,
        "figures m.safetensors --out f --only figure2-left --units 99",
    );
    assert!(
        above.stderr.contains("--units 99: the model has "),
        "{above:?}"
    );
    let cells = |count: usize| {
        let ask = format!(
            "figures m.safetensors --out f --only figure3 --format csv,npy --cells {count}"
        );
        let again = succeed(folder, &ask).stderr;
        again
            .lines()
            .filter(|line| line.contains("--cells"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    // More than there are invariant units, but not than simple ones, of which some are drawn.
    assert_eq!(cells(12), [""; 0]);
    assert_eq!(
        cells(99),
        [
            "--cells 99: the model has 20 simple and 5 invariant units, of which all that respond are drawn"
        ]
    );
    let lines = succeed(
        folder,
        "train --preset toy --sigma 2 --motion still --steps 1 --out t",
    );
    for flag in ["--sigma", "--motion"] {
        let words = format!("{flag} has no effect on lines");
        assert!(lines.stderr.contains(&words), "{lines:?}");
    }
}

#[test]
fn arguments_of_a_model_without_effect_are_told() {
    let folder = scratch();
    for (arguments, says) in [
        ("--gamma 2", "--gamma has no effect"),
        (
            "--beta 0.2 --extra-betas 0.1,0.2",
            "--extra-betas 0.2 is beta itself",
        ),
        ("--stride 2", "--stride has no effect"),
        (
            "--top 3 --gamma 2 --extra-betas 0.1 --motion movie --stride 2",
            "",
        ),
    ] {
        let outcome = succeed(
            folder.path(),
            &format!("frames TINY --count 2 --out x.npy {arguments}"),
        );
        let is_named = outcome.stderr.contains("effect") || outcome.stderr.contains("itself");
        assert_eq!(is_named, !says.is_empty(), "{arguments}: {outcome:?}");
        assert!(outcome.stderr.contains(says), "{arguments}: {outcome:?}");
    }
    let twice = r#"{"model": {"beta": 0.5}, "learning": {"extra_betas": [0.5]}}"#;
    std::fs::write(folder.path().join("twice.json"), twice).expect("written");
    let outcome = succeed(
        folder.path(),
        "frames --config twice.json --count 2 --out x.npy",
    );
    let says = "extra_betas 0.5 is beta itself";
    assert!(outcome.stderr.contains(says), "{outcome:?}");
}

#[test]
fn numbers_that_would_be_taken_as_0_or_infinite_are_refused() {
    let folder = scratch();
    for (arguments, says) in [
        (
            "--simple-share 1e-300",
            "'1e-300' for '--simple-share <X>': is too close to 0",
        ),
        ("--alpha 1e300", "'1e300' for '--alpha <X>': is too large"),
    ] {
        let command = format!("frames TINY --count 2 --out x.npy {arguments}");
        let outcome = cellscope(folder.path(), &command);
        assert_eq!(outcome.code, Some(2), "{outcome:?}");
        assert!(outcome.stderr.contains(says), "{outcome:?}");
    }
    succeed(
        folder.path(),
        "frames TINY --count 2 --out x.npy --simple-share 0e9",
    );
}

#[test]
fn a_beta_that_sizes_scale_out_of_its_range_is_told_with_them() {
    let folder = scratch();
    let config = r#"{"model": {"beta": 90}}"#;
    std::fs::write(folder.path().join("c.json"), config).expect("written");
    let command = "frames --config c.json --count 2 --out x.npy";
    let told = cellscope(folder.path(), &format!("{command} --frames 16"));
    let says = "--frames 16 scales beta: beta should be from 0.001 to 100, but is 480";
    assert_eq!(told.code, Some(2), "{told:?}");
    assert!(told.stderr.contains(says), "{told:?}");
    assert!(told.stderr.contains("; give --beta too"), "{told:?}");
    let own = cellscope(folder.path(), &format!("{command} --frames 16 --beta 101"));
    let says = "--beta should be from 0.001 to 100, but is 101";
    assert_eq!(own.code, Some(2), "{own:?}");
    assert!(own.stderr.contains(says), "{own:?}");
}

#[test]
fn a_file_whose_name_begins_as_a_flag_is_no_mistake_in_the_arguments() {
    let command = "frames --open=--none.safetensors --count 2 --out x.npy";
    let told = cellscope(scratch().path(), command);
    assert!(
        told.stderr.contains("--none.safetensors: no such file"),
        "{told:?}"
    );
    assert_eq!(told.code, Some(1), "{told:?}");
}

#[test]
fn arguments_about_movies_are_named_where_there_are_stills_alone() {
    let folder = scratch();
    let path = folder.path();
    let picture = image::GrayImage::from_fn(64, 64, |x, y| image::Luma([(x * 7 + y * y) as u8]));
    picture
        .save(path.join("still.png"))
        .expect("a picture is written");
    let told = |command: &str| succeed(path, command).stderr;
    let frames = told("frames TINY --images still.png --count 2 --out x.npy --stride 2");
    assert!(
        frames.contains("--stride has no effect without movies"),
        "{frames}"
    );
    let trained = told("train TINY --images still.png --steps 1 --out m --follow");
    assert!(
        trained.contains("--follow has no effect without movies"),
        "{trained}"
    );
    let plain = told("frames TINY --images still.png --count 2 --out y.npy");
    assert!(!plain.contains("effect"), "{plain}");
}

#[test]
fn a_sparsity_that_is_adapted_only_begins_where_it_is_set() {
    let folder = scratch();
    let begins = "--beta is only the first beta";
    let train = |arguments: &str| {
        let command = format!("train --steps 1 {arguments}");
        succeed(folder.path(), &command).stderr
    };
    let told = train("TINY --beta 0.2 --invariant-share 0.02 --out m.safetensors");
    assert!(!told.contains(begins), "{told}");
    let told = train("--open m.safetensors --beta 0.3 --out n.safetensors");
    assert!(
        told.contains(begins) && told.contains("--invariant-share 0 "),
        "{told}"
    );
    let told = train("--open m.safetensors --beta 0.3 --invariant-share 0 --out n.safetensors");
    assert!(!told.contains(begins), "{told}");
}

#[test]
fn measures_depend_on_the_movies_asked_for() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 3 --out m.safetensors");
    let measure = |options: &str| {
        succeed(
            folder,
            &format!("measure m.safetensors --movies 300 {options} --json r.json"),
        );
        json(&folder.join("r.json"))
    };
    let (first, again, other) = (measure(""), measure(""), measure("--seed 5"));
    assert_eq!(first, again);
    assert_eq!((&first["movies"], &other["seed"]), (&300.into(), &5.into()));
    assert_ne!(first["explained_variance"], other["explained_variance"]);
    assert!(first["edge_amplitude"].as_f64().is_some_and(|a| a > 0.0));
    let before = measure("--at 1");
    assert_eq!((&before["step"], &first["step"]), (&1.into(), &3.into()));
    assert_ne!(before["explained_variance"], first["explained_variance"]);
    let later = succeed(folder, "export m.safetensors --at 9 --out w");
    assert!(
        later.stderr.contains("at step 3, the nearest to 9"),
        "{later:?}"
    );
    for (refused, reason) in [
        (
            "inpaint m.safetensors --images . --hide 0.5,0.5 --json i.json",
            "is there twice",
        ),
        (
            "inpaint m.safetensors --two m.safetensors --images . --json i.json",
            "is the first model",
        ),
        (
            "encode m.safetensors --frames x.npy --gap 1 --out e",
            "above 0 and below 1",
        ),
    ] {
        let refused = cellscope(folder, refused);
        assert!(refused.stderr.contains(reason), "{refused:?}");
    }
}
