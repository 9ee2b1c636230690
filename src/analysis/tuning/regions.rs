//! What the paper says about Figure 3, as numbers: at high sparsity of u the response regions have sharp
//! boundaries and do not overlap; as it falls they blur and overlap.

use ndarray::{ArrayView3, Axis};
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
    /// Share of a region where the response is below half of the unit's highest, mean over the
    /// units: 0 for a plateau with a sharp boundary, 3/4 for a cone.
    pub softness: f64,
}

/// The regions of responses `[n_theta, n_b, M]`, >= 0.
#[must_use]
pub fn response_regions(responses: ArrayView3<'_, f32>) -> Regions {
    let (rows, columns, _) = responses.dim();
    let on_at = |responses: ndarray::ArrayView1<'_, f32>| {
        responses.iter().filter(|&&response| response > 0.0).count()
    };
    let counts: Vec<usize> = responses.lanes(Axis(2)).into_iter().map(on_at).collect();
    let covered = counts.iter().filter(|&&count| count > 0).count();
    let softness: Vec<f64> = responses.axis_iter(Axis(2)).filter_map(softness).collect();
    Regions {
        units: softness.len(),
        covered: ratio(covered as f64, rows * columns),
        overlap: ratio((counts.iter().sum::<usize>() - covered) as f64, covered),
        softness: ratio(softness.iter().sum(), softness.len()),
    }
}

/// Share of one unit's region where it answers below half of its peak; `None` without a region.
fn softness(responses: ndarray::ArrayView2<'_, f32>) -> Option<f64> {
    let peak = responses.fold(0.0f32, |peak, &response| peak.max(response));
    let region = responses.iter().filter(|&&response| response > 0.0);
    let soft = region.clone().filter(|&&response| response < peak / 2.0);
    (peak > 0.0).then(|| ratio(soft.count() as f64, region.count()))
}

/// 0 of nothing.
fn ratio(sum: f64, count: usize) -> f64 {
    sum / count.max(1) as f64
}
