//! What the tiles need to show the views in them, and how they look.

use std::collections::BTreeSet;

use egui::{Color32, Frame, Margin, Rect, Response, Stroke, Style, Ui, Visuals, WidgetText};
use egui_tiles::{Behavior, SimplificationOptions, TabState, Tabs, TileId, Tiles, UiResponse};

use super::caption::{CAPTION_FROM, caption};
use super::pane::{self, Pane};
use super::scroll::TAB_BAR;
use crate::app::commands::Action;
use crate::app::state::State;
use crate::app::theme;
use crate::app::views::Contents;

/// Width of a bar of tabs, for each tab, from which on there is room for words beside them, in points.
const ROOM_PER_TAB: f32 = 80.0;
/// Width of the buttons that choose a run, in points.
const SPLITS: f32 = 190.0;
/// Stands for Export where there is not.
const EXPORT: &str = "⬇";

/// What the tiles need to show the views in them.
pub(super) struct Shown<'a> {
    pub(super) contents: &'a mut Contents,
    pub(super) pinned: &'a mut Contents,
    pub(super) broken: &'a mut BTreeSet<&'static str>,
    pub(super) state: &'a mut State,
    /// Whether there is one view alone.
    pub(super) is_alone: bool,
    /// The tiles in front: those being shown are not among the tiles.
    pub(super) in_front: Vec<TileId>,
    /// Whether their tabs are scrolled into sight.
    pub(super) settles: bool,
    /// Where they are seen, and can be clicked.
    pub(super) clip: Rect,
}

impl Behavior<Pane> for Shown<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, pane: &mut Pane) -> UiResponse {
        ui.set_clip_rect(ui.clip_rect().intersect(self.clip));
        let canvas = Frame::NONE
            .fill(theme::color(theme::palette(ui).background))
            .inner_margin(Margin::symmetric(12, 7));
        canvas.show(ui, |ui| {
            let has_room = ui.available_height() >= CAPTION_FROM;
            let model = self.state.model();
            let content = self.contents.get(pane.0.key).zip(model);
            let is_shown = content.is_none_or(|(content, model)| content.suits(model));
            if self.state.settings.preferences.captions && has_room && is_shown {
                caption(ui, pane.0, self.state.presents);
            }
            let space = ui.available_rect_before_wrap();
            ui.push_id(pane.0.key, |ui| self.contents(ui, pane.0));
            ui.expand_to_include_rect(space);
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        pane.0.title.into()
    }

    fn tab_title_for_tile(&mut self, tiles: &Tiles<Pane>, tile: TileId) -> WidgetText {
        pane::title(tiles, tile).into()
    }

    fn is_tab_bar_visible(&self, _tile: TileId, _tabs: &Tabs) -> bool {
        !self.state.presents
    }

    /// The tab in front has a cross; with one on each fewer tabs would have room.
    fn is_tab_closable(&self, _tiles: &Tiles<Pane>, tile: TileId) -> bool {
        self.in_front.contains(&tile) && !self.is_alone
    }

    fn on_tab_button(
        &mut self,
        tiles: &mut Tiles<Pane>,
        tile: TileId,
        button: Response,
    ) -> Response {
        if let Some(&Pane(view)) = tiles.get_pane(&tile) {
            if button.double_clicked() {
                self.state.act(Action::Maximise(view));
            }
            if self.settles && self.in_front.contains(&tile) {
                button.scroll_to_me_animation(None, egui::style::ScrollAnimation::none());
            }
        }
        button
    }

    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<Pane>,
        ui: &mut Ui,
        _tile: TileId,
        tabs: &Tabs,
        _scroll_offset: &mut f32,
    ) {
        // The tabs come after this in the same bar.
        ui.set_clip_rect(ui.clip_rect().intersect(self.clip));
        let shown = tabs.active.and_then(|tile| tiles.get_pane(&tile));
        let Some(&Pane(view)) = shown else { return };
        let splits = if self.splits_in(view).is_some() {
            SPLITS
        } else {
            0.0
        };
        let is_crowded = ui.available_width() < ROOM_PER_TAB * tabs.children.len() as f32 + splits;
        let (space, text) = if is_crowded {
            (2.0, EXPORT)
        } else {
            (8.0, "Export")
        };
        ui.add_space(space);
        self.maximise_button(ui, view);
        let button = ui.small_button(text).on_hover_text(format!(
            "Export: save what {} shows as a picture or as data.",
            view.title
        ));
        let name = format!("Export {}", view.title);
        if button.accessible_name(name).clicked() {
            self.state.act(Action::Export(view));
        }
        self.splits(ui, view);
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
        TAB_BAR
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
