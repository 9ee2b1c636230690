//! The views in tabs that people arrange.

mod layouts;

use egui::{Color32, Frame, Margin, Stroke, Style, Ui, Visuals, WidgetText};
use egui_tiles::{
    Behavior, ContainerKind, SimplificationOptions, TabState, Tabs, Tile, TileId, Tiles, Tree,
    UiResponse,
};
use serde::{Deserialize, Serialize};

use crate::app::commands::Action;
use crate::app::state::State;
use crate::app::theme;
use crate::app::views::Views;
use crate::figure::{Document, comments};
use crate::pane::{Arrangement, Pane};

/// Where eframe's storage keeps the arrangement.
const KEY: &str = "arrangement";

/// The arrangement of the views. Kept from one start to the next.
#[derive(Serialize, Deserialize)]
pub(crate) struct Dock {
    tree: Tree<Pane>,
    /// The ready arrangement that it was made from.
    layout: Arrangement,
    /// The tree and the layout before these.
    #[serde(skip)]
    before: Option<(Tree<Pane>, Arrangement)>,
    #[serde(skip)]
    views: Views,
}

impl Default for Dock {
    fn default() -> Self {
        let layout = Arrangement::default();
        Self {
            tree: layout.tree(),
            layout,
            before: None,
            views: Views::default(),
        }
    }
}

impl Dock {
    /// What was saved, or the default arrangement when nothing was.
    ///
    /// # Errors
    /// A sentence for the user when what was saved cannot be read.
    pub(crate) fn restore(storage: Option<&dyn eframe::Storage>) -> Result<Self, String> {
        let Some(text) = storage.and_then(|storage| storage.get_string(KEY)) else {
            return Ok(Self::default());
        };
        let dock: Self = serde_json::from_str(&text).map_err(|error| {
            format!("The saved arrangement cannot be read ({error}); the default is used.")
        })?;
        Ok(dock)
    }

    /// Saves for the next start.
    pub(crate) fn save(&self, storage: &mut dyn eframe::Storage) {
        if let Ok(text) = serde_json::to_string(self) {
            storage.set_string(KEY, text);
        }
    }

    /// The ready arrangement that the present one was made from.
    pub(crate) fn layout(&self) -> Arrangement {
        self.layout
    }

    /// Takes a ready arrangement; what the views hold stays.
    pub(crate) fn arrange(&mut self, layout: Arrangement) {
        let tree = std::mem::replace(&mut self.tree, layout.tree());
        self.before = Some((tree, std::mem::replace(&mut self.layout, layout)));
    }

    /// Takes the arrangement before this one, which is then the one before; false when there is none.
    pub(crate) fn arrange_as_before(&mut self) -> bool {
        let Some((tree, layout)) = &mut self.before else {
            return false;
        };
        std::mem::swap(&mut self.tree, tree);
        std::mem::swap(&mut self.layout, layout);
        true
    }

    /// Brings a view to the front; one that was closed becomes a tab where there is most room.
    pub(crate) fn reveal(&mut self, pane: Pane) {
        let is_it = |_, tile: &Tile<Pane>| matches!(tile, Tile::Pane(found) if *found == pane);
        if self.tree.make_active(is_it) {
            return;
        }
        let roomiest = self.roomiest_tabs();
        let tile = self.tree.tiles.insert_pane(pane);
        match roomiest {
            Some(tabs) => self
                .tree
                .move_tile_to_container(tile, tabs, usize::MAX, false),
            None => self.tree.root = Some(self.tree.tiles.insert_tab_tile(vec![tile])),
        }
        self.tree.make_active(is_it);
    }

    /// The tabs with the largest space in the last frame; before the first, the last ones made.
    fn roomiest_tabs(&self) -> Option<TileId> {
        let tiles = &self.tree.tiles;
        let has_tabs = |id: &TileId| {
            let container = tiles.get_container(*id);
            container.is_some_and(|container| container.kind() == ContainerKind::Tabs)
        };
        let area = |id: &TileId| tiles.rect(*id).map_or(0.0, |rect| rect.area());
        let mut all: Vec<TileId> = tiles.tile_ids().filter(has_tabs).collect();
        all.sort_unstable_by_key(|id| id.0);
        all.into_iter().max_by(|a, b| area(a).total_cmp(&area(b)))
    }

    /// Views in front of their tabs, as of the last frame.
    pub(crate) fn visible(&self) -> impl Iterator<Item = Pane> + '_ {
        let tiles = self.tree.active_tiles().into_iter();
        tiles.filter_map(|tile| self.tree.tiles.get_pane(&tile).copied())
    }

    /// What a view shows now, to be written to a file; `None` while it shows nothing.
    pub(crate) fn document(&self, pane: Pane, state: &State) -> Option<Document<'static>> {
        // Behind another tab a view may still hold what it showed of an earlier model.
        let is_visible = self.visible().any(|visible| visible == pane);
        let snapshot = &state.model.as_ref().filter(|_| is_visible)?.snapshot;
        let document = self.views.get(pane).document(state)?;
        let comments = comments(&snapshot.config, snapshot.status.step, &snapshot.history);
        Some(document.with_comments(comments))
    }

    /// Shows all views.
    pub(crate) fn show(&mut self, ui: &mut Ui, state: &mut State) {
        if self.tree.is_empty() {
            ui.centered_and_justified(|ui| {
                ui.weak("All views are closed. The View menu brings them back.");
            });
            return;
        }
        let views = &mut self.views;
        self.tree.ui(&mut Stage { views, state }, ui);
    }
}

/// What the tiles need to show the views in them.
struct Stage<'a> {
    views: &'a mut Views,
    state: &'a mut State,
}

impl Behavior<Pane> for Stage<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, pane: &mut Pane) -> UiResponse {
        let canvas = Frame::NONE
            .fill(theme::color(theme::palette(ui).background))
            .inner_margin(Margin::symmetric(12, 7));
        canvas.show(ui, |ui| {
            let space = ui.available_rect_before_wrap();
            ui.push_id(*pane, |ui| self.views.get_mut(*pane).ui(ui, self.state));
            ui.expand_to_include_rect(space);
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        pane.title().into()
    }

    fn is_tab_closable(&self, _tiles: &Tiles<Pane>, _tile: TileId) -> bool {
        true
    }

    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<Pane>,
        ui: &mut Ui,
        _tile: TileId,
        tabs: &Tabs,
        _scroll_offset: &mut f32,
    ) {
        let shown = tabs.active.and_then(|tile| tiles.get_pane(&tile));
        let Some(&pane) = shown else { return };
        ui.add_space(8.0);
        let button = ui.small_button("Export").on_hover_text(format!(
            "Write what {} shows as a picture or as data.",
            pane.title()
        ));
        let name = format!("Export {}", pane.title());
        if button.accessible_name(name).clicked() {
            self.state.act(Action::Export(pane));
        }
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions {
            all_panes_must_have_tabs: true,
            ..SimplificationOptions::default()
        }
    }

    fn gap_width(&self, _style: &Style) -> f32 {
        2.0
    }

    fn tab_bar_height(&self, _style: &Style) -> f32 {
        26.0
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        visuals.panel_fill
    }

    fn tab_bg_color(
        &self,
        visuals: &Visuals,
        _tiles: &Tiles<Pane>,
        _tile: TileId,
        state: &TabState,
    ) -> Color32 {
        if state.active {
            theme::color(theme::palette_of(visuals).background)
        } else {
            visuals.panel_fill
        }
    }

    fn tab_outline_stroke(
        &self,
        visuals: &Visuals,
        _tiles: &Tiles<Pane>,
        _tile: TileId,
        state: &TabState,
    ) -> Stroke {
        if state.active {
            visuals.widgets.noninteractive.bg_stroke
        } else {
            Stroke::NONE
        }
    }
}
