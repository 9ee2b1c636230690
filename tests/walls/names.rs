//! What a file names: its imports, one by one however they are grouped, and the paths in its code.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, Macro, UseTree, Visibility};

use crate::tree::{Module, ModulePath, ROOT};

/// The library's name in its own binary.
const LIBRARY: &str = "cellscope";

/// A path in the source, from the root or from another crate on.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) path: Vec<String>,
    pub(crate) how: How,
    /// In code for tests alone.
    pub(crate) in_test: bool,
    /// Behind the feature `window`.
    pub(crate) in_window: bool,
}

/// How something is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// By an import or a path in code.
    Used,
    /// By an import of all names.
    Glob,
    /// By an import that hands it on.
    Reexported,
}

/// Reads one file into the modules.
pub(crate) struct Reader<'a> {
    modules: &'a mut BTreeMap<ModulePath, Module>,
    file: &'a str,
    at: ModulePath,
    in_test: bool,
    in_window: bool,
}

impl<'a> Reader<'a> {
    /// Reads a parsed file.
    pub(crate) fn read(
        modules: &'a mut BTreeMap<ModulePath, Module>,
        file: &'a str,
        parsed: &syn::File,
    ) {
        let mut reader = Self {
            modules,
            file,
            at: module_of(file),
            in_test: false,
            in_window: false,
        };
        reader.guarded(&parsed.attrs, |reader| reader.module(&parsed.items));
    }

    /// Reads the items of the module at `self.at`: what it defines first, which paths in it are looked up in.
    fn module(&mut self, items: &[Item]) {
        let module = Module {
            file: self.file.to_owned(),
            items: items.iter().filter_map(name_of).collect(),
            children: items.iter().filter_map(child_of).collect(),
            ..Module::default()
        };
        self.modules.insert(self.at.clone(), module);
        items.iter().for_each(|item| {
            if let Item::Use(import) = item {
                self.visit_item_use(import);
            }
        });
        items.iter().for_each(|item| match item {
            Item::Use(_) => {}
            item => self.visit_item(item),
        });
    }

    /// Reads on, inside of what these attributes stand before.
    fn guarded(&mut self, attributes: &[Attribute], read: impl FnOnce(&mut Self)) {
        let before = (self.in_test, self.in_window);
        for attribute in attributes.iter().filter(|a| a.path().is_ident("cfg")) {
            let condition = attribute.meta.require_list().expect("a condition");
            match condition.tokens.to_string().replace(' ', "").as_str() {
                "test" => self.in_test = true,
                "feature=\"window\"" => self.in_window = true,
                _ => {}
            }
        }
        read(self);
        (self.in_test, self.in_window) = before;
    }

    /// Notes a path as it is written in the module at `self.at`.
    fn name(&mut self, written: &[String], how: How) {
        let path = self.absolute(written);
        let named = Named {
            path,
            how,
            in_test: self.in_test,
            in_window: self.in_window,
        };
        self.here().named.push(named);
    }

    fn here(&mut self) -> &mut Module {
        self.modules.get_mut(&self.at).expect("a module being read")
    }

    /// A path from the root of the crate, or from another crate on.
    fn absolute(&self, written: &[String]) -> Vec<String> {
        let (first, rest) = written.split_first().expect("a name");
        let start = match first.as_str() {
            ROOT | LIBRARY => vec![ROOT.to_owned()],
            "self" => self.at.clone(),
            "super" => {
                let mut above = self.at.clone();
                above.pop();
                let up = rest.iter().take_while(|name| *name == "super").count();
                above.truncate(above.len() - up);
                return [above.as_slice(), &rest[up..]].concat();
            }
            name => {
                let module = &self.modules[&self.at];
                let is_child = module.children.contains(name) && !rest.is_empty();
                match module.aliases.get(name) {
                    Some(target) if !is_child => target.clone(),
                    None if !is_child && !module.items.contains(name) => vec![name.to_owned()],
                    _ => [self.at.as_slice(), &[name.to_owned()]].concat(),
                }
            }
        };
        [start.as_slice(), rest].concat()
    }

    fn import(&mut self, tree: &UseTree, before: &mut Vec<String>, how: How) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.import(&path.tree, before, how);
                before.pop();
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, before, how);
                }
            }
            UseTree::Name(name) => self.import_as(&name.ident, &name.ident, before, how),
            UseTree::Rename(rename) => self.import_as(&rename.ident, &rename.rename, before, how),
            UseTree::Glob(_) => {
                let path = self.absolute(before);
                self.here().globs.push(path);
                self.name(before, How::Glob);
            }
        }
    }

    fn import_as(&mut self, name: &syn::Ident, alias: &syn::Ident, before: &[String], how: How) {
        let mut written = before.to_vec();
        if name != "self" {
            written.push(name.to_string());
        }
        let alias = match alias == "self" {
            true => written
                .last()
                .expect("a group has a name before it")
                .clone(),
            false => alias.to_string(),
        };
        self.name(&written, how);
        let path = self.absolute(&written);
        self.here().aliases.insert(alias, path);
    }

    /// Notes the paths among the tokens of a macro, which no parser knows the meaning of.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match &token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(ident) if colons == 2 && !path.is_empty() => {
                    path.push(ident.to_string());
                    colons = 0;
                }
                _ => {
                    self.path(&path);
                    path.clear();
                    colons = 0;
                    match token {
                        TokenTree::Ident(ident) => path.push(ident.to_string()),
                        TokenTree::Group(group) => self.tokens(group.stream()),
                        _ => {}
                    }
                }
            }
        }
        self.path(&path);
    }

    /// Notes a path of more than one name; a single one is defined here or imported.
    fn path(&mut self, written: &[String]) {
        if written.len() > 1 && written[0] != "Self" {
            self.name(written, How::Used);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        self.guarded(attributes_of(item), |reader| match item {
            Item::Mod(module) => {
                if let Some((_, items)) = &module.content {
                    reader.at.push(module.ident.to_string());
                    reader.module(items);
                    reader.at.pop();
                }
            }
            _ => visit::visit_item(reader, item),
        });
    }

    fn visit_item_use(&mut self, import: &'ast ItemUse) {
        let how = match import.vis {
            Visibility::Inherited => How::Used,
            _ => How::Reexported,
        };
        self.guarded(&import.attrs, |reader| {
            reader.import(&import.tree, &mut Vec::new(), how);
        });
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<_> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        self.path(&names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        let name = &called.path.segments.last().expect("a name").ident;
        self.name(&[format!("{name}!")], How::Used);
        self.tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}

/// The module that a file is: `model/mod.rs` and `model.rs` are `crate::model`, and `main.rs` and `build.rs` are roots of their own.
pub(crate) fn module_of(file: &str) -> ModulePath {
    let stem = file.strip_suffix(".rs").expect("a Rust file");
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    let names = stem.split('/').map(str::to_owned);
    match stem {
        "lib" => vec![ROOT.to_owned()],
        "main" | "build" => vec![stem.to_owned()],
        _ => std::iter::once(ROOT.to_owned()).chain(names).collect(),
    }
}

/// The module that an item declares, if it does.
fn child_of(item: &Item) -> Option<String> {
    match item {
        Item::Mod(module) => Some(module.ident.to_string()),
        _ => None,
    }
}

/// The name that an item defines, if it does; not that of a module.
fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) if item.ident.is_none() => return enum_in(item.mac.tokens.clone()),
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

/// The name of the enum that is written among the tokens of a macro, if one is.
fn enum_in(tokens: TokenStream) -> Option<String> {
    let mut tokens = tokens.into_iter();
    tokens.find(|token| matches!(token, TokenTree::Ident(ident) if ident == "enum"))?;
    Some(tokens.next()?.to_string())
}

fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        _ => &[],
    }
}
