//! Which files and folders import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::How;
use crate::tree::{ModulePath, Place, ROOT, Tree};

/// Which nodes name which others, and what of them.
type Graph = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The circles among files, then those among what lies in one folder, each in a line or more.
pub(crate) fn circles(tree: &Tree) -> Vec<String> {
    let (files, folders) = graphs(tree);
    let mut found = circles_of("files", &files);
    for (folder, graph) in &folders {
        found.extend(circles_of(&folder.join("::"), graph));
    }
    found
}

/// The graph of the files, and for each folder that of what it holds.
fn graphs(tree: &Tree) -> (Graph, BTreeMap<ModulePath, Graph>) {
    let (mut files, mut folders) = (Graph::new(), BTreeMap::<ModulePath, Graph>::new());
    let homes = homes(tree);
    let mut tie = |from: &str, to: &str, what: &[String]| {
        let note = what.last().expect("a path").clone();
        let insert = |graph: &mut Graph, a: &str, b: &str| {
            let ties = graph.entry(a.to_owned()).or_default();
            ties.entry(b.to_owned()).or_default().insert(note.clone());
        };
        insert(&mut files, from, to);
        let (a, b) = (&homes[from], &homes[to]);
        let shared = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        // A folder's own file stands for the folder, and is beside nothing in it.
        if let (Some(in_a), Some(in_b)) = (a.get(shared), b.get(shared)) {
            let folder = folders.entry(a[..shared].to_vec()).or_default();
            insert(folder, in_a, in_b);
        }
    };
    for (at, module) in &tree.modules {
        for named in module.named.iter().filter(|named| !named.in_test) {
            let target = match tree.resolve(&named.path) {
                Place::File(file) => file,
                Place::Module(at) if named.how == How::Glob => tree.modules[&at].file.clone(),
                // What is used of a module is named on its own.
                Place::Module(_) | Place::Outside(_) => continue,
            };
            // A facade hands on what is below it without using it.
            let is_below = homes[&target].starts_with(at);
            if target != module.file && !(named.how == How::Reexported && is_below) {
                tie(&module.file, &target, &named.path);
            }
        }
    }
    (files, folders)
}

/// The module of each file.
fn homes(tree: &Tree) -> BTreeMap<String, ModulePath> {
    let mut homes = BTreeMap::<String, ModulePath>::new();
    for (at, module) in &tree.modules {
        // The blocks of a file come after it.
        let home = homes.entry(module.file.clone());
        home.or_insert_with(|| at.clone());
    }
    homes.retain(|_, home| home[0] == ROOT || home[0] == "main");
    homes
}

/// The circles of a graph: nodes that reach each other, with the ties between them.
fn circles_of(what: &str, graph: &Graph) -> Vec<String> {
    let reach: BTreeMap<&String, BTreeSet<&String>> = graph
        .keys()
        .map(|node| (node, reached(graph, node)))
        .collect();
    let mut done = BTreeSet::new();
    let mut found = Vec::new();
    for (node, reached) in &reach {
        if !reached.contains(node) || done.contains(node) {
            continue;
        }
        let is_back = |other: &&&String| reach.get(**other).is_some_and(|r| r.contains(*node));
        let circle: BTreeSet<&String> = reached.iter().filter(is_back).copied().collect();
        let mut lines = vec![format!("circle of {what}:")];
        for from in &circle {
            let ties = graph[*from].iter().filter(|(to, _)| circle.contains(to));
            lines.extend(ties.map(|(to, names)| {
                let names: Vec<_> = names.iter().map(String::as_str).collect();
                format!("  {from} -> {to}: {}", names.join(", "))
            }));
        }
        found.push(lines.join("\n"));
        done.extend(circle);
    }
    found
}

/// All nodes that a way leads to.
fn reached<'a>(graph: &'a Graph, from: &'a String) -> BTreeSet<&'a String> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<&String> = vec![from];
    while let Some(node) = waiting.pop() {
        let ties = graph.get(node).into_iter().flat_map(BTreeMap::keys);
        waiting.extend(ties.filter(|to| found.insert(*to)));
    }
    found
}
