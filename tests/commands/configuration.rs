//! A configuration as text and as a command.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cellscope::channels::Channels;
use cellscope::cli::Cli;
use cellscope::command_line::{arguments, repeating_command};
use cellscope::config::{Config, Preset};
use cellscope::model::{Coupling, LayerParams};
use cellscope::source::{Motion, SourceSpec};
use clap::Parser as _;
use serde_json::Value;

use super::common::{cellscope, scratch, succeed};

/// The configuration that these arguments make.
fn parsed(arguments: &[String]) -> Config {
    let words = std::iter::once("cellscope").chain(arguments.iter().map(String::as_str));
    let cli = Cli::try_parse_from(words).expect("arguments");
    cli.launch.run.config().expect("in range")
}

#[test]
fn the_arguments_of_a_configuration_make_it_again() {
    let mut configs: Vec<Config> = Preset::ALL.map(Config::preset).into();
    for preset in Preset::ALL {
        let mut config = Config::preset(preset);
        config.seed = u64::MAX;
        config.model.alpha = 0.1;
        config.model.coupling = Coupling::Joint;
        config.learning.extra_betas = vec![0.25, 0.5];
        config.normalise.sigma_px = 2.3;
        config.movies.speed_max_px = 3.5;
        configs.push(config);
    }
    let mut pictures = Config {
        source: SourceSpec::Images(vec!["/my pictures/it's one".into(), "/b".into()]),
        ..Config::default()
    };
    pictures.movies.motion = Motion::Scrambled;
    pictures.movies.channels = Channels::Opponent;
    configs.push(pictures);
    let mut movie = Config {
        source: SourceSpec::Movie,
        ..Config::default()
    };
    movie.movies.motion = Motion::Movie;
    (movie.movies.stride, movie.movies.follow) = (2, true);
    configs.push(movie);
    // With frames the command line scales beta, and with filters it chooses the minibatch.
    let mut still = Config::default();
    still.movies.frames = 1;
    configs.push(still);
    let mut large = Config::default();
    large.model.simple = 1000;
    configs.push(large);
    for config in configs {
        let arguments = arguments(&config).expect("flags for all of it");
        assert_eq!(parsed(&arguments), config, "{arguments:?}");
    }
    for (simple, patch, frames) in [(1500, 20, 1), (3000, 48, 7), (1200, 33, 5), (700, 21, 2)] {
        let mut config = Config::default();
        config.set_patch_side(patch);
        config.set_frames(frames);
        config.set_simple(simple);
        let arguments = arguments(&config).expect("flags for all of it");
        assert_eq!(parsed(&arguments), config, "{arguments:?}");
    }
    assert_eq!(arguments(&Config::default()), Some(Vec::new()));
    let quick = ["--preset", "quick"].map(str::to_owned).to_vec();
    assert_eq!(arguments(&Config::preset(Preset::Quick)), Some(quick));
}

#[test]
fn more_filters_change_the_minibatch_only_where_it_is_the_usual_one() {
    let folder = scratch();
    let file = folder.path().join("c.json");
    let batch = |learning: &str| {
        fs::write(&file, learning).expect("written");
        let words = ["--config", file.to_str().expect("text"), "--simple", "1000"];
        parsed(&words.map(str::to_owned)).learning.batch_movies
    };
    assert_eq!(batch("{}"), 320);
    assert_eq!(batch(r#"{"learning": {"batch_movies": 10}}"#), 10);
}

#[test]
fn beta_follows_frames_and_sizes_beyond_those_of_the_paper_unless_it_is_given() {
    let betas = |words: &[&str]| {
        let config = parsed(
            &words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>(),
        );
        let extra = config.learning.extra_betas;
        [&[config.model.beta], &extra[..]].concat()
    };
    let is = |words: &[&str], expected: &[f32]| {
        let found = betas(words);
        let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-5 * b;
        let all = found.len() == expected.len() && found.iter().zip(expected).all(near);
        assert!(all, "{words:?}: {found:?} for {expected:?}");
    };
    for same in [
        &["--patch", "12"][..],
        &["--simple", "1000"],
        &["--invariant", "400"],
    ] {
        is(same, &[0.3]);
    }
    is(&["--frames", "6"], &[0.6]);
    is(&["--patch", "40"], &[0.3 * 4_f32.powf(0.6)]);
    is(&["--simple", "4000"], &[0.15]);
    is(
        &["--patch", "40", "--simple", "4000", "--frames", "6"],
        &[0.3 * 4_f32.powf(0.6)],
    );
    is(
        &["--patch", "40", "--simple", "4000", "--beta", "0.25"],
        &[0.25],
    );
    is(&["--preset", "large", "--simple", "400"], &[0.3]);
    is(
        &["--preset", "deep", "--patch", "40"],
        &[0.2 * 4_f32.powf(0.6)],
    );
    let kept = |words: &[&str]| {
        let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
        parsed(&words).learning.keep_alive
    };
    assert!(!kept(&["--preset", "large"]) && !kept(&["--patch", "12"]));
    assert!(kept(&["--patch", "21"]) && kept(&["--simple", "1001"]));
    assert!(!kept(&["--patch", "21", "--keep-alive", "false"]));
    // As they are given.
    is(
        &["--simple", "4000", "--extra-betas", "0.1,0.5"],
        &[0.15, 0.1, 0.5],
    );
}

#[test]
fn another_preset_takes_back_what_huge_alone_needs() {
    for preset in [Preset::Quick, Preset::Paper, Preset::Large] {
        let mut config = Config::preset(Preset::Huge);
        assert!(config.learning.keep_alive && config.model.invariant_share > 0.0);
        config.model.beta = 0.07;
        let mut smaller = config.clone();
        smaller.set_simple(3000);
        let mut within = config.clone();
        within.set_simple(400);
        within.set_patch_side(20);
        for mut config in [config, smaller, within] {
            preset.apply(&mut config);
            assert_eq!(config, Config::preset(preset), "{preset:?}");
        }
    }
}

#[test]
fn beta_of_three_layers_grows_with_the_frames_in_either_order() {
    let [mut first, mut last] = [Config::default(), Config::default()];
    first.set_frames(6);
    Preset::Deep.apply(&mut first);
    Preset::Deep.apply(&mut last);
    last.set_frames(6);
    assert_eq!(first, last);
    assert_eq!(first.model.beta, 0.4);
}

#[test]
fn another_preset_takes_back_the_layers_above_and_their_beta() {
    for preset in [Preset::Quick, Preset::Paper, Preset::Large] {
        let mut config = Config::preset(Preset::Deep);
        config.model.deeper[0].units = 5;
        preset.apply(&mut config);
        assert_eq!(config, Config::preset(preset), "{preset:?}");
    }
}

#[test]
fn a_command_quotes_what_a_shell_would_split_and_says_the_rest_as_text() {
    let mut config = Config {
        source: SourceSpec::Images(vec!["/it's one".into()]),
        ..Config::default()
    };
    let command = repeating_command(&config, 7);
    let expected = r"cellscope train --images '/it'\''s one' --steps 7 --out cells.safetensors";
    assert_eq!(command, expected);
    config.learning.simple_rate = 0.5;
    let command = repeating_command(&config, 7);
    let (first, text) = command.split_once('\n').expect("the text follows");
    assert_eq!(
        first,
        "cellscope train --config - --steps 7 --out cells.safetensors <<'END'"
    );
    let text = text.strip_suffix("\nEND").expect("an end");
    assert_eq!(Config::from_json(text).expect("a configuration"), config);
}

#[test]
fn a_file_of_configuration_is_trained_and_its_faults_are_named() {
    let folder = scratch();
    let file = folder.path().join("config.json");
    let mut config = Config::preset(Preset::Quick);
    config.learning.simple_rate = 0.5;
    fs::write(&file, config.to_json()).expect("written");
    succeed(
        folder.path(),
        "train --config config.json --seed 3 --steps 2 --out m.safetensors",
    );
    let model = cellscope::engine::Checkpoint::open(&folder.path().join("m.safetensors"));
    config.seed = 3;
    assert_eq!(model.expect("a model").config, config);
    // With the mark that some editors begin a file with.
    fs::write(&file, format!("\u{feff}{}", config.to_json())).expect("written");
    succeed(
        folder.path(),
        "train --config config.json --steps 2 --out o.safetensors",
    );
    for (text, name) in [
        (r#"{"sead": 1}"#, "unknown key `sead`"),
        (r#"{"model": {"beta": 1e9}}"#, "beta should be"),
        (
            r#"{"movies": {"channels": "yuv"}}"#,
            "expected one of `grey`, `rgb`, `opponent`",
        ),
        ("not JSON", "not a configuration"),
        (
            r#"{"model": {"alpha": NaN}}"#,
            "NaN at line 1 column 21 is not a JSON number",
        ),
        (
            r#"{"model": {"alpha": -Infinity}}"#,
            "Infinity at line 1 column 22 is not a JSON number",
        ),
        (
            r#"{"seed": 1, "model": {"alpha": "0.5"}}"#,
            "model.alpha: the text \"0.5\", expected a number at line 1 column 36",
        ),
        (
            r#"{"seed": 1.5, "model": {"alpha": "0.5"}}"#,
            "seed: the number `1.5`, expected a whole number at line 1",
        ),
        (
            r#"{"model": {"alpha": null}}"#,
            "model.alpha: null, expected",
        ),
        (r#"{"model": null}"#, "model: null, expected an object"),
        (r#"{"source": null}"#, "source: "),
        (
            r#"{"source": {"image": ["x"]}}"#,
            "source: unknown value `image`",
        ),
        (
            r#"{"model": {"simple_share": 1e-300}}"#,
            "model.simple_share is 1e-300, which is too close to 0",
        ),
        (
            r#"{"learning": {"extra_betas": [0.5, 1e300]}}"#,
            "which is too large",
        ),
        ("[7]", "a list, but it should be an object"),
        (
            r#"{"movies":[12]}"#,
            "movies is a list, but it should be an object",
        ),
    ] {
        fs::write(&file, text).expect("written");
        let run = cellscope(
            folder.path(),
            "train --config config.json --steps 2 --out n.safetensors",
        );
        assert!(
            run.stderr.contains(name) && run.stderr.contains("config.json"),
            "{}",
            run.stderr
        );
        assert!(!folder.path().join("n.safetensors").exists());
    }
    let run = cellscope(folder.path(), "train --config nope.json --steps 2 --out n");
    assert!(
        run.stderr
            .contains("nope.json: no such file; give a configuration"),
        "{}",
        run.stderr
    );
    let run = cellscope(
        folder.path(),
        "train --config none.json --steps 2 --out n.safetensors",
    );
    assert!(run.stderr.contains("none.json"), "{}", run.stderr);
}

/// Every key below this value, and its own.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        found.insert(key.clone());
        keys(value, found);
    }
}

#[test]
fn the_guide_names_every_key_of_a_configuration_and_of_the_reports() {
    let guide = |page: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/guide");
        fs::read_to_string(path.join(page)).expect("a page")
    };
    let folder = scratch();
    succeed(
        folder.path(),
        "train TINY --top 3 --steps 2 --out m --json train.json",
    );
    succeed(folder.path(), "measure m --json measure.json");
    let read = |name: &str| -> Value { super::json(&folder.path().join(name)) };
    let of = |value: &Value| -> BTreeSet<String> {
        let object = value.as_object().expect("an object");
        object.keys().cloned().collect()
    };
    let commands = guide("commands.md");
    let is_missing = |key: &String| !commands.contains(&format!("`{key}`"));
    let told: Vec<_> = of(&read("train.json"))
        .into_iter()
        .filter(is_missing)
        .collect();
    assert_eq!(told, Vec::<String>::new(), "of train");
    // What else a measure is of.
    let heads = ["movies", "source", "model", "alpha", "beta"];
    let mut measured = of(&read("measure.json"));
    measured.retain(|key| !heads.contains(&key.as_str()) && !key.contains("_concentration_"));
    let told: Vec<_> = measured.into_iter().filter(is_missing).collect();
    assert_eq!(told, Vec::<String>::new(), "of measure");
    let mut config = Config::preset(Preset::Toy);
    config.model.top = 3;
    config.model.deeper[0] = LayerParams {
        units: 2,
        sparsity: 0.1,
    };
    config.model.simple_share = 0.1;
    config.model.invariant_share = 0.1;
    config.learning.keep_alive = true;
    config.learning.extra_betas = vec![0.1];
    let mut settings = BTreeSet::new();
    keys(&serde_json::to_value(&config).expect("JSON"), &mut settings);
    let sweeps = guide("sweeps.md");
    let is_named = |key: &String| {
        ["`", ".", "{ ", ", "]
            .iter()
            .any(|before| sweeps.contains(&format!("{before}{key}")))
    };
    settings.retain(|key| !is_named(key));
    assert_eq!(settings, BTreeSet::new(), "of a configuration");
}
