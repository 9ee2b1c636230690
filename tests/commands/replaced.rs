//! What is replaced, what is not, and what is said of it.

use std::fs;

use super::common::{cellscope, scratch, succeed};
use super::json;

#[test]
fn results_of_three_layers_do_not_stay_beside_those_of_two() {
    let folder = scratch();
    let run = |line: &str| cellscope(folder.path(), line);
    succeed(
        folder.path(),
        "train TINY --top 3 --steps 1 --out deep.safetensors",
    );
    succeed(folder.path(), "train TINY --steps 1 --out two.safetensors");
    succeed(folder.path(), "export deep.safetensors --out w");
    let refused = run("export two.safetensors --out w");
    assert!(
        refused
            .stderr
            .contains("w/B.npy: belongs to a model with a third layer")
    );
    fs::remove_file(folder.path().join("w/B.npy")).expect("removed");
    succeed(folder.path(), "export two.safetensors --out w");
    fs::write(folder.path().join("w/config.json"), r#"{"port": 80}"#).expect("written");
    let refused = run("export two.safetensors --out w");
    assert!(
        refused
            .stderr
            .contains("w/config.json: is not the configuration of an earlier export")
    );
    fs::create_dir(folder.path().join("mine")).expect("a folder");
    fs::write(folder.path().join("mine/config.json"), r#"{"seed": 7}"#).expect("written");
    let refused = run("export two.safetensors --out mine");
    assert!(
        refused
            .stderr
            .contains("mine/config.json: is not the configuration of an earlier export")
    );
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_replaced_and_stays_as_private_as_it_was() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = scratch();
    let (real, link) = (
        folder.path().join("real.json"),
        folder.path().join("latest.json"),
    );
    fs::write(&real, "[]").expect("written");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).expect("set");
    symlink("real.json", &link).expect("a link");
    succeed(
        folder.path(),
        "train TINY --steps 1 --out m.safetensors --json latest.json",
    );
    assert!(link.is_symlink());
    assert_eq!(json(&real)["steps"], 1);
    let mode = |path: &std::path::Path| {
        let found = path.metadata().expect("a file").permissions();
        found.mode() & 0o777
    };
    assert_eq!(mode(&real), 0o600);
    // A new file is as readable as any other that is made here.
    fs::write(folder.path().join("any"), "").expect("written");
    assert_eq!(
        mode(&folder.path().join("m.safetensors")),
        mode(&folder.path().join("any"))
    );
}

#[test]
fn a_model_that_goes_on_without_a_history_keeps_the_one_that_it_has() {
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    succeed(folder.path(), "train TINY --steps 5 --out m.safetensors");
    let history = fs::read(at("m.history")).expect("there");
    succeed(
        folder.path(),
        "train --open m.safetensors --steps 2 --history 0 --out ./m.safetensors",
    );
    assert_eq!(fs::read(at("m.history")).expect("there"), history);
}

#[test]
fn models_of_names_with_points_have_a_history_each_and_one_that_is_replaced_is_told() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 3 --out alpha0.3");
    let before = fs::read(folder.join("alpha0.3.history")).expect("a history");
    succeed(folder, "train TINY --alpha 0.6 --steps 3 --out alpha0.5");
    assert!(folder.join("alpha0.5.history").exists());
    let after = fs::read(folder.join("alpha0.3.history")).expect("a history");
    assert_eq!(before, after);
    fs::remove_file(folder.join("alpha0.5")).expect("removed");
    let again = succeed(folder, "train TINY --steps 3 --out alpha0.5");
    let moved = "alpha0.5.history: the history of another model; it is alpha0.5-2.history now";
    assert!(again.stderr.contains(moved), "{again:?}");
    assert!(!again.stderr.contains("will be"), "{again:?}");
    let replaced = succeed(folder, "train TINY --steps 3 --out alpha0.5");
    assert!(
        replaced
            .stderr
            .contains("alpha0.5.history exists and will be replaced"),
        "{replaced:?}"
    );
    assert!(!replaced.stderr.contains(" now"), "{replaced:?}");
    // Nor do two models share one, whichever is there.
    for (there, out) in [("a", "a.safetensors"), ("b.safetensors", "b")] {
        succeed(folder, &format!("train TINY --steps 1 --out {there}"));
        let refused = cellscope(folder, &format!("train TINY --steps 1 --out {out}"));
        let reason = format!("{out}: would share its history with {there}; give another name");
        assert!(refused.stderr.contains(&reason), "{refused:?}");
        assert!(!folder.join(out).exists());
    }
    fs::write(folder.join("c"), "no model").expect("written");
    succeed(folder, "train TINY --steps 1 --out c.safetensors");
}

#[test]
fn a_configuration_that_is_learned_from_is_not_replaced() {
    let folder = scratch();
    fs::write(folder.path().join("c.json"), "{}").expect("written");
    for command in [
        "train --config c.json --steps 1 --out c.json",
        "train --config c.json --steps 1 --out m --json c.json",
        "frames --config c.json --count 1 --out c.json",
    ] {
        let refused = cellscope(folder.path(), command);
        assert!(
            refused.stderr.contains("c.json: would be replaced"),
            "{refused:?}"
        );
    }
}

#[test]
fn a_file_of_another_kind_is_not_replaced() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 3 --out m.safetensors");
    succeed(folder, "frames TINY --count 1 --out x.npy");
    succeed(folder, "export m.safetensors --out w");
    fs::write(folder.join("s.toml"), "steps = 3").expect("written");
    succeed(folder, "sweep plan s.toml --out s");
    // Beside what belongs to a task there is room for more.
    fs::create_dir_all(folder.join("s/tasks/0000")).expect("made");
    succeed(folder, "export m.safetensors --out s/tasks/0000/weights");
    // Models under the names of other files.
    fs::create_dir(folder.join("d")).expect("made");
    fs::write(folder.join("hx.history"), "damaged").expect("written");
    for name in [
        "k.svg",
        "k.gif",
        "k.png",
        "k.csv",
        "k.parquet",
        "d/filters.svg",
    ] {
        fs::copy(folder.join("m.safetensors"), folder.join(name)).expect("copied");
    }
    for (command, file, reason) in [
        (
            "toy --json",
            "m.safetensors",
            "is not a JSON file and would be replaced",
        ),
        (
            "measure m.safetensors --json",
            "m.history",
            "is not a JSON file and would be replaced",
        ),
        (
            "measure m.safetensors --json",
            "w/config.json",
            "is a configuration and would be replaced",
        ),
        (
            "measure m.safetensors --json",
            "s/sweep.json",
            "is a file of a sweep",
        ),
        (
            "measure m.safetensors --json",
            "s/tasks/0000/result.json",
            "is a file of a sweep",
        ),
        (
            "frames TINY --count 1 --out",
            "m.safetensors",
            "is not an .npy file and would be replaced",
        ),
        (
            "train TINY --steps 1 --out",
            "x.npy",
            "is not a model and would be replaced",
        ),
        (
            "train TINY --steps 1 --out",
            "m.history",
            "would be the name of the history",
        ),
        (
            "train TINY --steps 1 --out hx",
            "",
            "hx.history: is not the history of a model and would be replaced; move it away, or give another --out",
        ),
        (
            "train TINY --steps 1 --out n --json",
            "n.history",
            "would be replaced, but this command",
        ),
        (
            "train TINY --steps 1 --out",
            "-",
            "this is not written to standard output",
        ),
        (
            "converge m.safetensors --json c.json --svg",
            "k.svg",
            "is not an SVG file and would be replaced",
        ),
        (
            "clip m.safetensors --out",
            "k.gif",
            "is not a GIF file and would be replaced",
        ),
        (
            "clip m.safetensors --out",
            "k.png",
            "is not a PNG file and would be replaced",
        ),
        (
            "sweep collect s --out",
            "k.csv",
            "is not a CSV file and would be replaced",
        ),
        (
            "sweep collect s --out",
            "k.parquet",
            "is not a Parquet file and would be replaced",
        ),
        (
            "figures m.safetensors --only filters --format svg --out d",
            "",
            "d/filters.svg: is not an SVG file and would be replaced",
        ),
        (
            "measure m.safetensors --json",
            "w/config.json/",
            "names a folder; name a file",
        ),
        (
            "train TINY --steps 1 --out",
            "new/",
            "names a folder; name a file",
        ),
    ] {
        let path = folder.join(file);
        let before = fs::read(&path).ok();
        let refused = cellscope(folder, &format!("{command} {file}"));
        assert_eq!(refused.code, Some(1), "{command}: {refused:?}");
        let said = match file {
            "" => reason.to_owned(),
            file => format!("{file}: {reason}"),
        };
        assert!(refused.stderr.contains(&said), "{command}: {refused:?}");
        assert_eq!(fs::read(&path).ok(), before, "{command}");
    }
}

#[test]
fn what_any_command_replaces_is_told() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 3 --out m.safetensors");
    fs::write(folder.join("s.toml"), "steps = 3").expect("written");
    succeed(folder, "sweep plan s.toml --out s");
    for (command, says) in [
        (
            "frames TINY --count 1 --out x.npy",
            "cellscope: x.npy exists and will be replaced",
        ),
        (
            "measure m.safetensors --movies 5 --json r.json",
            "cellscope: r.json exists and will be replaced",
        ),
        (
            "sweep collect s --out t.csv",
            "cellscope: t.csv exists and will be replaced",
        ),
        (
            "sweep status s --json t.json",
            "cellscope: t.json exists and will be replaced",
        ),
        (
            "figures m.safetensors --only filters --format svg --out f",
            "cellscope: f/filters.svg exists and will be replaced",
        ),
        (
            "export m.safetensors --out w",
            "cellscope: w/W.npy and 2 more exist and will be replaced",
        ),
        (
            "train TINY --steps 1 --out n.safetensors --json c.json",
            "cellscope: c.json exists and will be replaced",
        ),
    ] {
        let first = succeed(folder, command);
        assert!(!first.stderr.contains("replaced"), "{first:?}");
        let again = succeed(folder, command);
        assert!(again.stderr.contains(says), "{again:?}");
    }
}

#[test]
fn every_array_that_an_export_or_codes_replace_is_told_and_none_where_they_are_refused() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 1 --out two.safetensors");
    succeed(
        folder,
        "train TINY --top 3 --extra-betas 0.2 --steps 1 --out m.safetensors",
    );
    succeed(folder, "frames TINY --count 2 --out x.npy");
    for (command, refused, says) in [
        (
            "export m.safetensors --out w",
            "export two.safetensors --out w",
            "cellscope: w/W.npy and 4 more exist and will be replaced",
        ),
        (
            "encode m.safetensors --frames x.npy --out c",
            "encode two.safetensors --frames x.npy --out c",
            "cellscope: c/z.npy and 4 more exist and will be replaced",
        ),
    ] {
        succeed(folder, command);
        let again = succeed(folder, command);
        assert!(again.stderr.contains(says), "{again:?}");
        let refused = cellscope(folder, refused);
        let reason = "belongs to a model with a third layer";
        assert!(refused.stderr.contains(reason), "{refused:?}");
        assert!(!refused.stderr.contains("will be"), "{refused:?}");
    }
    fs::write(folder.join("c/codes.json"), r#"{"seed": 7}"#).expect("written");
    let refused = cellscope(folder, "encode m.safetensors --frames x.npy --out c");
    let reason = "c/codes.json: is a configuration and would be replaced";
    assert!(refused.stderr.contains(reason), "{refused:?}");
    assert!(!refused.stderr.contains("will be"), "{refused:?}");
}

#[test]
fn a_command_whose_model_or_pictures_cannot_be_read_replaces_nothing_and_tells_of_nothing() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 1 --out m.safetensors");
    fs::write(folder.join("bad.safetensors"), "no model").expect("written");
    for report in ["r.json", "r.svg", "x.npy"] {
        fs::write(folder.join(report), "").expect("written");
    }
    for command in [
        "measure bad.safetensors --json r.json",
        "converge bad.safetensors --json r.json --svg r.svg",
        "inpaint bad.safetensors --images gone --json r.json",
        "measure m.safetensors --images gone --json r.json",
        "converge m.safetensors --images gone --json r.json --svg r.svg",
        "inpaint m.safetensors --images gone --json r.json",
        "frames TINY --images gone --count 1 --out x.npy",
    ] {
        let refused = cellscope(folder, command);
        assert_eq!(refused.code, Some(1), "{command}: {refused:?}");
        assert!(!refused.stderr.contains("will be"), "{refused:?}");
    }
}

#[test]
fn what_a_run_replaces_is_told_once_its_settings_fit() {
    let folder = scratch();
    let folder = folder.path();
    succeed(folder, "train TINY --steps 3 --out m.safetensors");
    let refused = cellscope(
        folder,
        "train TINY --alpha -1 --steps 3 --out m.safetensors",
    );
    assert!(
        !refused.stderr.contains("exists and will be"),
        "{refused:?}"
    );
    let again = succeed(
        folder,
        "train TINY --history 0 --steps 3 --out m.safetensors",
    );
    for words in [
        "m.safetensors exists and will be replaced",
        "m.history exists and will be removed",
    ] {
        assert!(again.stderr.contains(words), "{again:?}");
    }
    assert!(!folder.join("m.history").exists());
}
