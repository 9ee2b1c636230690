//! Where views are on screen.

use egui::Rect;
use egui_tiles::TileId;

use super::Dock;
use crate::app::commands::View;

impl Dock {
    /// Where a view is seen on screen, as of the last frame; `None` of one that is not in front, or scrolled out of sight.
    pub(crate) fn rect(&self, view: View) -> Option<Rect> {
        let seen = self.place(view)?.intersect(self.area);
        seen.is_positive().then_some(seen)
    }

    /// Where a view is, in sight or not, as of the last frame; `None` of one that is not in front.
    pub(super) fn place(&self, view: View) -> Option<Rect> {
        let tiles = &self.tree.tiles;
        let shows_it = |tile: &TileId| tiles.get_pane(tile).is_some_and(|pane| pane.0 == view);
        let tile = self.tree.active_tiles().into_iter().find(shows_it)?;
        tiles.rect(tile)
    }

    /// Where the view is that something on screen is in the middle of, as of the last frame.
    pub(crate) fn view_around(&self, rect: Rect) -> Option<Rect> {
        let tiles = self.tree.active_tiles().into_iter();
        let panes = tiles.filter(|&tile| self.tree.tiles.get_pane(&tile).is_some());
        let rects = panes.filter_map(|tile| self.tree.tiles.rect(tile));
        let mut rects = rects.map(|pane| pane.intersect(self.area));
        rects.find(|pane| pane.contains(rect.center()))
    }

    /// What can be seen of something that a view scrolls: its part in the view that shows most of it.
    pub(crate) fn seen(&self, rect: Rect) -> Rect {
        let tiles = self.tree.active_tiles().into_iter();
        let panes = tiles.filter(|&tile| self.tree.tiles.get_pane(&tile).is_some());
        let parts = panes.filter_map(|tile| {
            Some(
                self.tree
                    .tiles
                    .rect(tile)?
                    .intersect(self.area)
                    .intersect(rect),
            )
        });
        let parts = parts.filter(Rect::is_positive);
        let largest = parts.max_by(|a, b| a.area().total_cmp(&b.area()));
        largest.unwrap_or(rect)
    }
}

#[cfg(test)]
mod tests {
    use egui::vec2;
    use egui_kittest::Harness;

    use super::*;
    use crate::app::state::State;
    use crate::app::views::find_view;

    #[test]
    fn what_a_view_scrolls_is_seen_only_within_the_view_that_shows_most_of_it() {
        let show = |ui: &mut egui::Ui, dock: &mut Dock| dock.show(ui, &mut State::default());
        let builder = Harness::builder().with_size(vec2(1_200.0, 800.0));
        let mut harness = builder.build_ui_state(show, Dock::default());
        harness.run_steps(3);
        let dock = harness.state();
        let place = |key| dock.rect(find_view(key).expect("a view"));
        let filters = place("filters").expect("in front");
        let pooling = place("pooling").expect("in front");
        assert_eq!(place("maps"), None, "behind pooling");
        // A row of the filters that goes on below the view, where the curves are.
        let row = Rect::from_min_max(
            filters.left_bottom() + vec2(10.0, -80.0),
            filters.right_bottom() + vec2(-10.0, 40.0),
        );
        assert_eq!(dock.seen(row), row.intersect(filters));
        // And one that reaches a little under the view beside it.
        let wide = Rect::from_min_max(
            filters.center(),
            filters.center() + vec2(filters.width(), 20.0),
        );
        let seen = dock.seen(wide);
        assert!(filters.contains_rect(seen) || pooling.contains_rect(seen));
        assert_eq!(seen, wide.intersect(filters), "most of it is there");
        let outside = Rect::from_min_size(egui::pos2(5_000.0, 0.0), vec2(10.0, 10.0));
        assert_eq!(dock.seen(outside), outside, "scrolled far away");
    }
}
