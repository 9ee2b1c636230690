//! The paper's statement about Figure 3 as numbers: at high sparsity of u the response regions have sharp boundaries
//! and do not overlap; as it falls they blur and overlap.

use ndarray::{ArrayView1, ArrayView2, ArrayView3, Axis};
use serde::Serialize;

/// The response regions of a layer's units over a grid of edges.
///
/// A unit's region is where its u is above 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Regions {
    /// Units that respond to any of the edges.
    pub units: usize,
    /// Share of the edges that lie in any region.
    pub covered: f64,
    /// How many further regions an edge in one region lies in, on average; 0 when none overlap.
    pub overlap: f64,
    /// Mean width of the fringes of the regions, in steps of the grid: edges with less than half of the
    /// unit's highest response, over the length of boundary. 0 for plateaus with sharp
    /// boundaries.
    ///
    /// Not their share of the region, which for the same boundary is larger in a small region. Sums over
    /// all units, so that tiny regions count little.
    pub softness: f64,
}

/// The regions of responses `[n_theta, n_b, M]`, >= 0, over half a turn and over b from -b to b: the last
/// orientation is beside the first, and b changes its sign there.
pub fn response_regions(responses: ArrayView3<'_, f32>) -> Regions {
    let (rows, columns, _) = responses.dim();
    let is_covered = |units: &ArrayView1<'_, f32>| units.iter().any(|&response| response > 0.0);
    let lanes = responses.lanes(Axis(2));
    let covered = lanes.into_iter().filter(is_covered).count();
    let areas: Vec<Areas> = responses.axis_iter(Axis(2)).filter_map(areas).collect();
    let sum = |of: fn(&Areas) -> usize| areas.iter().map(of).sum::<usize>();
    Regions {
        units: areas.len(),
        covered: ratio(covered, rows * columns),
        overlap: ratio(sum(|unit| unit.region) - covered, covered),
        softness: ratio(sum(|unit| unit.fringe), sum(|unit| unit.boundary)),
    }
}

/// One unit's region.
struct Areas {
    /// Edges in it.
    region: usize,
    /// Those with less than half of its highest response.
    fringe: usize,
    /// Pairs of neighbours on the grid, one in the region and one not.
    boundary: usize,
}

/// Of responses `[n_theta, n_b]`; `None` without a region.
fn areas(responses: ArrayView2<'_, f32>) -> Option<Areas> {
    let peak = responses.fold(0.0f32, |peak, &response| peak.max(response));
    let region = responses.iter().filter(|&&response| response > 0.0);
    let fringe = region.clone().filter(|&&response| response < peak / 2.0);
    (peak > 0.0).then(|| Areas {
        region: region.count(),
        fringe: fringe.count(),
        boundary: boundary(responses),
    })
}

fn boundary(responses: ArrayView2<'_, f32>) -> usize {
    let (rows, columns) = responses.dim();
    let is_in = |row, column| responses[[row, column]] > 0.0;
    let sides = |(row, column)| {
        let onward = if row + 1 < rows {
            is_in(row + 1, column)
        } else {
            is_in(0, columns - 1 - column)
        };
        let beside = column + 1 < columns && is_in(row, column + 1) != is_in(row, column);
        usize::from(onward != is_in(row, column)) + usize::from(beside)
    };
    let edges = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    edges.map(sides).sum()
}

/// A ratio; 0 when both are 0.
fn ratio(count: usize, all: usize) -> f64 {
    count as f64 / all.max(1) as f64
}
