//! The general energy of the paper's last section, over any number of layers:
//! E(z_1..z_n) = sum_(a=0..n) <g_a(z_a), e_(a+1)(z_(a+1))>, e_(n+1) a constant.
//!
//! It is the reference that the fast solvers are tested against: the paper's algorithm, dense and in f64, with a bound as each L.
//! Each layer is a [`LayerTerm`]: a smooth e_a and its g_a = abs(z_a). The lowest is a [`Reconstruction`] with g_0 = 1. Each
//! [`Modulation`] above it lowers the sparsity price of the layer below, and the price of the topmost layer is constant. The
//! constructors of [`Hierarchy`] make E1, E2, the joint model and deeper ones; [`Hierarchy::minimise`] is Hierarchical (F)ISTA for
//! all of them.

mod eigenvalue_bound;
mod layer_term;
mod method;
mod minimise;
mod modulation;
mod reconstruction;

pub use layer_term::LayerTerm;
pub use method::Method;
pub use minimise::{HierarchyMinimum, HierarchyOptions, StepSize};
pub use modulation::Modulation;
pub use reconstruction::{Gram, Reconstruction};

use crate::model::JOINT_SHARE;
use ndarray::ArrayView2;

/// z_1..z_n: the codes of all layers, lowest first.
pub type LayerCodes = Vec<Vec<f64>>;

/// An energy over n layers, for one movie; in f64.
#[derive(Debug)]
pub struct Hierarchy<'a> {
    /// g_0.
    base: Vec<f64>,
    layers: Vec<Box<dyn LayerTerm + 'a>>,
    /// e_(n+1), the same for each unit of the topmost layer.
    top_price: f64,
}

impl<'a> Hierarchy<'a> {
    /// The energy of these layers, lowest first; `base` is g_0, with one entry per output of the lowest layer, and `top_price` is
    /// the sparsity price of the topmost.
    ///
    /// # Panics
    /// Without layers, or if a layer's outputs are not as many as the units below it.
    pub fn new(base: Vec<f64>, layers: Vec<Box<dyn LayerTerm + 'a>>, top_price: f64) -> Self {
        let mut below = base.len();
        for layer in &layers {
            assert_eq!(layer.outputs(), below, "outputs against units below");
            below = layer.units();
        }
        assert!(!layers.is_empty(), "a layer");
        Self {
            base,
            layers,
            top_price,
        }
    }

    /// E1, summed over the frames of a movie: one layer, sparsity alpha.
    pub fn simple(reconstruction: Reconstruction<'a>, alpha: f64) -> Self {
        Self::new(vec![1.0], vec![Box::new(reconstruction)], alpha)
    }

    /// E2 of a pooled code z* `[K]`, constant as g_0, under pooling weights A `[K, M]`: one layer.
    pub fn invariant(
        pooling: ArrayView2<'a, f64>,
        pooled: Vec<f64>,
        alpha: f64,
        beta: f64,
    ) -> Self {
        Self::new(
            pooled,
            vec![Box::new(Modulation::new(pooling, alpha, 1.0))],
            beta,
        )
    }

    /// The joint model and deeper ones: a [`Modulation`] for each of `poolings`, lowest first, and a sparsity for every layer. One
    /// pooling and (alpha, beta) are the joint energy of the paper's section 2.
    ///
    /// # Panics
    /// If there is not one sparsity more than poolings.
    pub fn joint(
        reconstruction: Reconstruction<'a>,
        poolings: &[ArrayView2<'a, f64>],
        sparsities: &[f64],
    ) -> Self {
        assert_eq!(
            poolings.len() + 1,
            sparsities.len(),
            "sparsities of all layers"
        );
        let mut layers: Vec<Box<dyn LayerTerm + 'a>> = vec![Box::new(reconstruction)];
        let share = f64::from(JOINT_SHARE);
        for (&pooling, &price) in poolings.iter().zip(sparsities) {
            layers.push(Box::new(Modulation::new(pooling, price, share)));
        }
        Self::new(vec![1.0], layers, sparsities[poolings.len()])
    }

    /// The layers, lowest first.
    pub fn layers(&self) -> &[Box<dyn LayerTerm + 'a>] {
        &self.layers
    }

    /// All codes 0.
    pub fn zeros(&self) -> LayerCodes {
        let variables = self.layers.iter().map(|layer| layer.variables());
        variables.map(|variables| vec![0.0; variables]).collect()
    }

    /// g_(a-1) at these codes, for the layer of this index.
    pub fn weights(&self, codes: &LayerCodes, layer: usize) -> Vec<f64> {
        match layer {
            0 => self.base.clone(),
            _ => self.layers[layer - 1].pooled(&codes[layer - 1]),
        }
    }

    /// e_(a+1) at these codes, for the layer of this index.
    pub fn prices(&self, codes: &LayerCodes, layer: usize) -> Vec<f64> {
        match self.layers.get(layer + 1) {
            Some(above) => above.values(&codes[layer + 1]),
            None => vec![self.top_price; self.layers[layer].units()],
        }
    }

    /// E.
    pub fn energy(&self, codes: &LayerCodes) -> f64 {
        let layers = self.layers.iter().enumerate();
        let terms =
            layers.map(|(index, layer)| layer.smooth(&codes[index], &self.weights(codes, index)));
        let top: f64 = self.weights(codes, self.layers.len()).iter().sum();
        terms.sum::<f64>() + self.top_price * top
    }
}
