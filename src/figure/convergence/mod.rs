//! Energies above the lowest known against iterations, both logarithmic, with the proven bounds.

mod charts;
mod legend;

use std::collections::BTreeSet;

use super::chart::LARGE;
use super::scene::{Anchor, Canvas, Palette, Rect, Scene};
use super::write::Csv;
use crate::analysis::convergence::{Convergence, EnergySummary, Spread, method_names};
use charts::beside_fista;
pub use charts::{EnergyChart, energy_charts};
use legend::CODER;
pub use legend::{LegendLines, convergence_numbers};

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
/// Charts side by side.
const COLUMNS: usize = 2;
/// Width and height of a chart with its title, legend and labels, in points.
const CELL: [f32; 2] = [460.0, 400.0];
/// From this width on the legend stands beside the axes, in points.
const WIDE: f32 = 720.0;

/// Draws the charts of all energies, each below its legend.
pub fn convergence(convergence: &Convergence, palette: &Palette) -> Scene {
    let [wide, high] = CELL;
    let charts = energy_charts(convergence, &BTreeSet::new(), palette);
    let placed = charts.iter().enumerate().map(|(index, chart)| {
        let [row, column] = [index / COLUMNS, index % COLUMNS];
        let (left, top) = (column as f32 * wide + LEFT, row as f32 * high + TITLE);
        let down = chart.legend.scene.height + GAP;
        let (width, height) = (wide - LEFT - RIGHT, high - TITLE - BOTTOM - down);
        let at = Rect::new(left, top + down, width, height.max(1.0));
        (chart, at, [left, top])
    });
    let rows = charts.len().div_ceil(COLUMNS) as f32;
    placed_energies(placed, [COLUMNS as f32 * wide, rows * high], palette)
}

/// Whether a chart of this width, in points, has its legend beside the axes instead of above them.
pub fn has_legend_beside(width: f32) -> bool {
    width >= WIDE
}

/// Draws charts whose axes span these rectangles, with their legends from these positions on, on a page of this size.
pub fn placed_energies<'a>(
    charts: impl IntoIterator<Item = (&'a EnergyChart, Rect, [f32; 2])>,
    size: [f32; 2],
    palette: &Palette,
) -> Scene {
    let mut canvas = Canvas::new(*palette);
    let [width, mut height] = size;
    for (EnergyChart { chart, legend }, at, legend_at) in charts {
        height = height.max(at.bottom() + BOTTOM);
        chart.draw(&at, &mut canvas);
        let title_at = [at.x, legend_at[1].min(at.y) - TITLE / 2.0];
        canvas.text(title_at, Anchor::Start, &*chart.title, LARGE, palette.text);
        canvas.scene(legend_at, &legend.scene);
    }
    canvas.into_scene([width, height])
}

/// The name of every series of the charts.
pub fn energy_series() -> impl Iterator<Item = &'static str> {
    method_names().chain([CODER])
}

/// The same measures without the series named in `hidden`.
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

/// Every method's energy above the lowest known after k iterations, over the samples, and its proven bound; that of the fast
/// coder, which has no iterations that compare, at those that FISTA mostly needs to get there.
pub fn convergence_table(convergence: &Convergence) -> String {
    let mut table = Csv::new("energy,method,k,lower_quartile,median,upper_quartile,bound");
    let mut row =
        |energy: &EnergySummary, method: &str, k: f64, excess: &Spread, bound: Option<f64>| {
            let name = energy.name.name();
            let Spread {
                lower_quartile,
                median,
                upper_quartile,
                ..
            } = excess;
            let bound = bound.map_or_else(String::new, |bound| bound.to_string());
            table.line(format_args!(
                "{name},{method},{k},{lower_quartile},{median},{upper_quartile},{bound}"
            ));
        };
    for energy in &convergence.energies {
        for summary in &energy.methods {
            let method = summary.method.name();
            for (place, (&k, excess)) in convergence.k.iter().zip(&summary.excess).enumerate() {
                let bound = summary.bound.as_ref();
                let bound = bound.map(|bound| bound.values[place].median);
                row(energy, method, k as f64, excess, bound);
            }
        }
        for (k, excess) in beside_fista(energy, convergence.samples) {
            row(energy, CODER, k, excess, None);
        }
    }
    table.finish()
}
