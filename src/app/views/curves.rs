//! Energies, densities and concentration over the run.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Align, Button, Layout, Response, RichText, Sense, Ui, vec2};
use egui_plot::{
    AxisHints, GridInput, GridMark, HoverPosition, Line, Plot, PlotPoint, PlotPoints,
    PlotTransform, Points, VLine,
};

use super::View;
use crate::app::export::exhibit::{Data, Exhibit};
use crate::app::state::State;
use crate::app::theme;
use crate::figure::{
    self, Abscissa, Chart, CurveOptions, Palette, Series, decade_ticks, round_ticks, short_number,
    table,
};
use crate::telemetry::{History, Mark};

/// Space between the charts, in points.
const GAP: f32 = 18.0;
/// Share of the width that each chart gets: energies have the most to tell apart, the invariance has the longest legend.
const SHARES: [f32; 4] = [0.32, 0.18, 0.23, 0.27];

/// The curves; their points are made again when the history grows.
#[derive(Default)]
pub(crate) struct Curves {
    made: Option<Made>,
    hidden: BTreeSet<&'static str>,
    /// Colours shown last.
    palette: Option<Palette>,
}

struct Made {
    of: Arc<History>,
    abscissa: Abscissa,
    /// For each chart its series.
    charts: [Vec<Pieces>; Chart::ALL.len()],
}

/// The points of a series, in pieces where it has a gap.
type Pieces = Vec<Vec<PlotPoint>>;

impl View for Curves {
    fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        ui.horizontal(|ui| {
            ui.weak("over");
            for abscissa in Abscissa::ALL {
                ui.selectable_value(&mut state.settings.abscissa, abscissa, abscissa.name());
            }
        });
        let Some(model) = &state.model else {
            return;
        };
        let (history, abscissa) = (&model.snapshot.history, state.settings.abscissa);
        self.refresh(history, abscissa);
        self.palette = Some(*theme::palette(ui));
        let Some(made) = &self.made else {
            return;
        };
        let end = history.points().last().map_or(0.0, |point| {
            abscissa.of(point.movies_seen, point.elapsed_secs)
        });
        let gaps = (SHARES.len() - 1) as f32 * GAP;
        let space = ui.available_size() - vec2(gaps, 0.0);
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for ((chart, points), share) in Chart::ALL.into_iter().zip(&made.charts).zip(SHARES) {
                let series = chart.series(history);
                let size = vec2(space.x * share, space.y);
                ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                    ui.set_width(size.x);
                    ui.spacing_mut().item_spacing.y = 2.0;
                    heading(ui, chart, series, &mut self.hidden);
                    plot(
                        ui,
                        chart,
                        (series, points),
                        &self.hidden,
                        history.marks(),
                        abscissa,
                        end,
                    );
                });
            }
        });
    }

    fn exhibit(&self, state: &State) -> Option<Exhibit> {
        let model = state.model.as_ref()?;
        let history = Arc::clone(&model.snapshot.history);
        let options = CurveOptions {
            abscissa: state.settings.abscissa,
            palette: self.palette?,
            hidden: self.hidden.clone(),
            ..CurveOptions::default()
        };
        Some(Exhibit {
            scene: figure::curves(&history, &options),
            data: Data::new(move || table::curves(&history)),
        })
    }
}

impl Curves {
    fn refresh(&mut self, history: &Arc<History>, abscissa: Abscissa) {
        let is_current = |made: &Made| Arc::ptr_eq(&made.of, history) && made.abscissa == abscissa;
        if !self.made.as_ref().is_some_and(is_current) {
            self.made = Some(Made {
                of: Arc::clone(history),
                abscissa,
                charts: Chart::ALL.map(|chart| points(chart, history, abscissa)),
            });
        }
    }
}

/// The points of each series; on a logarithmic chart the ordinate is the decadic logarithm, and 0 is a gap.
fn points(chart: Chart, history: &History, abscissa: Abscissa) -> Vec<Pieces> {
    let has_place = |[_, y]: &[f64; 2]| !chart.is_log() || *y > 0.0;
    let place = |&[x, y]: &[f64; 2]| PlotPoint::new(x, if chart.is_log() { y.log10() } else { y });
    let of = |series: &Series| {
        let points = series.points(history, abscissa);
        let pieces = points.split(|point| !has_place(point));
        let pieces = pieces.filter(|piece| !piece.is_empty());
        pieces
            .map(|piece| piece.iter().map(place).collect())
            .collect()
    };
    chart.series(history).iter().map(of).collect()
}

/// The title and the legend, whose entries hide and show their curves.
fn heading(
    ui: &mut Ui,
    chart: Chart,
    series: &'static [Series],
    hidden: &mut BTreeSet<&'static str>,
) {
    ui.label(RichText::new(chart.title()).size(theme::SMALL + 1.0));
    ui.horizontal(|ui| {
        let spacing = ui.spacing_mut();
        spacing.item_spacing.x = 3.0;
        spacing.interact_size.y = 16.0;
        spacing.button_padding.x = 3.0;
        for series in series {
            let is_shown = !hidden.contains(series.name);
            let color = theme::color(theme::palette(ui).series[series.hue]);
            let color = if is_shown {
                color
            } else {
                ui.visuals().weak_text_color()
            };
            let (rect, _) = ui.allocate_exact_size(vec2(8.0, 8.0), Sense::hover());
            ui.painter().circle_filled(rect.center(), 3.5, color);
            let text = RichText::new(series.name).size(theme::SMALL);
            let text = if is_shown { text } else { text.weak() };
            let entry = Button::selectable(false, text).small();
            if ui.add(entry).on_hover_text(series.about).clicked() && !hidden.remove(series.name) {
                hidden.insert(series.name);
            }
        }
    });
}

fn plot(
    ui: &mut Ui,
    chart: Chart,
    (series, points): (&'static [Series], &[Pieces]),
    hidden: &BTreeSet<&'static str>,
    marks: &[Mark],
    abscissa: Abscissa,
    end: f64,
) {
    let palette = theme::palette(ui);
    let shown = axes(ui, chart, abscissa, end).show(ui, |plot_ui| {
        for mark in marks {
            let x = abscissa.of(mark.movies_seen, mark.elapsed_secs);
            let color = theme::color(palette.weak).gamma_multiply(0.6);
            plot_ui.vline(VLine::new("", x).color(color).width(1.0));
        }
        for (series, pieces) in series.iter().zip(points) {
            let is_shown = !hidden.contains(series.name);
            for points in pieces.iter().filter(|_| is_shown) {
                let color = theme::color(palette.series[series.hue]);
                let line = Line::new(series.name, PlotPoints::Borrowed(points));
                plot_ui.line(line.color(color).width(1.5));
                // A line of one point is not to be seen.
                if let [single] = points[..] {
                    let dot = Points::new(series.name, [single.x, single.y]);
                    plot_ui.points(dot.color(color).radius(2.5));
                }
            }
        }
    });
    // Measures of the cells' answers wait until learning can spare the time.
    if end > 0.0 && points.iter().all(Vec::is_empty) {
        let middle = shown.response.rect.center();
        let font = egui::FontId::proportional(theme::SMALL);
        let color = theme::color(palette.weak);
        ui.painter().text(
            middle,
            egui::Align2::CENTER_CENTER,
            "not measured yet",
            font,
            color,
        );
    }
    name_marks(ui, &shown.response, &shown.transform, marks, abscissa);
}

fn axes(ui: &Ui, chart: Chart, abscissa: Abscissa, end: f64) -> Plot<'static> {
    let is_log = chart.is_log();
    let value = move |y: f64| if is_log { 10_f64.powf(y) } else { y };
    let hover = move |at: &HoverPosition<'_>| match at {
        HoverPosition::NearDataPoint {
            plot_name,
            position,
            ..
        } if !plot_name.is_empty() => {
            let (x, y) = (short_number(position.x), short_number(value(position.y)));
            Some(format!("{plot_name}  {y}\n{x} {}", abscissa.name()))
        }
        _ => None,
    };
    let weak = ui.visuals().weak_text_color();
    let font = egui::FontId::proportional(theme::SMALL - 1.0);
    let x_axis = AxisHints::new_x()
        .formatter(|mark, _| short_number(mark.value))
        .label_spacing(egui::Rangef::new(26.0, 36.0))
        .tick_label_color(weak)
        .tick_label_font(font.clone());
    let y_axis = AxisHints::new_y()
        .formatter(move |mark, _| short_number(value(mark.value)))
        .label_spacing(egui::Rangef::new(9.0, 14.0))
        .min_thickness(26.0)
        .tick_label_color(weak)
        .tick_label_font(font);
    let plot = Plot::new(chart.title())
        .custom_x_axes(vec![x_axis])
        .custom_y_axes(vec![y_axis])
        .x_grid_spacer(|input| linear_marks(&input, 5))
        .y_grid_spacer(move |input| {
            if is_log {
                log_marks(&input)
            } else {
                linear_marks(&input, 4)
            }
        })
        .grid_color(theme::color(theme::palette(ui).grid))
        .grid_fade(0.0)
        .show_background(false)
        .allow_scroll(false)
        .allow_drag([true, false])
        .allow_zoom([true, false])
        .set_margin_fraction(vec2(0.0, 0.06))
        .include_x(0.0)
        .include_x(end)
        .label_formatter(hover);
    match chart {
        Chart::Energy => plot.include_y(0.0),
        Chart::Density => plot,
        // Before the first measure they show a range of their own.
        Chart::Concentration | Chart::Invariance => plot.include_y(0.0).include_y(1.0),
    }
}

fn linear_marks(input: &GridInput, count: usize) -> Vec<GridMark> {
    let (min, max) = input.bounds;
    let step_size = (max - min) / count as f64;
    let marks = round_ticks(min, max, count).into_iter();
    marks.map(|value| GridMark { value, step_size }).collect()
}

fn log_marks(input: &GridInput) -> Vec<GridMark> {
    let (min, max) = input.bounds;
    let ticks = decade_ticks(min, max);
    let step_size = (max - min) / ticks.len().max(1) as f64;
    let marks = ticks.into_iter().map(f64::log10);
    marks.map(|value| GridMark { value, step_size }).collect()
}

/// The text of each thing that happened to the run, on three levels so that neighbours can be read.
/// Painted over the plot, not in it, where texts would count as data and widen the axes.
fn name_marks(
    ui: &Ui,
    plot: &Response,
    transform: &PlotTransform,
    marks: &[Mark],
    abscissa: Abscissa,
) {
    const LEVELS: usize = 3;
    let painter = ui.painter().with_clip_rect(plot.rect);
    let font = egui::FontId::proportional(theme::SMALL - 1.0);
    for (index, mark) in marks.iter().enumerate() {
        let x = abscissa.of(mark.movies_seen, mark.elapsed_secs);
        let x = transform.position_from_point_x(x);
        let is_left = x < plot.rect.left() + 0.7 * plot.rect.width();
        let (align, gap) = if is_left {
            (egui::Align2::LEFT_TOP, 4.0)
        } else {
            (egui::Align2::RIGHT_TOP, -4.0)
        };
        let y = plot.rect.top() + (index % LEVELS) as f32 * (theme::SMALL + 1.0);
        let color = theme::color(theme::palette(ui).weak);
        painter.text(
            egui::pos2(x + gap, y),
            align,
            &mark.text,
            font.clone(),
            color,
        );
    }
}
