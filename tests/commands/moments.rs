//! Figures of a moment of a run.

use std::fs;

use cellscope::engine::{Checkpoint, Recording};

use super::clip::with_history;
use super::common::{cellscope, scratch, succeed};

#[test]
fn figures_of_a_moment_are_of_the_nearest_that_is_recorded() {
    let folder = with_history();
    let recorded = Recording::open(&folder.path().join("m.history")).expect("a history");
    let moment = recorded.moments()[recorded.moments().len() / 2];
    let first_line = |arguments: &str| {
        let command = format!("figures m.safetensors --only curves --format csv {arguments}");
        succeed(folder.path(), &format!("{command} --out figures"));
        let csv = fs::read_to_string(folder.path().join("figures/curves.csv")).expect("written");
        csv.lines().next().map(str::to_owned)
    };
    let at = |step: u64| {
        let line = first_line(&format!("--at {step}"));
        line.is_some_and(|line| line.ends_with(&format!("step {}", moment.step)))
    };
    assert!(at(moment.step));
    assert!(!at(moment.step + 1_000_000));
    let now = first_line("");
    assert_eq!(first_line("--at 1000000"), now);
    let drawn = "figures m.safetensors --only curves --format csv --at 1000000 --out figures";
    let told = cellscope(folder.path(), drawn).stderr;
    assert!(
        told.contains("the nearest to 1000000 that is recorded"),
        "{told}"
    );
    // That of another run under the name of its model.
    let other = "train --preset quick --steps 30 --out o.safetensors --history 0";
    succeed(folder.path(), other);
    fs::rename(
        folder.path().join("m.history"),
        folder.path().join("o.history"),
    )
    .expect("renamed");
    for command in [
        "figures o.safetensors --at 5 --out figures",
        "clip o.safetensors --out o.gif",
    ] {
        let refused = cellscope(folder.path(), command);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        let reason = "cellscope: o.history: the history of another model; `cellscope train`";
        assert!(refused.stderr.contains(reason), "{refused:?}");
    }
    let refused = cellscope(folder.path(), "figures m.safetensors --at 5 --out figures");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(
        refused.stderr.contains("m.history: no such file"),
        "{refused:?}"
    );
}

#[test]
fn no_moment_is_after_the_model_where_its_history_goes_on() {
    let folder = scratch();
    let train = "train --preset quick --simple 20 --invariant 5 --patch 8 --batch 50 --steps 400 --out m.safetensors";
    succeed(folder.path(), train);
    let [model, history] = ["m.safetensors", "m.history"].map(|name| folder.path().join(name));
    let recorded = Recording::open(&history).expect("a history");
    let steps: Vec<u64> = recorded.moments().iter().map(|at| at.step).collect();
    let apart = steps.windows(2).find(|steps| steps[1] - steps[0] > 4);
    let [before, after] = *apart.expect("moments with steps between them") else {
        unreachable!("two")
    };
    // As a model is kept while its run goes on, and its history with it.
    let mut kept = Checkpoint::open(&model).expect("a model");
    let movies = kept.state.movies_seen / kept.state.step;
    kept.state.step = after - 1;
    kept.state.movies_seen = movies * kept.state.step;
    kept.state.history = Default::default();
    let mut learner = (*kept.learner).clone();
    learner.movies_seen = kept.state.movies_seen;
    kept.learner = learner.into();
    kept.save(&model).expect("written");
    let command = "figures m.safetensors --only curves --format csv --out figures";
    let told = cellscope(folder.path(), &format!("{command} --at {}", after - 2)).stderr;
    assert!(told.contains(&format!("step {before}")), "{told}");
}

#[test]
fn a_moment_has_the_pictures_and_settings_of_then_and_what_changed_there_is_told() {
    let folder = scratch();
    for name in ["before", "after"] {
        let pictures = folder.path().join(name);
        fs::create_dir(&pictures).expect("made");
        let noise = image::GrayImage::from_fn(40, 40, |x, y| {
            image::Luma([(x * 37 + y * 91 + x * y) as u8])
        });
        noise.save(pictures.join("noise.png")).expect("written");
    }
    for line in [
        "train TINY --images before --steps 5 --out m.safetensors",
        "train --open m.safetensors --images after --beta 0.5 --steps 5 --out m.safetensors",
    ] {
        succeed(folder.path(), line);
    }
    for (at, name, told) in [
        (3, "before", false),
        (5, "after", true),
        (8, "after", false),
    ] {
        let line = format!("export m.safetensors --at {at} --out w{at}");
        let said = succeed(folder.path(), &line).stderr;
        assert_eq!(
            said.contains("changed at step 5: pictures:"),
            told,
            "{said}"
        );
        assert_eq!(
            said.contains("changed at step 5: beta 0.3 to 0.5"),
            told,
            "{said}"
        );
        let config = super::json(&folder.path().join(format!("w{at}/config.json")));
        let images = config["source"]["images"][0].as_str().expect("a path");
        assert!(images.ends_with(name), "{at}: {images}");
    }
}
