//! The views with a square for each invariant unit: maps, polar plots and centres.

use std::marker::PhantomData;
use std::sync::Arc;

use egui::{Pos2, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, vec2};

use super::content::{ViewContent, measuring, waiting};
use super::list_header::header;
use crate::analysis::GaborFit;
use crate::app::state::State;
use crate::app::state::unit_list::UnitList;
use crate::app::theme;
use crate::app::widgets::{self, Cached, Follow, Same, frame_unit, on_screen, paint_scene};
use crate::engine::Layer;
use crate::figure::{
    Document, Figure, FittedPools, PoolingMapLayout, PoolingMapOptions, UnitGrid, centres,
    marks_table, polar_plot, pooling_map,
};

/// Sides of a square, in points; between them it is as large as lets all squares fit.
const SIDES: [f32; 2] = [96.0, 190.0];

/// How the squares are drawn.
type Draw = fn(&FittedPools<'_>, &[usize], &PoolingMapOptions) -> Figure<PoolingMapLayout>;

/// What the squares show.
trait Kind: Default {
    /// What it is called by those who do not see it.
    const CANVAS: &'static str;
    /// What to read off it.
    const REMARK: &'static str;
    const DRAW: Draw;
}

/// A line for every filter pooled.
#[derive(Default)]
pub(crate) struct MapKind;

impl Kind for MapKind {
    const CANVAS: &'static str = "Pooling maps";
    const REMARK: &'static str = "one line per filter: its position and orientation in the patch";
    const DRAW: Draw = pooling_map;
}

/// Frequency and orientation of every filter pooled.
#[derive(Default)]
pub(crate) struct PolarKind;

impl Kind for PolarKind {
    const CANVAS: &'static str = "Polar plots";
    const REMARK: &'static str =
        "one dot per filter: radius is frequency, angle is twice the orientation";
    const DRAW: Draw = polar_plot;
}

/// The centre of every filter pooled.
#[derive(Default)]
pub(crate) struct CentreKind;

impl Kind for CentreKind {
    const CANVAS: &'static str = "Centres";
    const REMARK: &'static str = "one dot per filter: the centre of its Gabor in the patch";
    const DRAW: Draw = centres;
}

type Key = (
    Same<Vec<Option<GaborFit>>>,
    Same<UnitList>,
    PoolingMapOptions,
);

/// A view of one kind of square.
#[derive(Default)]
pub(crate) struct Squares<K> {
    made: Cached<Key, Figure<PoolingMapLayout>>,
    follow: Follow,
    kind: PhantomData<K>,
}

/// The middle of the paper's Figure 2.
pub(crate) type Maps = Squares<MapKind>;
/// The right of the paper's Figure 2.
pub(crate) type Polar = Squares<PolarKind>;
/// The positions of the paper's supplement.
pub(crate) type Centres = Squares<CentreKind>;

impl<K: Kind> ViewContent for Squares<K> {
    fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        header(
            ui,
            Layer::Invariant,
            K::REMARK,
            &mut state.settings,
            |_, _| {},
        );
        let Some(model) = &state.model else {
            return waiting(ui, state);
        };
        let Some(known) = model.look_up().cloned() else {
            return measuring(ui, state, "Fitting Gabors to the filters");
        };
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
        let figure = self
            .made
            .get(key, || K::DRAW(&pools, &unit_list.invariant, &options));
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            show(ui, figure, K::CANVAS, state, &mut self.follow);
        });
    }

    fn document(&self, state: &State) -> Option<Document<'static>> {
        let known = state.model.as_ref()?.known.clone()?;
        let Figure { scene, layout } = self.made.last()?.clone();
        let document = Document::new(move || scene);
        Some(document.with_table(move || marks_table(&layout, &known.fits)))
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
    figure: &Figure<PoolingMapLayout>,
    canvas: &str,
    state: &mut State,
    follow: &mut Follow,
) {
    let Figure { scene, layout } = figure;
    let size = vec2(scene.width, scene.height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let squares = layout.squares();
    let name = format!("{canvas}: {} invariant units", squares.units().len());
    let name = state.selection.named(name);
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
    let origin = paint_scene(ui.painter(), rect.min, scene, &mut state.textures);
    mark(ui, layout, origin, state);
    let (units, marked) = (squares.units(), state.selection.invariant);
    follow.follow(ui, marked, units, |place| {
        on_screen(origin, &squares.rect(place))
    });
    let at = response.hover_pos().map(|pos| pos - origin);
    let Some((unit, simple)) = at.and_then(|at| layout.unit_at([at.x, at.y])) else {
        return;
    };
    if response.clicked() {
        state.columns.invariant = squares.columns();
        match simple {
            Some(simple) => state.selection.toggle(Layer::Simple, simple),
            None => state.selection.toggle(Layer::Invariant, unit),
        }
    }
    response.on_hover_ui_at_pointer(|ui| match simple {
        Some(simple) => widgets::pooled_filter_card(ui, state, unit, simple),
        None => widgets::unit_card(ui, state, unit),
    });
}

/// Frames the square of the chosen invariant unit, and shows the chosen filter wherever it is pooled.
fn mark(ui: &Ui, layout: &PoolingMapLayout, origin: Pos2, state: &State) {
    let palette = theme::palette(ui);
    let squares = layout.squares();
    let clip = ui.clip_rect();
    for (place, &unit) in squares.units().iter().enumerate() {
        let square = on_screen(origin, &squares.rect(place));
        if !clip.intersects(square) {
            continue;
        }
        if state.selection.invariant == Some(unit) {
            frame_unit(ui, square, theme::color(palette.accent), 2.0);
        }
        let is_pooled = |simple: &usize| layout.drawn(place).iter().any(|w| w.unit == *simple);
        let marked = state.selection.simple.filter(is_pooled);
        if let Some([from, to]) = marked.and_then(|simple| layout.mark(place, simple)) {
            let color = theme::color(palette.series[2]);
            let [from, to] = [from, to].map(|[x, y]| origin + vec2(x, y));
            if from == to {
                ui.painter()
                    .circle_stroke(from, 4.0, Stroke::new(1.5, color));
            } else {
                ui.painter()
                    .line_segment([from, to], Stroke::new(2.5, color));
            }
        }
    }
}
