//! Energies above the lowest known against iterations, both logarithmic, with the proven bounds.

mod charts;
mod legend;

use std::collections::BTreeSet;

use super::chart::LARGE;
use super::scene::{Anchor, Canvas, Palette, Rect, Scene};
use super::write::Csv;
use crate::analysis::convergence::{Convergence, Spread};
pub use charts::{EnergyChart, energy_charts};
use legend::CODER;
pub use legend::LegendLines;

/// Space left of the axes for labels, in points.
const LEFT: f32 = 52.0;
/// Space right of the axes, in points.
const RIGHT: f32 = 14.0;
/// Space above the axes for the title, in points.
const TITLE: f32 = 26.0;
/// Space below the axes for labels, in points.
const BOTTOM: f32 = 42.0;
/// Space between the axes and the legend, in points.
const GAP: f32 = 12.0;
/// From this width on the legend stands beside the axes, in points.
const WIDE: f32 = 720.0;

/// How convergence is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvergenceOptions {
    /// Width of the figure, in points.
    pub width: f32,
    /// Height of one chart with its title, legend and labels, in points.
    pub height: f32,
    /// Charts side by side, at least one.
    pub columns: usize,
    /// Colours.
    pub palette: Palette,
}

impl Default for ConvergenceOptions {
    fn default() -> Self {
        Self {
            width: 920.0,
            height: 400.0,
            columns: 2,
            palette: Palette::LIGHT,
        }
    }
}

/// Draws the charts of all energies, each with its legend.
#[must_use]
pub fn convergence(convergence: &Convergence, options: &ConvergenceOptions) -> Scene {
    let (columns, high) = (options.columns.max(1), options.height);
    let wide = options.width / columns as f32;
    let charts = energy_charts(convergence, &BTreeSet::new(), &options.palette);
    let placed = charts.iter().enumerate().map(|(index, chart)| {
        let (row, column) = (index / columns, index % columns);
        let cell = Rect::new(column as f32 * wide, row as f32 * high, wide, high);
        let (at, legend) = places(chart, &cell);
        (chart, at, legend)
    });
    let rows = charts.len().div_ceil(columns) as f32;
    let size = [options.width, rows * high];
    placed_energies(placed, size, &options.palette)
}

/// Whether a chart of this width, in points, has its legend beside the axes instead of above them.
#[must_use]
pub fn has_legend_beside(width: f32) -> bool {
    width >= WIDE
}

/// The rectangle that the axes span in a cell, and where the legend begins.
fn places(chart: &EnergyChart, cell: &Rect) -> (Rect, [f32; 2]) {
    let (left, top) = (cell.x + LEFT, cell.y + TITLE);
    let (wide, high) = (cell.width - LEFT - RIGHT, cell.height - TITLE - BOTTOM);
    let legend = &chart.legend.scene;
    let (at, legend) = if has_legend_beside(cell.width) {
        let wide = wide - legend.width - 2.0 * GAP;
        (
            Rect::new(left, top, wide, high),
            [left + wide + 2.0 * GAP, top],
        )
    } else {
        let down = legend.height + GAP;
        (Rect::new(left, top + down, wide, high - down), [left, top])
    };
    let at = Rect::new(at.x, at.y, at.width.max(1.0), at.height.max(1.0));
    (at, legend)
}

/// Draws charts whose axes span these rectangles, with their legends from these positions on, on a page of this size.
#[must_use]
pub fn placed_energies<'a>(
    charts: impl IntoIterator<Item = (&'a EnergyChart, Rect, [f32; 2])>,
    size: [f32; 2],
    palette: &Palette,
) -> Scene {
    let mut canvas = Canvas::new(*palette);
    for (EnergyChart { chart, legend }, at, legend_at) in charts {
        chart.draw(&at, &mut canvas);
        let title_at = [at.x, legend_at[1].min(at.y) - TITLE / 2.0];
        canvas.text(title_at, Anchor::Start, chart.title, LARGE, palette.text);
        canvas.scene(legend_at, &legend.scene);
    }
    canvas.into_scene(size)
}

/// The same measures without the series named in `hidden`.
#[must_use]
pub fn without_series(
    mut convergence: Convergence,
    hidden: &BTreeSet<&'static str>,
) -> Convergence {
    for energy in &mut convergence.energies {
        let methods = &mut energy.methods;
        methods.retain(|summary| !hidden.contains(summary.method.name()));
        if hidden.contains(CODER) {
            energy.coder.clear();
        }
    }
    convergence
}

/// Every method's energy above the lowest known after k iterations, over the samples, and its proven bound.
#[must_use]
pub fn convergence_table(convergence: &Convergence) -> String {
    let mut table = Csv::new("energy,method,k,lower_quartile,median,upper_quartile,bound");
    for energy in &convergence.energies {
        for summary in &energy.methods {
            let (name, method) = (energy.name.name(), summary.method.name());
            for (place, (k, excess)) in convergence.k.iter().zip(&summary.excess).enumerate() {
                let bound = summary.bound.as_ref().map(|bound| &bound.values[place]);
                let bound = bound.map_or_else(String::new, |bound| bound.median.to_string());
                let Spread {
                    lower_quartile,
                    median,
                    upper_quartile,
                    ..
                } = excess;
                table.line(format_args!(
                    "{name},{method},{k},{lower_quartile},{median},{upper_quartile},{bound}"
                ));
            }
        }
    }
    table.finish()
}
