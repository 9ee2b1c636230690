//! The views with a square for each invariant unit: maps, polar plots and centres.

use std::sync::Arc;

use egui::{ScrollArea, Sense, Stroke, Ui, vec2};

use super::content::{ViewContent, measuring, tell_moment};
use super::list_header::header;
use crate::analysis::{GaborFit, fit_filters};
use crate::app::export::MomentDrawing;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::unit_list::UnitList;
use crate::app::theme;
use crate::app::widgets::{self, Cached, Canvas, Follow, Same, frame_unit};
use crate::engine::{Layer, Snapshot};
use crate::figure::{
    Document, Figure, FittedPools, PoolingMapLayout, PoolingMapOptions, UnitGrid, marks_table,
};

/// Sides of a square, in points; between them it is as large as lets all squares fit.
const SIDES: [f32; 2] = [96.0, 190.0];

/// How the squares are drawn.
type Draw = fn(&FittedPools<'_>, &[usize], &PoolingMapOptions) -> Figure<PoolingMapLayout>;

type Key = (
    Same<Vec<Option<GaborFit>>>,
    Same<UnitList>,
    PoolingMapOptions,
);

/// A view of one kind of square.
pub(crate) struct Squares {
    /// What it is called by screen readers.
    canvas: &'static str,
    /// What to read off it.
    remark: &'static str,
    draw: Draw,
    made: Cached<Key, Figure<PoolingMapLayout>>,
    follow: Follow,
}

impl Squares {
    pub(crate) fn new(canvas: &'static str, remark: &'static str, draw: Draw) -> Self {
        Self {
            canvas,
            remark,
            draw,
            made: Cached::default(),
            follow: Follow::default(),
        }
    }
}

impl ViewContent for Squares {
    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        header(ui, Layer::Invariant, self.remark, state);
        let Some(known) = model.look_up() else {
            return measuring(ui, state, "Fitting Gabors to the filters");
        };
        tell_moment(ui, model, known.snapshot.status.step);
        let space = ui.available_size() - vec2(ui.spacing().scroll.allocated_width(), 2.0);
        let unit_list = Arc::clone(&state.unit_list);
        let options = square_options(ui, unit_list.invariant.len(), space);
        let key = (
            Same(Arc::clone(&known.fits)),
            Same(Arc::clone(&unit_list)),
            options,
        );
        let pools = FittedPools {
            fits: &known.fits,
            side_px: known.snapshot.config.movies.patch_side,
            pooling: known.snapshot.pooling().view(),
        };
        let draw = || (self.draw)(&pools, &unit_list.invariant, &options);
        let figure = self.made.get(key, draw);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            show(ui, figure, self.canvas, model, state, &mut self.follow);
        });
    }

    fn document(&self, model: &ModelView, _: &State) -> Option<Document<'static>> {
        let known = model.known.clone()?;
        let Figure { scene, layout } = self.made.last()?.clone();
        let document = Document::new(move || scene);
        Some(document.with_table(move || marks_table(&layout, &known.fits)))
    }

    fn drawing(&self, _: &ModelView, _: &State) -> Option<MomentDrawing> {
        let (_, units, options) = self.made.last_key()?;
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

fn show(
    ui: &mut Ui,
    Figure { scene, layout }: &Figure<PoolingMapLayout>,
    name: &str,
    model: &ModelView,
    state: &mut State,
    follow: &mut Follow,
) {
    let squares = &layout.squares;
    let units = squares.units.as_slice();
    let name = format!("{name}: {} invariant units", units.len());
    let canvas = Canvas::show(ui, state, scene, &name, Sense::click());
    mark(ui, layout, &canvas, state);
    let of_layer = (Layer::Invariant, units);
    let square = |place| canvas.rect(&squares.rect(place));
    follow.follow(ui, model, &state.selection, of_layer, square);
    widgets::unit_nodes(ui, model, state, of_layer, square);
    let pointed = canvas.pointed().and_then(|at| layout.place_at(at));
    let Some((place, simple)) = pointed else {
        return;
    };
    let unit = units[place];
    if canvas.response.clicked() {
        state.columns.invariant = squares.columns;
        match simple {
            Some(simple) => state.selection.toggle(Layer::Simple, simple),
            None => state.selection.toggle(Layer::Invariant, unit),
        }
    }
    let about = square(place);
    widgets::card_beside(canvas.response, about, |ui| match simple {
        Some(simple) => widgets::pooled_filter_card(ui, model, state, unit, simple),
        None => widgets::unit_card(ui, model, state, (Layer::Invariant, unit)),
    });
}

/// Frames the square of the chosen invariant unit, and shows the chosen filter wherever it is pooled.
fn mark(ui: &Ui, layout: &PoolingMapLayout, canvas: &Canvas, state: &State) {
    let palette = theme::palette(ui);
    let squares = &layout.squares;
    let clip = ui.clip_rect();
    for (place, &unit) in squares.units.iter().enumerate() {
        let square = canvas.rect(&squares.rect(place));
        if !clip.intersects(square) {
            continue;
        }
        if state.selection.invariant == Some(unit) {
            frame_unit(ui, square, theme::color(palette.accent), 2.0);
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
