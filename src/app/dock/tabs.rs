//! Views that are opened, closed and moved, each a tab.

use egui::Context;
use egui_tiles::{Container, ContainerKind, Tile, TileId};

use super::{Dock, Pane};
use crate::app::commands::View;

/// Frames in which a bar of tabs settles: the place of a tab is known only once the bar is laid out.
const FRAMES: u8 = 3;

impl Dock {
    /// Brings a view to the front, also one that failed; one that was closed becomes a tab where there is most room.
    pub(crate) fn reveal(&mut self, view: View) {
        self.broken.remove(view.key);
        self.bring_into_sight(view);
        self.settling = FRAMES;
        if self.tree.tiles.find_pane(&Pane(view)).is_none() {
            self.show_all();
        }
        let is_it = |_, tile: &Tile<Pane>| matches!(tile, Tile::Pane(found) if found.0 == view);
        if self.tree.make_active(is_it) {
            return;
        }
        let roomiest = self.roomiest_tabs();
        let tile = self.tree.tiles.insert_pane(Pane(view));
        match roomiest {
            Some(tabs) => self
                .tree
                .move_tile_to_container(tile, tabs, usize::MAX, false),
            None => self.tree.root = Some(self.tree.tiles.insert_tab_tile(vec![tile])),
        }
        self.tree.make_active(is_it);
    }

    /// Whether the tabs in front are to be scrolled into sight: which these are, or the room for them, changed some frames ago.
    pub(super) fn settles(&mut self, ctx: &Context) -> bool {
        let room = |tile: TileId| {
            let rect = self.tree.tiles.rect(tile);
            rect.map_or(0, |rect| rect.width().round() as i32)
        };
        let front = self.tree.active_tiles().into_iter();
        let front: Vec<_> = front.map(|tile| (tile, room(tile))).collect();
        if self.front != front {
            self.front = front;
            self.settling = FRAMES;
        }
        if self.settling == 0 {
            return false;
        }
        self.settling -= 1;
        ctx.request_repaint();
        true
    }

    /// Scrolls to a view where not all have room.
    pub(crate) fn bring_into_sight(&mut self, view: View) {
        self.awaited = Some(view);
    }

    /// Whether a view has a tab.
    pub(crate) fn has(&self, view: View) -> bool {
        self.whole().tiles.find_pane(&Pane(view)).is_some()
    }

    /// Closes the tab of a view.
    pub(crate) fn close(&mut self, view: View) {
        self.show_all();
        if let Some(tile) = self.tree.tiles.find_pane(&Pane(view)) {
            self.tree.remove_recursively(tile);
        }
    }

    /// Moves a view to the next tabs, in reading order of the window, and to the front there.
    pub(crate) fn move_on(&mut self, view: View) {
        self.show_all();
        let tiles = &self.tree.tiles;
        let Some(tile) = tiles.find_pane(&Pane(view)) else {
            return;
        };
        let place = |id: &TileId| {
            tiles
                .rect(*id)
                .map_or((0, 0), |rect| (rect.top() as i32, rect.left() as i32))
        };
        let mut all = self.all_tabs();
        all.sort_by_key(place);
        let own = all.iter().position(|id| Some(*id) == tiles.parent_of(tile));
        let next = own.map(|own| all[(own + 1) % all.len()]);
        if let Some(next) = next.filter(|next| Some(*next) != tiles.parent_of(tile)) {
            self.tree
                .move_tile_to_container(tile, next, usize::MAX, false);
            self.reveal(view);
        }
    }

    /// All tabs, in the order in which they were made.
    fn all_tabs(&self) -> Vec<TileId> {
        let tiles = &self.tree.tiles;
        let has_tabs = |id: &TileId| {
            let container = tiles.get_container(*id);
            container.is_some_and(|container| container.kind() == ContainerKind::Tabs)
        };
        let mut all: Vec<TileId> = tiles.tile_ids().filter(has_tabs).collect();
        all.sort_unstable_by_key(|id| id.0);
        all
    }

    /// The tabs with the largest share of the window.
    fn roomiest_tabs(&self) -> Option<TileId> {
        let room = |id: &TileId| self.share(*id);
        self.all_tabs()
            .into_iter()
            .max_by(|a, b| room(a).total_cmp(&room(b)))
    }

    /// The share of the window that a tile has; known before the first frame.
    fn share(&self, tile: TileId) -> f32 {
        let tiles = &self.tree.tiles;
        let steps = std::iter::successors(Some(tile), |&tile| tiles.parent_of(tile));
        let share = |tile: TileId| match tiles.get_container(tiles.parent_of(tile)?)? {
            Container::Linear(linear) => {
                let sum: f32 = linear.children.iter().map(|&one| linear.shares[one]).sum();
                Some(linear.shares[tile] / sum)
            }
            _ => None,
        };
        steps.filter_map(share).product()
    }
}
