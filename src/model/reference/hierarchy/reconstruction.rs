//! The lowest term: how well the simple codes explain the frames.

use ndarray::{Array1, Array2, ArrayView1, ArrayView2};

use super::term::LayerTerm;

/// Steps of the power iteration that bounds W'W.
const POWER_STEPS: usize = 40;
/// By how much the bound is raised over what the power iteration saw.
const POWER_MARGIN: f64 = 1.02;

/// W'W of a dictionary, with the bound on its largest eigenvalue: shared by all movies of a batch.
#[derive(Clone, Debug)]
pub struct Gram {
    products: Array2<f64>,
    largest: f64,
}

impl Gram {
    /// W'W of a dictionary `[P, K]`.
    #[must_use]
    pub fn new(dictionary: ArrayView2<'_, f64>) -> Self {
        let products = dictionary.t().dot(&dictionary);
        let largest = largest_eigenvalue(&products);
        Self {
            products: products.as_standard_layout().into_owned(),
            largest,
        }
    }
}

/// The largest eigenvalue of a matrix that has no negative ones, by the power iteration and a margin,
/// and never more than the largest sum of absolute values of a row.
fn largest_eigenvalue(matrix: &Array2<f64>) -> f64 {
    let rows = matrix.rows().into_iter();
    let row_bound = rows
        .map(|row| row.iter().map(|x| x.abs()).sum::<f64>())
        .fold(0.0, f64::max);
    // Not a constant start, which may be orthogonal to what is looked for.
    let mut vector = Array1::from_shape_fn(matrix.nrows(), |i| 1.0 + (1.7 * i as f64).sin());
    let mut norm = 0.0;
    for _ in 0..POWER_STEPS {
        vector /= vector.dot(&vector).sqrt().max(f64::MIN_POSITIVE);
        vector = matrix.dot(&vector);
        norm = vector.dot(&vector).sqrt();
    }
    (POWER_MARGIN * norm).min(row_bound)
}

/// e_1(z) = sum over the frames of 1/2 abs(x_t - W z_t)^2, with g_0 = 1; z is signed, frame by frame,
/// `[n_t * K]`, and g_1 sums abs(z_t) over the frames.
///
/// Kept as 1/2 x'x - c'z + 1/2 z'W'W z with c = W'x, so that an evaluation costs what the units that
/// are on cost.
#[derive(Clone, Debug)]
pub struct Reconstruction<'a> {
    gram: &'a Gram,
    correlations: Vec<f64>,
    power: f64,
}

impl<'a> Reconstruction<'a> {
    /// The term of one movie: frames `[n_t, P]`, a dictionary `[P, K]` and its [`Gram`].
    #[must_use]
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
            power: frames.iter().map(|x| x * x).sum(),
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
    fn name(&self) -> &'static str {
        "reconstruction"
    }

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
        vec![0.5 * self.power - c.dot(&z) + 0.5 * g.dot(&z)]
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
        weights[0] * self.gram.largest
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
