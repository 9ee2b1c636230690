//! The ranges of position and orientation that a unit answers.

use std::f64::consts::PI;

use ndarray::{ArrayView2, ArrayView3, Axis};

use super::edges::EdgeGrid;
use super::profile::EdgeProfile;
use super::width::{half_width_on_circle, half_width_on_line};

/// How one unit is tuned to edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeTuning {
    /// Position of its best edge.
    pub b_px: f64,
    /// Orientation of its best edge.
    pub theta_rad: f64,
    /// Its response to it.
    pub peak: f64,
    /// Position tolerance: full width at half maximum over b at the best orientation.
    pub width_px: f64,
    /// Orientation bandwidth: full width at half maximum over theta, the best b taken at each.
    pub bandwidth_rad: f64,
}

/// The tuning of every unit from its responses `[n_theta, n_b, units]`, >= 0; `None` for a unit
/// that answers no edge.
pub fn edge_tuning(grid: &EdgeGrid, responses: ArrayView3<'_, f32>) -> Vec<Option<EdgeTuning>> {
    responses
        .axis_iter(Axis(2))
        .map(|responses| tuning_of(grid, responses))
        .collect()
}

/// From one unit's responses `[n_theta, n_b]`.
fn tuning_of(grid: &EdgeGrid, responses: ArrayView2<'_, f32>) -> Option<EdgeTuning> {
    let profile = EdgeProfile::new(responses)?;
    let step_px = grid.b_px.get(1).map_or(0.0, |next| next - grid.b_px[0]);
    // An edge at theta + pi and -b is the same but for its sign: half a turn closes the circle.
    let step_rad = PI / grid.theta_rad.len() as f64;
    Some(EdgeTuning {
        b_px: grid.b_px[profile.best_b],
        theta_rad: grid.theta_rad[profile.best_theta],
        peak: profile.peak(),
        width_px: step_px * half_width_on_line(&profile.over_b),
        bandwidth_rad: step_rad * half_width_on_circle(&profile.over_theta),
    })
}

/// The simple unit that each invariant unit pools with the largest weight of A `[K, M]`.
pub fn most_pooled(pooling: ArrayView2<'_, f32>) -> Vec<usize> {
    let strongest = |weights: ndarray::ArrayView1<'_, f32>| {
        (0..weights.len()).fold(0, |best, unit| {
            if weights[unit] > weights[best] {
                unit
            } else {
                best
            }
        })
    };
    pooling.axis_iter(Axis(1)).map(strongest).collect()
}
