//! Breaches of every kind, planted in small crates, are found, and what is none is not.

use crate::circles::circles;
use crate::tree::Tree;
use crate::{breaches, is_below};

fn tree(files: &[(&str, &str)]) -> Tree {
    let facade = ("lib.rs", "mod model; mod source; mod figure; mod app;");
    let files = [&[facade], files].concat();
    Tree::new(
        files
            .into_iter()
            .map(|(file, text)| (file.to_owned(), text.to_owned())),
    )
}

/// The one breach in these files.
fn breach(files: &[(&str, &str)]) -> String {
    let mut found = breaches(&tree(files)).into_iter();
    let first = found
        .next()
        .unwrap_or_else(|| panic!("nothing found in {files:?}"));
    assert_eq!(found.next(), None, "{files:?}");
    first
}

#[test]
fn an_import_is_found_however_it_is_written() {
    let source = ("source/mod.rs", "pub mod load; pub use load::Load;");
    let load = ("source/load.rs", "pub struct Load;");
    for text in [
        "use crate::source::Load;",
        "use crate::{range::OutOfRange, source::{load::Load}};",
        "use crate::source::{self as pictures, Load as Other};",
        "use crate::source::load::*;",
        "pub use crate::source::Load;",
        "use super::source::Load;",
        "fn f() { use crate::source::Load; }",
        "fn f() -> crate::source::Load { todo!() }",
        "fn f() { vec![crate::source::Load]; }",
        "mod inner { use super::super::source::Load; }",
        "use super as up; use self::up::source::Load;",
    ] {
        let found = breaches(&tree(&[("model.rs", text), source, load]));
        let is_it = |line: &String| line.contains("model may not use source");
        assert!(found.iter().any(is_it), "{text}: {found:?}");
    }
}

#[test]
fn a_name_is_followed_through_facades_to_where_it_is_defined() {
    let found = breach(&[
        (
            "model/mod.rs",
            "mod weights; pub use weights::{Weights, Energy};",
        ),
        (
            "model/weights.rs",
            "pub use crate::figure::Energy; pub struct Weights;",
        ),
        ("figure/mod.rs", "mod energy; pub use energy::*;"),
        ("figure/energy.rs", "pub enum Energy { Low }"),
    ]);
    assert!(
        found.starts_with("model/weights.rs: crate::figure::Energy"),
        "{found}"
    );
    let through = [
        ("source.rs", "use crate::model::Energy;"),
        ("model/mod.rs", "pub use crate::figure::Energy;"),
        ("figure.rs", "pub enum Energy { Low }"),
    ];
    let found = breaches(&tree(&through));
    let line = |end: &str| found.iter().any(|line| line.ends_with(end));
    assert!(
        line("source may not use figure") && line("model may not use figure"),
        "{found:?}"
    );
}

#[test]
fn clocks_threads_files_and_prints_are_found_where_they_are_forbidden() {
    for text in [
        "use std::time::Instant;",
        "use std::{time::{Duration, Instant}, ops::Deref};",
        "use std::time; fn f() { time::Instant::now(); }",
        "fn f() { std::thread::sleep(wait); }",
        "fn f() { std::fs::read(path); }",
        "use rayon::ThreadPoolBuilder;",
        "fn f() { println!(\"{}\", 1); }",
        "fn f() { log::warn!(\"slow\"); }",
        "#[cfg(test)] mod tests { use std::time::Instant; }",
    ] {
        let found = breaches(&tree(&[("model.rs", text)]));
        assert!(!found.is_empty(), "{text}");
    }
    let allowed = breaches(&tree(&[(
        "model.rs",
        "use std::{sync::Arc, timely::Instant};",
    )]));
    assert!(allowed.is_empty(), "{allowed:?}");
}

#[test]
fn the_window_is_found_outside_of_its_feature() {
    let found = breach(&[("figure.rs", "use egui::Color32;")]);
    assert!(found.ends_with("outside of the window"), "{found}");
    let behind = "#[cfg(feature = \"window\")] fn open() { egui::Context::default(); }";
    let fine = [("main.rs", behind), ("app.rs", "use egui::Color32;")];
    assert!(breaches(&tree(&fine)).is_empty());
    breach(&[("main.rs", "fn open() { egui::Context::default(); }")]);
}

#[test]
fn a_view_that_solves_or_reads_is_found() {
    let model = [
        (
            "model/mod.rs",
            "mod solve; mod params; pub use solve::Coder; pub use params::Params;",
        ),
        ("model/solve.rs", "pub struct Coder;"),
        ("model/params.rs", "pub struct Params;"),
    ];
    let with = |text| {
        let view = ("app/views/unit.rs", text);
        breaches(&tree(&[&[view], model.as_slice()].concat()))
    };
    assert!(with("use crate::model::Params;").is_empty());
    assert_eq!(with("use crate::model::Coder;").len(), 1);
    assert_eq!(with("fn f() { std::fs::read(path); }").len(), 1);
}

#[test]
fn code_for_tests_may_use_more_parts() {
    let text = "#[cfg(test)] mod tests { use crate::source::Load; }";
    let found = breaches(&tree(&[
        ("model.rs", text),
        ("source.rs", "pub struct Load;"),
    ]));
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn files_in_a_circle_are_found_through_facades() {
    let found = circles(&tree(&[
        (
            "model/mod.rs",
            "mod a; mod b; mod c; pub use {a::A, b::B, c::C};",
        ),
        ("model/a.rs", "use super::B; pub struct A;"),
        ("model/b.rs", "pub struct B; fn f(c: super::c::C) {}"),
        (
            "model/c.rs",
            "use crate::model::{A as First}; pub struct C;",
        ),
    ]));
    // Once as files and once as what lies in one folder.
    assert_eq!(found.len(), 2, "{found:?}");
    for tie in [
        "a.rs -> model/b.rs: B",
        "b.rs -> model/c.rs: C",
        "c.rs -> model/a.rs: A",
    ] {
        assert!(found[0].contains(tie), "{}", found[0]);
    }
}

#[test]
fn folders_in_a_circle_are_found_where_no_files_are() {
    let found = circles(&tree(&[
        ("model/a/mod.rs", "pub mod up; pub mod down;"),
        ("model/a/up.rs", "use crate::model::b::up::B;"),
        ("model/a/down.rs", "pub struct A;"),
        ("model/b/mod.rs", "pub mod up; pub mod down;"),
        ("model/b/up.rs", "pub struct B;"),
        ("model/b/down.rs", "use super::super::a::down::A;"),
        ("model/mod.rs", "mod a; mod b;"),
    ]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("crate::model") && found[0].contains("a -> b: B"),
        "{found:?}"
    );
}

#[test]
fn a_parent_and_a_child_that_use_each_other_are_a_circle() {
    let found = circles(&tree(&[
        (
            "figure/mod.rs",
            "mod png; pub enum Fault {} fn f() { png::write(); }",
        ),
        (
            "figure/png.rs",
            "pub fn write() -> Result<(), super::Fault> { todo!() }",
        ),
    ]));
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn a_function_with_the_name_of_its_module_is_found() {
    let found = circles(&tree(&[
        (
            "figure/mod.rs",
            "mod curves; mod axis; pub use curves::curves; pub use axis::Axis;",
        ),
        ("figure/curves.rs", "use super::Axis; pub fn curves() {}"),
        (
            "figure/axis.rs",
            "pub struct Axis; fn f() { super::curves(); }",
        ),
    ]));
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn an_enum_that_a_macro_makes_is_where_the_macro_is_called() {
    let found = circles(&tree(&[
        (
            "figure/mod.rs",
            "mod axis; mod format; pub use format::Format;",
        ),
        ("figure/axis.rs", "use super::Format; pub struct Axis;"),
        (
            "figure/format.rs",
            "use super::axis::Axis; named! { pub enum Format { Svg = \"SVG\", } }",
        ),
    ]));
    let is_named = |circle: &String| circle.contains("figure/format.rs -> figure/axis.rs");
    assert!(found.iter().any(is_named), "{found:?}");
}

#[test]
fn what_a_facade_hands_on_and_what_tests_use_make_no_circle() {
    let found = circles(&tree(&[
        (
            "model/mod.rs",
            "mod a; mod b; pub use a::A; pub use b::B; pub const GAP: f64 = 0.1;",
        ),
        ("model/a.rs", "use super::{B, GAP}; pub struct A;"),
        (
            "model/b.rs",
            "pub struct B; #[cfg(test)] mod tests { use super::*; use crate::model::A; }",
        ),
    ]));
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_path_is_below_another_by_whole_names() {
    assert!(is_below("std::time::Instant", "std::time"));
    assert!(is_below("std::time", "std::time"));
    assert!(!is_below("std::timely", "std::time"));
}
