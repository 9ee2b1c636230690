//! The views with a square for each invariant unit: maps, polar plots and centres.

use std::ops::Range;
use std::sync::Arc;

use egui::{Rect, Sense, Stroke, Ui, UiBuilder, vec2};

use super::content::{ViewContent, measuring, moment, shows_run_alone, tell_moment};
use super::list_header::{header_with, list_area};
use crate::analysis::{GaborFit, fit_filters};
use crate::app::export::MomentDrawing;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::units::unit_list::UnitList;
use crate::app::theme;
use crate::app::widgets::{self, Cached, Canvas, Follow, frame_unit, light, on_screen};
use crate::engine::{Analysis, Layer, Snapshot};
use crate::figure::{
    Document, Figure, FittedPools, PoolingMapLayout, PoolingMapOptions, UnitGrid, marks_table,
};
use crate::words::grouped;

/// Sides of a square, in points; between them it is as large as lets all squares fit.
const SIDES: [f32; 2] = [96.0, 190.0];

/// How the squares are drawn.
type Draw = fn(&FittedPools<'_>, &[usize], &PoolingMapOptions) -> Figure<PoolingMapLayout>;

type Key = (
    Same<Vec<Option<GaborFit>>>,
    Same<UnitList>,
    PoolingMapOptions,
    // The places of the squares drawn.
    Range<usize>,
);

/// A view of one kind of square.
pub(crate) struct Squares {
    /// The key of the view.
    key: &'static str,
    /// What it is called by screen readers.
    canvas: &'static str,
    /// What to read off it.
    remark: &'static str,
    draw: Draw,
    /// Height of what is drawn below the squares, in points.
    below: f32,
    /// The squares in sight: a moment of the past draws them anew in each frame that time is dragged through.
    made: Cached<Key, Figure<PoolingMapLayout>>,
    follow: Follow,
}

impl Squares {
    pub(crate) fn new(
        key: &'static str,
        canvas: &'static str,
        remark: &'static str,
        draw: Draw,
        below: f32,
    ) -> Self {
        Self {
            key,
            canvas,
            remark,
            draw,
            below,
            made: Cached::default(),
            follow: Follow::default(),
        }
    }
}

impl ViewContent for Squares {
    fn header(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        let known = model
            .look_up_fits()
            .filter(|_| shows_run_alone(state, self.key));
        header_with(ui, Layer::Invariant, self.remark, state, |ui| {
            known.is_some_and(|known| moment(ui, model, known.snapshot.status.step))
        });
    }

    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        let Some(known) = model.look_up_fits() else {
            return measuring(ui, state, "Fitting Gabors to the filters");
        };
        if !shows_run_alone(state, self.key) {
            tell_moment(ui, model, known.snapshot.status.step);
        }
        let bar = ui.spacing().scroll.allocated_width();
        let space = ui.available_size() - vec2(bar, 2.0 + self.below);
        let unit_list = Arc::clone(&state.unit_list);
        let options = square_options(ui, unit_list.invariant.len(), space);
        let grid = UnitGrid::new(&unit_list.invariant, &options);
        list_area(ui, state).show_viewport(ui, |ui, viewport| {
            let size = egui::Vec2::from(grid.size()) + vec2(0.0, self.below);
            let (all, _) = ui.allocate_exact_size(size, Sense::hover());
            let places = grid.places_within([viewport.top(), viewport.bottom()]);
            let key = (
                Same(Arc::clone(&known.fits)),
                Same(Arc::clone(&unit_list)),
                options,
                places.clone(),
            );
            let units = &unit_list.invariant[places.clone()];
            let draw = || figure(self.draw, known, units, &options);
            let shown = Shown {
                all,
                grid: &grid,
                places,
                figure: self.made.get(key, draw),
            };
            shown.show(ui, self.canvas, model, state, &mut self.follow);
        });
    }

    fn document(&self, model: &ModelView, _: &State) -> Option<Document<'static>> {
        let known = model.known.clone().filter(|known| known.is_fitted())?;
        let (_, units, options, _) = self.made.last_key()?;
        let (units, options, draw) = (Arc::clone(&units.0), *options, self.draw);
        let (of_table, units_of_table) = (Arc::clone(&known), Arc::clone(&units));
        let step = grouped(known.snapshot.status.step);
        let scene = move || figure(draw, &known, &units.invariant, &options).scene;
        let table = move || {
            let all = figure(draw, &of_table, &units_of_table.invariant, &options);
            marks_table(&all.layout, &of_table.fits)
        };
        let document = Document::new(scene).with_table(table);
        Some(document.made_with(format!("filters and A of step {step}")))
    }

    fn drawing(&self, _: &ModelView, _: &State) -> Option<MomentDrawing> {
        let (_, units, options, _) = self.made.last_key()?;
        let (units, options, draw) = (Arc::clone(&units.0), *options, self.draw);
        Some(Arc::new(move |snapshot: &Snapshot| {
            let side_px = snapshot.config.movies.patch_side;
            let pools = FittedPools {
                fits: &fit_filters(snapshot.dictionary().view(), side_px, &[]),
                side_px,
                pooling: snapshot.pooling().view(),
            };
            draw(&pools, &units.invariant, &options).scene
        }))
    }

    fn compares(&self) -> bool {
        true
    }
}

/// As large as lets all squares fit, within [`SIDES`].
fn square_options(ui: &Ui, squares: usize, space: egui::Vec2) -> PoolingMapOptions {
    let palette = *theme::palette(ui);
    let options = |side: f32| PoolingMapOptions {
        columns: UnitGrid::columns_within(space.x, side),
        side,
        palette,
    };
    let fits = |side: &f32| {
        let [width, height] = options(*side).size(squares);
        width <= space.x && height <= space.y
    };
    let [smallest, largest] = SIDES;
    let steps = (largest - smallest) as u16;
    let mut sides = (0..=steps).rev().map(|step| smallest + f32::from(step));
    options(sides.find(fits).unwrap_or(smallest))
}

/// The squares of these units, by what is known of their filters.
fn figure(
    draw: Draw,
    known: &Analysis,
    units: &[usize],
    options: &PoolingMapOptions,
) -> Figure<PoolingMapLayout> {
    let pools = FittedPools {
        fits: &known.fits,
        side_px: known.snapshot.config.movies.patch_side,
        pooling: known.snapshot.pooling().view(),
    };
    draw(&pools, units, options)
}

/// The squares in sight.
struct Shown<'a> {
    /// Where all squares are, on the screen and among each other.
    all: Rect,
    grid: &'a UnitGrid,
    /// Which of them are in sight.
    places: Range<usize>,
    figure: &'a Figure<PoolingMapLayout>,
}

impl Shown<'_> {
    fn show(
        &self,
        ui: &mut Ui,
        name: &str,
        model: &ModelView,
        state: &mut State,
        follow: &mut Follow,
    ) {
        let Figure { scene, layout } = self.figure;
        let units = self.grid.units.as_slice();
        let name = format!("{name}: {} invariant units", units.len());
        let top = self.all.min + vec2(0.0, self.grid.top(self.places.start));
        let at = Rect::from_min_size(top, vec2(scene.width, scene.height));
        let builder = UiBuilder::new().max_rect(at);
        let canvas = |ui: &mut Ui| Canvas::show(ui, state, scene, &name, Sense::click());
        let canvas = ui.scope_builder(builder, canvas).inner;
        highlight(ui, layout, &canvas, state);
        let of_layer = (Layer::Invariant, units);
        let square = |place| on_screen(self.all.min, &self.grid.rect(place));
        follow.follow(ui, model, state, of_layer, square);
        widgets::unit_nodes(ui, model, state, of_layer, square);
        let pointed = canvas.pointed().and_then(|at| layout.place_at(at));
        let places = || widgets::unit_places(of_layer, square);
        let by_keys = widgets::unit_by_keys(ui, model, state, &canvas.response, places);
        if by_keys.is_some_and(|place| !self.places.contains(&place)) {
            // It is scrolled into sight.
            return;
        }
        let by_keys = by_keys.map(|place| (place - self.places.start, None));
        let Some((place, simple)) = by_keys.or(pointed) else {
            return;
        };
        let unit = layout.squares.units[place];
        state.pointed.point(Layer::Invariant, unit);
        if let Some(simple) = simple {
            state.pointed.point(Layer::Simple, simple);
        }
        if canvas.response.clicked() {
            state.columns.invariant = self.grid.columns;
            match simple {
                Some(simple) => state.selection.toggle(Layer::Simple, simple),
                None => state.selection.toggle(Layer::Invariant, unit),
            }
        }
        let about = canvas.rect(&layout.squares.rect(place));
        widgets::card_beside(canvas.response, about, |ui| match simple {
            Some(simple) => widgets::pooled_filter_card(ui, model, state, unit, simple),
            None => widgets::unit_card(ui, model, state, (Layer::Invariant, unit)),
        });
    }
}

/// Lights up the squares of units that answer to a stimulus, frames that of the chosen invariant unit, and shows the chosen filter
/// wherever it is pooled.
fn highlight(ui: &Ui, layout: &PoolingMapLayout, canvas: &Canvas, state: &State) {
    let palette = theme::palette(ui);
    let squares = &layout.squares;
    let answers = state.activations(Layer::Invariant);
    for (place, &unit) in squares.units.iter().enumerate() {
        let square = canvas.rect(&squares.rect(place));
        if let Some(strength) = answers.as_ref().and_then(|answers| answers.light(unit)) {
            light(ui, square, strength);
        }
        if state.selection.invariant == Some(unit) {
            frame_unit(ui, square, theme::color(palette.accent), 2.0);
        }
        if state.pointed.is_at(Layer::Invariant, unit) {
            frame_unit(ui, square, ui.visuals().text_color(), 1.0);
        }
        let is_pooled = |simple: &usize| layout.drawn(place).iter().any(|w| w.unit == *simple);
        let marked = state.selection.simple.filter(is_pooled);
        if let Some(ends) = marked.and_then(|simple| layout.mark(place, simple)) {
            let color = theme::color(palette.series[2]);
            let [from, to] = ends.map(|[x, y]| canvas.origin + vec2(x, y));
            if from == to {
                let rim = Stroke::new(1.5, color);
                ui.painter().circle_stroke(from, 4.0, rim);
            } else {
                let line = Stroke::new(2.5, color);
                ui.painter().line_segment([from, to], line);
            }
        }
    }
}
