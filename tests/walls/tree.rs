//! The modules of a crate, what each file names of the others, and which file defines a name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::names::{Named, Reader};

/// Names of modules from the root on, the first of them [`ROOT`].
pub(crate) type ModulePath = Vec<String>;

/// The root of the crate, as paths in the source call it.
pub(crate) const ROOT: &str = "crate";

/// More re-exports of re-exports than this are a circle of their own.
const MAX_HOPS: usize = 16;

/// A module: a file, or a block in one.
#[derive(Debug, Default)]
pub(crate) struct Module {
    /// Where it is, below `src`.
    pub(crate) file: String,
    /// What it defines, but modules.
    pub(crate) items: BTreeSet<String>,
    /// The modules that it declares.
    pub(crate) children: BTreeSet<String>,
    /// What it imports, by the name that it gives it.
    pub(crate) aliases: BTreeMap<String, Vec<String>>,
    /// What it imports all names of.
    pub(crate) globs: Vec<Vec<String>>,
    /// What its code names.
    pub(crate) named: Vec<Named>,
}

/// All modules of a crate.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) modules: BTreeMap<ModulePath, Module>,
}

/// Where a name leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// To what a file defines.
    File(String),
    /// To a module itself.
    Module(ModulePath),
    /// Out of the crate, to this path.
    Outside(Vec<String>),
}

impl Tree {
    /// Reads all Rust files below `folder`.
    pub(crate) fn read(folder: &Path) -> Self {
        let entries = walkdir::WalkDir::new(folder).sort_by_file_name();
        let files = entries.into_iter().filter_map(|entry| {
            let path = entry.expect("a readable tree").into_path();
            let name = path.strip_prefix(folder).expect("a path below it");
            let name = name.to_str().expect("UTF-8").replace('\\', "/");
            name.ends_with(".rs").then(|| {
                let text = std::fs::read_to_string(&path).expect("readable");
                (name, text)
            })
        });
        Self::new(files)
    }

    /// The tree of these files, each its path below `src` and its text.
    pub(crate) fn new(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut modules = BTreeMap::new();
        for (file, text) in files {
            let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
            Reader::read(&mut modules, &file, &parsed);
        }
        Self { modules }
    }

    /// The file that defines what `path` names from the root, seen through re-exports.
    pub(crate) fn resolve(&self, path: &[String]) -> Place {
        self.follow(path, 0).unwrap_or_else(|| {
            // What a macro defines is in the deepest module on the way.
            let known = |end: &usize| self.modules.contains_key(&path[..*end]);
            let deepest = (1..=path.len()).rev().find(known).expect("a root");
            Place::File(self.modules[&path[..deepest]].file.clone())
        })
    }

    fn follow(&self, path: &[String], hops: usize) -> Option<Place> {
        if path[0] != ROOT {
            return Some(Place::Outside(path.to_vec()));
        }
        let mut at = path[..1].to_vec();
        for (index, name) in path.iter().enumerate().skip(1) {
            let module = &self.modules[&at];
            at.push(name.clone());
            // A function may have the name of its module, which hides it only before a `::`.
            let is_last = index + 1 == path.len();
            let has_both =
                is_last && (module.items.contains(name) || module.aliases.contains_key(name));
            if self.modules.contains_key(&at) && !has_both {
                continue;
            }
            if module.items.contains(name) {
                return Some(Place::File(module.file.clone()));
            }
            if hops == MAX_HOPS {
                return None;
            }
            if let Some(target) = module.aliases.get(name) {
                let target = [target.as_slice(), &path[index + 1..]].concat();
                return self.follow(&target, hops + 1);
            }
            let through = |glob: &Vec<String>| {
                let target = [glob.as_slice(), &path[index..]].concat();
                (glob[0] == ROOT).then(|| self.follow(&target, hops + 1))?
            };
            return module.globs.iter().find_map(through);
        }
        Some(Place::Module(at))
    }
}
