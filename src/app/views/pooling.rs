//! What each invariant unit pools.

use std::sync::Arc;

use egui::{Role, Sense, Ui, WidgetInfo, vec2};

use super::content::ViewContent;
use super::filters::of_all;
use super::list_header::{header, list_area};
use crate::app::export::MomentDrawing;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::units::unit_list::UnitList;
use crate::app::theme;
use crate::app::widgets::{
    self, Cached, Follow, POOLED_BY, dim, frame_unit, light, on_screen, paint_scene,
    whole_pixel_zoom,
};
use crate::engine::{Layer, Snapshot};
use crate::figure::{
    Document, Figure, FilterOptions, POOLED, PoolingLayout, Raster, STRONGEST, pooling_rows,
    strongest_simple, weights_table,
};

/// Sides of filters that are neither too small to be seen nor larger than needed, in points.
const TILES: [f32; 2] = [36.0, 72.0];

/// The pooling rows.
#[derive(Default)]
pub(crate) struct Pooling {
    made: Cached<(Same<Raster>, Same<UnitList>, FilterOptions), Figure<PoolingLayout>>,
    follow: Follow,
}

impl ViewContent for Pooling {
    fn header(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        let (shown, all) = (state.unit_list.invariant.len(), model.strongest.len());
        let remark = of_all(shown, all, "invariant units");
        header(ui, Layer::Invariant, &remark, state);
    }

    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        let width = ui.available_width() - ui.spacing().scroll.allocated_width();
        let options = row_options(ui, model, width);
        let unit_list = Arc::clone(&state.unit_list);
        let raster = Arc::clone(model.atlas.raster());
        let key = (Same(raster), Same(Arc::clone(&unit_list)), options);
        let figure = self.made.get(key, || {
            let usage = model.snapshot.known_use();
            let units = &unit_list.invariant;
            pooling_rows(units, &model.atlas, &model.strongest, usage, &options)
        });
        list_area(ui, state).show(ui, |ui| {
            rows(ui, figure, model, state, &mut self.follow);
        });
    }

    fn document(&self, model: &ModelView, _: &State) -> Option<Document<'static>> {
        let snapshot = Arc::clone(&model.snapshot);
        let (atlas, strongest) = (model.atlas.clone(), Arc::clone(&model.strongest));
        let (_, units, options) = self.made.last_key()?;
        let units = Arc::clone(&units.0);
        let options = as_square(&units, atlas.side(), options);
        let (of_scene, drawn) = (Arc::clone(&snapshot), Arc::clone(&strongest));
        let (of_table, again) = (Arc::clone(&units), Arc::clone(&snapshot));
        let scene = move || {
            let usage = of_scene.known_use();
            pooling_rows(&units.invariant, &atlas, &drawn, usage, &options).scene
        };
        let document = Document::new(scene)
            .with_table(move || {
                let usage = Some(again.known_use());
                weights_table(POOLED, &of_table.invariant, &strongest, usage)
            })
            .with_array(move || snapshot.pooling().clone().into_dyn());
        Some(document)
    }

    fn drawing(&self, model: &ModelView, _: &State) -> Option<MomentDrawing> {
        let (_, units, options) = self.made.last_key()?;
        let options = as_square(&units.0, model.atlas.side(), options);
        let (units, colors) = (Arc::clone(&units.0), model.colors);
        Some(Arc::new(move |snapshot: &Snapshot| {
            let (atlas, usage) = (colors.atlas(snapshot), snapshot.known_use());
            let strongest = strongest_simple(snapshot.pooling().view(), STRONGEST);
            pooling_rows(&units.invariant, &atlas, &strongest, usage, &options).scene
        }))
    }

    fn compares(&self) -> bool {
        true
    }
}

/// How rows are written that scroll on screen: in columns side by side.
fn as_square(units: &UnitList, side_px: usize, options: &FilterOptions) -> FilterOptions {
    let least = PoolingLayout::columns_of_square(units.invariant.len(), side_px, options.zoom);
    FilterOptions {
        columns: options.columns.max(least),
        ..*options
    }
}

/// The zoom of whole screen pixels at which rows use the most of the width, among those with tiles of a good size; the
/// largest that fits where none has.
fn row_options(ui: &Ui, model: &ModelView, width: f32) -> FilterOptions {
    let side = model.atlas.side();
    let pixel = whole_pixel_zoom(ui.ctx(), 0.0);
    let [smallest, largest] = TILES.map(|tile| tile / (side as f32 * pixel));
    let column = |zoom: f32| PoolingLayout::column_width(side, zoom);
    let used = |zoom: f32| column(zoom) * PoolingLayout::columns_within(width, side, zoom) as f32;
    let zooms = (1..=largest.max(1.0) as u8).map(|pixels| f32::from(pixels) * pixel);
    let fitting: Vec<f32> = zooms.filter(|zoom| column(*zoom) <= width).collect();
    let good = fitting.iter().filter(|zoom| **zoom >= smallest * pixel);
    let best = good.max_by(|a, b| used(**a).total_cmp(&used(**b)));
    let zoom = *best.or(fitting.last()).unwrap_or(&pixel);
    FilterOptions {
        columns: PoolingLayout::columns_within(width, side, zoom),
        zoom,
        palette: *theme::palette(ui),
    }
}

fn rows(
    ui: &mut Ui,
    Figure { scene, layout }: &Figure<PoolingLayout>,
    model: &ModelView,
    state: &mut State,
    follow: &mut Follow,
) {
    let units = &Arc::clone(&state.unit_list).invariant;
    // Outlines reach beyond the tiles.
    ui.add_space(3.0);
    let size = vec2(scene.width, scene.height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = format!("Pooling rows: {} invariant units", units.len());
    let name = state.selection.named(name);
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
    let row = |place| on_screen(rect.min, &layout.row(place)).expand2(vec2(2.0, 3.0));
    let of_layer = (Layer::Invariant, units.as_slice());
    follow.follow(ui, model, state, of_layer, row);
    widgets::unit_nodes(ui, model, state, of_layer, row);
    let hovered = response.hover_pos().map(|pos| pos - rect.min);
    let hovered = hovered.and_then(|at| layout.place_at([at.x, at.y]));
    let fill = ui.visuals().selection.bg_fill;
    let answers = state.activations(Layer::Invariant);
    for (place, &unit) in units.iter().enumerate() {
        let answer = answers.as_ref().and_then(|answers| answers.light(unit));
        if let Some(strength) = answer {
            light(ui, row(place), strength);
        }
        if state.selection.invariant == Some(unit) {
            ui.painter().rect_filled(row(place), 3.0, fill);
        } else if state.pointed.is_at(Layer::Invariant, unit) {
            let faint = fill.gamma_multiply(0.35);
            ui.painter().rect_filled(row(place), 3.0, faint);
        }
    }
    let origin = paint_scene(ui.painter(), rect.min, scene, &mut state.textures);
    if let Some(simple) = state.selection.simple {
        let color = theme::color(theme::palette(ui).series[2]);
        let answers = state.activations(Layer::Invariant);
        // Those that its card names, though it is none of their strongest.
        let pooled_by = model.pooled_by(simple, POOLED_BY);
        let pools_it = |unit: usize| pooled_by.iter().any(|weight| weight.unit == unit);
        let in_sight =
            |place: &usize| ui.is_rect_visible(on_screen(origin, &layout.tile(*place, 0)));
        for place in (0..units.len()).filter(in_sight) {
            let unit = units[place];
            let mut ranks = model.strongest[unit].iter();
            if let Some(rank) = ranks.position(|w| w.unit == simple) {
                frame_unit(ui, on_screen(origin, &layout.tile(place, rank)), color, 2.0);
            } else if state.selection.layer == Layer::Simple && !pools_it(unit) {
                let answers = answers.as_ref();
                if answers.is_none_or(|answers| answers.light(unit).is_none()) {
                    // Not its number and its share, which are pale enough.
                    let tiles = |rank| on_screen(origin, &layout.tile(place, rank));
                    let last = model.strongest[unit].len().saturating_sub(1);
                    dim(ui, tiles(0).union(tiles(last)).expand(2.0));
                }
            }
        }
    }
    let places = || widgets::unit_places(of_layer, row);
    let by_keys = widgets::unit_by_keys(ui, model, state, &response, places);
    let by_keys = by_keys.map(|place| (place, None));
    let Some((place, rank)) = by_keys.or(hovered) else {
        return;
    };
    let unit = units[place];
    let filter = rank.and_then(|rank| model.strongest.get(unit)?.get(rank));
    state.pointed.point(Layer::Invariant, unit);
    if let Some(filter) = filter {
        state.pointed.point(Layer::Simple, filter.unit);
    }
    if response.clicked() {
        state.columns.invariant = 1;
        state.selection.toggle(Layer::Invariant, unit);
    }
    let about = match rank {
        Some(rank) => on_screen(origin, &layout.tile(place, rank)),
        None => row(place),
    };
    widgets::card_beside(response, about, |ui| match filter {
        Some(filter) => widgets::pooled_filter_card(ui, model, state, unit, filter.unit),
        None => widgets::unit_card(ui, model, state, (Layer::Invariant, unit)),
    });
}
