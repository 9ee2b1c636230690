//! The tiles of the ready arrangements.

use egui::Id;
use egui_tiles::{Container, Linear, LinearDir, TileId, Tiles, Tree};

use crate::pane::{Arrangement, Pane};

impl Arrangement {
    /// The tiles of the arrangement.
    pub(crate) fn tree(self) -> Tree<Pane> {
        let mut tiles = Tiles::default();
        let root = match self {
            Self::Overview => {
                let filters = tabs(&mut tiles, &[Pane::Filters]);
                let pools = [Pane::Pooling, Pane::Maps, Pane::Polar, Pane::Centres];
                let pools = tabs(&mut tiles, &pools);
                let above = split(&mut tiles, LinearDir::Horizontal, [filters, pools], 0.53);
                let below = [Pane::Curves, Pane::Unit, Pane::Responses];
                let below = tabs(&mut tiles, &below);
                split(&mut tiles, LinearDir::Vertical, [above, below], 0.66)
            }
            Self::Figure1 => {
                let above = tabs(&mut tiles, &[Pane::Figure1]);
                let below = tabs(&mut tiles, &[Pane::Curves, Pane::Pooling, Pane::Unit]);
                split(&mut tiles, LinearDir::Vertical, [above, below], 0.72)
            }
            Self::Figure2 => {
                let left = tabs(&mut tiles, &[Pane::Pooling, Pane::Filters]);
                let middle = tabs(&mut tiles, &[Pane::Maps, Pane::Centres]);
                let right = tabs(&mut tiles, &[Pane::Polar, Pane::Curves]);
                let others = split(&mut tiles, LinearDir::Horizontal, [middle, right], 0.5);
                split(&mut tiles, LinearDir::Horizontal, [left, others], 0.33)
            }
            Self::Figure3 => {
                let above = tabs(&mut tiles, &[Pane::Responses]);
                let unit = tabs(&mut tiles, &[Pane::Unit]);
                let pools = tabs(&mut tiles, &[Pane::Pooling, Pane::Filters, Pane::Curves]);
                let below = split(&mut tiles, LinearDir::Horizontal, [unit, pools], 0.62);
                split(&mut tiles, LinearDir::Vertical, [above, below], 0.5)
            }
            Self::Bench => {
                let bench = tabs(&mut tiles, &[Pane::Bench]);
                let unit = tabs(&mut tiles, &[Pane::Unit, Pane::Maps, Pane::Curves]);
                let left = split(&mut tiles, LinearDir::Vertical, [bench, unit], 0.6);
                let filters = tabs(&mut tiles, &[Pane::Filters]);
                let pools = tabs(&mut tiles, &[Pane::Pooling]);
                let answers = split(&mut tiles, LinearDir::Vertical, [filters, pools], 0.5);
                split(&mut tiles, LinearDir::Horizontal, [left, answers], 0.5)
            }
            Self::Inpainting => {
                let filling = tabs(&mut tiles, &[Pane::Filling, Pane::Curves]);
                let pools = tabs(&mut tiles, &[Pane::Pooling, Pane::Maps]);
                let filters = tabs(&mut tiles, &[Pane::Filters, Pane::Unit]);
                let units = split(&mut tiles, LinearDir::Vertical, [pools, filters], 0.55);
                split(&mut tiles, LinearDir::Horizontal, [filling, units], 0.72)
            }
            Self::Lecture => {
                let filters = tabs(&mut tiles, &[Pane::Filters]);
                let pools = tabs(&mut tiles, &[Pane::Pooling]);
                split(&mut tiles, LinearDir::Horizontal, [filters, pools], 0.45)
            }
        };
        Tree::new(Id::unique("views"), root, tiles)
    }
}

/// Views behind tabs, the first in front.
fn tabs(tiles: &mut Tiles<Pane>, panes: &[Pane]) -> TileId {
    let panes = panes.iter().map(|&pane| tiles.insert_pane(pane)).collect();
    tiles.insert_tab_tile(panes)
}

/// Two tiles, the first with this share of the space.
fn split(tiles: &mut Tiles<Pane>, dir: LinearDir, both: [TileId; 2], share: f32) -> TileId {
    let linear = Linear::new_binary(dir, both, share);
    tiles.insert_container(Container::Linear(linear))
}
