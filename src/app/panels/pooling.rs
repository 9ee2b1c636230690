//! What each invariant unit pools.

use std::sync::Arc;

use egui::{Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::filters::outline;
use super::{View, waiting};
use crate::app::drawing::Drawing;
use crate::app::state::{Selection, State};
use crate::app::theme;
use crate::app::widgets::{self, Textures, paint_scene, title, weight_list, whole_pixel_zoom};
use crate::figure::{Figure, PoolingLayout, PoolingOptions, Raster, Scene, pooling_rows};

/// Filters in the rows are at most about this large, in points; more space makes more columns.
const LARGEST_TILE: f32 = 48.0;

/// The pooling rows; the scene is made again when weights or layout change.
#[derive(Default)]
pub(super) struct Pooling {
    made: Option<Made>,
}

struct Made {
    of: Arc<Raster>,
    options: PoolingOptions,
    figure: Figure<PoolingLayout>,
}

impl View for Pooling {
    fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        let State {
            drawing: Some(drawing),
            selection,
            textures,
            ..
        } = state
        else {
            title(ui, "Pooling", "");
            return waiting(ui, state);
        };
        ui.horizontal(|ui| {
            let units = drawing.strongest.len();
            title(
                ui,
                "Pooling",
                format!("{units} invariant units, nine strongest of each"),
            );
        });
        ui.add_space(2.0);
        let width = ui.available_width() - ui.spacing().scroll.allocated_width();
        let options = row_options(ui, drawing, width);
        let Figure { scene, layout } = self.figure(drawing, options);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            rows(ui, scene, layout, drawing, selection, textures);
        });
    }
}

impl Pooling {
    fn figure(&mut self, drawing: &Drawing, options: PoolingOptions) -> &Figure<PoolingLayout> {
        let raster = drawing.atlas.raster();
        let is_current = |made: &mut Made| Arc::ptr_eq(&made.of, raster) && made.options == options;
        let made = self.made.take_if(is_current).unwrap_or_else(|| {
            let usage = &drawing.snapshot.invariant_use;
            Made {
                of: Arc::clone(raster),
                options,
                figure: pooling_rows(&drawing.atlas, &drawing.strongest, usage, &options),
            }
        });
        &self.made.insert(made).figure
    }
}

/// The largest whole zoom at which one column fits, and as many columns as fit then.
fn row_options(ui: &Ui, drawing: &Drawing, width: f32) -> PoolingOptions {
    let side = drawing.atlas.side();
    let fits = |zoom: &f32| PoolingLayout::column_width(side, *zoom) <= width;
    let largest = (LARGEST_TILE / side as f32).max(1.0) as u8;
    let zoom = (1..=largest).rev().map(f32::from).find(fits).unwrap_or(1.0);
    let zoom = whole_pixel_zoom(ui.ctx(), zoom);
    PoolingOptions {
        columns: PoolingLayout::columns_within(width, side, zoom),
        zoom,
        ink: *theme::ink(ui),
    }
}

fn rows(
    ui: &mut Ui,
    scene: &Scene,
    layout: &PoolingLayout,
    drawing: &Drawing,
    selection: &mut Selection,
    textures: &mut Textures,
) {
    // Outlines reach beyond the tiles.
    ui.add_space(3.0);
    let (rect, response) = ui.allocate_exact_size(vec2(scene.width, scene.height), Sense::click());
    let name = format!("Pooling rows: {} invariant units", drawing.strongest.len());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
    let origin = rect.min;
    let row = |unit| widgets::on_screen(origin, &layout.row(unit)).expand2(vec2(2.0, 3.0));
    let fill = ui.visuals().selection.bg_fill;
    let hovered = response.hover_pos().map(|pos| pos - origin);
    let hovered = hovered.and_then(|at| layout.unit_at([at.x, at.y]));
    if let Some((unit, _)) = hovered {
        ui.painter()
            .rect_filled(row(unit), 3.0, fill.gamma_multiply(0.35));
    }
    if let Some(unit) = selection
        .invariant
        .filter(|unit| *unit < drawing.strongest.len())
    {
        ui.painter().rect_filled(row(unit), 3.0, fill);
    }
    let origin = paint_scene(ui.painter(), origin, scene, textures);
    let tile = |unit, rank| widgets::on_screen(origin, &layout.tile(unit, rank));
    mark(ui, drawing, selection.simple, tile);
    let Some((unit, rank)) = hovered else {
        return;
    };
    if response.clicked() {
        selection.invariant = (selection.invariant != Some(unit)).then_some(unit);
    }
    response.on_hover_ui_at_pointer(|ui| card(ui, drawing, textures, unit, rank));
}

/// Frames the chosen filter wherever it is pooled.
fn mark(ui: &Ui, drawing: &Drawing, filter: Option<usize>, tile: impl Fn(usize, usize) -> Rect) {
    let color = theme::color(theme::ink(ui).series[2]);
    for (unit, weights) in drawing.strongest.iter().enumerate() {
        let rank = weights
            .iter()
            .position(|weight| Some(weight.unit) == filter);
        if let Some(rank) = rank {
            outline(ui, tile(unit, rank), color, 2.0);
        }
    }
}

/// The filter pointed at, or else the unit with its weights.
fn card(ui: &mut Ui, drawing: &Drawing, textures: &mut Textures, unit: usize, rank: Option<usize>) {
    let weights = &drawing.strongest[unit];
    if let Some(weight) = rank.and_then(|rank| weights.get(rank)) {
        ui.weak(format!(
            "Invariant unit {unit} pools it with weight {:.2}",
            weight.weight
        ));
        return widgets::filter_card(ui, drawing, textures, weight.unit);
    }
    ui.heading(format!("Invariant unit {unit}"));
    if let Some(usage) = drawing.snapshot.invariant_use.get(unit) {
        ui.weak(format!("on in {:.1}% of movies", 100.0 * usage));
    }
    weight_list(ui, weights);
}
