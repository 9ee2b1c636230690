//! The manual pages and completions are those of the commands that there are.

use std::fs;

use clap::CommandFactory;

use super::common::{cellscope, scratch, succeed};
use cellscope::cli::Cli;

#[test]
fn every_command_has_a_page_and_every_shell_its_completions() {
    let folder = scratch();
    succeed(folder.path(), "manual --out manual");
    let out = folder.path().join("manual");
    let text = |file: &str| fs::read_to_string(out.join(file)).expect(file);
    let definition = Cli::command();
    let commands: Vec<_> = definition
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .collect();
    assert!(text("man1/cellscope.1").contains("cellscope\\-train(1)"));
    for command in &commands {
        let page = text(&format!("man1/cellscope-{}.1", command.get_name()));
        let told = command.get_opts().filter(|option| !option.is_hide_set());
        for flag in told.filter_map(|option| option.get_long()) {
            let flag = format!("\\-\\-{}", flag.replace('-', "\\-"));
            assert!(page.contains(&flag), "{}: {flag}", command.get_name());
        }
    }
    let of_frames = text("man1/cellscope-frames.1");
    // Movies do not depend on the model.
    for flag in [
        "alpha",
        "simple-share",
        "invariant-share",
        "model",
        "extra-betas",
        "batch",
    ] {
        let flag = format!("\\-\\-{}\\fR", flag.replace('-', "\\-"));
        assert!(!of_frames.contains(&flag), "{flag}");
    }
    assert!(of_frames.contains("\\-\\-frames\\fR"));
    let pages = fs::read_dir(out.join("man1")).expect("pages");
    let pages = pages.map(|page| {
        page.expect("a page")
            .file_name()
            .into_string()
            .expect("text")
    });
    let of_help: Vec<_> = pages.filter(|page| page.contains("-help")).collect();
    assert!(of_help.is_empty(), "pages about help: {of_help:?}");
    for file in [
        "cellscope.bash",
        "_cellscope",
        "cellscope.fish",
        "_cellscope.ps1",
    ] {
        let completions = text(&format!("completions/{file}"));
        for command in &commands {
            assert!(completions.contains(command.get_name()), "{file}");
        }
    }
}

#[test]
fn pages_replace_pages_which_is_told_and_nothing_else() {
    let folder = scratch();
    let first = succeed(folder.path(), "manual --out m").stderr;
    assert_eq!(first, "");
    let again = succeed(folder.path(), "manual --out m").stderr;
    let again = again.replace('\\', "/");
    let told = "cellscope: m/completions/cellscope.bash and ";
    assert!(again.starts_with(told), "{again}");
    assert!(
        again.ends_with(" more exist and will be replaced\n"),
        "{again}"
    );
    let page = folder.path().join("m/man1/cellscope.1");
    for other in [
        &b"\x02\0\0\0\0\0\0\0{}"[..],
        b"\x89PNG\r\n\x1a\n",
        b"{}",
        b"<svg>",
    ] {
        fs::write(&page, other).expect("written");
        let refused = cellscope(folder.path(), "manual --out m");
        assert_eq!(refused.code, Some(1), "{refused:?}");
        let said = refused.stderr.replace('\\', "/");
        let reason = "m/man1/cellscope.1: is neither a manual page nor a script and would be";
        assert!(said.contains(reason), "{said}");
        assert!(!said.contains("exist"), "{said}");
        assert_eq!(fs::read(&page).expect("there"), other);
    }
}

#[test]
fn the_version_is_that_of_the_package_and_names_the_commit_where_there_is_one() {
    let told = succeed(scratch().path(), "--version").stdout;
    let told = told.trim();
    let rest = told.strip_prefix(concat!("cellscope ", env!("CARGO_PKG_VERSION")));
    let rest = rest.unwrap_or_else(|| panic!("{told}"));
    let is_commit = |text: &str| text.len() >= 7 && text.chars().all(|c| c.is_ascii_hexdigit());
    let commit = rest
        .strip_prefix(" (")
        .and_then(|rest| rest.strip_suffix(')'));
    let commit = commit.map(|commit| commit.trim_end_matches(", changed"));
    assert!(rest.is_empty() || commit.is_some_and(is_commit), "{told}");
}
