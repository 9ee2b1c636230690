//! A view on its tile.

use egui_tiles::{Tile, TileId, Tiles};
use serde::{Deserialize, Serialize};

use crate::app::commands::View;
use crate::app::views::find_view;

/// A view on its tile, saved by its key.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Pane(pub(super) View);

impl TryFrom<String> for Pane {
    type Error = String;

    fn try_from(key: String) -> Result<Self, String> {
        // An earlier version saved the in-painting view under this name.
        let key = if key == "filling" { "inpainting" } else { &key };
        let view = find_view(key).ok_or_else(|| format!("unknown view {key}"))?;
        Ok(Self(view))
    }
}

impl From<Pane> for String {
    fn from(Pane(view): Pane) -> Self {
        view.key.to_owned()
    }
}

/// What a tab is called: its view, or the views in front of those that were arranged within it.
pub(super) fn title(tiles: &Tiles<Pane>, tile: TileId) -> String {
    match tiles.get(tile) {
        Some(Tile::Pane(pane)) => pane.0.title.to_owned(),
        Some(Tile::Container(within)) => {
            let titles = within.active_children(tiles).map(|tile| title(tiles, tile));
            titles.collect::<Vec<_>>().join(", ")
        }
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_of_several_views_is_called_after_those_in_front() {
        let mut tiles = Tiles::default();
        let [filters, maps, curves] = ["filters", "maps", "curves"]
            .map(|key| tiles.insert_pane(Pane(find_view(key).expect("a view"))));
        let behind = tiles.insert_tab_tile(vec![filters, maps]);
        let both = tiles.insert_horizontal_tile(vec![behind, curves]);
        assert_eq!(title(&tiles, both), "Filters, Curves");
        assert_eq!(title(&tiles, maps), "Maps");
    }
}
