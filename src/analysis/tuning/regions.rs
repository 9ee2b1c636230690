//! What the paper says about Figure 3, as numbers: at high sparsity of u the response regions have sharp
//! boundaries and do not overlap; as it falls they blur and overlap.

use ndarray::{ArrayView1, ArrayView2, ArrayView3, Axis};
use serde::Serialize;

/// The response regions of a layer's units over a grid of edges.
///
/// A unit's region is where its u is above 0, exactly: that is what the sparsity decides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Regions {
    /// Units that answer any of the edges.
    pub units: usize,
    /// Share of the edges that lie in any region.
    pub covered: f64,
    /// Further regions that an edge in one lies in, on average; 0 when none overlap.
    pub overlap: f64,
    /// Share of the regions, all laid side by side, where the response is below half of its unit's
    /// highest: 0 for plateaus with sharp boundaries, 3/4 for cones.
    ///
    /// A region counts by its area, so that the specks of units that only just turn on at one sparsity
    /// do not outweigh what has become of the others.
    pub softness: f64,
}

/// The regions of responses `[n_theta, n_b, M]`, >= 0.
#[must_use]
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
        softness: ratio(sum(|unit| unit.soft), sum(|unit| unit.region)),
    }
}

/// Edges in one unit's region.
struct Areas {
    region: usize,
    /// Those it answers by less than half of its highest response.
    soft: usize,
}

/// Of responses `[n_theta, n_b]`; `None` without a region.
fn areas(responses: ArrayView2<'_, f32>) -> Option<Areas> {
    let peak = responses.fold(0.0f32, |peak, &response| peak.max(response));
    let region = responses.iter().filter(|&&response| response > 0.0);
    let soft = region.clone().filter(|&&response| response < peak / 2.0);
    (peak > 0.0).then(|| Areas {
        region: region.count(),
        soft: soft.count(),
    })
}

/// 0 of nothing.
fn ratio(count: usize, all: usize) -> f64 {
    count as f64 / all.max(1) as f64
}
