//! Responses to edges over position and orientation: Figure 3.

use std::f64::consts::{FRAC_1_SQRT_2, PI};
use std::ops::ControlFlow;

use ndarray::{Array2, Array3};

use super::still::{InvariantLayer, SimpleLayer};
use crate::channels::Channels;
use crate::model::SparseRows;
use crate::source::{MovieParams, NormaliseParams, Stimulus, draw, edge_amplitude};

/// Steps between positions, in pixels.
const B_STEP_PX: f64 = 0.5;
/// Orientations in half a turn.
const THETAS: usize = 60;

/// The edges shown.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeGrid {
    /// Side of the patch, in pixels.
    pub side: usize,
    /// The channels in which they are shown, as grey.
    pub channels: Channels,
    /// Positions b of [`Stimulus::Edge`], evenly spaced, ascending.
    pub b_px: Vec<f64>,
    /// Orientations of the normal, evenly spaced over [0, pi).
    pub theta_rad: Vec<f64>,
    /// k of the edges.
    pub k_rad_per_px: f64,
    /// What the pattern, of amplitude 1, is multiplied by.
    pub amplitude: f64,
}

impl EdgeGrid {
    /// Edges every 0.5 px and 3 degrees, from one corner of the patch to the other, as strong as
    /// [`edge_amplitude`] says, for a model that learned from such movies.
    pub fn new(movies: &MovieParams, k_rad_per_px: f64, normalise: &NormaliseParams) -> Self {
        let side = movies.patch_side;
        let steps = (side as f64 * FRAC_1_SQRT_2 / B_STEP_PX).ceil() as i32;
        let theta = |step| PI * step as f64 / THETAS as f64;
        Self {
            side,
            channels: movies.channels,
            b_px: (-steps..=steps)
                .map(|step| B_STEP_PX * f64::from(step))
                .collect(),
            theta_rad: (0..THETAS).map(theta).collect(),
            k_rad_per_px,
            amplitude: edge_amplitude(k_rad_per_px, normalise),
        }
    }

    /// The frames, orientation by orientation: `[n_theta * n_b, P]`.
    fn frames(&self) -> Array2<f32> {
        let mut edges = Vec::with_capacity(self.theta_rad.len() * self.b_px.len());
        for &theta_rad in &self.theta_rad {
            edges.extend(self.b_px.iter().map(|&b_px| Stimulus::Edge {
                b_px,
                theta_rad,
                k_rad_per_px: self.k_rad_per_px,
            }));
        }
        let frames = draw(&edges, self.side, self.amplitude);
        self.channels.show_grey(frames)
    }
}

/// The units' responses.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeResponses {
    /// The edges shown.
    pub grid: EdgeGrid,
    /// abs(z), `[n_theta, n_b, K]`.
    pub simple: Array3<f32>,
    /// u, `[n_theta, n_b, M]`, of each layer asked for.
    pub invariant: Vec<Array3<f32>>,
}

/// Shows the edges to a simple layer, and its codes to every one of `layers`; for `pause` see
/// `SimpleLayer::answers`.
pub(super) fn edge_responses(
    simple: &SimpleLayer<'_>,
    layers: &[InvariantLayer<'_>],
    grid: EdgeGrid,
    pause: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), EdgeResponses> {
    let shape = (grid.theta_rad.len(), grid.b_px.len());
    let answers = simple.answers(layers, grid.frames().view(), pause)?;
    let over_grid = |codes: &SparseRows| {
        let responses = codes.to_dense();
        let responses = responses.into_shape_with_order((shape.0, shape.1, codes.width()));
        responses.expect("a row for each edge")
    };
    ControlFlow::Continue(EdgeResponses {
        simple: over_grid(&answers.simple).mapv_into(f32::abs),
        invariant: answers.invariant.iter().map(over_grid).collect(),
        grid,
    })
}
