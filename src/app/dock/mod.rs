//! The views in tabs that people arrange.

mod alone;
mod caption;
mod contents;
mod documents;
mod halves;
mod pane;
mod places;
mod scroll;
mod shown;
mod stored;
mod tabs;

use std::collections::BTreeSet;

use egui::{Rect, Ui, Vec2};
use egui_tiles::{Container, Linear, LinearDir, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

use self::pane::Pane;
use self::shown::Shown;
use self::stored::is_tree;
use crate::app::commands::{self, LAYOUTS, Layout, View};
use crate::app::state::State;
use crate::app::views::{Contents, contents, find_view};

/// Where eframe's storage keeps the layout.
const KEY: &str = "arrangement";
/// The id of the tiles.
const TREE: &str = "views";

/// What eframe's storage keeps.
#[derive(Serialize, Deserialize)]
struct Saved {
    tree: Tree<Pane>,
    /// Key of the layout.
    layout: String,
}

/// The places of the views. Kept from one start to the next.
pub(crate) struct Dock {
    tree: Tree<Pane>,
    /// All views, while the tree has one that is shown alone.
    all: Option<Tree<Pane>>,
    /// The ready layout that it was made from.
    layout: &'static Layout,
    /// The tree and the layout before these.
    before: Option<(Tree<Pane>, &'static Layout)>,
    /// What the views show, by key.
    contents: Contents,
    /// What they show of the pinned run.
    pinned: Contents,
    /// Sizes of the model that they were shown with last.
    sizes: Option<Vec<(usize, usize)>>,
    /// Keys of views that panicked.
    broken: BTreeSet<&'static str>,
    /// Where they are seen, as of the last frame.
    area: Rect,
    /// A view to be scrolled into sight.
    awaited: Option<View>,
    /// The tiles in front and their widths, as of the last frame.
    front: Vec<(TileId, i32)>,
    /// For how many frames their tabs are scrolled into sight.
    settling: u8,
}

/// Where the views are, to be brought back later.
#[derive(Clone, PartialEq)]
pub(crate) struct Places {
    tree: Tree<Pane>,
    layout: &'static Layout,
    before: Option<(Tree<Pane>, &'static Layout)>,
}

impl Default for Dock {
    fn default() -> Self {
        let layout = &LAYOUTS[0];
        Self {
            tree: tree(layout),
            all: None,
            layout,
            before: None,
            contents: contents(),
            pinned: contents(),
            sizes: None,
            broken: BTreeSet::new(),
            area: Rect::EVERYTHING,
            awaited: None,
            front: Vec::new(),
            settling: 0,
        }
    }
}

/// The tiles of a layout.
fn tree(layout: &Layout) -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let root = insert(&mut tiles, &layout.tiles);
    Tree::new(egui::Id::unique(TREE), root, tiles)
}

/// # Panics
/// Where a layout names a view that is not in the registry.
fn insert(tiles: &mut Tiles<Pane>, places: &commands::Tiles) -> TileId {
    let (dir, share, both) = match places {
        commands::Tiles::Tabs(keys) => {
            let view = |key: &&str| find_view(key).unwrap_or_else(|| panic!("no view {key}"));
            let panes = keys.iter().map(|key| tiles.insert_pane(Pane(view(key))));
            let panes = panes.collect();
            return tiles.insert_tab_tile(panes);
        }
        commands::Tiles::Row(share, both) => (LinearDir::Horizontal, share, both),
        commands::Tiles::Column(share, both) => (LinearDir::Vertical, share, both),
    };
    let both = [insert(tiles, &both[0]), insert(tiles, &both[1])];
    tiles.insert_container(Container::Linear(Linear::new_binary(dir, both, *share)))
}

impl Places {
    /// Saves for the next start.
    pub(crate) fn save(&self, storage: &mut dyn eframe::Storage) {
        let saved = Saved {
            tree: self.tree.clone(),
            layout: self.layout.key.to_owned(),
        };
        if let Ok(text) = serde_json::to_string(&saved) {
            storage.set_string(KEY, text);
        }
    }
}

impl Dock {
    /// What was saved, or the default layout when nothing was.
    ///
    /// # Errors
    /// A sentence for the user when what was saved cannot be read.
    pub(crate) fn restore(storage: Option<&dyn eframe::Storage>) -> Result<Self, String> {
        let Some(text) = storage.and_then(|storage| storage.get_string(KEY)) else {
            return Ok(Self::default());
        };
        let unreadable = |reason: &dyn std::fmt::Display| {
            format!("The saved layout cannot be read ({reason}); the default is used")
        };
        let saved: Saved = serde_json::from_str(&text).map_err(|error| unreadable(&error))?;
        if !is_tree(&saved.tree) {
            return Err(unreadable(&"its tiles hold each other"));
        }
        let layout = Layout::find(&saved.layout);
        Ok(Self {
            tree: saved.tree,
            layout: layout
                .ok_or_else(|| unreadable(&format!("unknown layout {}", saved.layout)))?,
            ..Self::default()
        })
    }

    /// The ready layout that the present one was made from.
    pub(crate) fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// Takes a ready layout; what the views hold stays.
    pub(crate) fn arrange(&mut self, layout: &'static Layout) {
        self.show_all();
        let tree = std::mem::replace(&mut self.tree, tree(layout));
        self.before = Some((tree, std::mem::replace(&mut self.layout, layout)));
    }

    /// Swaps the layout with the one before it, where there is one.
    pub(crate) fn arrange_as_before(&mut self) {
        self.show_all();
        if let Some((tree, layout)) = &mut self.before {
            std::mem::swap(&mut self.tree, tree);
            std::mem::swap(&mut self.layout, layout);
        }
    }

    /// Whether there is a layout from before the last change of layout.
    pub(crate) fn has_previous(&self) -> bool {
        self.before.is_some()
    }

    /// Where the views are now.
    pub(crate) fn places(&self) -> Places {
        Places {
            tree: self.whole().clone(),
            layout: self.layout,
            before: self.before.clone(),
        }
    }

    /// Puts the views back to where they were; where they still are, one that is alone stays so.
    pub(crate) fn put_back(&mut self, places: Places) {
        if places == self.places() {
            return;
        }
        self.show_all();
        (self.tree, self.layout, self.before) = (places.tree, places.layout, places.before);
    }

    /// Views in front of their tabs, as of the last frame.
    pub(crate) fn visible(&self) -> impl Iterator<Item = View> + '_ {
        let tiles = self.tree.active_tiles().into_iter();
        tiles.filter_map(|tile| self.tree.tiles.get_pane(&tile).map(|pane| pane.0))
    }

    /// Shows all views.
    pub(crate) fn show(&mut self, ui: &mut Ui, state: &mut State) {
        if self.tree.is_empty() {
            ui.centered_and_justified(|ui| {
                ui.weak("All views are closed. Open them from the View menu.");
            });
            return;
        }
        // What is shown to many, and what is filmed, nobody scrolls.
        let is_whole = state.presents || state.is_filmed();
        let least = if is_whole {
            Vec2::ZERO
        } else {
            scroll::least(&self.tree.tiles, self.tree.root)
        };
        let awaited = self.awaited.and_then(|view| self.place(view));
        if awaited.is_some() {
            self.awaited = None;
        }
        let sizes = state.model().map(|model| model.sizes());
        if self.sizes != sizes {
            self.sizes = sizes;
            state.lists_begun += 1;
        }
        let settles = self.settles(ui.ctx());
        let (contents, pinned) = (&mut self.contents, &mut self.pinned);
        let mut shown = Shown {
            contents,
            pinned,
            broken: &mut self.broken,
            state,
            is_alone: self.all.is_some(),
            in_front: self.tree.active_tiles(),
            settles,
            clip: Rect::EVERYTHING,
        };
        let tree = &mut self.tree;
        self.area = scroll::scrolled(ui, least, awaited, |ui| {
            shown.clip = ui.clip_rect();
            tree.ui(&mut shown, ui);
        });
    }
}
