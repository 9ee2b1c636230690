//! The guide tells of every command, setting and format that there is.

use std::fs;
use std::path::Path;

use clap::CommandFactory;
use serde_json::Value;

use super::common::{cellscope, scratch, succeed};
use super::json;
use cellscope::cli::Cli;
use cellscope::config::{Config, Preset};

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/guide")
        .join(name);
    fs::read_to_string(&path).expect(name)
}

#[test]
fn every_command_is_in_the_guide() {
    let page = page("commands.md");
    for command in Cli::command()
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
    {
        let name = command.get_name();
        assert!(
            page.contains(&format!("| `{name}` |")),
            "{name} is not in the table of commands.md"
        );
    }
}

#[test]
fn every_key_of_codes_is_in_the_guide() {
    let page = page("commands.md");
    let (_, table) = page.split_once("| key of `codes.json` |").expect("a table");
    let (table, _) = table.split_once("\n\n").expect("its end");
    let folder = scratch();
    succeed(folder.path(), "train TINY --top 3 --steps 1 --out m");
    succeed(folder.path(), "frames --open m --count 2 --out x.npy");
    succeed(folder.path(), "encode m --frames x.npy --out codes");
    let codes = json(&folder.path().join("codes/codes.json"));
    for key in codes.as_object().expect("an object").keys() {
        assert!(
            table.contains(&format!("`{key}`")),
            "{key} is not in commands.md"
        );
    }
}

#[test]
fn every_setting_is_in_the_guide() {
    let page = page("sweeps.md");
    let presets = Preset::ALL.iter().map(|preset| Config::preset(*preset));
    for config in presets {
        let config: Value = serde_json::from_str(&config.to_json()).expect("JSON");
        for (part, settings) in config.as_object().expect("an object") {
            assert!(
                page.contains(&format!("`{part}")),
                "{part} is not in sweeps.md"
            );
            for name in settings
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, _)| name)
            {
                let is_told = [format!("`{part}.{name}`"), format!("`.{name}`")];
                assert!(
                    is_told.iter().any(|told| page.contains(told)),
                    "{part}.{name} is not in sweeps.md"
                );
            }
        }
    }
}

#[test]
fn every_format_is_in_the_guide() {
    let folder = scratch();
    fs::write(folder.path().join("a.png"), "no picture").expect("written");
    let said = cellscope(folder.path(), "frames --images a.png --count 1 --out a.npy").stderr;
    let names = said
        .split("not a ")
        .nth(1)
        .and_then(|rest| rest.split(" picture").next());
    let names = names.expect("the formats").replace(" or ", ", ");
    assert!(names.split(", ").count() > 4, "{said}");
    for name in names.split(", ") {
        for file in ["pictures.md", "trust.md"] {
            assert!(page(file).contains(name), "{name} is not in {file}");
        }
    }
}
