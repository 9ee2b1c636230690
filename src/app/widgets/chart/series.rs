//! A series in a chart for hands: a line, or dots.

use egui::{Pos2, Ui};
use egui_plot::{Line, LineStyle, PlotPoint, PlotPoints, PlotTransform, PlotUi, Points};

use crate::app::theme;
use crate::figure::{Series, Stroke};

/// Radius of a point that a line has nothing to join to, in points.
const DOT: f32 = 2.5;

/// The radius of these points of a series where they are drawn as dots, not as a line, in points.
fn dot_radius(series: &Series, points: &[PlotPoint]) -> Option<f32> {
    match series.stroke {
        Stroke::Dots(radius) => Some(radius),
        // A line of one point is not to be seen.
        Stroke::Line(_) if points.len() == 1 => Some(DOT),
        _ => None,
    }
}

/// Draws a piece of a series.
pub(super) fn draw<'a>(plot_ui: &mut PlotUi<'a>, series: &'a Series, points: &'a [PlotPoint]) {
    let color = theme::color(series.color);
    let mut name = match series.ghost {
        Some(letter) => format!("{letter}  {}", series.name),
        None => series.name.to_owned(),
    };
    if !series.part.is_empty() {
        name += &format!(", {}", series.part);
    }
    let radius = dot_radius(series, points);
    let points = PlotPoints::Borrowed(points);
    if let Some(radius) = radius {
        return plot_ui.points(Points::new(name, points).color(color).radius(radius));
    }
    // Where several points are in one column of pixels, a band would widen up to them from those of the next column, however
    // far that is.
    let line = Line::new(name, points).color(color).allow_band(false);
    plot_ui.line(match series.stroke {
        Stroke::Line(width) => line.width(width),
        _ => line.width(1.2).style(LineStyle::dashed_dense()),
    });
}

/// Draws the dots at the edges of the plot, which are cut there, whole, as in files.
pub(super) fn whole_dots(
    ui: &Ui,
    transform: &PlotTransform,
    series: &Series,
    points: &[PlotPoint],
) {
    let Some(radius) = dot_radius(series, points) else {
        return;
    };
    let (frame, color) = (*transform.frame(), theme::color(series.color));
    let is_cut = |at: &Pos2| frame.expand(0.5).contains(*at) && !frame.shrink(radius).contains(*at);
    let places = points
        .iter()
        .map(|point| transform.position_from_point(point));
    for at in places.filter(is_cut) {
        ui.painter().circle_filled(at, radius, color);
    }
}
