//! Whether stored tiles are a tree.

use std::collections::HashSet;

use egui_tiles::{Tile, Tree};

/// Containers within each other at most; layouts made by hand have few.
const DEEPEST: usize = 50;

/// Whether each tile is in one place only, and none too deep: what draws them goes from container to container.
pub(super) fn is_tree<Pane>(tree: &Tree<Pane>) -> bool {
    let mut seen = HashSet::new();
    let mut open: Vec<_> = tree.root().into_iter().map(|root| (root, 0)).collect();
    while let Some((tile, depth)) = open.pop() {
        if depth > DEEPEST || !seen.insert(tile) {
            return false;
        }
        if let Some(Tile::Container(container)) = tree.tiles.get(tile) {
            open.extend(container.children().map(|&child| (child, depth + 1)));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use egui::Id;
    use egui_tiles::{Container, Tabs, Tiles};

    use super::*;

    fn nested(levels: usize) -> Tree<()> {
        let mut tiles = Tiles::default();
        let mut inner = tiles.insert_pane(());
        for _ in 0..levels {
            inner = tiles.insert_tab_tile(vec![inner]);
        }
        Tree::new(Id::unique("nested"), inner, tiles)
    }

    #[test]
    fn tiles_that_hold_each_other_or_are_too_deep_are_no_tree() {
        assert!(is_tree(&nested(5)));
        assert!(!is_tree(&nested(DEEPEST + 1)));
        let mut tree = nested(2);
        let root = tree.root().expect("a root");
        let circle = Tile::Container(Container::Tabs(Tabs::new(vec![root])));
        let child = tree.tiles.iter().map(|(&id, _)| id).find(|&id| id != root);
        tree.tiles.insert(child.expect("a tile"), circle);
        assert!(!is_tree(&tree));
    }
}
