//! The lowest term: the squared reconstruction error of the frames.

use ndarray::{Array2, ArrayView1, ArrayView2};

use super::eigenvalue_bound::largest_eigenvalue_bound;
use super::layer_term::LayerTerm;

/// W'W of a dictionary and an upper bound on its largest eigenvalue: shared by all movies of a batch.
#[derive(Clone, Debug)]
pub struct Gram {
    products: Array2<f64>,
    /// L: an upper bound on the largest eigenvalue of W'W, at most 3 percent above it for up to 1,500 units.
    bound: f64,
}

impl Gram {
    /// W'W of a dictionary `[P, K]`.
    pub fn new(dictionary: ArrayView2<'_, f64>) -> Self {
        let products = dictionary
            .t()
            .dot(&dictionary)
            .as_standard_layout()
            .into_owned();
        // W W' has the same eigenvalues other than 0, and may be smaller.
        let bound = if dictionary.nrows() < dictionary.ncols() {
            largest_eigenvalue_bound(&dictionary.dot(&dictionary.t()))
        } else {
            largest_eigenvalue_bound(&products)
        };
        Self { products, bound }
    }
}

/// e_1(z) = sum over the frames of 1/2 abs(x_t - W z_t)^2, with g_0 = 1; z is signed, frame by frame,
/// `[n_t * K]`, and g_1 sums abs(z_t) over the frames.
///
/// Computed as 1/2 x'x - c'z + 1/2 z'W'W z with c = W'x, so that the cost of an evaluation is proportional to the number of
/// nonzero codes.
#[derive(Clone, Debug)]
pub struct Reconstruction<'a> {
    gram: &'a Gram,
    correlations: Vec<f64>,
    norm_sq: f64,
}

impl<'a> Reconstruction<'a> {
    /// The term of one movie: frames `[n_t, P]`, a dictionary `[P, K]` and its [`Gram`].
    ///
    /// # Panics
    /// If the dictionary and its [`Gram`] have different numbers of units.
    pub fn new(
        dictionary: ArrayView2<'_, f64>,
        gram: &'a Gram,
        frames: ArrayView2<'_, f64>,
    ) -> Self {
        let correlations = frames.dot(&dictionary);
        let units = gram.products.nrows();
        assert_eq!(correlations.ncols(), units, "W'x against units");
        Self {
            gram,
            correlations: correlations.iter().copied().collect(),
            norm_sq: frames.iter().map(|x| x * x).sum(),
        }
    }

    /// W'W z_t of every frame.
    fn explained(&self, code: &[f64]) -> Vec<f64> {
        let units = self.units();
        let mut explained = vec![0.0; code.len()];
        for (z, sum) in code.chunks(units).zip(explained.chunks_mut(units)) {
            let mut sum = ndarray::ArrayViewMut1::from(sum);
            for (unit, &z) in z.iter().enumerate().filter(|(_, z)| **z != 0.0) {
                sum.scaled_add(z, &self.gram.products.row(unit));
            }
        }
        explained
    }
}

impl LayerTerm for Reconstruction<'_> {
    fn variables(&self) -> usize {
        self.correlations.len()
    }

    fn units(&self) -> usize {
        self.gram.products.nrows()
    }

    fn outputs(&self) -> usize {
        1
    }

    fn values(&self, code: &[f64]) -> Vec<f64> {
        let explained = self.explained(code);
        let (c, g) = (
            ArrayView1::from(&self.correlations),
            ArrayView1::from(&explained),
        );
        let z = ArrayView1::from(code);
        vec![0.5 * self.norm_sq - c.dot(&z) + 0.5 * g.dot(&z)]
    }

    fn smooth(&self, code: &[f64], weights: &[f64]) -> f64 {
        weights[0] * self.values(code)[0]
    }

    fn gradient(&self, code: &[f64], weights: &[f64]) -> Vec<f64> {
        let mut gradient = self.explained(code);
        for (gradient, correlation) in gradient.iter_mut().zip(&self.correlations) {
            *gradient = weights[0] * (*gradient - correlation);
        }
        gradient
    }

    fn lipschitz(&self, weights: &[f64]) -> f64 {
        weights[0] * self.gram.bound
    }

    /// A row of W'W for each active entry of z, and an update of each variable.
    fn multiply_adds(&self, active: usize, _active_below: usize) -> usize {
        active * self.units() + self.variables()
    }

    fn pooled(&self, code: &[f64]) -> Vec<f64> {
        let mut pooled = vec![0.0; self.units()];
        for z in code.chunks(self.units()) {
            for (pooled, z) in pooled.iter_mut().zip(z) {
                *pooled += z.abs();
            }
        }
        pooled
    }

    fn prox(&self, code: &mut [f64], prices: &[f64], step: f64) {
        for z in code.chunks_mut(self.units()) {
            for (z, price) in z.iter_mut().zip(prices) {
                let left = z.abs() - price * step;
                *z = if left > 0.0 { left.copysign(*z) } else { 0.0 };
            }
        }
    }
}
