//! A layer of pooling weights: A, B, and those above.

use ndarray::{Array1, Array2};

/// Pooling weights over the codes of the layer below, with their running statistics.
///
/// The layers of the model, one on top of the other, and those that learn beside A at extra betas are all of this kind.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolingLayer {
    /// `[units below, units]`, >= 0, columns of norm 1, row-major: the weights of a unit below are contiguous.
    pub weights: Array2<f32>,
    /// Sparsity of its code, > 0: beta for u, gamma for v. A layer of the model has that of [`ModelParams`] at its last
    /// minibatch, an extra one has its own.
    ///
    /// [`ModelParams`]: super::ModelParams
    pub sparsity: f32,
    /// Its running statistics.
    pub state: PoolingState,
}

/// Running statistics of a pooling layer, which learning scales its steps by.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolingState {
    /// Running length of the gradient of each column, `[units]`.
    pub moment: Array1<f32>,
    /// Running share of movies in which each unit is on, `[units]`, 0 to 1.
    pub unit_use: Array1<f32>,
}

impl PoolingLayer {
    /// A layer of these weights that has not learned yet.
    pub fn new(weights: Array2<f32>, sparsity: f32) -> Self {
        Self {
            state: PoolingState::new(weights.ncols()),
            weights,
            sparsity,
        }
    }

    /// Share of movies in which each unit is on, running mean, 0 to 1, `[units]`.
    ///
    /// # Panics
    /// When the running means are not contiguous in memory, which those made here are.
    pub fn unit_use(&self) -> &[f32] {
        let unit_use = self.state.unit_use.as_slice();
        unit_use.expect("running means that are contiguous")
    }

    /// Number of its units.
    pub fn units(&self) -> usize {
        self.weights.ncols()
    }
}

impl PoolingState {
    /// All 0, for this number of `units`.
    pub fn new(units: usize) -> Self {
        Self {
            moment: Array1::zeros(units),
            unit_use: Array1::zeros(units),
        }
    }
}

/// What a pooling layer is called in messages: "A", "B", then "layer 4" and so on.
pub fn layer_name(index: usize) -> String {
    match index {
        0 => "A".to_owned(),
        1 => "B".to_owned(),
        _ => format!("layer {}", index + 2),
    }
}
