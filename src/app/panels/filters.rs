//! All filters of the dictionary.

use std::sync::Arc;

use egui::{
    Align, Layout, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};

use super::{View, waiting};
use crate::app::drawing::Drawing;
use crate::app::settings::{Settings, Zoom};
use crate::app::state::{Selection, State};
use crate::app::theme;
use crate::app::widgets::{self, Textures, choice, paint_scene, title, whole_pixel_zoom};
use crate::figure::{
    ColorMap, Contrast, Figure, GridLayout, GridOptions, Raster, Scene, filter_grid,
};

/// The filter grid; the scene is made again when filters or layout change.
#[derive(Default)]
pub(super) struct Filters {
    made: Option<Made>,
}

struct Made {
    of: Arc<Raster>,
    options: GridOptions,
    figure: Figure<GridLayout>,
}

impl View for Filters {
    fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        header(ui, state);
        let State {
            drawing: Some(drawing),
            settings,
            selection,
            textures,
            ..
        } = state
        else {
            return waiting(ui, state);
        };
        let space = ui.available_size() - vec2(ui.spacing().scroll.allocated_width(), 2.0);
        let options = grid_options(ui, drawing, settings, space);
        let Figure { scene, layout } = self.figure(drawing, options);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            grid(ui, scene, layout, drawing, selection, textures);
        });
    }
}

impl Filters {
    fn figure(&mut self, drawing: &Drawing, options: GridOptions) -> &Figure<GridLayout> {
        let raster = drawing.atlas.raster();
        let is_current = |made: &mut Made| Arc::ptr_eq(&made.of, raster) && made.options == options;
        let made = self.made.take_if(is_current).unwrap_or_else(|| Made {
            of: Arc::clone(raster),
            options,
            figure: filter_grid(&drawing.atlas, &options),
        });
        &self.made.insert(made).figure
    }
}

fn header(ui: &mut Ui, state: &mut State) {
    let remark = state.drawing.as_ref().map_or(String::new(), |drawing| {
        format!("{} simple units, columns of W", drawing.atlas.units())
    });
    ui.horizontal(|ui| {
        title(ui, "Filters", remark);
        let settings = &mut state.settings;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            choice(
                ui,
                "Filter size",
                &mut settings.zoom,
                &Zoom::ALL,
                Zoom::name,
            );
            let both = [Contrast::PerFilter, Contrast::Common];
            choice(
                ui,
                "Contrast of filters",
                &mut settings.contrast,
                &both,
                |contrast| {
                    let name = match contrast {
                        Contrast::PerFilter => "Per filter",
                        Contrast::Common => "Common",
                    };
                    name.to_owned()
                },
            );
            choice(
                ui,
                "Colours of filters",
                &mut settings.color_map,
                &ColorMap::ALL,
                |map| map.name().to_owned(),
            );
        });
    });
    ui.add_space(2.0);
}

/// Auto is the largest zoom at which all filters fit, but at least 2, where they scroll.
fn grid_options(ui: &Ui, drawing: &Drawing, settings: &Settings, space: egui::Vec2) -> GridOptions {
    let (units, side) = (drawing.atlas.units(), drawing.atlas.side());
    let columns = |zoom: f32| GridLayout::columns_within(space.x, side, zoom);
    let fits = |zoom: f32| {
        let size = GridLayout::new(units, side, columns(zoom), zoom).size();
        size[0] <= space.x && size[1] <= space.y
    };
    let zoom = match settings.zoom {
        Zoom::Fixed(zoom) => f32::from(zoom),
        Zoom::Auto => (3_u8..=8)
            .rev()
            .map(f32::from)
            .find(|&zoom| fits(zoom))
            .unwrap_or(2.0),
    };
    let zoom = whole_pixel_zoom(ui.ctx(), zoom);
    GridOptions {
        columns: columns(zoom),
        zoom,
        ink: *theme::ink(ui),
    }
}

fn grid(
    ui: &mut Ui,
    scene: &Scene,
    layout: &GridLayout,
    drawing: &Drawing,
    selection: &mut Selection,
    textures: &mut Textures,
) {
    // Outlines reach beyond the tiles.
    ui.add_space(2.0);
    let size = vec2(scene.width, scene.height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = format!("Filter grid: {} filters", drawing.atlas.units());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
    let origin = paint_scene(ui.painter(), rect.min, scene, textures);
    let place = |unit| widgets::on_screen(origin, &layout.rect(unit));
    mark(ui, drawing, selection, place);
    let at = response.hover_pos().map(|pos| pos - origin);
    let Some(unit) = at.and_then(|at| layout.unit_at([at.x, at.y])) else {
        return;
    };
    outline(ui, place(unit), ui.visuals().text_color(), 1.0);
    if response.clicked() {
        selection.simple = (selection.simple != Some(unit)).then_some(unit);
    }
    response.on_hover_ui_at_pointer(|ui| widgets::filter_card(ui, drawing, textures, unit));
}

/// Marks the chosen filter, and the filters that the chosen invariant unit pools.
fn mark(ui: &Ui, drawing: &Drawing, selection: &Selection, place: impl Fn(usize) -> Rect) {
    let ink = theme::ink(ui);
    let pooled = selection
        .invariant
        .and_then(|unit| drawing.strongest.get(unit));
    for weight in pooled.into_iter().flatten() {
        outline(ui, place(weight.unit), theme::color(ink.accent), 2.0);
    }
    if let Some(unit) = selection
        .simple
        .filter(|unit| *unit < drawing.atlas.units())
    {
        outline(ui, place(unit), theme::color(ink.series[2]), 2.0);
    }
}

/// A frame around a filter.
pub(super) fn outline(ui: &Ui, rect: Rect, color: egui::Color32, width: f32) {
    ui.painter()
        .rect_stroke(rect, 0.0, Stroke::new(width, color), StrokeKind::Outside);
}
