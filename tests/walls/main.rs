//! Which part of the program may use which, and that no two of its files or folders use each other.
//!
//! Read off the parsed source: imports however they are grouped or re-exported, and paths in code and in macros.

mod circles;
mod names;
mod planted;
mod tree;

use std::collections::BTreeSet;
use std::path::Path;

use names::Named;
use tree::{Place, ROOT, Tree};

/// A part of the program: a module of the root with all below it.
struct Part {
    name: &'static str,
    /// The parts that its code may use, beside itself. Code for tests may use more.
    uses: &'static [&'static str],
    /// Paths that nothing in it may name.
    never: &'static [&'static str],
}

const FILES: &str = "std::fs";
const PRINTS: [&str; 4] = ["print!", "println!", "eprint!", "eprintln!"];

/// All parts, the lowest first.
const PARTS: [Part; 22] = [
    Part {
        name: "range",
        uses: &[],
        never: &[FILES, "std::thread", "std::time"],
    },
    Part {
        name: "named",
        uses: &[],
        never: &[FILES, "std::thread", "std::time"],
    },
    Part {
        name: "channels",
        uses: &["named"],
        never: &[FILES, "std::thread", "std::time"],
    },
    Part {
        name: "words",
        uses: &[],
        never: &[FILES, "std::thread", "std::time"],
    },
    Part {
        name: "fault",
        uses: &[],
        never: &[FILES, "std::time"],
    },
    Part {
        name: "console",
        uses: &["words"],
        never: &[FILES, "std::thread", "std::time"],
    },
    Part {
        name: "interrupt",
        uses: &[],
        never: &[],
    },
    Part {
        name: "files",
        uses: &["words"],
        never: &["std::thread"],
    },
    Part {
        name: "ffmpeg",
        uses: &[],
        never: &["std::thread"],
    },
    Part {
        name: "compute",
        uses: &["range"],
        never: &[FILES, "std::io"],
    },
    Part {
        name: "source",
        uses: &["channels", "ffmpeg", "named", "range", "words"],
        // Not without threads: what decodes a video file is a program, and must be heard while it is waited for.
        never: &[],
    },
    Part {
        name: "model",
        uses: &["compute", "named", "range"],
        never: &[
            FILES,
            "std::io",
            "std::thread",
            "std::time",
            "crossbeam_channel",
            "log",
            "rayon::ThreadPool",
            "rayon::ThreadPoolBuilder",
            "rayon::spawn",
        ],
    },
    Part {
        name: "config",
        uses: &["model", "named", "range", "source", "words"],
        never: &[FILES],
    },
    Part {
        name: "parameter",
        uses: &["config", "model", "source"],
        never: &[FILES],
    },
    Part {
        name: "command_line",
        uses: &["config", "parameter", "source"],
        never: &[FILES],
    },
    Part {
        name: "analysis",
        // The model hands on what it computes with.
        uses: &["channels", "compute", "model", "named", "range", "source"],
        never: &[
            FILES,
            "std::thread",
            "crate::source::load",
            "crate::source::decode",
        ],
    },
    Part {
        name: "telemetry",
        uses: &["analysis", "model", "range", "source"],
        never: &[FILES, "std::thread"],
    },
    Part {
        name: "engine",
        uses: &[
            "analysis",
            "channels",
            "compute",
            "config",
            "console",
            "fault",
            "files",
            "model",
            "named",
            "parameter",
            "range",
            "source",
            "telemetry",
            "words",
        ],
        never: &[],
    },
    Part {
        name: "figure",
        uses: &[
            "analysis",
            "channels",
            "ffmpeg",
            "files",
            "named",
            "range",
            "telemetry",
            "words",
        ],
        // Not without threads: what encodes a video is a program, and must be left when it hangs.
        never: &[],
    },
    Part {
        name: "sweep",
        uses: &[
            "analysis",
            "config",
            "engine",
            "figure",
            "files",
            "model",
            "source",
            "telemetry",
            "words",
        ],
        never: &["std::thread"],
    },
    Part {
        name: "cli",
        uses: &[
            "analysis",
            "channels",
            "command_line",
            "config",
            "console",
            "engine",
            "fault",
            "figure",
            "files",
            "interrupt",
            "model",
            "named",
            "parameter",
            "range",
            "source",
            "sweep",
            "telemetry",
            "words",
        ],
        never: &[],
    },
    Part {
        name: "app",
        uses: &[
            "analysis",
            "channels",
            "command_line",
            "config",
            "console",
            "engine",
            "fault",
            "ffmpeg",
            "figure",
            "files",
            "interrupt",
            "model",
            "named",
            "parameter",
            "range",
            "source",
            "sweep",
            "telemetry",
            "words",
        ],
        never: &[],
    },
];

/// Parts of the window that show and ask, and neither compute nor read files.
const SHOWING: [&str; 5] = [
    "app::controls",
    "app::dock",
    "app::palette",
    "app::views",
    "app::widgets",
];
const NOT_TO_SHOW_WITH: [&str; 9] = [
    FILES,
    "std::thread",
    "crate::compute",
    "crate::files",
    "crate::model::encode",
    "crate::model::learn::learner",
    "crate::model::solve",
    "crate::source::decode",
    "crate::source::load",
];

/// The libraries of the window.
const WINDOW: [&str; 8] = [
    "eframe",
    "egui",
    "egui_commonmark",
    "egui_plot",
    "egui_tiles",
    "fuzzy_matcher",
    "pollster",
    "rfd",
];

/// Where code reaches through a wall, each in a line.
fn breaches(tree: &Tree) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, module) in &tree.modules {
        let own = at.get(1).map_or("", String::as_str);
        let part = PARTS.iter().find(|part| part.name == own);
        let showing = SHOWING
            .iter()
            .any(|shows| is_below(&at[1..].join("::"), shows));
        for named in &module.named {
            let target = target(tree, named);
            let [written, target] = [&named.path, &target].map(|path| path.join("::"));
            let names = |path: &&&str| is_below(&written, path) || is_below(&target, path);
            let mut breach = |what: &str| {
                let file = &module.file;
                found.insert(format!("{file}: {written}: {what}"));
            };
            let is_window = WINDOW.contains(&named.path[0].as_str());
            if is_window && own != "app" && !named.in_window {
                breach("outside of the window");
            }
            let quiet = part.is_some_and(|part| !["app", "cli", "engine"].contains(&part.name));
            if quiet && PRINTS.contains(&written.as_str()) {
                breach("prints");
            }
            if showing && NOT_TO_SHOW_WITH.iter().any(|path| names(&path)) {
                breach("computes or reads files where things are shown");
            }
            let Some(part) = part else { continue };
            if part.never.iter().any(|path| names(&path)) {
                breach("never");
            }
            let used = target
                .strip_prefix("crate::")
                .and_then(|path| path.split("::").next());
            let may = |used: &&str| *used == own || part.uses.contains(used);
            if let Some(used) = used.filter(|used| !named.in_test && !may(used)) {
                breach(&format!("{own} may not use {used}"));
            }
        }
    }
    found
}

/// The module that defines what is named; a path out of the crate as it is.
fn target(tree: &Tree, named: &Named) -> Vec<String> {
    match tree.resolve(&named.path) {
        Place::File(file) => names::module_of(&file),
        Place::Module(path) | Place::Outside(path) => path,
    }
}

/// Whether a path is another one or leads on from it.
fn is_below(path: &str, above: &str) -> bool {
    let rest = path.strip_prefix(above);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn source() -> Tree {
    Tree::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

#[test]
fn no_part_reaches_through_a_wall() {
    let breaches: Vec<_> = breaches(&source()).into_iter().collect();
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn no_files_and_no_folders_use_each_other_in_a_circle() {
    let circles = circles::circles(&source());
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

/// Modules that a list at the head of their file leaves out.
fn unlisted(text: &str) -> Vec<&str> {
    let head: String = text
        .lines()
        .filter(|line| line.starts_with("//!"))
        .collect();
    let modules = text.lines().filter_map(|line| {
        let (before, module) = line.strip_suffix(';')?.split_once("mod ")?;
        let is_declared = before.is_empty() || before.starts_with("pub");
        (is_declared && !head.contains(&format!("`{module}`"))).then_some(module)
    });
    let has_list = head.contains("//! - `");
    if has_list {
        modules.collect()
    } else {
        Vec::new()
    }
}

#[test]
fn a_list_of_modules_names_each_of_them() {
    let listed = "//! Parts:\n//!\n//! - `one` and\n//!   `two`: first.\n\nmod one;\npub(crate) mod two;\nmod three;\n";
    assert_eq!(unlisted(listed), ["three"]);
    assert!(unlisted("//! Parts.\n\nmod one;\n").is_empty(), "no list");
    for entry in walkdir::WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let path = entry.expect("a readable tree").into_path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).expect("readable");
            let unlisted = unlisted(&text);
            assert!(unlisted.is_empty(), "{}: {unlisted:?}", path.display());
        }
    }
}

#[test]
fn every_module_of_the_root_is_a_part_and_every_wall_is_of_one_that_is_there() {
    let tree = source();
    let below_root = tree
        .modules
        .keys()
        .filter(|at| at.len() == 2 && at[0] == ROOT);
    let there: BTreeSet<&str> = below_root.map(|at| at[1].as_str()).collect();
    assert_eq!(there, PARTS.iter().map(|part| part.name).collect());
    for part in &PARTS {
        assert!(
            part.uses.iter().all(|used| there.contains(used)),
            "{}",
            part.name
        );
    }
    let never = PARTS.iter().flat_map(|part| part.never);
    let own = never
        .chain(&NOT_TO_SHOW_WITH)
        .filter(|path| is_below(path, ROOT));
    let shows = SHOWING.map(|path| format!("{ROOT}::{path}"));
    for path in own.map(|path| (*path).to_owned()).chain(shows) {
        let path: Vec<_> = path.split("::").map(str::to_owned).collect();
        assert!(tree.modules.contains_key(&path), "no module {path:?}");
    }
}

#[test]
fn packages_accept_the_licences_that_dependencies_may_have() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = |file: &str| {
        let text = std::fs::read_to_string(root.join(file)).expect("readable");
        text.parse::<toml::Table>().expect("TOML")
    };
    let names = |list: &toml::Value| -> BTreeSet<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|name| name.as_str().expect("a name").to_owned())
            .collect()
    };
    let allowed = names(&table("deny.toml")["licenses"]["allow"]);
    assert_eq!(
        allowed,
        names(&table("assets/licences/about.toml")["accepted"])
    );
}
