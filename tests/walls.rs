//! Which room of the house may use which: read off the `use` lines and paths of the source.

use std::path::{Path, PathBuf};

/// A room, and what must not be named in it.
const WALLS: [(&str, &[&str]); 10] = [
    (
        "source",
        &[
            "crate::model",
            "crate::analysis",
            "crate::engine",
            "crate::figure",
            "crate::cli",
            "crate::app",
            "egui",
        ],
    ),
    (
        "model",
        &[
            "crate::source",
            "crate::analysis",
            "crate::engine",
            "crate::figure",
            "crate::cli",
            "crate::app",
            "egui",
            "std::fs",
            "std::io",
            "std::thread",
            "std::time",
            "println!",
            "log::",
        ],
    ),
    (
        "analysis",
        &[
            "crate::engine",
            "crate::figure",
            "crate::cli",
            "crate::app",
            "egui",
            "std::fs",
        ],
    ),
    (
        "engine",
        &["crate::figure", "crate::cli", "crate::app", "egui"],
    ),
    (
        "figure",
        &[
            "crate::engine",
            "crate::source",
            "crate::cli",
            "crate::app",
            "egui",
        ],
    ),
    ("cli", &["crate::app", "egui"]),
    (
        "pane",
        &[
            "crate::source",
            "crate::model",
            "crate::analysis",
            "crate::engine",
            "crate::figure",
            "crate::cli",
            "crate::app",
            "egui",
        ],
    ),
    (
        "app/controls",
        &[
            "SimpleCoder",
            "InvariantCoder",
            "Learner",
            "std::fs",
            "crate::files",
            "crate::source::load",
        ],
    ),
    (
        "app/panels",
        &[
            "SimpleCoder",
            "InvariantCoder",
            "Learner",
            "std::fs",
            "crate::files",
            "crate::source::load",
        ],
    ),
    (
        "app/views",
        &[
            "SimpleCoder",
            "InvariantCoder",
            "Learner",
            "std::fs",
            "crate::files",
            "crate::source::load",
        ],
    ),
];

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.expect("a readable tree").into_path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

#[test]
fn no_room_reaches_through_a_wall() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut reaches = Vec::new();
    for (room, forbidden) in WALLS {
        let folder = src.join(room);
        let files: Vec<_> = [folder.clone(), folder.with_extension("rs")]
            .iter()
            .filter(|path| path.exists())
            .flat_map(|path| rust_files(path))
            .collect();
        assert!(!files.is_empty(), "no room {room}");
        for file in files {
            let text = std::fs::read_to_string(&file).expect("readable");
            for (number, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                for name in forbidden.iter().filter(|name| code.contains(**name)) {
                    reaches.push(format!("{}:{}: {name}", file.display(), number + 1));
                }
            }
        }
    }
    assert!(reaches.is_empty(), "{}", reaches.join("\n"));
}

#[test]
fn the_window_stands_behind_its_feature() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in rust_files(&src)
        .iter()
        .filter(|file| !file.starts_with(src.join("app")))
    {
        let text = std::fs::read_to_string(file).expect("readable");
        if let Some(at) = text.find("egui::") {
            let before = &text[..at];
            assert!(
                before.contains("#[cfg(feature = \"window\")]"),
                "{}",
                file.display()
            );
        }
    }
}
