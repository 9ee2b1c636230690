//! The filters of the simple units.

use std::sync::Arc;

use egui::{Rect, Sense, Ui, Vec2, vec2};

use super::content::ViewContent;
use super::list_header::{header, list_area};
use crate::analysis::fit_filters;
use crate::app::export::MomentDrawing;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::settings::{Settings, Zoom};
use crate::app::state::units::unit_list::UnitList;
use crate::app::theme;
use crate::app::widgets::{self, Cached, Canvas, Follow, dim, frame_unit, light, whole_pixel_zoom};
use crate::engine::{Layer, Snapshot};
use crate::figure::{Document, Figure, FilterOptions, GridLayout, Raster, filter_grid, fits_table};

/// Largest zoom that is chosen for the filters, and the smallest at which they are not made to fit, in points.
const LARGEST: f32 = 8.0;
const LEAST_AUTO: f32 = 2.0;

/// The filter grid.
#[derive(Default)]
pub(crate) struct Filters {
    made: Cached<(Same<Raster>, Same<UnitList>, FilterOptions), Figure<GridLayout>>,
    follow: Follow,
}

impl ViewContent for Filters {
    fn header(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        let (shown, all) = (state.unit_list.simple.len(), model.atlas.units());
        let remark = of_all(shown, all, "simple units");
        header(ui, Layer::Simple, &remark, state);
    }

    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        let unit_list = Arc::clone(&state.unit_list);
        let space = ui.available_size() - vec2(ui.spacing().scroll.allocated_width(), 2.0);
        let options = grid_options(ui, model, &state.settings, space, unit_list.simple.len());
        let raster = model.atlas.raster();
        let key = (
            Same(Arc::clone(raster)),
            Same(Arc::clone(&unit_list)),
            options,
        );
        let figure = self.made.get(key, || {
            filter_grid(&unit_list.simple, &model.atlas, &options)
        });
        state.columns.simple = options.columns;
        list_area(ui, state).show(ui, |ui| {
            grid(ui, figure, model, state, &mut self.follow);
        });
    }

    fn document(&self, model: &ModelView, _: &State) -> Option<Document<'static>> {
        let (snapshot, known) = (Arc::clone(&model.snapshot), model.known.clone());
        let (atlas, side) = (model.atlas.clone(), model.atlas.side());
        let (_, units, options) = self.made.last_key()?;
        let (units, options) = (Arc::clone(&units.0), as_square(&units.0, options));
        let of_table = Arc::clone(&snapshot);
        let document = Document::new(move || filter_grid(&units.simple, &atlas, &options).scene)
            .with_table(move || {
                let known = known.as_ref();
                let is_of =
                    known.filter(|known| Arc::ptr_eq(&known.snapshot.learner, &of_table.learner));
                match is_of.filter(|known| known.is_fitted()) {
                    Some(known) => fits_table(&known.fits),
                    // Nobody has fitted these filters yet.
                    None => fits_table(&fit_filters(of_table.dictionary().view(), side, &[])),
                }
            })
            .with_array(move || snapshot.dictionary().clone().into_dyn());
        Some(document)
    }

    fn drawing(&self, model: &ModelView, _: &State) -> Option<MomentDrawing> {
        let (_, units, options) = self.made.last_key()?;
        let (units, options) = (Arc::clone(&units.0), as_square(&units.0, options));
        let colors = model.colors;
        Some(Arc::new(move |snapshot: &Snapshot| {
            filter_grid(&units.simple, &colors.atlas(snapshot), &options).scene
        }))
    }

    fn compares(&self) -> bool {
        true
    }
}

/// How filters are written that scroll on screen: no higher than wide.
fn as_square(units: &UnitList, options: &FilterOptions) -> FilterOptions {
    FilterOptions {
        columns: options.columns.max(units.simple.len().isqrt()),
        ..*options
    }
}

/// "12 of 400 simple units".
pub(crate) fn of_all(shown: usize, all: usize, name: &str) -> String {
    if shown == all {
        return format!("{all} {name}");
    }
    format!("{shown} of {all} {name}")
}

/// Auto is the largest zoom at which all filters fit, but at least [`LEAST_AUTO`], where they scroll. To fit all, filters are as
/// small as one pixel of the screen for each of theirs.
fn grid_options(
    ui: &Ui,
    model: &ModelView,
    settings: &Settings,
    space: Vec2,
    units: usize,
) -> FilterOptions {
    let side = model.atlas.side();
    let columns = |zoom: f32| GridLayout::columns_within(space.x, side, zoom);
    let fits = |zoom: f32| {
        let size = GridLayout::new(units, side, columns(zoom), zoom).size();
        size[0] <= space.x && size[1] <= space.y
    };
    let pixel = whole_pixel_zoom(ui.ctx(), 0.0);
    // Every pixel of a filter takes as many whole pixels of the screen.
    let pixels = 1..=(LARGEST / pixel) as u16;
    let mut fitting = pixels.rev().map(|count| f32::from(count) * pixel);
    let fitting = fitting.find(|&zoom| fits(zoom)).unwrap_or(pixel);
    let zoom = match settings.zoom {
        Zoom::Fixed(zoom) => whole_pixel_zoom(ui.ctx(), f32::from(zoom)),
        Zoom::Auto => fitting.max(whole_pixel_zoom(ui.ctx(), LEAST_AUTO)),
        Zoom::Fit => fitting,
    };
    FilterOptions {
        columns: columns(zoom),
        zoom,
        palette: *theme::palette(ui),
    }
}

fn grid(
    ui: &mut Ui,
    Figure { scene, layout }: &Figure<GridLayout>,
    model: &ModelView,
    state: &mut State,
    follow: &mut Follow,
) {
    let units = &Arc::clone(&state.unit_list).simple;
    // Outlines reach beyond the tiles.
    ui.add_space(2.0);
    let name = format!("Filter grid: {} filters", units.len());
    let canvas = Canvas::show(ui, state, scene, &name, Sense::click());
    let place = |place| canvas.rect(&layout.rect(place));
    highlight(ui, model, state, units, place);
    let of_layer = (Layer::Simple, units.as_slice());
    follow.follow(ui, model, state, of_layer, place);
    widgets::unit_nodes(ui, model, state, of_layer, place);
    let pointed = canvas.pointed().and_then(|at| layout.place_at(at));
    let places = || widgets::unit_places(of_layer, place);
    let by_keys = widgets::unit_by_keys(ui, model, state, &canvas.response, places);
    let Some(pointed) = by_keys.or(pointed) else {
        return;
    };
    let unit = units[pointed];
    state.pointed.point(Layer::Simple, unit);
    if canvas.response.clicked() {
        state.selection.toggle(Layer::Simple, unit);
    }
    let card = |ui: &mut Ui| widgets::unit_card(ui, model, state, (Layer::Simple, unit));
    let tile = place(pointed);
    widgets::card_beside(canvas.response, tile, card);
}

/// Marks the chosen filter, and the filters that the chosen invariant unit pools; those that answer to a stimulus are lit.
fn highlight(
    ui: &Ui,
    model: &ModelView,
    state: &State,
    units: &[usize],
    place: impl Fn(usize) -> Rect,
) {
    let palette = theme::palette(ui);
    let pooled = state.selection.invariant;
    let pooled = pooled.and_then(|unit| model.strongest.get(unit));
    let is_pooled = |unit: usize| pooled.is_some_and(|p| p.iter().any(|w| w.unit == unit));
    let answers = state.activations(Layer::Simple);
    let in_sight = |index: &usize| ui.is_rect_visible(place(*index));
    for index in (0..units.len()).filter(in_sight) {
        let unit = units[index];
        let answer = answers.as_ref().and_then(|answers| answers.light(unit));
        if let Some(strength) = answer {
            light(ui, place(index), strength);
        }
        if is_pooled(unit) {
            frame_unit(ui, place(index), theme::color(palette.accent), 2.0);
        } else if pooled.is_some() && state.selection.layer == Layer::Invariant && answer.is_none()
        {
            dim(ui, place(index));
        }
        if state.selection.simple == Some(unit) {
            frame_unit(ui, place(index), theme::color(palette.series[2]), 2.0);
        }
        if state.pointed.is_at(Layer::Simple, unit) {
            frame_unit(ui, place(index), ui.visuals().text_color(), 1.0);
        }
    }
}
