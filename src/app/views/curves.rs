//! Energies, densities, concentration and invariance over the run.

use std::rc::Rc;
use std::sync::Arc;

use egui::{
    Align, Button, Color32, FontId, Label, Layout, Rect, RichText, ScrollArea, Sense, TextStyle,
    TextWrapMode, Ui, vec2,
};

use super::content::ViewContent;
use crate::app::export::MomentDrawing;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::past::run_of;
use crate::app::state::pins::{Pin, THE_RUN};
use crate::app::theme;
use crate::app::widgets::{Cached, PlottedChart, SeenChart, keep_together, text_width};
use crate::engine::Snapshot;
use crate::figure::{
    self, Abscissa, Chart, CurveColors, CurveOptions, Document, Ghost, GhostName, RUN, comments,
    curve_charts, curves_comments, curves_tables, placed_curves, run_color,
};
use crate::model::Coupling;
use crate::telemetry::History;
use crate::words::shortened;

/// Smallest width of all charts, in points; in less space they scroll.
const LEAST_WIDTH: f32 = 560.0;
/// The same of their height, with legends of one line and of more, in points: rather low than without their axes in sight.
const LEAST_HEIGHTS: [f32; 2] = [100.0, 123.0];
/// Width of all charts below which legends take more than one line, in points.
const NARROW: f32 = 900.0;
/// Space between the charts, in points.
const GAP: f32 = 18.0;
/// Space right of the last one, for the half of its last label, in points.
const RIGHT: f32 = 14.0;
/// For how long charts are shown while the model learns.
const DRAW_AGAIN_SECS: f64 = 0.2;
/// How far the highest label of an axis reaches above it, in points.
const LABEL_ABOVE: f32 = 4.0;
/// Side of the space for the disc of an entry of a legend, in points.
const DISC: f32 = 8.0;
/// Letters of the name of a run that there is room for.
const LONGEST_NAME: usize = 24;
/// Share of the width that each chart gets: energies have the most to tell apart, the invariance has the longest legend.
const SHARES: [f32; 4] = [0.32, 0.18, 0.23, 0.27];

/// The curves; their points are made again when the history grows.
#[derive(Default)]
pub(crate) struct Curves {
    charts: Cached<(Same<History>, Vec<Ghost>, CurveOptions), Vec<PlottedChart>>,
    seen: Option<Seen>,
    /// When the charts were made, in seconds, and of which run.
    made_secs: f64,
    generation: u64,
}

/// What was seen last.
struct Seen {
    of: Arc<History>,
    ghosts: Vec<Ghost>,
    options: CurveOptions,
    area: Rect,
    /// Chart by chart.
    charts: Vec<SeenChart>,
}

impl ViewContent for Curves {
    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        // A pinned run that is shown in the place of the run has its own curves beside those of the run.
        let run = state.run_model().map(Rc::clone);
        let model = run.as_deref().unwrap_or(model);
        if !state.presents {
            controls(ui, state);
        }
        let options = CurveOptions {
            abscissa: state.settings.abscissa,
            is_log: state.settings.log_abscissa,
            palette: *theme::palette(ui),
            // One run alone has nothing to be told apart from.
            colors: match state.pins.all() {
                [] => CurveColors::Quantities,
                _ => state.settings.curve_colors,
            },
            is_joint: is_joint(&model.snapshot),
            hidden: state.hidden_series.clone(),
        };
        let history = self.history(ui, model, &options);
        let ghosts = ghosts(model, state);
        let key = (Same(Arc::clone(&history)), ghosts.clone(), options.clone());
        let plotted = self.charts.get(key, || {
            let charts = curve_charts(&history, &ghosts, &options).into_iter();
            charts.map(PlottedChart::new).collect()
        });
        let parts = parts(plotted.len());
        let whole: f32 = parts.iter().sum();
        let room = ui.available_size();
        let is_narrow = room.x < NARROW * whole;
        let least = vec2(LEAST_WIDTH * whole, LEAST_HEIGHTS[usize::from(is_narrow)]);
        let size = room.max(least);
        let gaps = (parts.len() - 1) as f32 * GAP + RIGHT;
        let space = size - vec2(gaps, 0.0);
        let group = ui
            .scope_id()
            .with((options.abscissa.name(), options.is_log))
            .with(run_of(model.snapshot.generation));
        let status = &model.snapshot.status;
        let then = options.abscissa.of(status.movies_seen, status.elapsed_secs);
        let cursor = model.is_other.then_some(then);
        let row = |ui: &mut Ui| {
            let area = Rect::from_min_size(ui.cursor().min, size);
            ui.spacing_mut().item_spacing.x = GAP;
            let mut show = |(plotted, share): (&PlottedChart, f32)| {
                let size = vec2(space.x * share / whole, space.y);
                let cell = Layout::top_down(Align::Min);
                let shown = ui.allocate_ui_with_layout(size, cell, |ui| {
                    ui.set_width(size.x);
                    ui.spacing_mut().item_spacing.y = 2.0;
                    heading(ui, plotted.chart(), state);
                    ui.add_space(LABEL_ABOVE);
                    plotted.show(ui, &plotted.chart().title, Some(group), cursor)
                });
                shown.inner
            };
            let charts = plotted.iter().zip(parts).map(&mut show).collect();
            (area, charts)
        };
        let scrolled = ScrollArea::both().auto_shrink(false);
        let shown = scrolled.show(ui, |ui| ui.horizontal_top(row).inner);
        let (area, charts) = shown.inner;
        self.seen = Some(Seen {
            of: Arc::clone(&history),
            ghosts,
            options,
            area,
            charts,
        });
    }

    fn document(&self, model: &ModelView, state: &State) -> Option<Document<'static>> {
        let (seen, placed) = self.placed()?;
        let (width, options) = (seen.area.width(), seen.options.clone());
        let (history, palette) = (Arc::clone(&seen.of), options.palette);
        let ghosts = seen.ghosts.clone();
        let runs = ghosts.iter().map(|ghost| &*ghost.history);
        let of_runs = curves_comments(runs.chain([&*history]), &options.hidden);
        let document = Document::new(move || placed_curves(&placed, width, &palette))
            .with_table(move || curves_tables(&history, &ghosts, &options.hidden));
        let others = others(model, state).map(|pin| {
            let snapshot = pin.snapshot();
            let status = &snapshot.status;
            let comments = comments(&snapshot.config, status.step, &snapshot.history);
            format!("{RUN}{} {}\n{comments}", pin.letter, pin.name)
        });
        Some(document.with_comments(others.collect::<String>() + &of_runs))
    }

    fn is_of_whole_run(&self) -> bool {
        true
    }

    fn drawing(&self, _: &ModelView, _: &State) -> Option<MomentDrawing> {
        let (seen, placed) = self.placed()?;
        let (width, options) = (seen.area.width(), seen.options.clone());
        Some(Arc::new(move |snapshot: &Snapshot| {
            let status = &snapshot.status;
            let (movies, secs) = (status.movies_seen, status.elapsed_secs);
            let then = options.abscissa.of(movies, secs);
            let placed = placed.iter().cloned();
            let placed: Vec<_> = placed.map(|(chart, at)| (chart.until(then), at)).collect();
            placed_curves(&placed, width, &options.palette)
        }))
    }
}

/// The widths of so many charts beside each other: of the usual four as shares of the whole, further ones like the last.
fn parts(charts: usize) -> Vec<f32> {
    let further = std::iter::repeat(SHARES[SHARES.len() - 1]);
    SHARES.into_iter().chain(further).take(charts).collect()
}

impl Curves {
    /// The curves to show: while the model learns those of a moment ago, as long as their charts are new enough.
    fn history(&mut self, ui: &Ui, model: &ModelView, options: &CurveOptions) -> Arc<History> {
        let (snapshot, now_secs) = (&model.snapshot, ui.input(|input| input.time));
        let is_learning = snapshot.status.run.is_learning() && !model.is_other;
        let shown = self.charts.last_key();
        let shown =
            shown.filter(|(_, _, of)| of == options && self.generation == snapshot.generation);
        let is_new = now_secs < self.made_secs + DRAW_AGAIN_SECS;
        if let Some((history, ..)) = shown.filter(|_| is_learning && is_new) {
            return Arc::clone(&history.0);
        }
        (self.made_secs, self.generation) = (now_secs, snapshot.generation);
        Arc::clone(&snapshot.history)
    }

    /// The charts as they were seen last, and where.
    fn placed(&self) -> Option<(&Seen, Vec<(Chart, figure::Rect)>)> {
        let seen = self.seen.as_ref()?;
        let charts = self.charts.last()?.iter().zip(&seen.charts);
        let origin = seen.area.min;
        let placed = charts.map(|(plotted, seen)| seen.of(plotted.chart().clone(), origin));
        Some((seen, placed.collect()))
    }
}

/// What the curves are over, and which runs they are of.
fn controls(ui: &mut Ui, state: &mut State) {
    ui.horizontal_wrapped(|ui| {
        ui.weak("over");
        for abscissa in Abscissa::ALL {
            ui.selectable_value(&mut state.settings.abscissa, abscissa, abscissa.name());
        }
        ui.checkbox(&mut state.settings.log_abscissa, "logarithmic")
            .on_hover_text("Spread out the beginning of the run, where cells emerge.");
        if !state.pins.all().is_empty() {
            runs(ui, state);
        }
    });
}

/// What the colours tell apart, and the runs whose curves are shown.
fn runs(ui: &mut Ui, state: &mut State) {
    ui.add_space(8.0);
    ui.weak("colours tell apart");
    for colors in CurveColors::ALL {
        let chosen = &mut state.settings.curve_colors;
        ui.selectable_value(chosen, colors, colors.name());
    }
    let palette = theme::palette(ui);
    let run = (THE_RUN.to_owned(), None);
    let pins = state.pins.all().iter();
    let pins = pins.map(|pin| (pin.title(), Some(pin.letter)));
    let font = TextStyle::Body.resolve(ui.style());
    for (title, letter) in std::iter::once(run).chain(pins) {
        ui.add_space(8.0);
        let short = shortened(&title, LONGEST_NAME);
        let beside = DISC + ui.spacing().item_spacing.x;
        // In one line, its disc before it.
        keep_together(ui, beside + text_width(ui, &short, font.clone()));
        if state.settings.curve_colors == CurveColors::Runs {
            disc(ui, theme::color(run_color(palette, letter)));
        }
        let shown = ui.add(Label::new(RichText::new(short).weak()).extend());
        if letter.is_some() {
            let about = "Its curves are the thin ones that end in its letter.";
            shown.on_hover_text(format!("{title}\n{about}"));
        }
    }
}

/// A disc in the colour of a curve, before its name.
fn disc(ui: &mut Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(DISC, DISC), Sense::hover());
    ui.painter().circle_filled(rect.center(), 3.5, color);
}

/// The runs that are pinned, but that whose curves are shown as those of the run.
fn ghosts(model: &ModelView, state: &State) -> Vec<Ghost> {
    let ghost = |pin: &Pin| Ghost {
        name: GhostName {
            letter: pin.letter,
            name: pin.name.clone(),
        },
        history: Arc::clone(&pin.snapshot().history),
        is_joint: is_joint(pin.snapshot()),
    };
    others(model, state).map(ghost).collect()
}

fn is_joint(snapshot: &Snapshot) -> bool {
    snapshot.config.model.coupling == Coupling::Joint
}

fn others<'a>(model: &'a ModelView, state: &'a State) -> impl Iterator<Item = &'a Pin> {
    let pins = state.pins.all().iter();
    pins.filter(|pin| pin.snapshot().generation != model.snapshot.generation)
}

/// The title and the legend, whose entries hide and show their curves; in more than one line where a chart is narrow.
fn heading(ui: &mut Ui, chart: &Chart, state: &mut State) {
    ui.label(RichText::new(&*chart.title).size(theme::SMALL + 1.0));
    ui.horizontal_wrapped(|ui| {
        let spacing = ui.spacing_mut();
        spacing.item_spacing.x = 3.0;
        spacing.interact_size.y = 16.0;
        spacing.button_padding.x = 3.0;
        for series in chart.series.iter().filter(|series| series.ghost.is_none()) {
            let (text, color) = if series.is_hidden {
                let text = RichText::new(series.name).weak();
                (text, ui.visuals().weak_text_color())
            } else {
                (RichText::new(series.name), theme::color(series.color))
            };
            let entry = Button::selectable(false, text.size(theme::SMALL)).small();
            let entry = entry.wrap_mode(TextWrapMode::Extend);
            let width = text_width(ui, series.name, FontId::proportional(theme::SMALL));
            let spacing = ui.spacing();
            let beside = DISC + spacing.item_spacing.x + 2.0 * spacing.button_padding.x;
            // A disc stays with its name.
            keep_together(ui, beside + width);
            disc(ui, color);
            if ui.add(entry).on_hover_text(series.about).clicked() {
                state.toggle_series(series.name);
            }
        }
    });
}
