//! One view alone in the place of all.

use egui::{Context, Ui};
use egui_tiles::{Tiles, Tree};

use super::{Dock, Pane, Shown, TREE};
use crate::app::commands::{Action, View};

/// On the buttons that show one view alone, and all again.
const ALONE: &str = "🗖";
const ALL: &str = "🗗";

impl Dock {
    /// Shows a view alone; where it is, all views again.
    pub(crate) fn toggle_alone(&mut self, view: View) {
        let is_it = self.is_alone() && self.visible().any(|shown| shown == view);
        self.show_all();
        if is_it {
            return;
        }
        self.reveal(view);
        let mut tiles = Tiles::default();
        let pane = tiles.insert_pane(Pane(view));
        let root = tiles.insert_tab_tile(vec![pane]);
        let alone = Tree::new(egui::Id::unique(TREE), root, tiles);
        self.all = Some(std::mem::replace(&mut self.tree, alone));
    }

    /// Whether one view is shown alone.
    pub(crate) fn is_alone(&self) -> bool {
        self.all.is_some()
    }

    /// The view under the pointer; else the first of those in front. `None` where all are closed.
    pub(crate) fn view_pointed_at(&self, ctx: &Context) -> Option<View> {
        let place = ctx.input(|input| input.pointer.latest_pos());
        let is_there = |view: &View| {
            let seen = self.rect(*view).zip(place);
            seen.is_some_and(|(rect, place)| rect.contains(place))
        };
        self.visible().find(is_there).or(self.visible().next())
    }

    /// Ends that a view is alone.
    pub(crate) fn show_all(&mut self) {
        if let Some(all) = self.all.take() {
            self.tree = all;
        }
    }

    /// The views of the layout, also those that wait while one is alone.
    pub(super) fn whole(&self) -> &Tree<Pane> {
        self.all.as_ref().unwrap_or(&self.tree)
    }
}

impl Shown<'_> {
    /// The button of the bar above a view that shows it alone, or all again.
    pub(super) fn maximise_button(&mut self, ui: &mut Ui, view: View) {
        let (text, name, about) = if self.is_alone {
            let name = "Show all views again".to_owned();
            (ALL, name, "Show all views again (M).")
        } else {
            let name = format!("Maximise {}", view.title);
            (ALONE, name, "Show this view alone (M).")
        };
        let button = ui.small_button(text).on_hover_text(about);
        if button.accessible_name(name).clicked() {
            self.state.act(Action::Maximise(view));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::commands::LAYOUTS;
    use crate::app::views::find_view;

    fn view(key: &str) -> View {
        find_view(key).expect("a view")
    }

    fn shown(dock: &Dock) -> Vec<&'static str> {
        dock.visible().map(|view| view.key).collect()
    }

    #[test]
    fn a_view_alone_leaves_the_layout_as_it_was() {
        let mut dock = Dock::default();
        let (before, places) = (shown(&dock), dock.places());
        assert!(before.len() > 1);
        dock.toggle_alone(view("pooling"));
        assert_eq!(shown(&dock), ["pooling"]);
        assert!(dock.places() == places, "nothing to undo");
        assert!(dock.has(view("curves")), "its tab waits");
        dock.toggle_alone(view("pooling"));
        assert_eq!(shown(&dock), before);
    }

    #[test]
    fn another_view_or_layout_ends_it() {
        let ends: [fn(&mut Dock); 4] = [
            |dock| dock.reveal(view("unit")),
            |dock| dock.close(view("maps")),
            |dock| dock.move_on(view("filters")),
            |dock| dock.arrange(&LAYOUTS[1]),
        ];
        for end in ends {
            let mut dock = Dock::default();
            dock.toggle_alone(view("filters"));
            dock.reveal(view("filters"));
            assert!(dock.is_alone(), "what is there already changes nothing");
            end(&mut dock);
            assert!(!dock.is_alone());
            assert!(shown(&dock).len() > 1);
        }
        let mut dock = Dock::default();
        dock.arrange(&LAYOUTS[1]);
        dock.toggle_alone(view("filters"));
        assert!(dock.has_previous());
        dock.arrange_as_before();
        assert_eq!(dock.layout(), &LAYOUTS[0]);
        assert!(!dock.is_alone() && shown(&dock).len() > 1);
    }
}
