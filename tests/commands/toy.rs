//! The toy example, by the program itself, from one seed.

use super::common::{cellscope, scratch, succeed};
use super::number;

#[test]
fn the_toy_finds_every_line_and_one_unit_for_each_orientation() {
    let folder = scratch();
    let said = succeed(folder.path(), "toy --seed 4 --json -").stdout;
    let report: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(report["lines_found"], 40, "{report}");
    assert_eq!(report["active_units"], 4, "{report}");
    assert_eq!(report["orientations"], 4, "{report}");
    assert!(number(&report["purity_min"]) >= 0.95, "{report}");
    assert!(number(&report["seconds"]) > 0.0);
}

#[test]
fn a_model_of_the_toy_is_measured_by_its_lines_too() {
    let folder = scratch();
    let path = folder.path();
    succeed(path, "train --preset toy --seed 4 --steps 2000 --out toy");
    let measure = "measure toy --movies 200";
    let table = succeed(path, measure).stdout;
    let json = succeed(path, &format!("{measure} --json -")).stdout;
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let lines = &report["lines"];
    let found = lines["lines_found"].as_u64().expect("a count");
    assert!((1..=40).contains(&found), "{lines}");
    let line = table
        .lines()
        .find(|line| line.starts_with("lines that are filters"));
    let told = line.and_then(|line| line.split_whitespace().last());
    assert_eq!(told, Some(found.to_string().as_str()), "{table}");
    succeed(path, "train TINY --steps 1 --out scenes");
    let other = succeed(path, "measure scenes --movies 200").stdout;
    assert!(!other.contains("lines"), "{other}");
}

#[test]
fn the_purity_of_no_active_unit_is_not_measured() {
    let folder = scratch();
    let path = folder.path();
    let told = succeed(path, "train --preset toy --steps 1 --out toy").stderr;
    assert!(told.contains("purity not measured"), "{told}");
    let report = succeed(path, "measure toy --json -").stdout;
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert!(report["lines"]["purity_min"].is_null(), "{report}");
}

#[test]
fn a_report_that_cannot_be_written_is_refused_before_any_learning() {
    let folder = scratch();
    let outcome = cellscope(folder.path(), "toy --json missing/toy.json");
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome.stderr.contains("missing: no such folder"),
        "{}",
        outcome.stderr
    );
}
