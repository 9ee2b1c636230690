//! A chart for hands: the same description that files are drawn from, to be zoomed, dragged and pointed at.

mod series;

use std::ops::RangeInclusive;

use egui::{Pos2, Rect, Response, Role, Ui, WidgetInfo, vec2};
use egui_plot::{
    AxisHints, GridInput, GridMark, HoverPosition, Plot, PlotMemory, PlotPoint, PlotTransform,
    VLine,
};

use crate::app::theme;
use crate::figure::{self, Axis, Chart, Series, runs_through, short_number};
use series::{draw, whole_dots};

/// Height of a mark's text, in points.
const TEXT: f32 = theme::SMALL + 1.0;
/// How near to the line of a mark the pointer tells what it is, in points.
const NEAR: f32 = 5.0;
/// How opaque the ground of a mark's text is.
const GROUND: f32 = 0.9;

/// A chart whose points are made ready once.
pub(crate) struct PlottedChart {
    chart: Chart,
    /// By series.
    pieces: Vec<Vec<Vec<PlotPoint>>>,
}

/// What was seen of a chart.
pub(crate) struct SeenChart {
    /// The rectangle that the axes spanned.
    at: Rect,
    x: RangeInclusive<f64>,
    y: RangeInclusive<f64>,
}

impl SeenChart {
    /// Where the axes began on the left.
    pub(crate) fn left(&self) -> f32 {
        self.at.left()
    }

    /// A chart as it was seen, and where its axes are from `origin` on.
    pub(crate) fn of(&self, chart: Chart, origin: Pos2) -> (Chart, figure::Rect) {
        let at = self.at.translate(-origin.to_vec2());
        let at = figure::Rect::new(at.left(), at.top(), at.width(), at.height());
        (chart.over(&self.x, &self.y), at)
    }
}

impl PlottedChart {
    pub(crate) fn new(chart: Chart) -> Self {
        let ready = |series: &Series| {
            let pieces = series.pieces(&chart.x, &chart.y).into_iter();
            let ready = |piece: Vec<[f64; 2]>| piece.into_iter().map(PlotPoint::from).collect();
            pieces.map(ready).collect()
        };
        Self {
            pieces: chart.series.iter().map(ready).collect(),
            chart,
        }
    }

    pub(crate) fn chart(&self) -> &Chart {
        &self.chart
    }

    /// Shows it in the space there is; `name` is told to screen readers. Charts of one group show the same range of the
    /// abscissa, and what people zoomed in one is not zoomed in another. A cursor is a line at a value of the abscissa.
    pub(crate) fn show(
        &self,
        ui: &mut Ui,
        name: &str,
        group: Option<egui::Id>,
        cursor: Option<f64>,
    ) -> SeenChart {
        let chart = &self.chart;
        // What stands in brackets depends on the runs shown.
        let title = chart.title.split(" (").next();
        let id = ui.make_persistent_id((title, chart.x_name, chart.x.is_log(), group));
        // Without memory it follows the ranges of the chart, until people zoom or drag.
        let is_new = PlotMemory::load(ui.ctx(), id).is_none();
        let weak = theme::color(theme::palette(ui).weak);
        let cursor = cursor.map(|cursor| chart.x.coordinate(cursor));
        let cursor_color = ui.visuals().warn_fg_color;
        let mut plot = self.axes(ui).id(id);
        if let Some(group) = group {
            plot = plot.link_axis(group, [true, false]);
        }
        let shown = plot.show(ui, |plot_ui| {
            if is_new {
                plot_ui.set_auto_bounds(true);
            }
            for (x, _) in self.places() {
                let color = weak.gamma_multiply(0.6);
                plot_ui.vline(VLine::new("", x).color(color).width(1.0));
            }
            for (series, pieces) in self.shown() {
                for points in pieces {
                    draw(plot_ui, series, points);
                }
            }
            if let Some(x) = cursor.filter(|x| x.is_finite()) {
                plot_ui.vline(VLine::new("", x).color(cursor_color).width(2.0));
            }
        });
        for (series, pieces) in self.shown() {
            for points in pieces {
                whole_dots(ui, &shown.transform, series, points);
            }
        }
        // Measures of the cells' answers wait until learning can spare the time.
        if chart.is_unmeasured() {
            let font = egui::FontId::proportional(theme::SMALL);
            let at = shown.response.rect;
            // Beside a line of the grid.
            let middle = at.lerp_inside(vec2(0.5, 0.4));
            let align = egui::Align2::CENTER_CENTER;
            ui.painter()
                .text(middle, align, chart.when_empty, font, weak);
        }
        if !chart.is_unmeasured() {
            self.name_ghosts(ui, &shown.response, &shown.transform);
            self.name_marks(ui, &shown.response, &shown.transform);
        }
        self.tell_marks(&shown.response, &shown.transform);
        let canvas = || WidgetInfo::labeled(Role::Canvas, true, name);
        shown.response.widget_info(canvas);
        let bounds = shown.transform.bounds();
        SeenChart {
            at: *shown.transform.frame(),
            x: bounds.range_x(),
            y: bounds.range_y(),
        }
    }

    fn axes(&self, ui: &Ui) -> Plot<'_> {
        let chart = &self.chart;
        let (x, y) = (chart.x, chart.y);
        let hover = move |at: &HoverPosition<'_>| match at {
            HoverPosition::NearDataPoint {
                plot_name,
                position,
                ..
            } if !plot_name.is_empty() => {
                let [x, y] = [x.value(position.x), y.value(position.y)].map(short_number);
                Some(format!("{plot_name}  {y}\n{x} {}", chart.x_name))
            }
            _ => None,
        };
        let palette = theme::palette(ui);
        let font = egui::FontId::proportional(theme::SMALL - 1.0);
        let looks = |hints: AxisHints<'static>, axis: Axis| {
            hints
                .formatter(move |mark, _| short_number(axis.value(mark.value)))
                .tick_label_color(theme::color(palette.weak))
                .tick_label_font(font.clone())
        };
        let x_hints = looks(AxisHints::new_x(), x).label_spacing(egui::Rangef::new(24.0, 28.0));
        let x_hints = if chart.note.is_some() {
            x_hints.label(egui::RichText::new(chart.below()).size(theme::SMALL).weak())
        } else {
            x_hints
        };
        let y_hints = looks(AxisHints::new_y(), y)
            .label_spacing(egui::Rangef::new(9.0, 14.0))
            .min_thickness(26.0);
        let space = ui.available_size();
        let [across, up] = Chart::tick_counts(space.x, space.y);
        Plot::new(&*chart.title)
            .custom_x_axes(vec![x_hints])
            .custom_y_axes(vec![y_hints])
            .x_grid_spacer(move |input| grid(x, &input, across))
            .y_grid_spacer(move |input| grid(y, &input, up))
            .show_grid([chart.has_vertical_grid, true])
            .grid_color(theme::color(palette.grid))
            .grid_fade(0.0)
            .show_background(false)
            .allow_scroll(false)
            .allow_drag([true, false])
            .allow_zoom([true, false])
            .default_x_bounds(*x.range().start(), *x.range().end())
            .default_y_bounds(*y.range().start(), *y.range().end())
            .label_formatter(hover)
    }

    /// The letters of other runs at the ends of their curves.
    fn name_ghosts(&self, ui: &Ui, plot: &Response, transform: &PlotTransform) {
        let painter = ui.painter().with_clip_rect(plot.rect);
        let bounds = transform.bounds();
        let (x, y) = (
            self.chart.x.over(&bounds.range_x()),
            self.chart.y.over(&bounds.range_y()),
        );
        let position = |[at_x, at_y]: [f64; 2]| {
            let point = PlotPoint::new(x.coordinate(at_x), y.coordinate(at_y));
            transform.position_from_point(&point).into()
        };
        let ends = [plot.rect.top(), plot.rect.bottom()];
        for (series, letter, at) in self.chart.letters([&x, &y], position, ends) {
            let font = egui::FontId::proportional(theme::SMALL - 1.0);
            let color = theme::color(series.color);
            painter.text(at.into(), egui::Align2::CENTER_CENTER, letter, font, color);
        }
    }

    /// The text of each mark, where there is room. Painted over the plot, not in it, where texts would count as data.
    fn name_marks(&self, ui: &Ui, plot: &Response, transform: &PlotTransform) {
        let painter = ui.painter().with_clip_rect(plot.rect);
        let font = egui::FontId::proportional(theme::SMALL - 1.0);
        let color = theme::color(theme::palette(ui).weak);
        let behind = theme::color(theme::palette(ui).background).gamma_multiply(GROUND);
        let seen = self
            .places()
            .map(|(x, text)| (transform.position_from_point_x(x), text));
        let texts = seen
            .filter(|(x, _)| plot.rect.x_range().contains(*x))
            .map(|(x, text)| {
                let text = painter.layout_no_wrap(text.to_owned(), font.clone(), color);
                let fits_right = x + 4.0 + text.size().x <= plot.rect.right();
                let left = if fits_right {
                    x + 4.0
                } else {
                    x - 4.0 - text.size().x
                };
                (left, text)
            });
        let texts: Vec<_> = texts.collect();
        let spans = texts
            .iter()
            .map(|(left, text)| [*left, left + text.size().x]);
        let spans: Vec<_> = spans.collect();
        let top = |line: usize| plot.rect.top() + line as f32 * TEXT;
        let has_curve = |line: usize, [left, right]: [f32; 2]| {
            let corner = |x, y| transform.value_from_position(egui::pos2(x, y));
            let (above, below) = (corner(left, top(line)), corner(right, top(line + 1)));
            let corners = [[above.x, below.y], [below.x, above.y]];
            self.drawn()
                .any(|points| runs_through(points, |point| [point.x, point.y], corners))
        };
        let count = (plot.rect.height() / TEXT) as usize;
        let lines = Chart::text_lines(&spans, count, has_curve);
        for (line, (left, text)) in lines.into_iter().zip(texts) {
            // What would be cut is told by pointing at its line.
            let line = line.filter(|_| left >= plot.rect.left());
            if let Some(line) = line {
                let y = top(line);
                // On a ground of its own, through which curves are only just seen.
                let ground = Rect::from_min_size(egui::pos2(left, y), text.size());
                painter.rect_filled(ground.expand2(vec2(2.0, 0.0)), 2.0, behind);
                painter.galley(egui::pos2(left, y), text, color);
            }
        }
    }

    /// The texts of all marks that the pointer is at, also of those that there is no room for.
    fn tell_marks(&self, plot: &Response, transform: &PlotTransform) {
        let Some(pointer) = plot.hover_pos() else {
            return;
        };
        let is_near = |x: f64| (transform.position_from_point_x(x) - pointer.x).abs() < NEAR;
        let near = self.places().filter(|(x, _)| is_near(*x));
        let texts: Vec<_> = near.map(|(_, text)| text).collect();
        if !texts.is_empty() {
            plot.clone().on_hover_text_at_pointer(texts.join("\n"));
        }
    }

    /// The series shown, each with its pieces.
    fn shown(&self) -> impl Iterator<Item = (&Series, &[Vec<PlotPoint>])> {
        let all = self.chart.series.iter().zip(&self.pieces);
        let shown = all.filter(|(series, _)| !series.is_hidden);
        shown.map(|(series, pieces)| (series, pieces.as_slice()))
    }

    /// The points of all pieces of the series shown.
    fn drawn(&self) -> impl Iterator<Item = &[PlotPoint]> {
        self.shown()
            .flat_map(|(_, pieces)| pieces)
            .map(Vec::as_slice)
    }

    /// The coordinate and the text of each mark that has a place on the axis.
    fn places(&self) -> impl Iterator<Item = (f64, &str)> {
        let marks = self.chart.marks.iter();
        let places = marks.map(|mark| (self.chart.x.coordinate(mark.x), mark.text.as_str()));
        places.filter(|(x, _)| x.is_finite())
    }
}

fn grid(axis: Axis, input: &GridInput, count: usize) -> Vec<GridMark> {
    let (min, max) = input.bounds;
    let ticks = axis.over(&(min..=max)).ticks(count);
    let step_size = (max - min) / ticks.len().max(1) as f64;
    let marks = ticks.into_iter().map(|tick| GridMark {
        value: axis.coordinate(tick),
        step_size,
    });
    marks.collect()
}

#[cfg(test)]
mod tests {
    use egui::{Context, RawInput, Shape};

    use super::*;
    use crate::figure::{CurveColors, Palette, Stroke};

    /// What is painted of a curve of these points, in 300 points of 400.
    fn painted(points: &[[f64; 2]]) -> Vec<egui::epaint::ClippedShape> {
        let color = Palette::DARK.series[0];
        let chart = Chart {
            title: "Energy".into(),
            x: Axis::octaves(&[0.0065, 1.0]),
            y: Axis::fixed(9.0, 10.0),
            x_name: "seconds",
            note: None,
            when_empty: "",
            has_vertical_grid: false,
            series: vec![Series {
                name: "E",
                about: "",
                part: "",
                color,
                stroke: Stroke::Line(1.5),
                points: points.to_vec(),
                is_hidden: false,
                ghost: None,
            }],
            marks: Vec::new(),
            ghosts: Vec::new(),
            colors: CurveColors::Quantities,
        };
        let plotted = PlottedChart::new(chart);
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0))),
            ..RawInput::default()
        };
        let output = Context::default().run_ui(input, |ui| {
            ui.set_max_width(300.0);
            plotted.show(ui, "Energy", None, None);
        });
        output.shapes
    }

    #[test]
    fn a_lone_measure_at_the_end_of_the_abscissa_is_a_whole_dot() {
        let shapes = painted(&[[1.0, 9.5]]);
        let is_whole = |clipped: &egui::epaint::ClippedShape| match &clipped.shape {
            Shape::Circle(dot) => {
                let dot = Rect::from_center_size(dot.center, vec2(2.0, 2.0) * dot.radius);
                clipped.clip_rect.contains_rect(dot)
            }
            _ => false,
        };
        assert!(shapes.iter().any(is_whole));
    }

    #[test]
    fn a_curve_of_many_points_is_a_line_also_where_they_are_far_apart() {
        // Some in each column of pixels.
        let many = (0..600).map(|at| {
            let y = if at % 2 == 0 { 9.575 } else { 9.081 };
            [0.146 * 1.001_f64.powi(at), y]
        });
        let points: Vec<_> = std::iter::once([0.0065, 9.881]).chain(many).collect();
        let painted = painted(&points);
        let shapes = || painted.iter().map(|clipped| &clipped.shape);
        assert!(!shapes().any(|shape| matches!(shape, Shape::Band(_))));
        let is_whole =
            |shape: &Shape| matches!(shape, Shape::Path(path) if path.points.len() == points.len());
        assert!(shapes().any(is_whole));
    }
}
