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
