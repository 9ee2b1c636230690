//! A configuration as text and as a command.

use std::fs;

use cellscope::channels::Channels;
use cellscope::cli::Cli;
use cellscope::command_line::{arguments, repeating_command};
use cellscope::config::{Config, Preset};
use cellscope::model::Coupling;
use cellscope::source::{Motion, SourceSpec};
use clap::Parser as _;

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
    for config in configs {
        let arguments = arguments(&config).expect("flags for all of it");
        assert_eq!(parsed(&arguments), config, "{arguments:?}");
    }
    assert_eq!(arguments(&Config::default()), Some(Vec::new()));
    let quick = ["--preset", "quick"].map(str::to_owned).to_vec();
    assert_eq!(arguments(&Config::preset(Preset::Quick)), Some(quick));
}

#[test]
fn another_preset_takes_back_what_huge_alone_needs() {
    for preset in [Preset::Quick, Preset::Paper, Preset::Large] {
        let mut config = Config::preset(Preset::Huge);
        assert!(config.learning.keep_alive && config.model.invariant_share > 0.0);
        config.model.beta = 0.07;
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
    for (text, name) in [
        (r#"{"sead": 1}"#, "unknown field `sead`"),
        (r#"{"model": {"beta": 1e9}}"#, "beta should be"),
        (
            r#"{"movies": {"channels": "yuv"}}"#,
            "expected one of `grey`, `rgb`, `opponent`",
        ),
        ("not JSON", "not a configuration"),
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
    let run = cellscope(
        folder.path(),
        "train --config none.json --steps 2 --out n.safetensors",
    );
    assert!(run.stderr.contains("none.json"), "{}", run.stderr);
}
