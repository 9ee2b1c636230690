//! Arguments that change nothing, and arguments that measures depend on.

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
        let words = format!("--{flag} has no effect: no ");
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
