//! How strongly one unit answers every edge.

use std::sync::Arc;

use ndarray::{ArrayView2, ArrayView3, Axis as ArrayAxis};

use super::edge_map::{EdgeMapLayout, EdgePlace, PanelOptions, SMALL};
use super::ramp::{ResponseRamp, color_bar};
use crate::analysis::tuning::EdgeGrid;
use crate::figure::scene::{Anchor, Axis, Canvas, Figure, Raster, Rect};

/// Width of the colour bar, in points.
const BAR: f32 = 12.0;
/// Space right of the colour bar, for its numbers, in points.
const NUMBERS: f32 = 46.0;

/// The map of one unit's responses.
#[derive(Clone, Debug)]
pub struct UnitResponses<'a> {
    /// What is written above it.
    pub title: String,
    /// abs(z) or u, `[n_theta, n_b]`, >= 0.
    pub responses: ArrayView2<'a, f32>,
}

/// What the strongest colour stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResponseScale {
    /// The highest response of all maps: they can be compared, and the bar shows responses.
    #[default]
    Common,
    /// The highest response of each map: the bar shows shares of it.
    PerMap,
}

/// Where the maps are, and what is in them.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseMapLayout {
    /// Where the maps are.
    pub maps: EdgeMapLayout,
    responses: Vec<ndarray::Array2<f32>>,
}

impl ResponseMapLayout {
    /// The edge at a position and the response to it; `None` beside the maps.
    pub fn response_at(&self, position: [f32; 2]) -> Option<(EdgePlace, f32)> {
        let edge = self.maps.edge_at(position)?;
        Some((edge, self.responses[edge.panel][[edge.theta, edge.b]]))
    }
}

/// The responses `[n_theta, n_b, units]` of some units as maps, each named after its unit.
pub fn maps_of<'a>(
    responses: ArrayView3<'a, f32>,
    units: &[usize],
    symbol: &str,
) -> Vec<UnitResponses<'a>> {
    let map = |&unit: &usize| UnitResponses {
        title: format!("{symbol} {unit}"),
        responses: responses.index_axis_move(ArrayAxis(2), unit),
    };
    units.iter().map(map).collect()
}

/// A map of the edges of `grid` for each of `units`, position b across and orientation theta upwards,
/// coloured by response; on the right what the colours stand for.
///
/// # Panics
/// When responses have another shape than the grid.
pub fn response_maps(
    grid: &EdgeGrid,
    units: &[UnitResponses<'_>],
    ramp: ResponseRamp,
    scale: ResponseScale,
    options: &PanelOptions,
) -> Figure<ResponseMapLayout> {
    let shape = (grid.theta_rad.len(), grid.b_px.len());
    for unit in units {
        assert_eq!(unit.responses.dim(), shape, "a response to every edge");
    }
    let maps = EdgeMapLayout::new(grid, units.len(), options);
    let peaks: Vec<f32> = units.iter().map(|unit| peak(unit.responses)).collect();
    let common = peaks.iter().copied().fold(0.0, f32::max);
    let table = ramp.table();
    let raster = Arc::new(Raster {
        name: "responses of one unit",
        width: units.len() * shape.1,
        height: shape.0,
        rgba: maps.pixels(|panel, theta, b| {
            let top = match scale {
                ResponseScale::Common => common,
                ResponseScale::PerMap => peaks[panel],
            };
            let response = units[panel].responses[[theta, b]];
            let share = if top > 0.0 { response / top } else { 0.0 };
            table[(255.0 * share).round() as usize]
        }),
    });
    let mut canvas = Canvas::new(options.palette);
    for (panel, at) in maps.panels.iter().enumerate() {
        canvas.part(&raster, maps.crop(panel), *at);
    }
    let titles: Vec<_> = units.iter().map(|unit| unit.title.clone()).collect();
    maps.draw_axes(&titles, &mut canvas);
    let [mut width, height] = maps.size;
    if let Some(first) = maps.panels.first() {
        let at = Rect::new(width, first.y, BAR, first.height);
        let (top, name) = match scale {
            ResponseScale::Common => (f64::from(common), "response"),
            ResponseScale::PerMap => (1.0, "of peak"),
        };
        let axis = Axis::fixed(0.0, top);
        color_bar(
            &at,
            ("response ramp", ramp),
            &axis,
            &axis.ticks(4),
            &mut canvas,
        );
        let weak = canvas.palette.weak;
        canvas.text([at.x, at.y - 11.0], Anchor::Start, name, SMALL, weak);
        width += BAR + NUMBERS;
    }
    let responses = units.iter().map(|unit| unit.responses.to_owned());
    let layout = ResponseMapLayout {
        responses: responses.collect(),
        maps,
    };
    canvas.into_figure([width, height], layout)
}

fn peak(responses: ArrayView2<'_, f32>) -> f32 {
    responses.fold(0.0, |peak, &response| peak.max(response))
}
